package format

import (
	"bytes"
	"strings"

	"suffice/internal/cells"
)

// foreign is a kind of file that is not read, and what makes one of it that is.
type foreign struct {
	what   string
	is     func(head []byte) bool
	remedy string
}

// begins recognises files by how they begin.
func begins(starts ...string) func([]byte) bool {
	return func(head []byte) bool {
		for _, start := range starts {
			if bytes.HasPrefix(head, []byte(start)) {
				return true
			}
		}
		return false
	}
}

// at recognises files by what they have at a place.
func at(place int, mark string) func([]byte) bool {
	return func(head []byte) bool {
		return len(head) > place && bytes.HasPrefix(head[place:], []byte(mark))
	}
}

// marked recognises texts by how they begin, whatever the case, after blanks.
func marked(starts ...string) func([]byte) bool {
	return func(head []byte) bool {
		text := bytes.TrimLeft(bytes.TrimPrefix(head, cells.ByteOrderMark), " \t\r\n")
		text = bytes.ToLower(text[:min(len(text), 64)])
		return begins(starts...)(text)
	}
}

func isOldStata(head []byte) bool {
	return len(head) > 4 && head[0] >= 0x69 && head[0] <= 0x73 && (head[1] == 1 || head[1] == 2) && head[2] == 1 && head[3] == 0
}

func isPickle(head []byte) bool {
	return len(head) > 2 && head[0] == 0x80 && head[1] >= 2 && head[1] <= 5
}

const sas = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\x00\x09\xc7\x31\x8c\x18\x1f\x10\x11"

// foreigners are files that people have tables in.
var foreigners = []foreign{
	{"an old Excel workbook (.xls), or one with a password", begins("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), "save it as .xlsx without a password"},
	{"an OpenDocument file", at(30, "mimetypeapplication/vnd.oasis"), "save the sheet as .xlsx or CSV"},
	{"an SPSS file", begins("$FL2", "$FL3"), "in Python: pandas.read_spss('FILE').to_parquet('a.parquet')"},
	{"a Stata file", func(head []byte) bool { return begins("<stata_dta>")(head) || isOldStata(head) }, "in Python: pandas.read_stata('FILE').to_parquet('a.parquet')"},
	{"a SAS file", begins(sas, "HEADER RECORD*******LIBRARY"), "in Python: pandas.read_sas('FILE').to_parquet('a.parquet')"},
	{"a file of R", begins("RDX2\n", "RDX3\n", "RDA2\n", "RDA3\n"), "in R: load('FILE'), then write.csv(the table, 'a.csv', row.names = FALSE)"},
	{"a file of R", begins("X\n\x00\x00\x00\x02", "X\n\x00\x00\x00\x03", "A\n2\n", "A\n3\n"), "in R: write.csv(readRDS('FILE'), 'a.csv', row.names = FALSE)"},
	{"an HDF5 file", begins("\x89HDF\r\n\x1a\n"), "in Python: pandas.read_hdf('FILE').to_parquet('a.parquet')"},
	{"a MATLAB file", begins("MATLAB 5.0 MAT-file"), "in Python: numpy.save('a.npy', scipy.io.loadmat('FILE')['x'])"},
	{"a pickle of Python", isPickle, "in Python: pandas.read_pickle('FILE').to_parquet('a.parquet'), if you trust who made it"},
	{"a DuckDB database", at(8, "DUCK"), `run: duckdb FILE -c "COPY (SELECT * FROM t) TO 'a.parquet'"`},
	{"an ORC file", begins("ORC"), "in Python: pandas.read_orc('FILE').to_parquet('a.parquet')"},
	{"an Avro file", begins("Obj\x01"), `run: duckdb -c "COPY (SELECT * FROM read_avro('FILE')) TO 'a.parquet'"`},
	{"a Feather file of version 1", begins("FEA1"), "in Python: pandas.read_feather('FILE').to_parquet('a.parquet')"},
	{"a PDF file", begins("%PDF-"), "ask for the data as CSV, or copy the table into a spreadsheet"},
	{"a web page", marked("<!doctype html", "<html", "<head", "<table"), "was it meant to be a download? In Python: pandas.read_html('FILE')[0].to_csv('a.csv')"},
	{"an XML file", marked("<?xml"), "in Python: pandas.read_xml('FILE').to_csv('a.csv')"},
	{"a tar archive", at(257, "ustar"), "unpack it first: tar -xf FILE"},
	{"a 7z archive", begins("7z\xbc\xaf\x27\x1c"), "unpack it first: 7z x FILE"},
	{"a RAR archive", begins("Rar!\x1a\x07"), "unpack it first: unrar x FILE"},
	{"packed by LZ4", begins("\x04\x22\x4d\x18"), "unpack it first: lz4 -d FILE"},
	{"packed by compress", begins("\x1f\x9d"), "unpack it first: uncompress FILE"},
	{"a picture", begins("\x89PNG\r\n", "\xff\xd8\xff", "GIF87a", "GIF89a"), "a table has rows of values; features of a folder of pictures can be made one"},
	{"a pointer of Git LFS", begins("version https://git-lfs"), "fetch the file itself: git lfs pull"},
}

// refuse says what a file is that is not read, and what to do; nil where it may be.
func refuse(head []byte, source string) error {
	name := source
	if name == "standard input" {
		name = "FILE"
	}
	for _, f := range foreigners {
		if f.is(head) {
			return &cells.Error{Source: source, Problem: "this is " + f.what + ", which is not read; " + strings.ReplaceAll(f.remedy, "FILE", name)}
		}
	}
	return nil
}
