package suffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/internal/crossfit"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

const (
	mostPredictorRows  = 5000 // that a predictor is found with, drawn at random
	leastPredictorRows = 10
)

// Log says whether a predictor of numbers predicts their logarithms.
type Log int

// By default it is found out.
const (
	FindLog = Log(crossfit.FindLogs)
	NoLog   = Log(crossfit.NoLogs)
	UseLog  = Log(crossfit.AllLogs) // an error where not all numbers are positive
)

// percents are those of the intervals.
var percents = []int{50, 80, 90, 95, 99}

// checkPredictable is an error where there is no predictor for an output.
func checkPredictable(d *Data) error {
	if d.Y == nil {
		return errNoOutput
	}
	kind := d.Y.Kind()
	if !target.HasColumns(d.Y) || !kind.Numeric() && kind != output.KindClass && kind != output.KindLabels {
		return fmt.Errorf("a predictor is for numbers, classes or labels, but the output is of kind %q; leave the predictor out", kind)
	}
	if d.Len() < leastPredictorRows {
		return fmt.Errorf("%d rows are too few for a predictor; at least %d are needed", d.Len(), leastPredictorRows)
	}
	return target.CheckColumns(d.Y)
}

// Predictor finds the predictor of a model of the data, whose components were judged by this.
//
// It is what predicts the rows of the verdict's folds best, each by the others: a kernel regression on
// all inputs with a metric that it learns, a straight line or logistic regression, or kernel ridge
// regression on the components. How sure it is comes from the same predictions of rows that it had not
// seen: its measures are of these, its intervals cover what they promise, its probabilities are as
// often right as they say, and its predictions are drawn towards the mean by as much as served these
// rows.
//
// The output is numbers, classes or labels. Numbers that come from a [output.Target] are
// predicted in their units; several that come from [output.Columns] are predicted as it has
// them, scaled.
func (r *AssessResult) Predictor(ctx context.Context, d *Data, model *Projection, seed uint64) (*Predictor, error) {
	return r.predictor(ctx, d, model, seed, FindLog)
}

func (r *AssessResult) predictor(ctx context.Context, d *Data, model *Projection, seed uint64, log Log) (*Predictor, error) {
	if err := checkPredictable(d); err != nil {
		return nil, err
	}
	var score *crossfit.Score
	if r.crossFit != nil {
		score = r.crossFit.Of(model.Dim())
	}
	if score == nil {
		return nil, errors.New("the components of the model were not judged by rows held out, which tell how sure a predictor is")
	}
	best, err := r.crossFit.Best(ctx, score, crossfit.Logs(log))
	if err != nil {
		return nil, err
	}
	nothing := r.crossFit.Inputs != nil && !r.Verdict.Found && r.Verdict.WhyNoP == "" && !best.Tells()
	if nothing {
		best = &crossfit.Candidate{Score: score}
	}
	some := sampling.Many(d.Len(), mostPredictorRows, sampling.Random(seed, 0x9c7))
	y, err := target.Encode(ctx, d.Y, some)
	if err != nil {
		return nil, err
	}
	x, _, err := target.Take(ctx, d.X, d.Y, some)
	if err != nil {
		return nil, err
	}
	on := model.predictable(best.Inputs)
	z, err := on.componentsOf(ctx, x)
	if err != nil {
		return nil, err
	}
	machine, err := best.Learn(z, y, max(500, min(1000, len(some)/8)), seed, nil)
	if err != nil {
		return nil, err
	}
	p := newPredictor(y, machine, best, nothing)
	if best.Inputs {
		p.combine(machine)
	}
	if p.Kind.Numeric() {
		err = p.addIntervals(ctx, model, best.Held(nothing), r.crossFit.Folds, nothing)
	}
	return p, cmp.Or(err, ctx.Err())
}

