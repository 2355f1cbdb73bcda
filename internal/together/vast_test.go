package together

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/output"
	"suffice/rows"
)

// Rows are drawn from however many in questions of at most 100 kB, and are those that were drawn,
// in the order in which they were asked for, with the weights that they have.
func TestDrawnRowsTakeSmallQuestions(t *testing.T) {
	t.Parallel()
	const n = 1009
	data, y, weights := make([]float64, 2*n), make([]float64, n), make([]float64, n)
	for i := range n {
		data[2*i], data[2*i+1], y[i], weights[i] = float64(i), -float64(i), float64(3*i), float64(1+i%5)
	}
	matrix, err := rows.NewMatrix(2, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := rows.WithWeights(matrix, weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, all := range []int{1e5, 1e6, 1e7, 1e8, 1e11, 1e14} {
		t.Run(fmt.Sprint(all), func(t *testing.T) {
			vast := NewVast(x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, all/n)
			random := rand.New(rand.NewPCG(1, uint64(all)))
			which := draw.Many(vast.Len(), 1<<16, random)
			random.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
			taken, err := blocks.Take(t.Context(), vast.Weighed(), which)
			if err != nil {
				t.Fatal(err)
			}
			target, err := blocks.TakeAligned(t.Context(), vast, blocks.Elsewhere{Source: vast, Columns: 1}, which)
			if err != nil {
				t.Fatal(err)
			}
			got, err := taken.Block(t.Context(), 0, len(which), make([]float64, 2*len(which)))
			if err != nil {
				t.Fatal(err)
			}
			by := rows.Weights(taken)
			for k, i := range which {
				if share := by[k] / by[0] * weights[which[0]%n]; math.Abs(share-weights[i%n]) > 1e-12 {
					t.Fatalf("row %d has weight %g, want %g", i, share, weights[i%n])
				}
				if want := float64(i % n); got[2*k] != want || got[2*k+1] != -want || target.Data[k] != 3*want {
					t.Fatalf("row %d is %v with %g", i, got[2*k:2*k+2], target.Data[k])
				}
			}
			if kind, size := vast.Largest(); size > 100_000 {
				t.Errorf("a question for %s has %d bytes", kind, size)
			}
			if count := len(vast.Asked); slices.Contains(vast.Asked, "rows") && count > 12 {
				t.Errorf("%d questions", count)
			}
			if _, err := blocks.WeightsHere(t.Context(), vast.Weighed()); err == nil {
				t.Error("the weights of all rows were given")
			}
		})
	}
}
