package together

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/output"
	"suffice/rows"
)

// Rows are drawn from however many in questions of at most 100 kB, and are those that were drawn,
// in the order in which they were asked for.
func TestDrawnRowsTakeSmallQuestions(t *testing.T) {
	t.Parallel()
	const n = 1009
	data, y := make([]float64, 2*n), make([]float64, n)
	for i := range n {
		data[2*i], data[2*i+1], y[i] = float64(i), -float64(i), float64(3*i)
	}
	x, err := rows.NewMatrix(2, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, all := range []int{1e5, 1e6, 1e7, 1e8, 1e11, 1e14} {
		t.Run(fmt.Sprint(all), func(t *testing.T) {
			vast := NewVast(x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, all/n)
			random := rand.New(rand.NewPCG(1, uint64(all)))
			which := draw.Many(vast.Len(), 1<<16, random)
			random.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
			taken, err := blocks.Take(t.Context(), vast, which)
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
			for k, i := range which {
				if want := float64(i % n); got[2*k] != want || got[2*k+1] != -want || target.Data[k] != 3*want {
					t.Fatalf("row %d is %v with %g", i, got[2*k:2*k+2], target.Data[k])
				}
			}
			if kind, size := vast.Largest(); size > 100_000 {
				t.Errorf("a question for %s has %d bytes", kind, size)
			}
			if count := len(vast.Asked); slices.Contains(vast.Asked, "rows") && count > 8 {
				t.Errorf("%d questions", count)
			}
		})
	}
}