// predictable is the model, or one whose components are its inputs, standardised.
func (p *Projection) predictable(inputs bool) *Projection {
	if !inputs {
		return p
	}
	all := *p
	all.Components, all.Relevance = identityRows(len(p.Inputs)), nil
	return &all
}

// newPredictor is what the machine makes, with what was predicted of rows that were not seen; a
// constant where nothing was found.
func newPredictor(y *target.Encoding, machine crossfit.Machine, best *crossfit.Candidate, nothing bool) *Predictor {
	_, mean, sd := y.Standardised()
	held := best.Held(nothing)
	p := &Predictor{Kind: y.Kind, Names: y.Names, Baseline: mean, Spread: sd, Rows: y.Values.Rows, Measures: best.Measures(held)}
	switch {
	case y.Kind.Numeric():
		p.Low, p.High = learn.Limits(y.Values)
		if slices.Min(y.Values.Data) >= 0 {
			p.Least = make([]float64, len(p.Low))
			for j, low := range p.Low {
				p.Low[j] = max(0, low)
			}
		}
		if best.Log {
			p.Log = slices.Repeat([]bool{true}, len(p.Names))
		}
	case best.Link():
		p.Link = map[output.Kind]string{output.KindClass: "softmax", output.KindLabels: "logit"}[y.Kind]
		machine.Shrink(make([]float64, len(mean)), held.Calibration.Power)
	default:
		p.Power, p.Floor = held.Calibration.Power, held.Calibration.Floor
	}
	if !best.Link() && !best.Log {
		machine.Shrink(mean, held.Share)
	}
	p.KernelMachine = machineOf(machine.Ridge)
	return p
}

// combine has the predictor work on combinations of the inputs of its own: those that a machine
// measures distances by, or those that it adds.
func (p *Predictor) combine(machine crossfit.Machine) {
	if len(p.Centres) > 0 {
		p.Components = machine.Root.Slices()
		return
	}
	p.Components = machine.Slopes.Transposed().Slices()
	for _, row := range p.Components {
		linalg.Products(row, row, p.Scales)
	}
	p.Scales, p.Slopes = slices.Repeat([]float64{1}, len(p.Names)), linalg.Identity(len(p.Names)).Slices()
}

// addIntervals finds out how far off predictions are where, by the rows held out, and then how far
// at most in so many percent of them, each beside the deviation that the other folds tell.
func (p *Predictor) addIntervals(ctx context.Context, model *Projection, held *crossfit.Held, folds *crossfit.Folds, nothing bool) error {
	x, of, err := folds.Judged(ctx)
	if err != nil {
		return err
	}
	own := *model
	own.Predictor = p
	u, err := own.predictsFrom().componentsOf(ctx, x)
	if err != nil {
		return err
	}
	sizes := held.Residuals()
	var deviation *learn.Deviation
	var at linalg.Matrix
	if !nothing { // components that have learnt from noise tell how far off their own rows are, and no others
		if deviation, at, err = learn.FitDeviation(u, sizes, of); err != nil {
			return err
		}
	}
	if deviation != nil {
		p.Deviation = &Deviation{KernelMachine: machineOf(deviation.Ridge), Low: deviation.Low, High: deviation.High}
		for i := range sizes.Data {
			sizes.Data[i] /= at.Data[i]
		}
	}
	for _, percent := range percents {
		half, enough := make([]float64, sizes.Cols), true
		for j := range half {
			var ok bool
			half[j], ok = learn.Bound(sizes.Columns(j, j+1).Clone().Data, percent)
			enough = enough && ok
		}
		if enough {
			p.Intervals = append(p.Intervals, Interval{percent, half})
		}
	}
	return nil
}

func machineOf(r *learn.Ridge) KernelMachine {
	return KernelMachine{
		Kernel: string(r.Kernel), Scales: r.Scales, Centres: r.Centres.Slices(), Weights: r.Weights.Slices(), Offset: r.Mean, Slopes: r.Slopes.Slices(),
	}
}
