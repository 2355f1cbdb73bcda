package suffice

import (
	"context"
	"math"

	"suffice/internal/linalg"
	"suffice/kernel"
	"suffice/lsmi"
)

// The grids and limits of the paper's own runs.
const (
	maxPasses = 200
	enough    = 1e-6 // a pass must improve the score by this much
)

var (
	passWidths  = []float64{.25, .5, .75, 1} // times the median distance / √2
	passLambdas = []float64{.01, .001}
	// With free α the printed formulas need smaller ridges too.
	printedLambdas = []float64{.01, .001, .0001, .00001}
)

// passes runs the first step, SCA(0), where z = x, and then the analytic passes:
// validate the settings at W, solve for α, and take the leading eigenvectors of D as
// the next W. The best W by score is kept.
func (f *scaFit) passes(ctx context.Context) error {
	f.kernel, f.alpha = kernel.Epanechnikov, lsmi.Clipped
	if f.AsPrinted {
		f.alpha = lsmi.Free
	}
	start, err := f.pass(ctx, linalg.Matrix{})
	if err != nil {
		return err
	}
	f.note("first step", 1, start.at)
	w := start.next
	f.best.Score = math.Inf(-1)
	for step := 1; step <= maxPasses; step++ {
		p, err := f.pass(ctx, w)
		if err != nil {
			return err
		}
		f.note("pass", step, p.at)
		gain := p.at.Score - f.best.Score
		if gain > 0 {
			f.w, f.best = w, p.at
		}
		if f.Stop == AfterFirstStep || gain < enough {
			return nil
		}
		w = p.next
	}
	return nil
}

// scaPass is what a pass found at W: the settings with their score, and the next W.
type scaPass struct {
	at   lsmi.Scored
	next linalg.Matrix
}

func (f *scaFit) pass(ctx context.Context, w linalg.Matrix) (scaPass, error) {
	grid, err := f.passGrid(ctx, w)
	if err != nil {
		return scaPass{}, err
	}
	at, err := f.sample.Validate(ctx, w, f.kernel, grid, f.alpha)
	if err != nil {
		return scaPass{}, err
	}
	fit, err := f.sample.Solve(ctx, w, f.kernel, at.Settings, f.alpha)
	if err != nil {
		return scaPass{}, err
	}
	if f.AsPrinted {
		at.Score = fit.SMI
	}
	d, err := f.sample.Scatter(ctx, w, f.kernel, fit, !f.AsPrinted, f.Dim)
	if err != nil {
		return scaPass{}, err
	}
	next, err := f.span.leading(d, f.Dim)
	return scaPass{at: at, next: next}, err
}

// passGrid is the paper's grid around the median distances of z and y.
func (f *scaFit) passGrid(ctx context.Context, w linalg.Matrix) (lsmi.Grid, error) {
	z, err := f.sample.MedianZ(ctx, w)
	if err != nil {
		return lsmi.Grid{}, err
	}
	y, err := f.sample.MedianY()
	if err != nil {
		return lsmi.Grid{}, err
	}
	lambdas := passLambdas
	if f.AsPrinted {
		lambdas = printedLambdas
	}
	return lsmi.Grid{WidthZ: times(passWidths, z/math.Sqrt2), WidthY: times(passWidths, y/math.Sqrt2), Lambda: lambdas}, nil
}

func times(factors []float64, unit float64) []float64 {
	out := make([]float64, len(factors))
	for i, f := range factors {
		out[i] = f * unit
	}
	return out
}
