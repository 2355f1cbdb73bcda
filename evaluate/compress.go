package evaluate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"suffice"
	"suffice/internal/crossfit"
	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// CompressOptions say how vectors, such as embeddings, may be compressed, and what is asked of it.
type CompressOptions struct {
	Methods   []suffice.Method // at each number of components the first, unless another is better by a standard error
	Dims      []int            // numbers of components to try; none means 2, 4, 8, … up to a half of the inputs, a third of the rows, and 128
	Within    float64          // the accuracies that may be lost to all inputs: the least number that loses no more is chosen
	Euclidean bool             // nearest rows of all inputs are so by Euclidean distance, and not by the cosine
	NoScale   bool             // keep the inputs' own units
	Rows      int              // that are judged, drawn where there are more; 0 means 5000
	Seed      uint64
	Progress  func(suffice.Step) // may be nil
}

// CompressResult is what a compression costs, by rows that it was found without: five folds, each
// predicted from the others.
type CompressResult struct {
	Dim        int         `json:"dim"`    // the number chosen
	Method     string      `json:"method"` // at that number
	Enough     bool        `json:"enough"` // whether it is within what may be lost; else the best of what was tried
	Within     float64     `json:"within"`
	Measure    string      `json:"measure"`    // accuracy of classes, labels right, or r2
	Neighbours int         `json:"neighbours"` // that predict
	Distance   string      `json:"distance"`   // of all inputs: cosine or euclidean
	Kind       output.Kind `json:"kind"`
	Target     []string    `json:"target"`
	N          int         `json:"n"`
	D          int         `json:"d"`
	Judged     int         `json:"judged"` // rows
	All        Cost        `json:"all_inputs"`
	Ladder     []Rung      `json:"ladder"`
}

// Rung is a number of components: the method taken, those that were tried, and what does without the
// target.
type Rung struct {
	Cost
	Tried []Cost `json:"tried"`
	PCA   Cost   `json:"pca"`
	Cut   Cost   `json:"cut"` // the first numbers of the vector alone, as Matryoshka embeddings are cut
}

// Cost is what some numbers in place of all inputs are worth.
type Cost struct {
	Method     string  `json:"method"`
	Dim        int     `json:"dim"`
	Neighbours float64 `json:"neighbours"` // the measure by the nearest neighbours,
	SE         float64 `json:"se"`         // its standard error,
	Line       float64 `json:"line"`       // that by logistic or ridge regression,
	Kept       float64 `json:"kept"`       // and the share of the 10 nearest rows by all inputs that still are (recall at 10)

	judged judged
}

// mostNear is how many nearest rows are compared, as recall at 10 has it.
const mostNear = 10

// judged is what is known of each row: its losses, and the share of its nearest rows that is kept.
type judged struct{ near, line, kept []float64 }

// compressing is a compression at work.
type compressing struct {
	CompressOptions
	result  *CompressResult
	data    *suffice.Data
	x       linalg.Matrix // all inputs, of length 1 where the cosine counts
	targets crossfit.Targets
	folds   []learn.Fold
	pca     []folded
	nearest [][]int // of each row among the training rows of its fold, by all inputs
	guess   float64 // the loss of guessing, which those of numbers are compared with
}

// folded are numbers in place of the inputs, of the rows to learn from and of those to judge on.
type folded struct{ train, test linalg.Matrix }

