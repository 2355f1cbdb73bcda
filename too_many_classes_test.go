package suffice

import (
	"context"
	"strings"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// A name for each row is no class, and must not become a column for each row.
func TestTooManyClasses(t *testing.T) {
	const n = 70_000
	data, names := make([]float64, n*2), make([]int, n)
	for i := range names {
		data[2*i], data[2*i+1], names[i] = float64(i%17), float64(i%23), i
	}
	x, err := rows.NewMatrix(2, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, method := range []Reducer{MDDM{Dim: 1}, CCA{Dim: 1}} {
		_, err := method.Fit(context.Background(), x, output.Classes(names))
		if want := "70000 classes in 70000 rows are too many for this method"; err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%T: error %v", method, err)
		}
	}
	if got := mostOfColumns(output.Classes(names)); got != n-1 {
		t.Errorf("%d components", got)
	}
}
