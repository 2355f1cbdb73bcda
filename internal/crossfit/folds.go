// Package crossfit judges components on rows that they were found without.
//
// The rows are divided into folds once. For each fold and number of components, a method finds
// components with the other folds, and the one predictor, kernel ridge regression, learns from
// these to predict the rows of the fold. All that is said of rows that were not seen comes from
// these predictions: the number of components, the value of the verdict and its standard error,
// the measures of a model's predictor, its intervals and its probabilities.
//
// Only the p of the verdict needs predictions of its own, since each row of the target takes part
// in finding the components of all other folds: see [Assess].
package crossfit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// Options say how rows are divided.
type Options struct {
	Folds int    // 0 means 10, or 4 where rows are many, or fewer where they are few
	Train int    // rows that a fit sees at most; 0 means UsualTrain
	Seed  uint64 // of the rows drawn, the folds and the fits

	// Rows of one group, where there are groups, are in one fold. Where rows have a time, each
	// fold is later than the rows that its components are found with, and the first third of
	// the rows are in no fold. Where rows have a block, they can be exchanged within it alone: a fold
	// has several rows of a block, and numbers are judged less the means of these. All are by row of
	// x; nil means none.
	Group []int
	Time  []float64
	Block []int
}

// UsualTrain is how many rows a fit sees at most.
const UsualTrain = sampling.ToCrossFit

// Method finds components.
type Method struct {
	Name        string
	KeepsInputs bool                                                                                             // instead of finding some
	Most        func(y output.Output) int                                                                        // components of y, at most; nil means no limit
	Find        func(ctx context.Context, x rows.Source, y output.Output, dim int, seed uint64) (Project, error) // so many components
	Share       func(x rows.Source, y output.Output) Shared                                                      // may be nil: then each part has a fit of its own
}

// Project is the components of rows.
type Project func(ctx context.Context, x rows.Source) (linalg.Matrix, error)

// Folds are rows in memory, divided.
type Folds struct {
	Options
	All   int // rows that they were drawn from
	Rows  int // that are judged
	Parts []Part

	x       rows.Source
	y       output.Output
	targets Targets
	units   []int // that the rows are of; nil means that each is one of its own
	begun   begun
}

// Part is rows to judge on, and those to learn from.
type Part struct {
	XTrain, XTest rows.Source
	YTrain        output.Output
	Train, Test   Targets
	Units         sampling.Units // of the rows to judge on
	train, tested []int          // these rows, by number
	group         int            // of folds that a search is shared by
	weights       []float64      // of these, among those of all folds; nil means 1 for all
}

// Divide draws rows, no more than fits may see, and divides them at random, such that each fold
// has all classes, small numbers and large ones alike.
func Divide(ctx context.Context, x rows.Source, y output.Output, o Options) (*Folds, error) {
	o, err := o.filled(x, y)
	if err != nil {
		return nil, err
	}
	random := sampling.Random(o.Seed, 0xc20f)
	some := sampling.Many(x.Len(), o.Train+o.Train/(o.Folds-1), random)
	f := &Folds{Options: o, All: x.Len()}
	if f.x, f.y, err = target.Take(ctx, x, y, some); err != nil {
		return nil, err
	}
	if err := f.y.Check(); err != nil {
		return nil, err
	}
	plain, err := NewTargets(ctx, y, some)
	if err != nil {
		return nil, err
	}
	if o.Group != nil {
		kept, err := distinct(ctx, f.x, plain.Matrix, sampling.Pick(o.Group, some))
		if err != nil {
			return nil, err
		}
		if len(kept) < len(some) {
			some = sampling.Pick(some, kept)
			if f.x, f.y, err = target.Take(ctx, x, y, some); err != nil {
				return nil, err
			}
			if plain, err = NewTargets(ctx, y, some); err != nil {
				return nil, err
			}
		}
	}
	f.targets = plain.withWaves()
	divided := learn.FoldOptions{Folds: o.Folds, Random: random}
	switch {
	case o.Time != nil:
		divided.Time, divided.Gap = sampling.Pick(o.Time, some), true
		f.Time = divided.Time
	case o.Group != nil:
		divided.Group = sampling.Pick(o.Group, some)
		f.Group = divided.Group
	case o.Block != nil:
		f.Block = sampling.Pick(o.Block, some)
		divided.Group = Pieces(f.Block, random)
	default:
		divided.Class = plain.strata(o.Folds)
	}
	folds, err := learn.Folds(len(some), divided)
	if err != nil {
		return nil, err
	}
	f.Folds, f.units = len(folds), f.unitsOf(folds)
	for k, fold := range folds {
		p, err := f.part(ctx, fold.Train, fold.Test, k)
		if err != nil {
			return nil, err
		}
		f.Parts, f.Rows = append(f.Parts, p), f.Rows+len(fold.Test)
	}
	return f, nil
}

