package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"suffice/internal/termtext"
	"suffice/output"
)

func TestPredicted(t *testing.T) {
	labels := []string{"label_aeroplane"}
	for k := range 19 {
		labels = append(labels, fmt.Sprintf("label_%d", k))
	}
	for _, test := range []struct {
		names []string
		kind  output.Kind
		want  string
	}{
		{[]string{"price"}, "number", "target price (number)"},
		{[]string{"y1", "y2"}, "numbers", "target y1,y2 (numbers)"},
		{[]string{"heating_load_of_house", "cooling_load"}, "numbers", "target heating_load_of_house and 1 more (numbers)"},
		{labels, "labels", "target label_aeroplane and 19 more (labels)"},
		{[]string{strings.Repeat("long_", 20) + "end"}, "class", "target long_long_lo…ng_long_end (class)"},
	} {
		if got := predicted(test.names, test.kind); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// First lines keep to 80 columns however long the path, and name many labels alike.
func TestFirstLines(t *testing.T) {
	var header []string
	for k := range 115 {
		header = append(header, fmt.Sprintf("label_%d", k))
	}
	var table strings.Builder
	table.WriteString("a,b," + strings.Join(header, ",") + "\n")
	for i := range 40 {
		fmt.Fprintf(&table, "%d,%d", i*7%11, i*5%13)
		for k := range header {
			fmt.Fprintf(&table, ",%d", (i+k)%2)
		}
		table.WriteString("\n")
	}
	long := strings.Repeat("long_", 20) + "name.csv"
	inDirectory(t, map[string]string{long: table.String()})
	for _, args := range [][]string{
		{"fit", long, "-t", "label_*", "-d", "1", "--method", "mddm", "-o", "m.json"},
		{"compare", long, "-t", "label_*", "--methods", "pca", "--dims", "1", "--repeats", "2"},
		{"inspect", "m.json"},
	} {
		first, _, _ := strings.Cut(must(t, "", args...), "\n")
		if !strings.HasSuffix(first, "2 inputs -> label_0 and 114 more (labels)") || utf8.RuneCountInString(first) > termtext.Width {
			t.Errorf("%s: %s", args[0], first)
		}
	}
	for line := range strings.Lines(must(t, "", "describe", long)) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > termtext.Width && !strings.HasPrefix(line, "Next ") { // to be copied as a whole
			t.Errorf("too wide: %s", line)
		}
	}
}
