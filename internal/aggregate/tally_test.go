package aggregate

import (
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

// What is found in a few rows is what counting all of them finds, in a matrix and in a
// sparse table: columns that differ from their most frequent value in fewer than ten rows.
func TestNearlyConstantColumns(t *testing.T) {
	const rare = 10
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
		for name, x := range map[string]rows.Source{"dense": dense, "sparse": sparseOf(t, column)} {
			same, err := NearlyConstant(t.Context(), x, []int{0}, rare)
			if err != nil {
				t.Fatal(err)
			}
			got, found := same[0]
			if found != (n-most < rare) || found && (got.Differ() != n-most || got.Usual() != want) {
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
