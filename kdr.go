package suffice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/canonical"
	"suffice/internal/kdr"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/output"
)

// KDR is kernel dimension reduction: the components z = W x that leave least of y
// unexplained. It minimises tr[L̃ (K̃ + nεI)⁻¹], K̃ and L̃ being the centred kernel
// matrices of z and of y. It takes any output, and assumes nothing of the form of the
// dependence or of the distribution of x.
//
// See docs/kdr.md. Reference: Fukumizu, Bach and Jordan (2009).
type KDR struct {
	Dim     int     // number of components; required
	Centres int     // rank of the factors of K and L, at most; 0 means 200
	Epsilon float64 // the ridge ε; 0 means 1e-4
	Starts  int     // random starts beside that of SCA(0); 0 means 4, -1 means none
	NoScale bool    // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64  // of the random starts, and of the rows that are drawn

	Progress func(Progress) // told of each start, when all have ended; may be nil
}

const (
	kdrCentres   = 200
	kdrEpsilon   = 1e-4
	kdrStarts    = 4
	kdrWidth     = .5   // of K, times the median distance in x and √(m/d)
	kdrTolerance = 1e-3 // relative error of the criterion that the factor of K may cause
	kdrTrace     = 1e-6 // share of the trace of L that its factor may leave out
	kdrRows      = 2048 // rows that are enough to compare the starts with
	kdrSteps     = 10   // of a stage
	kdrMeasure   = "criterion of KDR"
)

// kdrFactors are those of the squared width of K in the stages of a start.
var kdrFactors = []float64{4, 3.25, 2.5, 1.75, 1}

// Fit finds the components, ordered by the dependence that each carries.
func (k KDR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := k.check(); err != nil {
		return nil, err
	}
	standard, warnings, err := prepare(ctx, x, y, k.Dim, k.NoScale)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(k.Seed, 0xcd4))
	in, some, err := spaceOfSome(ctx, standard, y, k.Dim, false, k.NoScale, random)
	if err != nil {
		return nil, err
	}
	f := &kdrFit{KDR: k.withDefaults(), space: in, varying: in.varying(standard), y: some, random: random}
	if err := f.run(ctx); err != nil {
		return nil, err
	}
	components, err := in.inputs(ctx, f.w)
	if err != nil {
		return nil, err
	}
	warnings = append(warnings, in.warnings(standard)...)
	p := newProjection("kdr", standard, y, components)
	p.Trace, p.Seed, p.Warnings, p.Settings = f.trace, k.Seed, warnings, f.settings()
	p.Sampled = in.drawn.sampled(false)
	return diagnosed(ctx, p, x)
}

func (k KDR) check() error {
	switch {
	case k.Centres < 0:
		return fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", k.Centres)
	case k.Epsilon != 0 && !(k.Epsilon >= 1e-10 && k.Epsilon <= 1):
		return fmt.Errorf("the ridge ε is %g, but must lie between 1e-10 and 1; 0 means the default", k.Epsilon)
	}
	return nil
}

func (k KDR) withDefaults() KDR {
	if k.Centres == 0 {
		k.Centres = kdrCentres
	}
	if k.Epsilon == 0 {
		k.Epsilon = kdrEpsilon
	}
	if k.Starts == 0 {
		k.Starts = kdrStarts
	}
	k.Starts = max(0, k.Starts)
	return k
}

// kdrFit is the state of a fit.
type kdrFit struct {
	KDR
	*space
	varying float64 // inputs that are not constant
	y       output.Output
	random  *rand.Rand
	sample  *lsmi.Sample // that the result is scored with
	few     []int        // the rows to compare the starts with: all, or some of many
	lead    *lsmi.Sample // of these

	widthZ, widthY float64
	rank           int // of the factor of K at the end

	w     linalg.Matrix
	best  lsmi.Scored
	trace []Pass
}

func (f *kdrFit) run(ctx context.Context) error {
	if err := f.draw(ctx); err != nil {
		return err
	}
	if err := f.widths(ctx); err != nil {
		return err
	}
	factor, err := kdr.OutputFactor(ctx, f.y, f.few, f.widthY, f.Centres, kdrTrace)
	if err != nil {
		return err
	}
	whole := canonical.Problem{X: f.x, Y: factor}
	if f.w, err = firstStep(ctx, f.lead, f.space, f.y, f.Dim); err != nil {
		return err
	}
	if err := f.search(ctx, whole); err != nil {
		return err
	}
	if len(f.few) < f.x.Len() {
		if err := f.refine(ctx, whole); err != nil {
			return err
		}
	}
	if f.w, f.best, err = order(ctx, f.sample, f.lead, f.x, f.w); err != nil {
		return err
	}
	f.tell(Pass{Stage: "final", Step: 1, Score: f.best.Score, WidthZ: f.best.WidthZ, WidthY: f.best.WidthY, Lambda: f.best.Lambda})
	return nil
}

