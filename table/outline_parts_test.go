package table

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"suffice/internal/parts"
)

// outlinesOf are those of tables of CSV, as they are sent. The first is called p0.csv.
func outlinesOf(t *testing.T, options Options, texts ...string) []*parts.Outline {
	t.Helper()
	var outlines []*parts.Outline
	for k, text := range texts {
		part, err := Read(t.Context(), strings.NewReader(text), fmt.Sprintf("p%d.csv", k), options)
		if err != nil {
			t.Fatal(err)
		}
		outlines = append(outlines, sent(t, part, Roles{}))
	}
	return outlines
}

// What is written as percent in one part is no plain number in another, as on one machine.
func TestPartsWithAndWithoutPercentAreNotJoined(t *testing.T) {
	for _, parts := range [][]string{{"p,y\n25%,1\n78%,2\n", "p,y\n66,3\n33,4\n"}, {"p,y\n66,3\n33,4\n", "p,y\n25%,1\n78%,2\n"}} {
		_, err := joinOutlines("all", Options{}, outlinesOf(t, Options{}, parts...))
		at, ok := errors.AsType[*Error](err)
		if !ok || at.Source != "p1.csv" || !strings.Contains(at.Problem, "p0.csv") || !strings.Contains(at.Problem, `column "p" has`) {
			t.Errorf("%v", err)
		}
	}
}

// Where some cells of a part have marks of thousands, and none of another has, both are amounts.
func TestPartsWithSomeAmountsAreAmounts(t *testing.T) {
	for _, parts := range [][]string{{"p,y\n25,1\n78,2\n", "p,y\n\"1,066\",3\n33,4\n"}, {"p,y\n\"1,066\",3\n33,4\n", "p,y\n25,1\n78,2\n"}} {
		joined, err := joinOutlines("all", Options{}, outlinesOf(t, Options{}, parts...))
		if err != nil {
			t.Fatal(err)
		}
		d, err := joined.Describe()
		if err != nil || d.Columns[0].Form != "amount" || d.Columns[0].Max != 1066 {
			t.Errorf("%+v, %v", d.Columns[0], err)
		}
	}
}
