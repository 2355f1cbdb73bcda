package suffice

import (
	"strings"
	"testing"

	"suffice/rows"
)

// The warning names the column of the table where the input is one of its levels.
func TestWarningOfALevel(t *testing.T) {
	column := make([]float64, 1000)
	column[7] = 1
	x, err := rows.NewMatrix(1, column)
	if err != nil {
		t.Fatal(err)
	}
	p := &Projection{Inputs: []string{"town=Ulm"}, Levels: map[string]Level{"town=Ulm": {Column: "town", Value: "Ulm"}}, Components: [][]float64{{1}}}
	got, err := diagnosed(t.Context(), p, x)
	const want = `input "town=Ulm" differs from 0 in only 1 of 1000 rows, yet has a large weight in z1; leave out column "town" if it does not matter`
	if err != nil || strings.Join(got.Warnings, "\n") != want {
		t.Errorf("%v, %v", got.Warnings, err)
	}
}
