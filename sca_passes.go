package suffice

import (
	"context"
	"math"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
)

// The grids and limits of the paper's own runs.
const (
	maxPasses = 200  // where the passes are the last stage
	leadIn    = 1    // passes before the ascent, which gains nothing from more,
	longIn    = 3    // unless it climbs a few steps only
	enough    = 1e-6 // a pass must improve the score by this much
)

var (
	passWidths  = []float64{.25 / math.Sqrt2, .5 / math.Sqrt2, .75 / math.Sqrt2, 1 / math.Sqrt2} // times the median distance
	passLambdas = []float64{.01, .001}
	// With free α the printed formulas need smaller ridges too.
	printedLambdas = []float64{.01, .001, .0001, .00001}
)

// passes runs the first step, SCA(0), where z = x, and then the analytic passes:
// validate the settings at W, solve for α, and take the leading eigenvectors of D as
// the next W. The best W by score is kept.
func (f *scaFit) passes(ctx context.Context, most int) error {
	f.kernel, f.alpha = kernel.Epanechnikov, lsmi.Clipped
	if f.AsPrinted {
		f.alpha = lsmi.Free
	}
	start, err := f.pass(ctx, f.metric.whole(), linalg.Matrix{})
	if err != nil {
		return err
	}
	f.note("first step", 1, start.at)
	frame := start.next
	f.best.Score = math.Inf(-1)
	for step := 1; step <= most; step++ {
		p, err := f.pass(ctx, f.metric.inputs(frame), frame)
		if err != nil {
			return err
		}
		f.note("pass", step, p.at)
		gain := p.at.Score - f.best.Score
		if gain > 0 {
			f.frame, f.best = frame, p.at
		}
		if f.Stop == AfterFirstStep || gain < enough {
			return nil
		}
		frame = p.next
	}
	return nil
}

// scaPass is what a pass found at W: the settings with their score, and the next
// frame.
type scaPass struct {
	at   lsmi.Scored
	next linalg.Matrix
}

// pass takes the weights w on x, and the same as a frame in the metric; the first
// step, where z is x in that metric, has no frame.
func (f *scaFit) pass(ctx context.Context, w, frame linalg.Matrix) (scaPass, error) {
	lambdas := passLambdas
	if f.AsPrinted {
		lambdas = printedLambdas
	}
	grid, err := f.lead.Around(ctx, w, passWidths, passWidths, lambdas)
	if err != nil {
		return scaPass{}, err
	}
	at, fit, err := f.lead.Validate(ctx, w, f.kernel, grid, f.alpha)
	if err != nil {
		return scaPass{}, err
	}
	var centres linalg.Matrix
	if f.AsPrinted {
		at.Score = fit.SMI
	} else if frame.Rows > 0 {
		centres = f.metric.within(f.lead.Centres(), frame)
	}
	d, err := f.lead.Scatter(ctx, w, f.kernel, fit, centres, 0)
	if err != nil {
		return scaPass{}, err
	}
	next, err := f.metric.leading(f.metric.turned(d), f.Dim, f.rough)
	return scaPass{at: at, next: next}, err
}