// Compress tells what k components of vectors are worth beside all inputs, for more and more k, and
// chooses the least k that loses no more than it may, by neighbours and by a line.
func Compress(ctx context.Context, d *suffice.Data, o CompressOptions) (*CompressResult, error) {
	c, err := o.prepare(ctx, d)
	if err != nil {
		return nil, err
	}
	r := c.result
	if r.All, err = c.cost(ctx, "all", r.D, func(i int) (folded, error) { return c.parted(c.x, i), nil }); err != nil {
		return nil, err
	}
	for _, k := range c.Dims {
		rung, err := c.rung(ctx, k)
		if err != nil {
			return nil, err
		}
		r.Ladder = append(r.Ladder, rung)
		if r.Enough = min(rung.Neighbours-r.All.Neighbours, rung.Line-r.All.Line) >= -c.Within; r.Enough {
			break
		}
	}
	best := r.Ladder[len(r.Ladder)-1]
	if !r.Enough {
		best = slices.MaxFunc(r.Ladder, func(a, b Rung) int { return cmp.Compare(a.Neighbours+a.Line, b.Neighbours+b.Line) })
	}
	r.Dim, r.Method = best.Dim, best.Method
	return r, nil
}

// prepare draws the rows, divides them, and finds their nearest ones.
func (o CompressOptions) prepare(ctx context.Context, d *suffice.Data) (*compressing, error) {
	const folds, least, most, mostDims = 5, 20, 5000, 128
	if d.Y == nil {
		return nil, errors.New("there is no target to compress for")
	}
	if k := slices.IndexFunc(o.Methods, func(m suffice.Method) bool { return m.KeepsInputs }); k >= 0 {
		return nil, fmt.Errorf("%s keeps all inputs, and cannot compress", o.Methods[k].Name)
	}
	some, err := d.Sample(ctx, cmp.Or(o.Rows, most), o.Seed)
	if err != nil {
		return nil, err
	}
	c := &compressing{CompressOptions: o, data: some}
	r := &CompressResult{Within: o.Within, Measure: "r2", Distance: "cosine", Neighbours: 10, N: d.Len(), D: d.X.Width(), Kind: d.Y.Kind(), Target: output.Names(d.Y)}
	c.result = r
	if len(o.Methods) == 0 {
		return nil, errors.New("there is no method to compress with")
	}
	if r.D < 2 {
		return nil, errors.New("there is one input alone, and nothing to compress")
	}
	if some.Len() < least {
		return nil, fmt.Errorf("%s, but it takes %d to tell what a compression costs", humanize.Count(some.Len(), "row"), least)
	}
	if c.targets, err = crossfit.NewTargets(ctx, some.Y, nil); err != nil {
		return nil, err
	}
	options := learn.FoldOptions{Folds: folds, Seed: o.Seed, Group: some.Group, Time: some.Time}
	switch r.Kind {
	case output.KindClass:
		r.Measure, r.Neighbours, options.Class = "accuracy", 5, make([]int, some.Len())
		for i := range options.Class {
			options.Class[i] = slices.Index(c.targets.Row(i), 1)
		}
	case output.KindLabels:
		r.Measure, r.Neighbours = "labels_right", 5
	}
	if c.folds, err = learn.Folds(some.Len(), options); err != nil {
		return nil, err
	}
	fewest := some.Len() // training rows of a fold
	for _, f := range c.folds {
		fewest = min(fewest, len(f.Train))
	}
	c.Dims = slices.Compact(slices.Sorted(slices.Values(o.Dims)))
	if len(c.Dims) == 0 {
		for k := 2; k <= max(2, min(mostDims, r.D/2, some.Len()/3, fewest-1)); k *= 2 {
			c.Dims = append(c.Dims, k)
		}
	}
	for _, k := range c.Dims {
		if k < 1 || k > r.D {
			return nil, fmt.Errorf("%d numbers, but there must be from 1 to %d, as many as inputs", k, r.D)
		}
		if k >= fewest {
			return nil, fmt.Errorf("%d numbers, but there must be fewer than the %s that each fifth is predicted from; ask for fewer", k, humanize.Count(fewest, "row"))
		}
	}
	x, err := rows.Subset(ctx, rows.Unweighted(some.X), sampling.All(some.Len()))
	if err != nil {
		return nil, err
	}
	if c.x = view(x); o.Euclidean {
		r.Distance = "euclidean"
	} else {
		c.x = ofLengthOne(c.x)
	}
	return c, c.without(ctx)
}

