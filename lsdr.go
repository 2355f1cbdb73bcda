package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/coords"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// LSDR is least-squares dimension reduction: the components z = W x with the largest
// squared-loss mutual information with y, found by climbing its estimate
//
//	SMI~ = hᵀα - ½ αᵀHα - ½
//
// along the natural gradient from random starts. It takes any output. SCA, which came
// after it, is faster and more accurate; LSDR is here to compare with.
//
// See docs/lsdr.md. Reference: Suzuki and Sugiyama (2010).
type LSDR struct {
	Dim      int    // number of components; required
	Centres  int    // kernel centres; 0 means 200
	Restarts int    // random starts; 0 means 5
	FromSCA0 bool   // start from the first step of SCA too
	NoScale  bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed     uint64 // of the random centres, folds and starts

	Progress func(Progress) // told of each start; may be nil

	limits search.Limits
}

// The defaults of LSDR. A round chooses the settings and climbs.
const (
	lsdrRestarts  = 5
	lsdrRounds    = 8    // from each start, at most,
	lsdrSteps     = 10   // of so many steps, at most,
	lsdrGain      = 1e-4 // as long as each improves the held-out score by this much
	lsdrLastSteps = 40   // of the last climb, from the best of them
)

// The ridges of LSDR. With smaller ones than these, which the held-out score may well
// prefer at a given W, the climb follows noise. The last climb takes the largest that
// the score cannot tell from the best. The widths are those of the passes of SCA.
var (
	lsdrLambdas     = []float64{.01, .1}
	lsdrLastLambdas = []float64{.01, .03, .1, .3, 1}
)

// Fit finds the components, ordered by what each predicts.
func (l LSDR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	var err error
	switch l.Centres, err = centresOr(l.Centres); {
	case err != nil:
		return nil, err
	case l.Restarts < 0:
		return nil, fmt.Errorf("%d random starts, but there must be at least 1; 0 means the default", l.Restarts)
	case l.Restarts == 0:
		l.Restarts = lsdrRestarts
	}
	settings := search.Settings{Dim: l.Dim, Centres: l.Centres, NoScale: l.NoScale, Seed: l.Seed, Stream: 0x15d2, Limits: l.limits}
	return fitBySearch(ctx, "lsdr", x, y, settings, l.Progress, func(s *search.Search) (Settings, error) {
		f := &lsdrFit{LSDR: l, Search: s}
		if err := f.run(ctx); err != nil {
			return nil, err
		}
		return Settings{
			"dim": l.Dim, "centres": min(l.Centres, s.X.Len()), "scale": !l.NoScale, "restarts": l.Restarts, "from_sca0": l.FromSCA0,
			"width_z": s.Best.WidthZ, "width_y": s.Best.WidthY, "lambda": s.Best.Lambda,
		}, nil
	})
}

// lsdrFit is the state of a fit.
type lsdrFit struct {
	LSDR
	*search.Search
}

// run climbs from every start, and once more from the best of the frames found.
func (f *lsdrFit) run(ctx context.Context) error {
	if err := f.Draw(ctx, f.Centres, f.EnoughToStart()); err != nil {
		return err
	}
	f.Centre()
	starts, err := f.starts(ctx)
	if err != nil {
		return err
	}
	best := peak{at: lsmi.Scored{Score: math.Inf(-1)}}
	for k, start := range starts {
		top, err := f.climb(ctx, start)
		if err != nil {
			return err
		}
		f.Note(search.Scored("start", k+1, top.at))
		if top.at.Score > best.at.Score {
			best = top
		}
	}
	frame, err := f.smooth(ctx, best.frame)
	if err != nil {
		return err
	}
	return f.Finish(ctx, f.Whitening.ToInputs(frame))
}

// starts draws random frames: combinations of the rows with random weights, so that
// they turn with the inputs and lie within the span of the rows.
func (f *lsdrFit) starts(ctx context.Context) ([]linalg.Matrix, error) {
	d, count := f.X.Width(), f.Restarts
	weights := linalg.New(f.X.Len(), count*f.Dim)
	for i := range weights.Data {
		weights.Data[i] = f.Random.NormFloat64()
	}
	sum, err := f.X.CombineDense(ctx, weights, rows.BlockLen(d))
	if err != nil {
		return nil, err
	}
	starts := make([]linalg.Matrix, count)
	for k := range starts {
		starts[k] = f.Whitening.ToInputs(sum.Slice(k*f.Dim, (k+1)*f.Dim)).Clone() // T is symmetric
		if err := stiefel.Orthonormalize(starts[k]); err != nil {
			return nil, err
		}
	}
	if f.FromSCA0 {
		first, err := f.Start(ctx, false)
		if err != nil {
			return nil, err
		}
		starts = append(starts, first)
	}
	return starts, nil
}

// peak is a frame, orthonormal in the metric, with its settings and held-out score.
type peak struct {
	frame linalg.Matrix
	at    lsmi.Scored
}

// climb makes rounds from a start until the held-out score rises no more, and returns
// the best frame of it.
func (f *lsdrFit) climb(ctx context.Context, start linalg.Matrix) (peak, error) {
	best, err := f.choose(ctx, start)
	if err != nil {
		return best, err
	}
	now := best
	for range lsdrRounds {
		frame, err := f.ascend(ctx, f.Starting, now.at.Settings, now.frame, lsdrSteps)
		if err != nil {
			return best, err
		}
		if now, err = f.choose(ctx, frame); err != nil {
			return best, err
		}
		gain := now.at.Score - best.at.Score
		if gain > 0 {
			best = now
		}
		if gain < lsdrGain {
			break
		}
	}
	return best, nil
}

// choose finds the best settings at a frame.
func (f *lsdrFit) choose(ctx context.Context, frame linalg.Matrix) (peak, error) {
	w := f.Whitening.ToInputs(frame)
	grid, err := f.Starting.Around(ctx, w, search.PassWidths(), search.PassWidths(), lsdrLambdas)
	if err != nil {
		return peak{}, err
	}
	at, _, err := f.Starting.Validate(ctx, w, kernel.Gaussian, grid, lsmi.Free)
	return peak{frame: frame, at: at}, err
}

// smooth is the last climb, on all rows.
func (f *lsdrFit) smooth(ctx context.Context, frame linalg.Matrix) (linalg.Matrix, error) {
	w := f.Whitening.ToInputs(frame)
	grid, err := f.Scoring.Around(ctx, w, search.PassWidths(), search.PassWidths(), lsdrLastLambdas)
	if err != nil {
		return frame, err
	}
	at, err := f.Scoring.Smoothest(ctx, w, kernel.Gaussian, grid, lsmi.Free)
	if err != nil {
		return frame, err
	}
	f.Note(search.Scored("last climb", 1, at))
	return f.ascend(ctx, f.Scoring, at.Settings, frame, lsdrLastSteps)
}

// ascend follows the natural gradient of SMI~ for fixed settings.
func (f *lsdrFit) ascend(ctx context.Context, sample *lsmi.Sample, at lsmi.Settings, frame linalg.Matrix, steps int) (linalg.Matrix, error) {
	objective, err := sample.Bound(ctx, kernel.Gaussian, at)
	if err != nil {
		return frame, err
	}
	frame, _, err = stiefel.NaturalGradient{Steps: steps}.Run(ctx, coords.Function{Function: objective, In: f.Whitening}, frame)
	return frame, err
}
