package table

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// fuzzRead reads bytes in a format: either a table whose columns know their cells, or an
// error of one line.
func fuzzRead(t *testing.T, data []byte, format string) {
	table, err := Read(context.Background(), bytes.NewReader(data), "f", Options{Format: format})
	if err != nil {
		if message := err.Error(); message == "" || strings.ContainsAny(message, "\r\n") {
			t.Errorf("message %q", message)
		}
		return
	}
	counts := make([][3]int, table.schema.kept)
	table.each(0, table.Len(), func(_ int, row []float64) {
		for slot, cell := range row {
			switch {
			case isMissing(cell):
				counts[slot][2]++
			case wordOf(cell) >= 0:
				counts[slot][1]++
			default:
				counts[slot][0]++
			}
		}
	})
	for _, c := range table.schema.columns {
		if c.slot < 0 || c.many {
			continue
		}
		if got := counts[c.slot]; got != [3]int{c.numbers, c.texts, c.gaps} {
			t.Errorf("column %q has %v numbers, words and gaps, but %d, %d, %d were counted", c.name, got, c.numbers, c.texts, c.gaps)
		}
		if j, err := table.Find(c.name); err != nil || table.schema.columns[j] != c {
			t.Errorf("column %q is not found: %v", c.name, err)
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

// What a file is does not depend on what it is called, and looking never fails.
func FuzzRecognise(f *testing.F) {
	f.Add([]byte("1 1:2\n"))
	f.Add([]byte("% c\n@relation r\n"))
	f.Add([]byte("a,b\n1,2\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if _, err := formatOf(data, ""); err != nil {
			t.Error(err)
		}
	})
}
