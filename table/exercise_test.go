package table

import (
	"context"
	"strings"
	"testing"

	"suffice/output"
)

// exercise does with a table whatever a command may do, for fuzzing: it must not panic,
// messages are one line, and inputs are numbers.
func exercise(t *testing.T, table *Table) {
	const mostCells = 1 << 13 // so that many files are tried
	described(t, table)
	if table.Len()*table.Width() > mostCells {
		return
	}
	names := table.named()
	if len(names) > 2 {
		names = []string{names[0], names[len(names)/2], names[len(names)-1]}
	}
	for k, name := range names {
		for _, kind := range append([]output.Kind{""}, output.Kinds()...) {
			for _, missing := range []Missing{MissingIsError, DropMissing, MeanForMissing, MedianForMissing} {
				roles := Roles{Target: []string{name}, Kind: kind, Missing: missing}
				if k > 0 && kind == "sequence" { // sometimes
					roles.Nominal = names[:1]
				}
				exerciseChoice(t, table, roles)
			}
		}
	}
}

func exerciseChoice(t *testing.T, table *Table, roles Roles) {
	choice, err := table.Choose(roles)
	if err != nil {
		wantOneLine(t, err)
		return
	}
	wantFinite(t, choice.X)
	if choice.Y.Len() != choice.X.Len() || choice.X.Len() < 2 {
		t.Errorf("%d outputs of %d rows", choice.Y.Len(), choice.X.Len())
	}
	mean := make([]float64, choice.X.Width())
	applied, err := table.Apply(Wanted{
		Inputs: choice.X.Names(), Levels: choice.X.Levels(), Made: choice.recipe().Made, Mean: mean, Target: choice.Target().Columns, Kind: choice.Target().Kind, Missing: roles.Missing,
	})
	if err != nil {
		wantOneLine(t, err)
		return
	}
	wantFinite(t, applied.X)
	if applied.Target() != nil && applied.Y.Len() != applied.X.Len() {
		t.Errorf("%d outputs of %d rows", applied.Y.Len(), applied.X.Len())
	}
}

func wantFinite(t *testing.T, x Inputs) {
	data, err := x.Block(context.Background(), 0, x.Len(), make([]float64, x.Len()*x.Width()))
	if err != nil {
		t.Fatal(err)
	}
	for k, v := range data {
		if v-v != 0 {
			t.Fatalf("row %d, %q is %v", k/x.Width(), x.Names()[k%x.Width()], v)
		}
	}
}

func wantOneLine(t *testing.T, err error) {
	if message := err.Error(); message == "" || strings.ContainsAny(message, "\r\n") {
		t.Errorf("message %q", message)
	}
}
