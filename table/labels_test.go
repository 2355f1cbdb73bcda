package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestMULANLabels(t *testing.T) {
	got, err := parseLabels(strings.NewReader(`<?xml version="1.0" encoding="utf-8"?>
<!-- from MULAN -->
<labels xmlns="http://mulan.sourceforge.net/labels">
<label name="red &amp; blue"></label>
<label name="a 'b'"><label name="nested"/></label>
<label other="x" name="red &amp; blue"/>
</labels>`), "a.xml")
	if want := []string{"red & blue", "a 'b'", "nested"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestMULANErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       `a.xml: there is no <label name="…"/> in it; is it a MULAN label file?`,
		"red\ngreen\n":           `a.xml: there is no <label name="…"/> in it; is it a MULAN label file?`,
		"<labels>\n<label name=": "a.xml:2: this is not a MULAN label file: unexpected EOF",
		"<a>\n</b>":              "a.xml:2: this is not a MULAN label file: element <a> closed by </b>",
		`<?xml version="1.0" encoding="latin1"?><labels/>`:  `a.xml: the file is in "latin1"; save it as UTF-8`,
		"<labels>" + strings.Repeat("<a/>", maxLabelFile/4): "a.xml: the file has more than 16 MiB; is it a MULAN label file?",
		"<labels/>": `a.xml: there is no <label name="…"/> in it; is it a MULAN label file?`,
	} {
		_, err := parseLabels(strings.NewReader(text), "a.xml")
		wantError(t, err, want)
	}
	_, err := ReadLabels("none.xml")
	wantError(t, err, "there is no file none.xml; check the name and the folder")
}

// A name for each row is no label, and must not become a column for each row.
func TestTooManyLabels(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "%d,n%d\n", i, i)
	}
	_, err := read(t, "x,name\n"+text.String()).Choose(Roles{Target: []string{"name"}, Kind: "labels"})
	wantError(t, err, `a.csv, column "name": 20000 different labels in 20000 rows are too many; choose another target`)
	_, err = read(t, "name,a\n"+manyNames()).Choose(Roles{Target: []string{"name"}, Kind: "labels"})
	wantError(t, err, `a.csv, column "name": there are more than 65536 different texts, which were not kept; choose another target`)
}
