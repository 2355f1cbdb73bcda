package suffice

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"suffice/internal/draw"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/predictor"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Predicting finds the predictor of a model.
type Predicting struct {
	Folds    int                 // parts of the rows, each predicted from components that were found with the others; 0 means 5
	Rows     int                 // that it is found with at most, drawn at random; 0 means 5000
	Centres  int                 // of the kernel, at most; 0 means 500, or an eighth of the rows up to 1000
	Seed     uint64              // of what is drawn
	Progress func(done, all int) // told after each fold, by one goroutine at a time; may be nil
}

const (
	usualPredictorRows  = 5000
	usualPredictorFolds = 5
	leastPredictorRows  = 10
)

// percents are those of the intervals.
var percents = []int{50, 80, 90, 95, 99}

// Fit finds a predictor for the components of a model, which the method has found in the
// same rows. It is kernel ridge regression; kernel, width and ridge are those that predict
// each row best by the others. How sure it is comes from rows that neither components nor
// predictor had seen: the method is fitted again without each fold. Intervals then cover
// what they promise, and probabilities are as often right as they say.
//
// The output is numbers, classes or labels. Numbers that come from a [output.Target] are
// predicted in their units; several that come from [output.Columns] are predicted as it has
// them, scaled.
func (s Predicting) Fit(ctx context.Context, method Reducer, model *Projection, x Rows, y output.Output) (*Predictor, error) {
	if s.Folds < 0 || s.Folds == 1 || s.Rows < 0 || s.Centres < 0 {
		return nil, errors.New("a predictor takes at least 2 folds, and numbers of rows and centres that are not negative")
	}
	c, err := s.begin(ctx, method, x, y)
	if err != nil {
		return nil, err
	}
	scores, err := c.crossFit(ctx)
	if err != nil {
		return nil, err
	}
	z, err := componentsOf(ctx, model, c.x)
	if err != nil {
		return nil, err
	}
	machine, err := c.learn(z, c.Encoding)
	if err != nil {
		return nil, err
	}
	return c.predictor(machine, scores), ctx.Err()
}

// crossFitting is the search for a predictor.
type crossFitting struct {
	Predicting
	*target.Encoding // of the rows
	method           Reducer
	x                Rows
	y                output.Output
}

func (s Predicting) begin(ctx context.Context, method Reducer, x Rows, y output.Output) (*crossFitting, error) {
	if x.Len() != y.Len() {
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	}
	if x.Len() < leastPredictorRows {
		return nil, fmt.Errorf("%d rows are too few for a predictor; at least %d are needed", x.Len(), leastPredictorRows)
	}
	if err := checkTruths(y); err != nil {
		return nil, err
	}
	s.Folds = cmp.Or(s.Folds, usualPredictorFolds)
	some := draw.Many(x.Len(), cmp.Or(s.Rows, usualPredictorRows), rand.New(rand.NewPCG(s.Seed, 0x9c7)))
	s.Centres = cmp.Or(s.Centres, max(500, min(1000, len(some)/8)))
	if s.Folds > len(some) {
		return nil, fmt.Errorf("%d folds of %d rows; take fewer folds", s.Folds, len(some))
	}
	c := &crossFitting{Predicting: s, method: method}
	var err error
	if c.Encoding, err = target.Encode(ctx, y, some); err != nil {
		return nil, err
	}
	c.x, c.y, err = target.Take(ctx, x, y, some)
	return c, err
}

// crossFit predicts each row from components and by a machine that were found without it.
func (c *crossFitting) crossFit(ctx context.Context) (linalg.Matrix, error) {
	scores := linalg.New(c.Values.Rows, c.Values.Cols)
	folds, err := learn.Folds(c.Values.Rows, c.foldOptions())
	if err != nil {
		return scores, err
	}
	problems := make([]error, len(folds))
	var mu sync.Mutex
	done := 0
	linalg.Parallel(len(folds), 1, func(k, _ int) {
		if ctx.Err() != nil {
			return
		}
		problems[k] = c.predictFold(ctx, scores, folds[k])
		if c.Progress != nil {
			mu.Lock()
			defer mu.Unlock()
			done++
			c.Progress(done, len(folds))
		}
	})
	if err := ctx.Err(); err != nil {
		return scores, err
	}
	if err := cmp.Or(problems...); err != nil {
		return scores, fmt.Errorf("a predictor is judged by components found without a part of the rows, which failed: %w", err)
	}
	if !linalg.Finite(scores.Data) {
		return scores, errors.New("a prediction is not finite; look for inputs with absurd values")
	}
	return scores, nil
}

