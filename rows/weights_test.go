package rows

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// counting is a table of n rows whose values are their places.
func counting(n, d int) *Matrix {
	data := make([]float64, n*d)
	for i := range data {
		data[i] = float64(i)
	}
	return &Matrix{width: d, data: data}
}

func TestWeightsHaveMeanOneAndStayWithTheirRows(t *testing.T) {
	x, err := WithWeights(counting(4, 2), []float64{1, 2, 3, 2})
	if err != nil {
		t.Fatal(err)
	}
	if got := Weights(x); !slices.Equal(got, []float64{.5, 1, 1.5, 1}) {
		t.Errorf("weights %v", got)
	}
	part, err := Take(t.Context(), x, []int{2, 0})
	if err != nil {
		t.Fatal(err)
	}
	if got := Weights(part); !slices.Equal(got, []float64{1.5, .5}) {
		t.Errorf("weights of some rows %v", got)
	}
	if Weights(Unweighted(x)) != nil || len(Names(x)) != 2 {
		t.Error("a table without weights has some, or one with them no names")
	}
}

func TestWeightsOfSparseRows(t *testing.T) {
	sparse, err := NewSparse(3, Compressed{Starts: []int{0, 1, 1, 2}, Columns: []uint32{1, 2}, Values: []float64{5, 7}})
	if err != nil {
		t.Fatal(err)
	}
	x, err := WithWeights(sparse, []float64{1, 2, 3})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := x.(Sparse); !ok {
		t.Fatal("the rows are no longer sparse")
	}
	some, err := Only(x, []int{0, 2})
	if err != nil {
		t.Fatal(err)
	}
	block, err := some.(Sparse).SparseBlock(context.Background(), 0, 2, Compressed{})
	if err != nil || !slices.Equal(block.Values, []float64{5, 7}) || !slices.Equal(Weights(some), []float64{.5, 1.5}) {
		t.Errorf("values %v, weights %v, %v", block.Values, Weights(some), err)
	}
}

func TestExtremeWeights(t *testing.T) {
	x, err := WithWeights(counting(3, 1), []float64{math.MaxFloat64, math.MaxFloat64, 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range Weights(x) {
		if !(w > 0) || math.IsInf(w, 0) {
			t.Errorf("weights %v", Weights(x))
		}
	}
	for _, bad := range [][]float64{{1, 1}, {0, 1, 1}, {1, -1, 1}, {1, math.NaN(), 2}, {1, math.Inf(1), 2}} {
		if _, err := WithWeights(counting(3, 1), bad); err == nil {
			t.Errorf("weights %v are taken", bad)
		}
	}
}

// Only gives the rows that Subset copies.
func TestOnlyIsAView(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 9000).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		x := &forward{Matrix: counting(n, d)}
		which := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 1, 20, rapid.ID).Draw(t, "which")
		slices.Sort(which)
		want, err := Subset(t.Context(), x, which)
		if err != nil {
			t.Fatal(err)
		}
		some, err := Only(x, which)
		if err != nil {
			t.Fatal(err)
		}
		from := rapid.IntRange(0, len(which)-1).Draw(t, "from")
		got, err := some.Block(t.Context(), from, len(which), make([]float64, len(which)*d))
		if err != nil || some.Len() != len(which) || !slices.Equal(got, want.data[from*d:]) {
			t.Fatalf("rows %v, want %v, %v", got, want.data[from*d:], err)
		}
	})
	for _, which := range [][]int{{-1}, {3}, {1, 1}, {2, 0}} {
		if _, err := Only(counting(3, 1), which); err == nil {
			t.Errorf("rows %v are taken", which)
		}
	}
}
