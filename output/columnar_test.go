package output

import (
	"slices"
	"testing"
)

func TestColumns(t *testing.T) {
	labels, err := Labels(2, []float64{0, 1, 1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		y     Output
		width int
		data  []float64
	}{
		{Numbers([]float64{3, 1}), 1, []float64{3, 1}},
		{Classes([]int{7, -1, 7}), 2, []float64{0, 1, 1, 0, 0, 1}},
		{labels, 2, []float64{0, 1, 1, 1}},
	} {
		width, data := c.y.(Columnar).Columns()
		if width != c.width || !slices.Equal(data, c.data) {
			t.Errorf("%s: %d columns %v, want %d of %v", c.y.Kind(), width, data, c.width, c.data)
		}
	}
}