// foldOptions divide the rows, class by class.
func (c *crossFitting) foldOptions() learn.FoldOptions {
	o := learn.FoldOptions{Folds: c.Folds, Seed: c.Seed}
	if c.Kind == output.KindClass {
		o.Class = make([]int, c.Values.Rows)
		for i := range o.Class {
			o.Class[i] = slices.Index(c.Values.Row(i), 1)
		}
	}
	return o
}

func (c *crossFitting) predictFold(ctx context.Context, scores linalg.Matrix, fold learn.Fold) error {
	training, testing := fold.Train, fold.Test
	seen, err := rows.Take(ctx, c.x, training)
	if err != nil {
		return err
	}
	unseen, err := rows.Take(ctx, c.x, testing)
	if err != nil {
		return err
	}
	model, err := c.method.Fit(ctx, seen, output.Some(c.y, training))
	if err != nil {
		return err
	}
	z, err := componentsOf(ctx, model, seen)
	if err != nil {
		return err
	}
	test, err := componentsOf(ctx, model, unseen)
	if err != nil {
		return err
	}
	machine, err := c.learn(z, c.Subset(training))
	if err != nil {
		return err
	}
	predicted := machine.Predict(test)
	for k, i := range testing {
		copy(scores.Row(i), predicted.Row(k))
	}
	return nil
}

// componentsOf are z in memory.
func componentsOf(ctx context.Context, model *Projection, x Rows) (linalg.Matrix, error) {
	z, err := model.Transform(ctx, x)
	if err != nil {
		return linalg.Matrix{}, err
	}
	block, err := z.Block(ctx, 0, z.Len(), nil)
	return linalg.Of(z.Len(), z.Width(), block), err
}

// learn finds a machine, in the units of y. Numbers are standardised for it, and absurd ones
// drawn in.
func (c *crossFitting) learn(z linalg.Matrix, y *target.Encoding) (*predictor.Machine, error) {
	settings := predictor.Settings{Centres: c.Centres, Apart: c.Kind != output.KindClass, Seed: c.Seed}
	if !c.Kind.Numeric() {
		return predictor.Learn(z, y.Values, settings)
	}
	standard, mean, sd := y.Standardised()
	machine, err := predictor.Learn(z, standard, settings)
	if err != nil {
		return nil, err
	}
	for c := range machine.Weights.Rows {
		linalg.Products(machine.Weights.Row(c), machine.Weights.Row(c), sd)
	}
	linalg.Products(machine.Mean, machine.Mean, sd)
	linalg.Axpy(1, mean, machine.Mean)
	return machine, nil
}

// predictor is what the machine makes, with what the scores of rows that were not seen tell.
func (c *crossFitting) predictor(machine *predictor.Machine, scores linalg.Matrix) *Predictor {
	_, mean, sd := c.Standardised()
	p := &Predictor{
		Kind: c.Kind, Names: c.Names, Kernel: string(machine.Kernel), Scales: machine.Scales,
		Centres: machine.Centres.Slices(), Weights: machine.Weights.Slices(), Offset: machine.Mean,
		Baseline: mean, Spread: sd, Rows: c.Values.Rows,
	}
	if c.Kind.Numeric() {
		p.Intervals = intervals(c.Values, scores)
	} else {
		found := predictor.Calibrate(c.Values, scores, c.Kind == output.KindClass)
		p.Power, p.Floor = found.Power, found.Floor
		p.calibrate(scores)
	}
	p.Measures = predictor.Measure(c.Kind, c.Values, scores, p.Spread)
	return p
}

func intervals(truth, predicted linalg.Matrix) (all []Interval) {
	for _, percent := range percents {
		half := make([]float64, truth.Cols)
		enough := true
		for j := range half {
			residuals := make([]float64, truth.Rows)
			for i := range residuals {
				residuals[i] = truth.At(i, j) - predicted.At(i, j)
			}
			var ok bool
			half[j], ok = predictor.Bound(residuals, percent)
			enough = enough && ok
		}
		if enough {
			all = append(all, Interval{percent, half})
		}
	}
	return all
}
