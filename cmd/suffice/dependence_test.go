package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"suffice/internal/termtext"
)

func dependenceJSON(t *testing.T, args ...string) dependent {
	t.Helper()
	var got dependent
	if err := json.Unmarshal([]byte(must(t, "", append(append([]string{"dependence", "d.csv"}, args...), "--json")...)), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// In data3, y depends on x1 and x2 and on nothing else.
func TestDependence(t *testing.T) {
	inDirectory(t, generated(t, "data3", 200))
	there := dependenceJSON(t, "--between", "x1,x2", "--and", "y", "--permutations", "99")
	if there.P == nil || *there.P != .01 || there.SMI < .5 || there.N != 200 || there.Kind != "number" || there.Permutations != 99 || there.TestRows != 200 {
		t.Errorf("between x1, x2 and y: %+v", there)
	}
	if testing.Short() {
		return // the rest takes a while
	}
	nothing := dependenceJSON(t, "--between", "x3,x4", "--and", "y", "--permutations", "99")
	if nothing.P == nil || *nothing.P < .02 || nothing.SMI > .05 {
		t.Errorf("between x3, x4 and y: %+v", nothing)
	}
	untested := dependenceJSON(t, "--between", "x*", "--and", "y", "--permutations", "0")
	if untested.P != nil || len(untested.Between) != 4 {
		t.Errorf("without a test: %+v", untested)
	}
}

// Columns of any kind may stand on either side.
func TestDependenceKinds(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("colour,size,a,b\n")
	for i := range 60 {
		rows.WriteString([]string{"red", "green", "blue"}[i%3] + "," + []string{"1.5", "2.5", "4"}[i%3] + "," + []string{"0", "1", "1"}[i%3] + "," + []string{"0", "1"}[i/30] + "\n")
	}
	inDirectory(t, map[string]string{"d.csv": rows.String()})
	for _, c := range []struct{ between, and, kind string }{
		{"colour", "size", "number"}, {"size", "colour", "class"}, {"colour", "a,b", "labels"}, {"a,b", "colour", "class"},
	} {
		got := dependenceJSON(t, "--between", c.between, "--and", c.and, "--kind", c.kind, "--permutations", "99")
		if *got.P != .01 || string(got.Kind) != c.kind || strings.Join(got.Between, ",") != c.between {
			t.Errorf("%+v: %+v", c, got)
		}
	}
}

func TestDependenceText(t *testing.T) {
	inDirectory(t, generated(t, "data3", 100))
	text := must(t, readFile(t, "d.csv"), "dependence", "-", "--between", "x1,x2", "--and", "y", "--permutations", "19")
	if !strings.Contains(text, "p              0.0500: none of 19 random orders as dependent\n") || !strings.Contains(text, "held-out SMI   ") {
		t.Errorf("got:\n%s", text)
	}
	p := .25
	long := dependent{
		Between: []string{strings.Repeat("a", 50)}, And: []string{strings.Repeat("b", 50)}, Kind: "numbers", N: 1_000_000,
		P: &p, Permutations: 1999, TestRows: 9999, source: strings.Repeat("d/", 50),
	}.text()
	if !strings.Contains(long, "0.2500: 499 of 1999 random orders as dependent on 9999 rows") {
		t.Errorf("got:\n%s", long)
	}
	for line := range strings.Lines(long) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > termtext.Width {
			t.Errorf("too wide: %q", line)
		}
	}
}

func TestDependenceRefuses(t *testing.T) {
	inDirectory(t, generated(t, "data3", 30))
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"d.csv --between x1", "dependence needs --and", codeUsage},
		{"d.csv --and y --permutations 0", "--permutations 0: without --between columns are ranked by their p", codeUsage},
		{"d.csv --between x1,y --and y", `column "y" is on both sides`, codeUsage},
		{"d.csv --between x1 --and x1", `column "x1" is on both sides; name it with --between or with --and, not with both`, codeUsage},
		{"d.csv --between x1 --and x1,y", `column "x1" is on both sides`, codeUsage},
		{"d.csv --between x1 --and y --permutations -1", "--permutations -1: there must be at least 1", codeUsage},
		{"d.csv --between x1 --and y --centres -1", "--centres -1:", codeUsage},
		{"d.csv --between q* --and y", `--between "q*": no column of d.csv matches`, codeFailed},
		{"d.csv --between x1 --and q*", `--and "q*": no column of d.csv matches`, codeFailed},
		{"d.csv --between x1 --and Y", `d.csv has no column "Y" (did you mean "y"?)`, codeFailed},
	} {
		got := invoke(t, "", append([]string{"dependence"}, strings.Fields(test.args)...)...)
		if got.code != test.code || !strings.Contains(got.err, test.want) || got.out != "" {
			t.Errorf("%s: code %d, %q, want %q", test.args, got.code, got.err, test.want)
		}
	}
}