// draw picks the rows for the score and for the search.
func (f *kdrFit) draw(ctx context.Context) (err error) {
	n := f.x.Len()
	if f.sample, err = lsmi.Draw(ctx, f.x, f.y, lsmi.DefaultCentres, f.random); err != nil {
		return err
	}
	f.lead, f.few = f.sample, upTo(n)
	if n <= kdrRows {
		return nil
	}
	f.few = f.random.Perm(n)[:kdrRows]
	slices.Sort(f.few)
	if f.lead, err = lsmi.DrawFrom(ctx, f.x, f.y, f.few, lsmi.DefaultCentres, f.random); err != nil {
		return err
	}
	if !f.lead.Varies() { // the rows that differ are too rare
		f.few, f.lead = upTo(n), f.sample
	}
	return nil
}

// widths sets those of the kernels: ½ median √(m/d) for z, the median for y. Medians
// scale with the data, so it does not matter whether x is standardised with 1/n or with
// 1/(n-1).
func (f *kdrFit) widths(ctx context.Context) error {
	median, err := f.sample.MedianZ(ctx, linalg.Matrix{})
	if err != nil {
		return err
	}
	f.widthZ = kdrWidth * median * math.Sqrt(float64(f.Dim)/f.varying)
	f.widthY, err = f.sample.MedianY()
	return err
}

// search descends from SCA(0) and from every random start, side by side, and keeps the
// frame with the smallest criterion.
func (f *kdrFit) search(ctx context.Context, whole canonical.Problem) error {
	problem, err := whole.Subset(ctx, f.few) // in memory, so that starts can share it
	if err != nil {
		return err
	}
	starts, err := randomStarts(ctx, problem.X, f.Dim, f.Starts, f.random)
	if err != nil {
		return err
	}
	starts = append([]linalg.Matrix{f.w}, starts...)
	ends := make([]kdrEnd, len(starts))
	linalg.Parallel(len(starts), 1, func(i, _ int) {
		ends[i] = f.descend(ctx, problem, upTo(len(f.few)), starts[i], kdrFactors)
	})
	best := 0
	for i, end := range ends {
		if end.err != nil {
			return end.err
		}
		f.note("start", i+1, end)
		if end.value < ends[best].value {
			best = i
		}
	}
	f.w, f.rank = ends[best].w, ends[best].rank
	return nil
}

// refine descends from where the search has ended, with all rows.
func (f *kdrFit) refine(ctx context.Context, whole canonical.Problem) error {
	end := f.descend(ctx, whole, f.few, f.w, kdrFactors[len(kdrFactors)-1:])
	if end.err != nil {
		return end.err
	}
	f.note("all rows", 1, end)
	f.w, f.rank = end.w, end.rank
	return nil
}

// kdrEnd is where a descent has ended.
type kdrEnd struct {
	w     linalg.Matrix
	value float64 // of the criterion
	rank  int     // of the factor of K
	err   error
}

func (f *kdrFit) descend(ctx context.Context, problem canonical.Problem, candidates []int, w linalg.Matrix, factors []float64) (end kdrEnd) {
	settings := kdr.Settings{Width: f.widthZ, Epsilon: f.Epsilon, Tolerance: kdrTolerance, Most: f.Centres}
	objective, err := kdr.New(ctx, problem, candidates, settings)
	if err != nil {
		return kdrEnd{err: err}
	}
	end.w, end.value, end.err = kdr.Descent{Width: f.widthZ, Factors: factors, Steps: kdrSteps}.Run(ctx, objective, w)
	end.rank = objective.Pivots()
	return end
}

func (f *kdrFit) note(stage string, step int, end kdrEnd) {
	f.tell(Pass{Stage: stage, Step: step, Score: end.value, Measure: kdrMeasure, WidthZ: f.widthZ, WidthY: f.widthY, Lambda: f.Epsilon})
}

func (f *kdrFit) tell(pass Pass) {
	f.trace = append(f.trace, pass)
	pass.tell(f.Progress)
}

func (f *kdrFit) settings() Settings {
	return Settings{
		"dim": f.Dim, "centres": min(f.Centres, f.x.Len()), "epsilon": f.Epsilon, "starts": f.Starts, "scale": !f.NoScale,
		"width_z": f.widthZ, "width_y": f.widthY, "rank": f.rank,
	}
}

// upTo lists the rows 0 to n-1.
func upTo(n int) []int {
	which := make([]int, n)
	for i := range which {
		which[i] = i
	}
	return which
}
