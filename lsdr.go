package suffice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
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

// Fit finds the components, ordered by the dependence that each carries.
func (l LSDR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := l.check(); err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, l.Dim, l.NoScale)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(l.Seed, 0x15d2))
	in, some, err := spaceOfSome(ctx, standard, y, l.Dim, false, l.NoScale, random)
	if err != nil {
		return nil, err
	}
	f := &lsdrFit{LSDR: l, space: in, random: random}
	if err := f.draw(ctx, some); err != nil {
		return nil, err
	}
	w, err := f.run(ctx)
	if err != nil {
		return nil, err
	}
	components, err := in.inputs(ctx, w)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, in.warnings(standard)...)
	p := newProjection("lsdr", standard, y, components)
	p.Trace, p.Seed, p.Warnings, p.Settings = f.trace, l.Seed, warnings, f.settings()
	p.Sampled = in.drawn.sampled(false)
	return diagnosed(ctx, p, x)
}

func (l LSDR) check() error {
	switch {
	case l.Centres < 0:
		return fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", l.Centres)
	case l.Restarts < 0:
		return fmt.Errorf("%d random starts, but there must be at least 1; 0 means the default", l.Restarts)
	}
	return nil
}

func (l LSDR) centres() int {
	if l.Centres == 0 {
		return lsmi.DefaultCentres
	}
	return l.Centres
}

func (l LSDR) restarts() int {
	if l.Restarts == 0 {
		return lsdrRestarts
	}
	return l.Restarts
}

// lsdrFit is the state of a fit.
type lsdrFit struct {
	LSDR
	*space
	random *rand.Rand
	lead   *lsmi.Sample // to search with: few of the rows, where there are many
	sample *lsmi.Sample // of all rows, for the last climb and the score

	final lsmi.Scored
	trace []Pass
}

func (f *lsdrFit) draw(ctx context.Context, y output.Output) error {
	sample, err := lsmi.Draw(ctx, f.x, y, f.centres(), f.random)
	if err != nil {
		return err
	}
	f.sample = sample.Centred()
	f.lead = f.sample
	enough := fewRowsFor(f.Dim, f.x.Width())
	if f.x.Len() <= enough {
		return nil
	}
	if sample, err = lsmi.DrawFrom(ctx, f.x, y, drawFewRows(f.x.Len(), enough, f.random), f.centres(), f.random); err != nil {
		return err
	}
	if sample.Varies() {
		f.lead = sample.Centred()
	}
	return nil
}

// run climbs from every start, once more from the best of the frames found, and
// returns the components.
func (f *lsdrFit) run(ctx context.Context) (linalg.Matrix, error) {
	starts, err := f.starts(ctx)
	if err != nil {
		return linalg.Matrix{}, err
	}
	best := peak{at: lsmi.Scored{Score: math.Inf(-1)}}
	for k, start := range starts {
		top, err := f.climb(ctx, start)
		if err != nil {
			return linalg.Matrix{}, err
		}
		f.note("start", k+1, top.at)
		if top.at.Score > best.at.Score {
			best = top
		}
	}
	frame, err := f.smooth(ctx, best.frame)
	if err != nil {
		return linalg.Matrix{}, err
	}
	w := f.metric.inputs(frame)
	w, f.final, err = order(ctx, f.sample, f.lead, f.x, w)
	f.note("final", 1, f.final)
	return w, err
}

// starts draws random frames: combinations of the rows with random weights, so that
// they turn with the inputs and lie within the span of the rows.
func (f *lsdrFit) starts(ctx context.Context) ([]linalg.Matrix, error) {
	d, count := f.x.Width(), f.restarts()
	sum := linalg.New(count*f.Dim, d)
	weights := linalg.New(rows.BlockLen(d), count*f.Dim)
	err := rows.Each(ctx, f.x, weights.Rows, func(from, to int, data []float64) error {
		part := weights.Slice(0, to-from)
		for i := range part.Rows {
			for k := range part.Cols {
				part.Set(i, k, f.random.NormFloat64())
			}
		}
		linalg.AddTMul(sum, 1, part, linalg.Of(to-from, d, data))
		return nil
	})
	if err != nil {
		return nil, err
	}
	starts := make([]linalg.Matrix, count)
	for k := range starts {
		starts[k] = f.metric.inputs(sum.Slice(k*f.Dim, (k+1)*f.Dim)).Clone() // T is symmetric
		if err := stiefel.Orthonormalize(starts[k]); err != nil {
			return nil, err
		}
	}
	if f.FromSCA0 {
		sca := &scaFit{SCA: SCA{Dim: f.Dim}, space: f.space, lead: f.lead, kernel: kernel.Epanechnikov, alpha: lsmi.Clipped}
		first, err := sca.pass(ctx, f.metric.whole(), linalg.Matrix{})
		if err != nil {
			return nil, err
		}
		starts = append(starts, first.next)
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
		frame, err := f.ascend(ctx, f.lead, now.at.Settings, now.frame, lsdrSteps)
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
	w := f.metric.inputs(frame)
	grid, err := f.lead.Around(ctx, w, passWidths, passWidths, lsdrLambdas)
	if err != nil {
		return peak{}, err
	}
	at, _, err := f.lead.Validate(ctx, w, kernel.Gaussian, grid, lsmi.Free)
	return peak{frame: frame, at: at}, err
}

// smooth is the last climb, on all rows.
func (f *lsdrFit) smooth(ctx context.Context, frame linalg.Matrix) (linalg.Matrix, error) {
	w := f.metric.inputs(frame)
	grid, err := f.sample.Around(ctx, w, passWidths, passWidths, lsdrLastLambdas)
	if err != nil {
		return frame, err
	}
	at, err := f.sample.Smoothest(ctx, w, kernel.Gaussian, grid, lsmi.Free)
	if err != nil {
		return frame, err
	}
	f.note("last climb", 1, at)
	return f.ascend(ctx, f.sample, at.Settings, frame, lsdrLastSteps)
}

// ascend follows the natural gradient of SMI~ for fixed settings.
func (f *lsdrFit) ascend(ctx context.Context, sample *lsmi.Sample, at lsmi.Settings, frame linalg.Matrix, steps int) (linalg.Matrix, error) {
	objective, err := sample.Bound(ctx, kernel.Gaussian, at)
	if err != nil {
		return frame, err
	}
	frame, _, err = stiefel.NaturalGradient{Steps: steps}.Run(ctx, function{objective, f.metric}, frame)
	return frame, err
}

func (f *lsdrFit) note(stage string, step int, at lsmi.Scored) {
	f.trace = append(f.trace, Pass{Stage: stage, Step: step, Score: at.Score, WidthZ: at.WidthZ, WidthY: at.WidthY, Lambda: at.Lambda})
	if f.Progress != nil {
		f.Progress(Progress{Stage: stage, Step: step, Score: at.Score, Measure: HeldOutSMI})
	}
}

func (f *lsdrFit) settings() Settings {
	return Settings{
		"dim": f.Dim, "centres": min(f.centres(), f.x.Len()), "scale": !f.NoScale, "restarts": f.restarts(), "from_sca0": f.FromSCA0,
		"width_z": f.final.WidthZ, "width_y": f.final.WidthY, "lambda": f.final.Lambda,
	}
}
