package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/kdr"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/internal/target"
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

	limits search.Limits
}

const (
	kdrEpsilon   = 1e-4
	kdrStarts    = 4
	kdrWidth     = .5                 // of K, times the median distance in x and √(m/d)
	kdrTolerance = 1e-3               // relative error of the criterion that the factor of K may cause
	kdrTrace     = 1e-6               // share of the trace of L that its factor may leave out
	kdrStartRows = sampling.ToCompare // rows that are enough to compare the starts with
	kdrSteps     = 10                 // of a stage
	kdrMeasure   = "criterion of KDR"
)

// kdrFactors are those of the squared width of K in the stages of a start.
var kdrFactors = []float64{4, 3.25, 2.5, 1.75, 1}

// Fit finds the components, ordered by what each predicts.
func (k KDR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	k, err := k.withDefaults()
	if err != nil {
		return nil, err
	}
	settings := search.Settings{Dim: k.Dim, NoScale: k.NoScale, Seed: k.Seed, Stream: 0xcd4, Limits: k.limits}
	return fitBySearch(ctx, "kdr", x, y, settings, k.Progress, func(s *search.Search) (Settings, error) {
		f := &kdrFit{KDR: k, Search: s}
		if err := f.run(ctx); err != nil {
			return nil, err
		}
		return Settings{
			"dim": k.Dim, "centres": min(k.Centres, s.X.Len()), "epsilon": k.Epsilon, "starts": k.Starts, "scale": !k.NoScale,
			"width_z": f.widthZ, "width_y": f.widthY, "rank": f.rank,
		}, nil
	})
}

func (k KDR) withDefaults() (KDR, error) {
	var err error
	if k.Centres, err = centresOr(k.Centres); err != nil {
		return k, err
	}
	k.Epsilon = cmp.Or(k.Epsilon, kdrEpsilon)
	if !(k.Epsilon >= 1e-10 && k.Epsilon <= 1) {
		return k, fmt.Errorf("the ridge ε is %g, but must lie between 1e-10 and 1; 0 means the default", k.Epsilon)
	}
	k.Starts = max(0, cmp.Or(k.Starts, kdrStarts))
	return k, nil
}

// kdrFit is the state of a fit.
type kdrFit struct {
	KDR
	*search.Search
	widthZ, widthY float64
	rows           []int         // to compare the starts with
	w              linalg.Matrix // the components so far
	rank           int           // of the factor of K there
}

func (f *kdrFit) run(ctx context.Context) error {
	if err := f.Draw(ctx, lsmi.DefaultCentres, kdrStartRows); err != nil {
		return err
	}
	if f.rows = f.StartRows; f.rows == nil {
		f.rows = sampling.All(f.X.Len())
	}
	if err := f.widths(ctx); err != nil {
		return err
	}
	factor, err := target.Factor(ctx, f.Y, f.rows, f.widthY, f.Centres, kdrTrace)
	if err != nil {
		return err
	}
	if weights := f.X.Weights(); weights != nil {
		aggregate.CentreBy(factor, weights)
	}
	whole := canonical.Problem{X: f.X, Y: factor}
	if err := f.search(ctx, whole); err != nil {
		return err
	}
	if f.StartRows != nil {
		if err := f.refine(ctx, whole); err != nil {
			return err
		}
	}
	return f.Finish(ctx, f.w)
}

// widths sets those of the kernels: ½ median √(m/d) for z, the median for y. Medians
// scale with the data, so it does not matter whether x is standardised with 1/n or with
// 1/(n-1).
func (f *kdrFit) widths(ctx context.Context) error {
	median, err := f.Scoring.MedianZ(ctx, linalg.Matrix{})
	if err != nil {
		return err
	}
	f.widthZ = kdrWidth * median * math.Sqrt(float64(f.Dim)/f.Varying())
	f.widthY, err = f.Scoring.MedianY()
	return err
}

// firstStep is SCA(0), orthonormal on the inputs.
func (f *kdrFit) firstStep(ctx context.Context) (linalg.Matrix, error) {
	frame, err := f.Start(ctx, true)
	if err != nil {
		return frame, err
	}
	w := f.Whitening.ToInputs(frame).Clone()
	return w, stiefel.Orthonormalize(w)
}

// search descends from SCA(0) and from every random start, side by side, and keeps the
// frame with the smallest criterion.
func (f *kdrFit) search(ctx context.Context, whole canonical.Problem) error {
	first, err := f.firstStep(ctx)
	if err != nil {
		return err
	}
	problem, err := whole.Subset(ctx, f.rows) // in memory, so that starts can share it
	if err != nil {
		return err
	}
	starts, err := search.RandomStarts(ctx, problem.X, f.Dim, f.Starts, f.Random)
	if err != nil {
		return err
	}
	starts = append([]linalg.Matrix{first}, starts...)
	ends := make([]kdrEnd, len(starts))
	linalg.Parallel(len(starts), 1, func(i, _ int) {
		ends[i] = f.descend(ctx, problem, sampling.All(len(f.rows)), starts[i], kdrFactors)
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
	end := f.descend(ctx, whole, f.rows, f.w, kdrFactors[len(kdrFactors)-1:])
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
	f.Note(search.Step{Stage: stage, Step: step, Score: end.value, Measure: kdrMeasure, WidthZ: f.widthZ, WidthY: f.widthY, Lambda: f.Epsilon})
}
