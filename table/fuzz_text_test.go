package table

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// fuzzRead reads bytes in a format: either a table whose columns know their cells, or an
// error of one line.
func fuzzRead(t *testing.T, data []byte, format string) {
	fuzzReadWith(t, data, Options{Format: format})
}

func fuzzReadWith(t *testing.T, data []byte, options Options) {
	table, err := Read(context.Background(), bytes.NewReader(data), "f", options)
	if err != nil {
		if message := err.Error(); message == "" || strings.ContainsAny(message, "\r\n") {
			t.Errorf("message %q", message)
		}
		return
	}
	counts := make([][3]int, table.schema.Kept)
	table.each(0, table.Len(), func(_ int, row []float64) {
		for slot, cell := range row {
			switch {
			case cells.IsMissing(cell):
				counts[slot][2]++
			case cells.WordOf(cell) >= 0:
				counts[slot][1]++
			default:
				counts[slot][0]++
			}
		}
	})
	for _, c := range table.schema.Columns {
		if c.Slot < 0 || c.Many {
			continue
		}
		if got := counts[c.Slot]; got != [3]int{c.Numbers, c.Texts, c.Gaps} {
			t.Errorf("column %q has %v numbers, words and gaps, but %d, %d, %d were counted", c.Name, got, c.Numbers, c.Texts, c.Gaps)
		}
		if j, err := table.Find(c.Name); err != nil || table.schema.Columns[j] != c {
			t.Errorf("column %q is not found: %v", c.Name, err)
		}
	}
	exercise(t, table)
}

func FuzzARFF(f *testing.F) {
	for _, seed := range []string{
		petsHeader + "@data\n1.5, cat, 'O\\'Neil', 1, 2020-01-31\n?,'big dog',?,0,?\n",
		"@relation r\n@attribute a numeric\n@attribute b {x,y}\n@attribute c string\n@data\n{0 1.5, 1 y,2 'a } b'}\n{}\n1,x,z\n{2 ?},{1}\n",
		"@relation 'm: -C -2'\n@attribute a{0,1}\n@attribute b {1, 0}\n@attribute c real\n@data\n0,1,2e400\n,,\n",
		"% c\n@inputs a\n@attribute 'a\\u0041\\n' integer [0,1]\n@data\n1e999\n\"nan\"\n",
		"@relation r\n@attribute a relational\n@end a\n@data\n",
		"@data\n", "@relation", "@attribute a {", "@attribute '",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, data, "arff") })
}

func FuzzLIBSVM(f *testing.F) {
	for _, seed := range []string{
		"+1 1:0.5 3:-2e1 # first\r\n\n-1\t2:.25\n1 qid:7 3:nan 5:1\n-1\n",
		"1,3 1:1\n2 1:2\n 1:3\n3 0:4\ntrue 2:1\n",
		"1 4000:1\n", "1 1:1 1:1\n", "1 :\n", ":", "1 1:\n2 2:?\n", "#",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, data, "libsvm") })
}

func FuzzMULAN(f *testing.F) {
	for _, seed := range []string{
		`<?xml version="1.0" encoding="utf-8"?><labels xmlns="http://mulan.sourceforge.net/labels"><label name="a"></label><label name="b"/></labels>`,
		`<label name="&#65;&lt;"/>`, `<labels><label name=`, `<?xml version="1.0" encoding="x"?><a/>`, "<!DOCTYPE a [<!ENTITY b 'c'>]><label name='&b;'/>", "",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		names, err := parseLabels(bytes.NewReader(data), "f.xml")
		if err == nil && len(names) == 0 || err != nil && strings.ContainsAny(err.Error(), "\r\n") {
			t.Errorf("%q, %v", names, err)
		}
	})
}

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"x,y,name\n1,2.5,a\n3,NA,b\n,4,a\n5,6,\"c,\n d\"\n", "a;b\n1,5;2\n3;4,25\n", "1\t2\n3\t4\n", "x y z\n 1  2 3 \n4 5\t6\n", "a|b\n1|x\n2|y\n",
		"# made by \"us\n# x, y\n1,2\n# \"\n3,4\n", "x,y\n1,2\n#N/A,3\n# no\n4,5\n", "tag,n\n#a,1\n#b,2\n", "n,city\n1,Z\xfcrich\n2,\x80\n", "y\nx\n1\n2\nz\n",
		"sep=;\na;b\n1;2\n", "Report, 2024\n\na,b,c\n1,2,x\n3,4,y\n", "\"a\" \"b\"\n\"1\" 2 \"x\"\n\"2\" 3 \"y\"\n", "a,b\n1,2,\n3,4,\n", "a\x00,\x00b\x00\n\x001\x00,\x002\x00\n\x00",
		"when,price,a,answer\n13/1/2024,\"$1,234.5\",-,yes\n2/3/2024,(12),3,YES\n2024-03-04 10:30,17%,-999,no\n", "a;b\n1.234,5;10:30\n3,14 €;None\n", ",t1\n,rich\n2,",
		"y,v\n1,\"[1,2,3,4,5,6,7,8]\"\n2,\n3,\"[1,2,3,4,nan,6,7,8e99]\"\n", "v;y\n{1,2,3,4,5,6,7,8};a\n{1};b\n",
	} {
		f.Add([]byte(seed), uint8(0))
		f.Add([]byte(seed), uint8(18))
		f.Add([]byte(seed), uint8(5))
	}
	f.Fuzz(func(t *testing.T, data []byte, how uint8) {
		options := Options{Header: Header(how % 3), DecimalComma: how&4 != 0, Format: "csv"}
		if how&16 != 0 {
			options.SkipLines = int(how>>5) % 3
		}
		if how&8 != 0 {
			options.Skip = func(name string) bool { return len(name)%2 == 0 }
		}
		if how&16 != 0 {
			options.NA, options.Dates = []string{"-999", "none"}, "dmy"
		}
		fuzzReadWith(t, data, options)
	})
}
