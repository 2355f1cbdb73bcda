package suffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/crossfit"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/search"
	"suffice/output"
	"suffice/rows"
)

// AssessOptions say how the components of a method are judged.
type AssessOptions struct {
	Method  Method
	Options Options // of the method; Dim 0 means as many components as predict best
	Most    int     // components that are tried at most where their number is to be found; 0 means 10

	// Tested is the method by which noise is told from a finding; that without a name is
	// Method. Where Method was chosen by the same rows, it must be one that was not.
	Tested Method

	// Permutations is how often, at most, all is done again with y in random order. 0 means
	// not at all: the order of y is changed in the held-out rows only.
	Permutations int

	Folds    int        // 0 means 10, or 4 where rows are many, or fewer where they are few
	Train    int        // rows that a fit sees at most; 0 means 2000
	Progress func(Step) // told after each fit, by one goroutine at a time; may be nil
}

// AssessResult is what components are worth.
type AssessResult struct {
	Dim     int         // number of components that predict best, or that was asked for; the verdict says if it is any better than noise
	Curve   []Dimension // what numbers of components are worth, where that was to be found
	Verdict Verdict

	crossFit *crossfit.Assessment // what was predicted of rows that were not seen
}

// Step is how far a fit is.
type Step struct {
	Text      string // what is done
	Done, All int    // fits of it; All is 0 where that is not known
}

const usualMost = 10

// Assess tells how well components predict rows that they were found without, beside a guess and
// beside all inputs, and whether noise would do as well. See docs/verdict.md.
//
// The rows are divided into folds, each of which is predicted from components found with all
// others (cross-fitting). For P, each of the last folds is predicted from components found with the
// folds before it (forward chaining), and its rows of y are permuted: without a dependence they are
// exchangeable, whatever the method has picked up before. That holds for rows that are independent of each other.
func Assess(ctx context.Context, d *Data, o AssessOptions) (*AssessResult, error) {
	folds, err := o.divide(ctx, d)
	if err != nil {
		return nil, err
	}
	together, err := d.Together(ctx, o.Options.Seed)
	if err != nil {
		return nil, err
	}
	return o.assess(ctx, d, folds, assessed{together: together})
}

func (o AssessOptions) divide(ctx context.Context, d *Data) (*crossfit.Folds, error) {
	if d.Y == nil {
		return nil, errNoOutput
	}
	if o.Permutations > 0 && (d.Group != nil || d.Time != nil) {
		return nil, errors.New("rows that belong together cannot be put into random order one by one; leave out the permutations")
	}
	if dim := o.Options.Dim; dim < 0 || dim > d.X.Width() {
		return nil, fmt.Errorf("%d components, but there must be from 1 to %d, as many as inputs", dim, d.X.Width())
	}
	return crossfit.Divide(ctx, d.X, d.Y, crossfit.Options{Folds: o.Folds, Train: o.Train, Seed: o.Options.Seed, Group: d.Group, Time: d.Time, Block: d.Block})
}

// assessed is what is known or not asked for of components that are judged.
type assessed struct {
	score    *crossfit.Score // with the number of components that is asked for
	together string          // why rows may not be independent, so that there is no p; "" where they may
	noTest   bool            // the predictions are wanted, and no verdict
}

func (o AssessOptions) assess(ctx context.Context, d *Data, folds *crossfit.Folds, known assessed) (*AssessResult, error) {
	none, err := MethodNamed("none")
	if err != nil {
		return nil, err
	}
	a := crossfit.Assessing{
		Method: o.Method.crossFitted(o.Options), Inputs: none.crossFitted(o.Options), Dim: o.Options.Dim, Most: cmp.Or(o.Most, usualMost),
		Known: known.score, NoTest: known.noTest, Permutations: o.Permutations, Progress: o.tell,
	}
	if o.Tested.Name != "" {
		a.Tested = o.Tested.crossFitted(o.Options)
	}
	found, err := crossfit.Assess(ctx, folds, a)
	if err != nil {
		return nil, err
	}
	return newAssessResult(found).divided(d, known.together), nil
}

