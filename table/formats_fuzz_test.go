package table

import (
	"archive/zip"
	"bytes"
	"testing"
)

func FuzzArrow(f *testing.F) {
	fuzzFormat(f, "arrow", 256<<20, "dirty/formats-lz4.feather", "dirty/formats-plain.arrow", "dirty/formats-zstd.arrows", "dirty/formats-lists.feather", "dirty/formats-polars.arrow")
}

func FuzzXLSX(f *testing.F) {
	fuzzFormat(f, "xlsx", 256<<20, "dirty/formats-plain.xlsx", "dirty/formats-titled.xlsx")
}

func FuzzSQLite(f *testing.F) {
	fuzzFormat(f, "sqlite", 256<<20, "dirty/formats-one.sqlite", "dirty/formats-two.sqlite")
}

// A packed file of the kinds that FuzzPacked has not, whatever it holds.
func FuzzArchives(f *testing.F) {
	fuzzFormat(f, "", 512<<20, "dirty/formats-packed.csv.xz", "dirty/formats-packed.csv.bz2", "dirty/formats-packed.csv.gz", "dirty/formats-one.zip", "dirty/formats-two.zip")
}

// The parts of a workbook, which are checked by sums in the file as a whole.
func FuzzWorkbook(f *testing.F) {
	f.Add(`<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>b</t></is></c></row><row r="2"><c r="A2" s="1"><v>45000.5</v></c><c r="B2" t="b"><v>1</v></c></row><row r="3"><c r="A3" t="e"><v>#N/A</v></c><c r="XFD3"><v>1</v></c></row></sheetData></worksheet>`,
		`<sst><si><t>a</t></si><si><r><t>b</t></r><rPh><t>x</t></rPh></si></sst>`,
		`<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\-mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`)
	f.Add(`<row><c><v>1</v></c></row><row><c><v>2</v></c></row><row/>`, ``, `<x>`)
	f.Fuzz(func(t *testing.T, sheet, texts, styles string) {
		var out bytes.Buffer
		archive := zip.NewWriter(&out)
		for name, text := range map[string]string{
			"[Content_Types].xml":        "<Types/>",
			"xl/workbook.xml":            `<workbook><sheets><sheet name="S" r:id="rId1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/worksheets/sheet1.xml":   sheet, "xl/sharedStrings.xml": texts, "xl/styles.xml": styles,
		} {
			part, err := archive.Create(name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := part.Write([]byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := archive.Close(); err != nil {
			t.Fatal(err)
		}
		fuzzRead(t, out.Bytes(), "xlsx")
	})
}
