package search

import (
	"math/rand/v2"
	"testing"

	"suffice/internal/aggregate"
	"suffice/output"
	"suffice/rows"
)

// sloped is n rows of two inputs with units of their own, and numbers that the first tells.
func sloped(t *testing.T, n int) (*aggregate.Standard, []float64) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	data, y := make([]float64, 2*n), make([]float64, n)
	for i := range y {
		data[2*i], data[2*i+1] = 5+3*random.NormFloat64(), random.NormFloat64()
		y[i] = data[2*i] + random.NormFloat64()
	}
	x, err := rows.NewMatrix(2, data)
	if err != nil {
		t.Fatal(err)
	}
	standard, err := aggregate.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	return standard, y
}

// The tuning rows are as many as the limit says, in units of their own; all rows are kept
// beside them, in the same units.
func TestTuningRowsAreDrawn(t *testing.T) {
	t.Parallel()
	x, y := sloped(t, 3000)
	s, err := New(t.Context(), x, output.Numbers(y), Settings{Dim: 1, Seed: 1, Limits: Limits{Tuning: 500}})
	if err != nil {
		t.Fatal(err)
	}
	if looked, all := s.Looked(); looked != 500 || all != 3000 || s.X.Len() != 500 || s.Y.Len() != 500 || s.drawn.all.Len() != 3000 {
		t.Errorf("looks at %d of %d rows, %d inputs and %d outputs", looked, all, s.X.Len(), s.Y.Len())
	}
	for j, mean := range s.X.Mean {
		if mean == x.Mean[j] || mean != s.drawn.all.Mean[j] {
			t.Errorf("input %d has mean %g, %g among all rows, which are read with %g", j, mean, x.Mean[j], s.drawn.all.Mean[j])
		}
	}
	few, err := New(t.Context(), x, output.Numbers(y), Settings{Dim: 1, Seed: 1, Limits: Limits{Tuning: 3000}})
	if err != nil {
		t.Fatal(err)
	}
	if looked, all := few.Looked(); looked != all || few.drawn != nil {
		t.Errorf("looks at %d of %d rows, which are no more than the limit", looked, all)
	}
}

// There are start rows where there are more than are asked for and their outputs differ.
func TestStartRowsAreDrawn(t *testing.T) {
	t.Parallel()
	x, y := sloped(t, 3000)
	rare := make([]int, len(y))
	rare[7] = 1
	for _, c := range []struct {
		y              output.Output
		starting, want int
	}{{output.Numbers(y), 200, 200}, {output.Numbers(y), 3000, 0}, {output.Numbers(y), 0, 0}, {output.Classes(rare), 20, 0}} {
		s, err := New(t.Context(), x, c.y, Settings{Dim: 1, Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Draw(t.Context(), 10, c.starting); err != nil {
			t.Fatal(err)
		}
		if len(s.StartRows) != c.want || (s.Starting == s.Scoring) != (c.want == 0) {
			t.Errorf("%d start rows of %d asked for, want %d", len(s.StartRows), c.starting, c.want)
		}
	}
}