// parted are the rows of a fold.
func (c *compressing) parted(z linalg.Matrix, i int) folded {
	return folded{z.Pick(c.folds[i].Train), z.Pick(c.folds[i].Test)}
}

// without does what does not take a target: the nearest rows by all inputs, and principal components.
// It finds what guessing loses, too.
func (c *compressing) without(ctx context.Context) error {
	c.nearest, c.pca = make([][]int, c.x.Rows), make([]folded, len(c.folds))
	pca := suffice.Method{Name: "pca", New: func(o suffice.Options) suffice.Reducer { return suffice.PCA{Dim: o.Dim, NoScale: true} }}
	for k, f := range c.folds {
		all := c.parted(c.x, k)
		lists, err := learn.Nearest(ctx, all.train, all.test, mostNear, false)
		if err == nil {
			c.pca[k], err = c.fit(ctx, pca, slices.Max(c.Dims), k)
		}
		if err != nil {
			return err
		}
		guess := linalg.MeanRow(c.targets.Of(f.Train).Matrix, nil)
		for at, i := range f.Test {
			c.nearest[i] = lists[at]
			c.guess += c.targets.Loss(c.targets.Row(i), guess)
		}
	}
	return nil
}

// fit finds components with the training rows of a fold, and has those of all its rows.
func (c *compressing) fit(ctx context.Context, m suffice.Method, dim, fold int) (z folded, err error) {
	if c.Progress != nil {
		c.Progress(suffice.Step{Text: fmt.Sprintf("%d numbers by %s", dim, m.Name), Done: fold, All: len(c.folds)})
	}
	train, err := c.data.Subset(c.folds[fold].Train)
	if err != nil {
		return z, err
	}
	if m.Most != nil { // these rows may lack some classes
		dim = max(1, min(dim, m.Most(train.Y)))
	}
	model, err := m.New(suffice.Options{Dim: dim, NoScale: c.NoScale, Seed: c.Seed}).Fit(ctx, train.X, train.Y)
	if err != nil {
		return z, err
	}
	all, err := model.Transform(ctx, c.data.X)
	if err != nil {
		return z, err
	}
	return c.parted(view(all), fold), nil
}

// rung tries all methods with k components, and what does without the target.
func (c *compressing) rung(ctx context.Context, k int) (r Rung, failed error) {
	for _, m := range c.Methods {
		if m.Most != nil && m.Most(c.data.Y) < k {
			continue
		}
		cost, err := c.cost(ctx, m.Name, k, func(fold int) (folded, error) { return c.fit(ctx, m, k, fold) })
		if ctx.Err() != nil {
			return r, ctx.Err()
		}
		if err != nil {
			failed = fmt.Errorf("%s with %d components: %w", m.Name, k, err)
			continue
		}
		if r.Tried = append(r.Tried, cost); len(r.Tried) == 1 || cost.judged.isBetter(r.Tried[0].judged, 1) && cost.judged.isBetter(r.judged, 0) {
			r.Cost = cost
		}
	}
	if len(r.Tried) == 0 {
		return r, cmp.Or(failed, fmt.Errorf("no method finds %d components of this target; ask for fewer", k))
	}
	cut := c.x.Columns(0, k)
	if !c.Euclidean {
		cut = ofLengthOne(cut)
	}
	var err error
	if r.Cut, err = c.cost(ctx, "cut", k, func(fold int) (folded, error) { return c.parted(cut, fold), nil }); err == nil {
		r.PCA, err = c.cost(ctx, "pca", k, func(fold int) (folded, error) {
			return folded{c.pca[fold].train.Columns(0, k).Clone(), c.pca[fold].test.Columns(0, k).Clone()}, nil
		})
	}
	return r, err
}