// filled has what is not said, or says what is wrong.
func (o Options) filled(x rows.Source, y output.Output) (Options, error) {
	n, most := x.Len(), max(3, x.Len()/4) // with fewer rows in a fold, their orders tell nothing
	switch {
	case o.Group != nil:
		most = len(sampling.Groups(o.Group))
	case o.Block != nil:
		most = len(sampling.Groups(Pieces(o.Block, sampling.Random(0, 0))))
	}
	o.Folds, o.Train = cmp.Or(o.Folds, min(usualFolds(n), most)), cmp.Or(o.Train, UsualTrain)
	switch {
	case o.Group != nil && len(o.Group) != n || o.Time != nil && len(o.Time) != n || o.Block != nil && len(o.Block) != n:
		return o, fmt.Errorf("%d rows, but %d groups, %d times and %d blocks", n, len(o.Group), len(o.Time), len(o.Block))
	case o.Group != nil && most < 2:
		return o, errors.New("all rows are of one group, so that there is no other to judge on")
	case o.Group != nil && o.Time != nil || o.Block != nil && (o.Group != nil || o.Time != nil):
		return o, errors.New("rows are divided by groups, by time or by blocks, not by two of them")
	case o.Block != nil && len(sampling.Groups(o.Block)) > n/2:
		return o, errors.New("most blocks have a single row, so that nothing can be exchanged within them")
	case n != y.Len():
		return o, fmt.Errorf("%d rows of inputs, but %d of outputs", n, y.Len())
	case n < 6 || o.Block != nil && most < 2:
		return o, fmt.Errorf("%d rows are too few to judge components by rows that they were found without", n)
	case o.Folds < 2 || o.Folds > n:
		return o, fmt.Errorf("%d folds of %d rows, but there must be from 2 to as many as rows", o.Folds, n)
	case o.Train < 2:
		return o, fmt.Errorf("%d training rows, but there must be at least 2", o.Train)
	}
	return o, nil
}

// usualFolds is how many there are for n rows: three quarters of many are enough to learn from,
// and of few each counts.
func usualFolds(n int) int {
	const many = 800
	if n >= many {
		return 4
	}
	return 10
}

// part is fold k, of the given rows.
func (f *Folds) part(ctx context.Context, training, testing []int, k int) (p Part, err error) {
	p = Part{YTrain: output.Some(f.y, training), Train: f.targets.Of(training), Test: f.targets.Of(testing), Units: sampling.Units{Group: f.Group, Time: f.Time, Block: f.Block}.Of(testing), train: training, tested: testing, group: f.group(k)}
	if weights := rows.Weights(f.x); weights != nil {
		p.weights = sampling.Pick(weights, testing)
	}
	if p.XTrain, err = rows.Take(ctx, f.x, training); err != nil {
		return p, err
	}
	p.XTest, err = rows.Take(ctx, f.x, testing)
	return p, err
}

// before is the folds from one up to another with no other training rows than those of the folds
// before them.
func (f *Folds) before(ctx context.Context, from, to int) (Part, error) {
	if f.Time != nil { // as it is
		return f.Parts[from], nil
	}
	var training, testing []int
	for k, p := range f.Parts[:to] {
		if k < from {
			training = append(training, p.tested...)
		} else {
			testing = append(testing, p.tested...)
		}
	}
	slices.Sort(training)
	slices.Sort(testing)
	return f.part(ctx, training, testing, to-1)
}

// mostDim is how many components may be found with any part of the rows: no more than inputs
// that vary there.
func (f *Folds) mostDim(ctx context.Context, most int) (int, error) {
	const many = 1000 // of which enough will vary
	if f.x.Width() > many {
		return most, nil
	}
	half := len(f.Parts) / 2
	few, err := f.before(ctx, half, half+1)
	if err != nil {
		return 0, err
	}
	for _, p := range append(slices.Clone(f.Parts), few) {
		vary, err := varying(ctx, p.XTrain)
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
