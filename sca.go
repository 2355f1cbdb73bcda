package suffice

import (
	"context"
	"fmt"

	"suffice/internal/kernel"
	"suffice/internal/search"
	"suffice/output"
)

// SCA is sufficient component analysis: the components z = W x with the largest
// squared-loss mutual information with y. It takes any output, and assumes nothing
// of the form of the dependence or of the distribution of x.
//
// A fit has three stages. The first step, SCA(0), is analytic. Then analytic passes
// improve it as long as the held-out score rises. Then the exact ascent climbs the
// estimate itself, from there.
//
// See docs/sca.md. Reference: Yamada, Niu, Takagi and Sugiyama (2011), with the
// ascent of our own.
type SCA struct {
	Dim       int    // number of components; required
	Centres   int    // kernel centres of a set; 0 means 200
	Stop      Stage  // where to stop; the zero value is the whole method
	AsPrinted bool   // the formulas as the paper prints them, to compare: implies no ascent
	NoScale   bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Seed      uint64 // of the random centres and folds

	Progress func(Progress) // told of each step; may be nil

	limits search.Limits
}

// Stage is a part of SCA after which it can be told to stop.
type Stage int

const (
	// AfterAscent is the whole method.
	AfterAscent Stage = iota
	// AfterPasses leaves out the exact ascent.
	AfterPasses
	// AfterFirstStep is SCA(0).
	AfterFirstStep
)

// How many passes there are, at most.
const (
	maxPasses = 200 // where they are the last stage
	leadIn    = 1   // before the ascent, which gains nothing from more,
	longIn    = 3   // unless it climbs a few steps only
)

// Fit finds the components, ordered by what each predicts.
func (s SCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	centres, err := centresOr(s.Centres)
	if err != nil {
		return nil, err
	}
	if s.Stop < AfterAscent || s.Stop > AfterFirstStep {
		return nil, fmt.Errorf("there is no stage %d to stop after", s.Stop)
	}
	settings := search.Settings{
		Dim: s.Dim, Centres: centres, AsPrinted: s.AsPrinted, NoScale: s.NoScale, Seed: s.Seed, Stream: 0x5ca, Limits: s.limits,
	}
	p, err := fitBySearch(ctx, s.name(), x, y, settings, s.Progress, func(f *search.Search) (Settings, error) {
		if err := s.run(ctx, f); err != nil {
			return nil, err
		}
		return s.settings(f), nil
	})
	if err == nil && p.Sampled != nil && s.last() == AfterAscent {
		p.Sampled.What = "the start, widths, ridges and the score"
	}
	return p, err
}

func (s SCA) name() string {
	if s.Stop == AfterFirstStep {
		return "sca0"
	}
	return "sca"
}

// last is the last stage that is run.
func (s SCA) last() Stage {
	if s.AsPrinted {
		return max(s.Stop, AfterPasses)
	}
	return s.Stop
}

// run goes through the stages.
func (s SCA) run(ctx context.Context, f *search.Search) error {
	ascend, starting := s.last() == AfterAscent, 0
	if ascend && !f.Many {
		starting = f.EnoughToStart()
	}
	if err := f.Draw(ctx, f.Centres, starting); err != nil {
		return err
	}
	passes := [...]int{AfterAscent: leadIn, AfterPasses: maxPasses, AfterFirstStep: 1}[s.last()]
	if ascend && f.Many {
		passes = longIn
	}
	frame, err := f.Passes(ctx, passes, ascend)
	if err == nil && ascend {
		frame, err = f.Ascend(ctx, frame)
	}
	if err != nil {
		return err
	}
	return f.Finish(ctx, f.Whitening.ToInputs(frame))
}

func (s SCA) settings(f *search.Search) Settings {
	return Settings{
		"dim": s.Dim, "centres": min(f.Centres, f.X.Len()), "scale": !s.NoScale, "as_printed": s.AsPrinted,
		"stop":   [...]string{"ascent", "passes", "first step"}[s.last()],
		"kernel": kernel.Gaussian.String(), "alpha": f.ScoreAlpha().String(),
		"width_z": f.Best.WidthZ, "width_y": f.Best.WidthY, "lambda": f.Best.Lambda,
	}
}
