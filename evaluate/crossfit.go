package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"suffice"
	"suffice/internal/draw"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// CrossFit says how components are judged on rows that they were found without: the rows
// are divided into folds, each of which is predicted from components found with the others.
type CrossFit struct {
	Folds   int    // 0 means 5, or 4 where rows are many, or fewer where they are few
	Train   int    // rows that a fit sees at most; 0 means 2000
	Centres int    // kernel centres, for the methods that have them; 0 means their default
	NoScale bool   // keep the columns' own units
	Seed    uint64 // of the rows drawn, the folds and the fits

	// Rows of one group, where there are groups, are in one fold. Where rows have a time,
	// each fold is later than the rows that its components are found with, and the first
	// third of the rows are in no fold. Both are by row of x; nil means none.
	Group []int
	Time  []float64
}

const usualTrain = 2000

// usualFolds is how many there are for n rows: three quarters of many are enough to learn from.
func usualFolds(n int) int {
	const many = 800
	if n >= many {
		return 4
	}
	return 5
}

// Folds are rows in memory, divided.
type Folds struct {
	CrossFit
	x       rows.Source
	y       output.Output
	answers answers
	lists   [][]int // the rows of each fold
	parts   []fold
	rows    int // of all folds
}

// fold is rows to judge on and the others.
type fold struct {
	xTrain, xTest rows.Source
	yTrain        output.Output
	aTrain, aTest answers
}

// Divide draws rows, no more than fits may see, and divides them at random: classes are
// in all folds alike.
func (c CrossFit) Divide(ctx context.Context, x rows.Source, y output.Output) (*Folds, error) {
	most := x.Len() / 2
	if c.Group != nil {
		most = len(learn.Groups(c.Group))
	}
	c.Folds, c.Train = cmp.Or(c.Folds, min(usualFolds(x.Len()), most)), cmp.Or(c.Train, usualTrain)
	switch {
	case c.Group != nil && len(c.Group) != x.Len() || c.Time != nil && len(c.Time) != x.Len():
		return nil, fmt.Errorf("%d rows, but %d groups and %d times", x.Len(), len(c.Group), len(c.Time))
	case c.Group != nil && c.Time != nil:
		return nil, errors.New("rows are divided by groups or by time, not by both")
	case x.Len() != y.Len():
		return nil, fmt.Errorf("%d rows of inputs, but %d of outputs", x.Len(), y.Len())
	case x.Len() < 6:
		return nil, fmt.Errorf("%d rows are too few to judge components by rows that they were found without", x.Len())
	case c.Folds < 2 || c.Folds > x.Len():
		return nil, fmt.Errorf("%d folds of %d rows, but there must be from 2 to as many as rows", c.Folds, x.Len())
	case c.Train < 2:
		return nil, fmt.Errorf("%d training rows, but there must be at least 2", c.Train)
	}
	random := rand.New(rand.NewPCG(c.Seed, 0xc20f))
	some := draw.Many(x.Len(), c.Train+c.Train/(c.Folds-1), random)
	held, y, err := target.Take(ctx, x, y, some)
	if err != nil {
		return nil, err
	}
	if err := y.Check(); err != nil {
		return nil, err
	}
	f := &Folds{CrossFit: c, x: held, y: y}
	plain, err := newAnswers(ctx, y)
	if err != nil {
		return nil, err
	}
	f.answers = plain.withWaves()
	folds, err := f.parted(some, random)
	if err != nil {
		return nil, err
	}
	f.Folds = len(folds)
	for _, one := range folds {
		p, err := f.part(ctx, one.Train, one.Test)
		if err != nil {
			return nil, err
		}
		f.lists, f.parts, f.rows = append(f.lists, one.Test), append(f.parts, p), f.rows+len(one.Test)
	}
	return f, nil
}

// parted divides the rows, class by class.
func (f *Folds) parted(some []int, random *rand.Rand) ([]learn.Fold, error) {
	o := learn.FoldOptions{Folds: f.Folds, Random: random}
	switch {
	case f.Time != nil:
		o.Time = draw.Pick(f.Time, some)
	case f.Group != nil:
		o.Group = draw.Pick(f.Group, some)
	case f.answers.kind == output.KindClass:
		o.Class = make([]int, f.answers.Rows)
		for i := range o.Class {
			o.Class[i] = slices.Index(f.answers.Row(i), 1)
		}
	}
	return learn.Folds(f.answers.Rows, o)
}