// cost judges numbers in place of the inputs by the rows of each fold.
func (c *compressing) cost(ctx context.Context, method string, dim int, of func(fold int) (folded, error)) (Cost, error) {
	n := c.x.Rows
	j := judged{make([]float64, n), make([]float64, n), make([]float64, n)}
	var rows []int
	for k, f := range c.folds {
		z, err := of(k)
		if err != nil {
			return Cost{}, err
		}
		y := c.targets.Of(f.Train)
		lists, err := learn.Nearest(ctx, z.train, z.test, max(mostNear, c.result.Neighbours), false)
		if err != nil {
			return Cost{}, err
		}
		line, err := byLine(z, y)
		if err != nil {
			return Cost{}, err
		}
		near := learn.Means(lists, y.Matrix, nil, c.result.Neighbours)
		for at, i := range f.Test {
			truth := c.targets.Row(i)
			j.near[i], j.line[i] = c.targets.Loss(truth, near.Row(at)), c.targets.Loss(truth, line.Row(at))
			among := c.nearest[i]
			for _, neighbour := range lists[at][:len(among)] {
				if slices.Contains(among, neighbour) {
					j.kept[i]++
				}
			}
			j.kept[i] /= float64(len(among))
		}
		rows = append(rows, f.Test...)
	}
	slices.Sort(rows) // in time, the first rows are not judged
	j = judged{sampling.Pick(j.near, rows), sampling.Pick(j.line, rows), sampling.Pick(j.kept, rows)}
	c.result.Judged = len(rows)
	cost := Cost{Method: method, Dim: dim, judged: j}
	cost.Neighbours, cost.SE = c.value(j.near)
	cost.Line, _ = c.value(j.line)
	cost.Kept = linalg.Sum(j.kept) / float64(len(rows))
	return cost, nil
}

// value is the measure of some losses, with its standard error: one less their mean, which for
// numbers is in parts of what guessing loses.
func (c *compressing) value(losses []float64) (value, se float64) {
	mean, variance := learn.Moments(losses)
	unit := 1.
	if c.result.Measure == "r2" {
		unit = c.guess / float64(len(losses))
	}
	return 1 - mean/unit, math.Sqrt(variance/float64(len(losses))) / unit
}

// isBetter reports whether losses of the same rows, by neighbours and by a line, are less, by so many
// standard errors.
func (j judged) isBetter(than judged, margin float64) bool {
	gains := make([]float64, len(j.near))
	for i := range gains {
		gains[i] = than.near[i] + than.line[i] - j.near[i] - j.line[i]
	}
	mean, variance := learn.Moments(gains)
	return mean > margin*math.Sqrt(variance/float64(len(gains)))
}

// byLine predicts by logistic regression or, of numbers, by ridge regression. The ridge of the former
// is what serves a quarter of the training rows best, by the three others.
func byLine(z folded, y crossfit.Targets) (linalg.Matrix, error) {
	if classes := y.Kind == output.KindClass; classes || y.Kind == output.KindLabels {
		fit := func(z folded, y linalg.Matrix, ridge float64) linalg.Matrix {
			f := learn.FitLogistic(z.train, y, classes, ridge).Predict(z.test)
			if classes {
				learn.Softmax(f)
			} else {
				learn.Logistic(f)
			}
			return f
		}
		parts := learn.Deal(sampling.All(z.train.Rows), 4)
		others := learn.Others(z.train.Rows, parts[0])
		within := folded{z.train.Pick(others), z.train.Pick(parts[0])}
		best, least := 0., math.Inf(1)
		for _, ridge := range []float64{.1, .01, 1e-3, 1e-4} {
			if loss := metrics.MeanLogLoss(y.Pick(parts[0]), fit(within, y.Pick(others), ridge), classes); loss < least {
				best, least = ridge, loss
			} else {
				break // less of a ridge takes longer, and is no better
			}
		}
		return fit(z, y.Matrix, best), nil
	}
	line, err := learn.FitLine(z.train, y.Matrix, true)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return line.Predict(z.test), nil
}
