package rows

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// compressed is a matrix without its zeros.
func compressed(t *rapid.T, n, width int, data []float64) *CompressedMatrix {
	c := Compressed{Starts: []int{0}}
	for i := range n {
		for j, v := range data[i*width : (i+1)*width] {
			if v != 0 {
				c.Columns, c.Values = append(c.Columns, uint32(j)), append(c.Values, v)
			}
		}
		c.Starts = append(c.Starts, len(c.Columns))
	}
	x, err := NewSparse(width, c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestSparseSubsetIsSubset(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 6).Draw(t, "width")
		n := rapid.SampledFrom([]int{1, 5, sparseRows, 2*sparseRows + 3}).Draw(t, "rows")
		data := make([]float64, n*width)
		for range rapid.IntRange(0, 50).Draw(t, "entries") {
			data[rapid.IntRange(0, len(data)-1).Draw(t, "at")] = rapid.Float64Range(-2, 2).Draw(t, "value")
		}
		x := compressed(t, n, width, data)
		which := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 40).Draw(t, "which")
		if rapid.Bool().Draw(t, "ascending") {
			slices.Sort(which)
		}
		want, err := Subset(ctx, x, which)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Take(ctx, x, which)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := got.(Sparse); !ok {
			t.Fatalf("%T", got)
		}
		block, err := got.Block(ctx, 0, got.Len(), make([]float64, got.Len()*width))
		if err != nil || !slices.Equal(block, want.data) {
			t.Fatalf("%v, but %v; %v", block, want.data, err)
		}
	})
}

func TestSparseSubsetOfRowsThatAreNotThere(t *testing.T) {
	x, err := NewSparse(2, Compressed{Starts: []int{0, 0}})
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range []int{-1, 1} {
		if _, err := SparseSubset(context.Background(), x, []int{i}); err == nil {
			t.Errorf("there is a row %d", i)
		}
	}
}
