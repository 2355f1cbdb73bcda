package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"suffice"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// CrossFit says how components are judged on rows that they were found without: the rows
// are divided into folds, each of which is predicted from components found with the others.
type CrossFit struct {
	Folds   int    // 0 means 5, or fewer where rows are few
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

const (
	usualFolds = 5
	usualTrain = 2000
)

// Folds are rows in memory, divided.
type Folds struct {
	CrossFit
	answers answers
	parts   []fold
	rows    int // of all folds
}

// fold is rows to judge on and the others.
type fold struct {
	xTrain, xTest rows.Source
	yTrain        output.Output
	aTrain, aTest linalg.Matrix
}

// Divide draws rows, no more than fits may see, and divides them at random: classes are
// in all folds alike.
func (c CrossFit) Divide(ctx context.Context, x rows.Source, y output.Output) (*Folds, error) {
	most := x.Len() / 2
	if c.Group != nil {
		most = len(gathered(c.Group))
	}
	c.Folds, c.Train = cmp.Or(c.Folds, min(usualFolds, most)), cmp.Or(c.Train, usualTrain)
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
	y = output.Some(y, some)
	if err := y.Check(); err != nil {
		return nil, err
	}
	held, err := rows.Take(ctx, x, some)
	if err != nil {
		return nil, err
	}
	f := &Folds{CrossFit: c}
	if f.answers, err = newAnswers(ctx, y); err != nil {
		return nil, err
	}
	training, testing, err := f.parted(some, random)
	if err != nil {
		return nil, err
	}
	f.Folds = len(testing)
	for k := range testing {
		if err := f.add(ctx, held, y, training[k], testing[k]); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// parted lists the rows of each fold, and those to learn from.
func (f *Folds) parted(some []int, random *rand.Rand) (training, testing [][]int, err error) {
	switch {
	case f.Time != nil:
		training, testing, err = byTime(draw.Pick(f.Time, some), f.Folds)
	case f.Group != nil:
		testing, err = byGroup(draw.Pick(f.Group, some), f.Folds, random)
	default:
		testing = f.divide(random)
	}
	if f.Time == nil {
		for _, fold := range testing {
			training = append(training, others(f.answers.Rows, fold))
		}
	}
	return training, testing, err
}

// others are the rows of n that are not among these, which are in order.
func others(n int, these []int) []int {
	return slices.DeleteFunc(draw.All(n), func(i int) bool {
		_, among := slices.BinarySearch(these, i)
		return among
	})
}

// divide lists the rows of each fold. They are dealt out in turn, class by class.
func (f *Folds) divide(random *rand.Rand) [][]int {
	order := random.Perm(f.answers.Rows)
	if f.answers.kind == output.KindClass {
		class := make([]int, len(order))
		for i := range class {
			class[i] = slices.Index(f.answers.Row(i), 1)
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(class[i], class[j]) })
	}
	folds := make([][]int, f.Folds)
	for k, i := range order {
		folds[k%f.Folds] = append(folds[k%f.Folds], i)
	}
	for _, fold := range folds {
		slices.Sort(fold)
	}
	return folds
}

func (f *Folds) add(ctx context.Context, x rows.Source, y output.Output, training, testing []int) (err error) {
	p := fold{yTrain: output.Some(y, training), aTrain: f.answers.some(training), aTest: f.answers.some(testing)}
	if p.xTrain, err = rows.Take(ctx, x, training); err != nil {
		return err
	}
	if p.xTest, err = rows.Take(ctx, x, testing); err != nil {
		return err
	}
	f.parts, f.rows = append(f.parts, p), f.rows+len(testing)
	return nil
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
	p, start := f.parts[k], time.Now()
	predicted, err := f.predict(ctx, p, method, s.Dim, f.Seed+uint64(k))
	s.Seconds += time.Since(start).Seconds()
	if s.Err = err; err != nil {
		return
	}
	constant := guess(p.aTrain)
	for i := range p.aTest.Rows {
		truth := p.aTest.Row(i)
		s.Losses = append(s.Losses, f.answers.loss(truth, predicted.Row(i)))
		s.guess = append(s.guess, f.answers.loss(truth, constant))
	}
}

// predict predicts the rows of a fold from components found with the others.
func (f *Folds) predict(ctx context.Context, p fold, method suffice.Method, dim int, seed uint64) (linalg.Matrix, error) {
	if method.KeepsInputs {
		dim = p.xTrain.Width()
	}
	if method.Most != nil { // the training rows may lack some classes or labels
		dim = max(1, min(dim, method.Most(p.yTrain)))
	}
	model, err := method.New(suffice.Options{Dim: dim, Centres: f.Centres, NoScale: f.NoScale, Seed: seed}).Fit(ctx, p.xTrain, p.yTrain)
	if err != nil {
		return linalg.Matrix{}, err
	}
	z, err := model.Transform(ctx, p.xTrain)
	if err != nil {
		return linalg.Matrix{}, err
	}
	test, err := model.Transform(ctx, p.xTest)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return f.answers.predictBy(ctx, BothJudges, z, test, p.aTrain)
}
