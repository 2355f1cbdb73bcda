package suffice

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
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

// Fit finds the components, ordered by the dependence that each carries.
func (s SCA) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, s.Dim, s.NoScale)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(s.Seed, 0x5ca))
	in, some, err := spaceOfSome(ctx, standard, y, s.Dim, s.AsPrinted, s.NoScale, random)
	if err != nil {
		return nil, err
	}
	f := &scaFit{SCA: s, space: in, y: some, random: random}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	components, err := in.inputs(ctx, f.w)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, in.warnings(standard)...)
	p := newProjection(s.name(), standard, y, components)
	p.Trace, p.Seed, p.Warnings, p.Settings = f.trace, s.Seed, warnings, f.settings()
	p.Sampled = f.drawn.sampled(f.usesAll())
	return diagnosed(ctx, p, x)
}

func (s SCA) check() error {
	switch {
	case s.Centres < 0:
		return fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", s.Centres)
	case s.Stop < AfterAscent || s.Stop > AfterFirstStep:
		return fmt.Errorf("there is no stage %d to stop after", s.Stop)
	}
	return nil
}

func (s SCA) name() string {
	if s.Stop == AfterFirstStep {
		return "sca0"
	}
	return "sca"
}

func (s SCA) centres() int {
	if s.Centres == 0 {
		return lsmi.DefaultCentres
	}
	return s.Centres
}

// scaFit is the state of a fit.
type scaFit struct {
	SCA
	*space
	y      output.Output
	random *rand.Rand
	sample *lsmi.Sample // that the result is scored with
	few    []int        // the rows to search for a start with; nil means all
	lead   *lsmi.Sample // of these

	functions *canonical.Functions // of y, that the ascent predicts
	first     ascent               // of the last round

	frame  linalg.Matrix // the components so far, orthonormal in the metric
	w      linalg.Matrix // the same subspace, orthonormal in the standardised inputs
	best   lsmi.Scored   // settings and score at the frame
	kernel kernel.Kind   // on z, that the settings are for
	alpha  lsmi.Alpha
	rough  bool // passes only find a start
	trace  []Pass
}

// manyDirections reports whether the subspace has so many degrees of freedom that
// the rows cannot tell all of them. The search then keeps to the directions along
// which x varies most, by staying in the metric of x, and by stopping early. A class
// or a set of labels says less about a direction than a number does.
func manyDirections(x *blocks.Standard, y output.Output, dim int) bool {
	rows := x.Len()
	if _, ok := y.(output.Metric); !ok {
		rows /= 10
	}
	return dim*(x.Width()-dim) > rows
}

// fewRows is how many rows are enough to find a start for the ascent, where these are
// several for each degree of freedom of the subspace.
const (
	fewRows       = 4096
	rowsOfFreedom = 4
)

// fewRowsFor is how many rows are enough to find dim components of d inputs.
func fewRowsFor(dim, d int) int { return max(fewRows, rowsOfFreedom*dim*(d-dim)) }

// drawFewRows draws some rows, in order.
func drawFewRows(n, count int, random *rand.Rand) []int {
	few := random.Perm(n)[:count]
	slices.Sort(few)
	return few
}

func (f *scaFit) run(ctx context.Context) error {
	var err error
	if f.sample, err = lsmi.Draw(ctx, f.x, f.y, f.centres(), f.random); err != nil {
		return err
	}
	f.lead = f.sample
	passes := maxPasses
	ascend := f.usesAll()
	f.rough = ascend
	if ascend {
		if passes = leadIn; f.many {
			passes = longIn
		}
		if err := f.drawFew(ctx); err != nil {
			return err
		}
	}
	if err := f.passes(ctx, passes); err != nil {
		return err
	}
	if ascend {
		if err := f.ascend(ctx); err != nil {
			return err
		}
	}
	return f.finish(ctx)
}

// drawFew picks the rows to search for a start with, where not all are needed.
func (f *scaFit) drawFew(ctx context.Context) (err error) {
	enough := fewRowsFor(f.Dim, f.x.Width())
	if f.x.Len() <= enough || f.many {
		return nil
	}
	f.few = drawFewRows(f.x.Len(), enough, f.random)
	if f.lead, err = lsmi.DrawFrom(ctx, f.x, f.y, f.few, f.centres(), f.random); err != nil {
		return err
	}
	if !f.lead.Varies() { // the rows that differ are too rare
		f.few, f.lead = nil, f.sample
	}
	return nil
}

// note adds to the trace and tells of the progress.
func (f *scaFit) note(stage string, step int, at lsmi.Scored) {
	pass := Pass{Stage: stage, Step: step, Score: at.Score, WidthZ: at.WidthZ, WidthY: at.WidthY, Lambda: at.Lambda}
	if f.AsPrinted && stage != "final" {
		pass.Measure = "training SMI"
	}
	f.tell(pass)
}

func (f *scaFit) tell(pass Pass) {
	f.trace = append(f.trace, pass)
	pass.tell(f.Progress)
}

// usesAll reports whether the components are of all rows, where some are drawn.
func (f *scaFit) usesAll() bool { return f.Stop == AfterAscent && !f.AsPrinted }

// last names the last stage that is run.
func (f *scaFit) last() string {
	if f.AsPrinted && f.Stop == AfterAscent {
		return "passes"
	}
	return [...]string{"ascent", "passes", "first step"}[f.Stop]
}

func (f *scaFit) settings() Settings {
	return Settings{
		"dim": f.Dim, "centres": min(f.centres(), f.x.Len()), "scale": !f.NoScale, "as_printed": f.AsPrinted,
		"stop":   f.last(),
		"kernel": f.kernel.String(), "alpha": f.alpha.String(),
		"width_z": f.best.WidthZ, "width_y": f.best.WidthY, "lambda": f.best.Lambda,
	}
}
