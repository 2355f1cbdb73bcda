package suffice

import (
	"context"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/stiefel"
)

// order takes the held-out SMI at the components w and returns them in order: turned
// so that each carries more dependence than the next, by the eigenvectors of W D Wᵀ,
// and orthonormal on the standardised inputs x. It is for methods whose criterion knows
// the subspace only. Where there are many rows, lead is a sample of few of them, to
// choose widths with; otherwise it is the sample itself.
func order(ctx context.Context, sample, lead *lsmi.Sample, x *blocks.Standard, w linalg.Matrix) (linalg.Matrix, lsmi.Scored, error) {
	few := lead != sample
	sample, lead = sample.Centred(), lead.Centred()
	if !few {
		lead = sample
	}
	best, fit, err := heldOut(ctx, sample, lead, w)
	if err != nil {
		return w, best, err
	}
	d, err := sample.Importance(ctx, w, kernel.Gaussian, fit)
	if err != nil {
		return w, best, err
	}
	_, turn, err := linalg.Leading(d, w.Rows)
	if err != nil {
		return w, best, err
	}
	turned := linalg.New(w.Rows, w.Cols)
	linalg.Mul(turned, turn, w)
	for i := range turned.Rows {
		for _, j := range x.Constant {
			turned.Set(i, j, 0) // not what rounding has left of it
		}
	}
	return turned, best, stiefel.Orthonormalize(turned)
}

// heldOut returns the settings with the best held-out SMI at w. Where few rows choose
// the widths, these and the next narrower ones are tried, since more rows allow them.
func heldOut(ctx context.Context, sample, lead *lsmi.Sample, w linalg.Matrix) (lsmi.Scored, lsmi.Solution, error) {
	alpha := orderAlpha(sample)
	grid, err := lead.Wide(ctx, w)
	if err != nil {
		return lsmi.Scored{}, lsmi.Solution{}, err
	}
	if lead != sample {
		at, fit, err := lead.Validate(ctx, w, kernel.Gaussian, grid, alpha)
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

// orderAlpha is the α to score a whole grid with: the exact non-negative one would cost
// several factorisations for each point.
func orderAlpha(sample *lsmi.Sample) lsmi.Alpha {
	if a := sample.Natural(); a != lsmi.NonNegative {
		return a
	}
	return lsmi.Clipped
}