// divided tells in a verdict what rows were divided by.
func (r *AssessResult) divided(d *Data, together string) *AssessResult {
	if together != "" {
		r.Verdict.Found, r.Verdict.P, r.Verdict.WhyNoP = false, math.NaN(), together
	}
	if d.Group != nil {
		r.Verdict.Group, r.Verdict.Groups = cmp.Or(d.ByGroup, "group"), r.crossFit.Folds.Units()
	}
	if d.Time != nil {
		r.Verdict.Time = cmp.Or(d.ByTime, "time")
	}
	if d.Block != nil {
		r.Verdict.Block = cmp.Or(d.ByBlock, "block")
	}
	if math.IsNaN(r.Verdict.P) && r.Verdict.WhyNoP == "" {
		r.Verdict.WhyNoP = fmt.Sprintf("%s cannot show p below .05; it takes 10", humanize.Count(r.Verdict.Groups, "group"))
	}
	r.Verdict.Words = r.Verdict.InWords(r.Dim)
	return r
}

func (o AssessOptions) tell(done, all int, _ string, dim int) {
	if o.Progress == nil {
		return
	}
	if o.Options.Dim > 0 {
		o.Progress(Step{"judging by rows held out", done, all})
	} else {
		o.Progress(Step{fmt.Sprintf("looking for the number of components: %s, now with %d", humanize.Count(done, "fit"), dim), 0, 0})
	}
}

func newAssessResult(found *crossfit.Assessment) *AssessResult {
	r := &AssessResult{Dim: found.Dim, crossFit: found}
	s := found.Of(found.Dim)
	if found.Inputs != nil {
		r.Verdict = Verdict{
			Found: found.P < crossfit.Level, P: found.P, Measure: s.Measure, Value: s.Value, SE: s.SE, AllInputs: found.Inputs.Value, Baseline: s.Baseline,
			Rows: len(s.Losses), Of: found.Folds.All, Permutations: found.Orders,
		}
	}
	if s.Measure == metrics.Accuracy {
		measures := s.Measures(s.Held(false))
		r.Verdict.AUC, r.Verdict.Balanced = measures[metrics.AUC], measures[metrics.BalancedAccuracy]
	}
	for k, p := range found.Steps {
		s := found.Scores[k]
		r.Curve = append(r.Curve, Dimension{Dim: s.Dim, Value: s.Value, SE: s.SE, Skill: s.Skill, P: p})
	}
	r.Verdict.mention(r.Curve, r.Dim)
	return r
}

// crossFitted is the method as a cross-fit takes it, which looks for components with a shorter
// search where the method has one.
func (m Method) crossFitted(options Options) crossfit.Method {
	options.Quick, options.Progress = true, nil
	find := func(ctx context.Context, x rows.Source, y output.Output, dim int, seed uint64) (crossfit.Project, error) {
		if m.New == nil {
			return nil, errors.New("there is no method to find components with")
		}
		own := options
		own.Dim, own.Seed = dim, seed
		model, err := m.New(own).Fit(ctx, x, y)
		if err != nil {
			return nil, err
		}
		return model.componentsOf, nil
	}
	share := func(x rows.Source, y output.Output) crossfit.Shared {
		machines := new(search.Machines)
		return func(ctx context.Context, dim int, common []int, seed uint64) (crossfit.Begun, error) {
			own := options
			own.Dim = dim
			reducer := m.New(own)
			if sca, ok := reducer.(SCA); ok {
				return sca.begin(ctx, x, y, part{common, seed, machines})
			}
			if !m.KeepsInputs {
				return nil, nil
			}
			model, err := reducer.Fit(ctx, x, y)
			if err != nil {
				return nil, err
			}
			return keep(ctx, model, x)
		}
	}
	return crossfit.Method{Name: m.Name, KeepsInputs: m.KeepsInputs, Most: m.Most, Find: find, Share: share}
}

// componentsOf are z in memory.
func (p *Projection) componentsOf(ctx context.Context, x rows.Source) (linalg.Matrix, error) {
	z := linalg.New(x.Len(), p.Dim())
	return z, p.TransformTo(ctx, z.Data, x)
}
