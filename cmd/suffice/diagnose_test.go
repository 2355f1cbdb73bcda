package main

import (
	"fmt"
	"strings"
	"testing"
)

// withRare is a table whose input r is 0 but in some of 1000 rows, in which alone y is far
// from 0, beside an input that says little.
func withRare(differ int) string {
	var out strings.Builder
	out.WriteString("a,r,y\n")
	for i := range 1000 {
		r := 0
		if i < differ {
			r = 1 + i
		}
		fmt.Fprintf(&out, "%d,%d,%g\n", i*7919%101, r, float64(100*r)+float64(i%7)/10)
	}
	return out.String()
}

// An input that is nearly always the same, but has a large weight, is worth a warning, in
// the model too; one that differs more often is not.
func TestRareInputs(t *testing.T) {
	const want = `input "r" differs from 0 in only 2 of 1000 rows, yet has a large weight in z1; leave out column "r" if it does not matter`
	inDirectory(t, map[string]string{"few.csv": withRare(2), "more.csv": withRare(5), "many.csv": withRare(300)})
	got := invoke(t, "", "fit", "few.csv", "-t", "y", "-d", "1", "--method", "cca", "--no-verdict", "-o", "m.json")
	if got.code != codeDone || got.err != "suffice: warning: "+want+"\n" {
		t.Errorf("%+v", got)
	}
	if text := must(t, "", "inspect", "m.json", "--json"); !strings.Contains(text, "differs from 0 in only 2 of 1000 rows") {
		t.Errorf("the model lacks the warning:\n%s", text)
	}
	for _, file := range []string{"more.csv", "many.csv"} { // a 200th, and more
		if got := invoke(t, "", "fit", file, "-t", "y", "-d", "1", "--method", "cca", "--no-verdict"); got.code != codeDone || got.err != "" {
			t.Errorf("%s: %+v", file, got)
		}
	}
	if got := invoke(t, "", "fit", "few.csv", "-t", "a", "--kind", "number", "-i", "y,r", "-x", "r", "-d", "1", "--method", "cca"); strings.Contains(got.err, "differs") {
		t.Errorf("an input that was left out: %s", got.err)
	}
}
