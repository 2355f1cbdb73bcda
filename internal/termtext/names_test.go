package termtext

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestCutMiddle(t *testing.T) {
	for _, test := range []struct {
		text    string
		letters int
		want    string
	}{
		{"temperature_mean", 20, "temperature_mean"}, {"temperature_mean", 16, "temperature_mean"},
		{"temperature_mean", 8, "temp…ean"}, {"größe_größe", 5, "gr…ße"}, {"abc", 1, "…"}, {"abc", 0, "…"},
	} {
		if got := CutMiddle(test.text, test.letters); got != test.want {
			t.Errorf("%q in %d letters: got %q, want %q", test.text, test.letters, got, test.want)
		}
	}
}

// Names that differ in a place that is cut out, or in letters that do not print, stay
// different.
func TestShortNamesStayDifferent(t *testing.T) {
	inputs := []string{"a long name with 1 in the middle of it", "a long name with 2 in the middle of it", "a\nb", "a b"}
	names, longest := ShortNames(inputs, []int{0, 1, 2, 3, 0}, 15)
	want := map[int]string{0: "a long… of it#1", 1: "a long… of it#2", 2: "a b#3", 3: "a b#4"}
	if fmt.Sprint(names) != fmt.Sprint(want) || longest != 15 {
		t.Errorf("got %v, longest %d", names, longest)
	}
	rapid.Check(t, func(t *rapid.T) {
		tails := rapid.SliceOfNDistinct(rapid.StringN(0, 4, -1), 1, 12, rapid.ID).Draw(t, "tails")
		inputs, at := make([]string, len(tails)), make([]int, len(tails))
		for j, tail := range tails {
			inputs[j], at[j] = strings.Repeat("same beginning ", 2)+tail+strings.Repeat(" same end", 2), j
		}
		names, longest := ShortNames(inputs, at, 20)
		seen := map[string]bool{}
		for _, name := range names {
			if seen[name] || utf8.RuneCountInString(name) > 20 || longest > 20 {
				t.Fatalf("names %v", names)
			}
			seen[name] = true
		}
	})
}

func TestHeading(t *testing.T) {
	const rest = "5620 rows, 64 inputs, target class (class)"
	folder := strings.Repeat("folder/", 10)
	for source, want := range map[string]string{
		"data/a.csv":                                "data/a.csv: " + rest,
		folder + "optdigits.arff.gz":                "optdigits.arff.gz: " + rest,
		folder + "a.csv, " + folder + "b.csv":       "a.csv, b.csv: " + rest,
		folder + strings.Repeat("x", 40) + "yz.csv": strings.Repeat("x", 18) + "…" + strings.Repeat("x", 11) + "yz.csv: " + rest,
	} {
		got := Heading(source, rest)
		if got != want || utf8.RuneCountInString(got) > Width {
			t.Errorf("%s: got %s", source, got)
		}
	}
}
