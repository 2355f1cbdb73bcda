package table

import (
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
