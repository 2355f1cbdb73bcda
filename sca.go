package suffice

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/offers"
	"suffice/internal/search"
	"suffice/output"
)

// SCA is sufficient component analysis: the components z = W x with the largest
// squared-loss mutual information with y. It takes any output, and assumes nothing
// of the form of the dependence or of the distribution of x.
//
// A fit climbs exact criteria of dependence from several starts, for several views of y
// (functions of it), and takes the mean of the subspaces found, each weighted by what it
// predicts out of sample. The paper's own stages, the first step SCA(0) and the analytic
// passes that improve it, can be had alone.
//
// See docs/sca.md. Reference: Yamada, Niu, Takagi and Sugiyama (2011), with the
// ascent of our own.
type SCA struct {
	Dim       int    // number of components; required
	Centres   int    // kernel centres of a set; 0 means 200
	Stop      Stage  // where to stop; the zero value is the whole method
	AsPrinted bool   // the formulas as the paper prints them, to compare: implies no ascent
	NoScale   bool   // keep the columns' own units instead of scaling each to standard deviation 1
	Quick     bool   // a shorter search, for fits that are made many times: nearly as accurate, at a third of the cost
	Seed      uint64 // of the random centres and folds
	Screen    int    // inputs to keep, chosen beforehand by HSIC Lasso; 0 means all, AutoScreen as many as cross-validation says

	Progress func(Progress) // told of each step; may be nil

	limits   search.Limits
	tuning   search.Tuning // the zero value means what Quick says
	subspace bool          // is all that is wanted: neither a score nor an order of components
}

// quickCentres are enough for fits that only have to be nearly as good.
const quickCentres = 100

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

// maxPasses is how many passes there are, at most, where they are the last stage.
const maxPasses = 200

// Fit finds the components, ordered by what each predicts.
func (s SCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if s.Screen != 0 {
		return s.screened(ctx, x, y)
	}
	settings, err := s.searching()
	if err != nil {
		return nil, err
	}
	find := func(f *search.Search) (Settings, error) {
		if err := s.run(ctx, f); err != nil {
			return nil, err
		}
		return s.settings(f), nil
	}
	if s.last() != AfterAscent { // the paper's stages are what they are
		return searchOnce(ctx, s.name(), x, y, settings, s.Progress, find)
	}
	p, err := fitBySearch(ctx, s.name(), x, y, settings, s.Progress, find)
	if err == nil && p.Sampled != nil {
		p.Sampled.What = "the start, widths, ridges and the score"
	}
	return p, err
}

// searching is how a search is made, or what is wrong with the settings.
func (s SCA) searching() (search.Settings, error) {
	centres, err := centresOr(s.Centres)
	if err == nil && (s.Stop < AfterAscent || s.Stop > AfterFirstStep) {
		err = fmt.Errorf("there is no stage %d to stop after", s.Stop)
	}
	tuning := search.Whole
	if s.Quick {
		centres, tuning = min(centres, quickCentres), search.Quick
	}
	if s.tuning != (search.Tuning{}) {
		tuning = s.tuning
	}
	return search.Settings{
		Tuning: tuning, Scoreless: s.Quick || s.subspace, Unordered: s.subspace,
		Dim: s.Dim, Centres: centres, AsPrinted: s.AsPrinted, NoScale: s.NoScale, Seed: s.Seed, Stream: 0x5ca, Limits: s.limits,
	}, err
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
	starting := 0
	if s.last() == AfterAscent && !f.Many {
		starting = f.EnoughToStart()
	}
	if err := f.Draw(ctx, f.Centres, starting); err != nil {
		return err
	}
	frame, err := s.find(ctx, f)
	if err != nil {
		return err
	}
	return f.Finish(ctx, f.Whitening.ToInputs(frame))
}

// find returns a frame in the whitened coordinates.
func (s SCA) find(ctx context.Context, f *search.Search) (linalg.Matrix, error) {
	switch s.last() {
	case AfterAscent:
		return f.Ascend(ctx)
	case AfterPasses:
		return f.Passes(ctx, maxPasses, false)
	default:
		return f.Passes(ctx, 1, false)
	}
}

func (s SCA) settings(f *search.Search) Settings {
	settings := Settings{
		"dim": s.Dim, "centres": min(f.Centres, f.X.Len()), "scale": !s.NoScale, "as_printed": s.AsPrinted,
		"stop":   [...]string{"ascent", "passes", "first step"}[s.last()],
		"kernel": kernel.Gaussian.String(), "alpha": f.ScoreAlpha().String(),
		"width_z": f.Best.WidthZ, "width_y": f.Best.WidthY, "lambda": f.Best.Lambda,
	}
	if s.last() == AfterAscent {
		settings["spread"] = math.Round(f.Spread*1e4) / 1e4
	}
	return settings
}

// otherNumbers lets the laboratory try the search with other numbers.
type otherNumbers struct{}

// Tuned is SCA with these.
func (otherNumbers) Tuned(s SCA, numbers search.Tuning) SCA {
	s.tuning = numbers
	return s
}

var _ = offers.Make(otherNumbers{})