// part is a fold of the given rows.
func (f *Folds) part(ctx context.Context, training, testing []int) (p fold, err error) {
	p = fold{yTrain: output.Some(f.y, training), aTrain: f.answers.of(training), aTest: f.answers.of(testing)}
	if p.xTrain, err = rows.Take(ctx, f.x, training); err != nil {
		return p, err
	}
	p.xTest, err = rows.Take(ctx, f.x, testing)
	return p, err
}

// before is fold k with no other training rows than those of the folds before it.
func (f *Folds) before(ctx context.Context, k int) (fold, error) {
	if f.Time != nil { // as it is
		return f.parts[k], nil
	}
	return f.part(ctx, slices.Sorted(slices.Values(slices.Concat(f.lists[:k]...))), f.lists[k])
}

// mostDim is how many components may be found with any part of the rows: no more than inputs
// that vary there.
func (f *Folds) mostDim(ctx context.Context, most int) (int, error) {
	const many = 1000 // of which enough will vary
	if f.x.Width() > many {
		return most, nil
	}
	few, err := f.before(ctx, len(f.parts)/2)
	if err != nil {
		return 0, err
	}
	for _, p := range append(slices.Clone(f.parts), few) {
		vary, err := varying(ctx, p.xTrain)
		if err != nil {
			return 0, err
		}
		most = min(most, vary)
	}
	return max(1, most), nil
}

// varying counts the columns that are not the same in all rows.
func varying(ctx context.Context, x rows.Source) (count int, err error) {
	block, err := x.Block(ctx, 0, x.Len(), nil)
	if err != nil {
		return 0, err
	}
	d := x.Width()
	for j := range d {
		for i := d + j; i < len(block); i += d {
			if block[i] != block[j] {
				count++
				break
			}
		}
	}
	return count, nil
}

// Rows is how many rows are judged.
func (f *Folds) Rows() int { return f.rows }

// Score judges the components that a method finds, dim or as many as it has. A method that
// fails has the reason in Err.
func (f *Folds) Score(ctx context.Context, method suffice.Method, dim int) (*Score, error) {
	s := f.begin(method, dim)
	for k := range f.parts {
		f.judge(ctx, s, method, k)
	}
	s.sumUp()
	return s, ctx.Err()
}

func (f *Folds) begin(method suffice.Method, dim int) *Score {
	return &Score{Method: method.Name, Dim: dim, Measure: ScoreMeasure(f.answers.kind)}
}

// judge adds the losses of fold k to a score.
func (f *Folds) judge(ctx context.Context, s *Score, method suffice.Method, k int) {
	if s.Err != nil {
		return
	}
	start := time.Now()
	predicted, err := f.predict(ctx, f.parts[k], method, s.Dim, f.Seed+uint64(k))
	s.Seconds += time.Since(start).Seconds()
	if s.Err = err; err == nil {
		s.add(predicted)
	}
}

// predict predicts the rows of a fold from components found with the others.
func (f *Folds) predict(ctx context.Context, p fold, method suffice.Method, dim int, seed uint64) (predicted, error) {
	out := predicted{answers: p.aTest, weights: rows.Weights(p.xTest), constant: guess(p.aTrain.Matrix, rows.Weights(p.xTrain))}
	z, test, err := f.components(ctx, p, method, dim, seed)
	if err != nil {
		return out, err
	}
	if out.by, err = f.answers.predict(z, test, p.aTrain.Matrix); err != nil {
		return out, err
	}
	for _, v := range out.by.Data {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return out, errors.New("a prediction is not finite")
		}
	}
	return out, nil
}

// components are those that a method finds with the training rows, of these and of the test rows.
func (f *Folds) components(ctx context.Context, p fold, method suffice.Method, dim int, seed uint64) (z, test linalg.Matrix, err error) {
	if method.KeepsInputs {
		dim = p.xTrain.Width()
	}
	if method.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, method.Most(p.yTrain)))
	}
	options := suffice.Options{Dim: dim, Centres: f.Centres, NoScale: f.NoScale, Quick: true, Seed: seed}
	model, err := method.New(options).Fit(ctx, p.xTrain, p.yTrain)
	if err != nil {
		return z, test, err
	}
	of := func(x rows.Source) (linalg.Matrix, error) {
		made, err := model.Transform(ctx, x)
		if err != nil {
			return linalg.Matrix{}, err
		}
		return view(made, 0, made.Len()), nil
	}
	if z, err = of(p.xTrain); err != nil {
		return z, test, err
	}
	test, err = of(p.xTest)
	return z, test, err
}
