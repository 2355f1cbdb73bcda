package aggregate

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"suffice/rows"

	"pgregory.net/rapid"
)

// Every row is visited once, in its place, and the rows of one part come in order.
func TestPartsCoverTheRowsInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 3000).Draw(t, "n"), rapid.SampledFrom([]int{1, 3, 5000}).Draw(t, "d")
		sums := rapid.SampledFrom([]int{1, 1000, 1 << 22, 1 << 26}).Draw(t, "sums")
		if d == 5000 {
			n = min(n, 1000)
		}
		data := make([]float64, n*d)
		for i := range n {
			data[i*d] = float64(i)
		}
		x, err := rows.NewMatrix(d, data)
		if err != nil {
			t.Fatal(err)
		}
		p := Divide(n, d, sums)
		last := make([]int, p.Count)
		seen := make([]atomic.Int32, n)
		var wrong atomic.Int32
		err = p.Each(context.Background(), x, func(part, from, to int, piece []float64) {
			if from < last[part] || to-from > p.Piece || len(piece) != (to-from)*d {
				wrong.Add(1)
			}
			last[part] = to
			for i := from; i < to; i++ {
				seen[i].Add(1)
				if piece[(i-from)*d] != float64(i) {
					wrong.Add(1)
				}
			}
		})
		if err != nil || wrong.Load() > 0 {
			t.Fatalf("error %v, %d pieces wrong", err, wrong.Load())
		}
		for i := range seen {
			if seen[i].Load() != 1 {
				t.Fatalf("row %d visited %d times", i, seen[i].Load())
			}
		}
		if p.Count > 1 && p.Count*sums > sumValues || p.Piece > pieceRows {
			t.Fatalf("%+v for sums of %d values", p, sums)
		}
	})
}

// Parts get equal shares, so that no core waits for another.
func TestPartsAreEqual(t *testing.T) {
	for _, n := range []int{1000, 4000, 20000, 100_000, 1_000_000} {
		p := Divide(n, 50, 500*500)
		block := p.Share * p.Count
		if most := block * up(n, block); most-n > 8*p.Count*up(n, block) {
			t.Errorf("%d rows in %+v leave %d places empty", n, p, most-n)
		}
	}
}

func TestPartsStopOnACancelledContext(t *testing.T) {
	x, err := rows.NewMatrix(1, make([]float64, 10_000))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var calls atomic.Int32
	err = Divide(10_000, 1, 1).Each(ctx, x, func(_, _, _ int, _ []float64) {
		calls.Add(1)
		cancel()
	})
	if !errors.Is(err, context.Canceled) || calls.Load() > mostParts {
		t.Errorf("error %v after %d calls", err, calls.Load())
	}
}
