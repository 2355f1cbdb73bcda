package search

import (
	"context"
	"slices"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/stiefel"
)

// Finish takes the held-out SMI at the components w and puts them in order: turned
// so that each carries more dependence than the next, by the eigenvectors of W D Wᵀ,
// and orthonormal on the standardised inputs x. It is for methods whose criterion knows
// the subspace only. Where there are many rows, widths are chosen with the start rows.
func (s *Search) Finish(ctx context.Context, w linalg.Matrix) error {
	s.Starting.Forget() // the widths will be others
	s.Centre()
	best, fit, err := heldOut(ctx, s.Scoring, s.Starting, w)
	if err != nil {
		return err
	}
	d, err := s.Scoring.Importance(ctx, w, kernel.Gaussian, fit)
	if err != nil {
		return err
	}
	_, turn, err := linalg.Leading(d, w.Rows)
	if err != nil {
		return err
	}
	s.W, s.Best = linalg.Times(turn, w), best
	for i := range s.W.Rows {
		for _, j := range s.X.Constant {
			s.W.Set(i, j, 0) // not what rounding has left of it
		}
	}
	if err := stiefel.Orthonormalize(s.W); err != nil {
		return err
	}
	s.Note(Scored("final", 1, best))
	return nil
}

// heldOut returns the settings with the best held-out SMI at w. Where few rows choose
// the widths, these and the next narrower ones are tried, since more rows allow them.
func heldOut(ctx context.Context, sample, starting *lsmi.Sample, w linalg.Matrix) (lsmi.Scored, lsmi.Solution, error) {
	alpha := scoreAlpha(sample)
	grid, err := starting.Wide(ctx, w)
	if err != nil {
		return lsmi.Scored{}, lsmi.Solution{}, err
	}
	if starting != sample {
		at, fit, err := starting.Validate(ctx, w, kernel.Gaussian, grid, alpha)
		if err != nil {
			return at, fit, err
		}
		grid.WidthZ, grid.WidthY = downFrom(grid.WidthZ, at.WidthZ), downFrom(grid.WidthY, at.WidthY)
	}
	return sample.Validate(ctx, w, kernel.Gaussian, grid, alpha)
}

// downFrom is v and the one before it among the widths.
func downFrom(widths []float64, v float64) []float64 {
	i := slices.Index(widths, v)
	return widths[max(0, i-1) : i+1]
}

// ScoreAlpha is the α that the result is scored with.
func (s *Search) ScoreAlpha() lsmi.Alpha { return scoreAlpha(s.Scoring) }

// scoreAlpha is the α to score a whole grid with: the exact non-negative one would cost
// several factorisations for each point.
func scoreAlpha(sample *lsmi.Sample) lsmi.Alpha {
	if a := sample.Natural(); a != lsmi.NonNegative {
		return a
	}
	return lsmi.Clipped
}
