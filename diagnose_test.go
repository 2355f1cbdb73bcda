package suffice

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

// What is found in a few rows is what counting all of them finds, in a matrix and in a
// sparse table: columns that differ from their most frequent value in fewer than ten rows.
func TestNearlyConstantColumns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 9000).Draw(t, "n")
		usual := rapid.SampledFrom([]float64{0, -1, 3}).Draw(t, "usual")
		column := make([]float64, n)
		for i := range column {
			column[i] = usual
		}
		for range rapid.IntRange(0, 12).Draw(t, "others") {
			column[rapid.IntRange(0, n-1).Draw(t, "row")] = float64(rapid.IntRange(-1, 2).Draw(t, "other"))
		}
		counts := map[float64]int{}
		for _, v := range column {
			counts[v]++
		}
		most, want := 0, 0.
		for v, count := range counts {
			if count > most || count == most && v < want {
				most, want = count, v
			}
		}
		dense, err := rows.NewMatrix(1, column)
		if err != nil {
			t.Fatal(err)
		}
		for name, x := range map[string]Rows{"dense": dense, "sparse": sparseOf(t, column)} {
			same, err := nearlyConstant(t.Context(), x, map[int][]string{0: nil})
			if err != nil {
				t.Fatal(err)
			}
			got, found := same[0]
			if found != (n-most < rareRows) || found && (got.differ() != n-most || got.usual() != want) {
				t.Errorf("%s: %+v, want %d that differ from %g", name, got, n-most, want)
			}
		}
	})
}

// sparseOf is a column without its zeros.
func sparseOf(t rapid.TB, column []float64) rows.Source {
	t.Helper()
	data := rows.Compressed{Starts: []int{0}}
	for _, v := range column {
		if v != 0 {
			data.Columns, data.Values = append(data.Columns, 0), append(data.Values, v)
		}
		data.Starts = append(data.Starts, len(data.Values))
	}
	x, err := rows.NewSparse(1, data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

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
