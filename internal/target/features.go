package target

import (
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// Widths of the kernel on numbers, times the median distance: functions of the wide one tell
// the place of y above all, those of the narrow one its scale too.
const (
	NarrowWidth = .5
	WideWidth   = 1
)

const (
	metricFeatures = 8     // functions of numbers that are kept
	kernelFeatures = 50    // functions of labels and structures that are kept
	eachClass      = 300   // of which each is a function and a column
	weakFeature    = 1e-3  // share of the largest eigenvalue below which a function of classes or labels is left out
	weakStructure  = .05   // of structures, which have many that noise could pass for
	roundingLevel  = 1e-10 // eigenvalues below this share of the largest are rounding
)

var errNoFeatures = errors.New("the output kernel is the same for every row")

// FunctionsOf returns the leading functions of y as the columns of an n x r matrix: kernel
// principal components, centred, uncorrelated, of variance 1 (with 1/n); and the functions
// themselves, which other rows have too. The kernel is approximated through the centres
// (Nyström), which are rows of y; the width is that of the Gaussian on numbers. The weights
// are those of the rows; nil means that all count the same.
func FunctionsOf(ctx context.Context, y output.Output, weights []float64, centres []int, width float64) (linalg.Matrix, *Functions, error) {
	values, functions, _, err := principal(ctx, y, weights, centres, width)
	return values, functions, err
}

// Weighted returns the same functions, each times the root of its variance in the feature
// space of the kernel, the largest being 1.
func Weighted(ctx context.Context, y output.Output, weights []float64, centres []int, width float64) (linalg.Matrix, error) {
	values, _, variances, err := principal(ctx, y, weights, centres, width)
	for i := range values.Rows {
		for k := range values.Row(i) {
			values.Row(i)[k] *= math.Sqrt(variances[k] / variances[0])
		}
	}
	return values, err
}

// WeightedFunctions is Weighted beside the rows of x.
func WeightedFunctions(ctx context.Context, x rows.Source, y output.Output, centres []int, width float64) (aggregate.Aligned, error) {
	if _, apart := describe(y); !apart {
		weights, err := aggregate.AllWeights(ctx, x)
		if err != nil {
			return nil, err
		}
		values, err := Weighted(ctx, y, weights, centres, width)
		return aggregate.InMemory{Matrix: values}, err
	}
	some, err := drawWith(ctx, x, y, centres)
	if err != nil {
		return nil, err
	}
	_, functions, variances, err := principal(ctx, some.y, some.weights, some.places, width)
	if err != nil {
		return nil, err
	}
	for k, v := range variances {
		root := math.Sqrt(v / variances[0])
		functions.shift[k] *= root
		linalg.ScaleRow(root, functions.weights.Row(k))
	}
	return functions.Over(ctx, y, some.rows)
}

// kept is how many functions of an output are kept, at most, and from which share of the
// largest eigenvalue on.
func kept(y output.Output) (most int, weak float64) {
	most, weak = kernelFeatures, weakFeature
	if _, few := y.(output.Columnar); !few {
		weak = weakStructure
	}
	if _, ok := y.(output.Metric); ok {
		most, weak = metricFeatures, 1e-6
	}
	if classes := output.CountClasses(y); classes <= eachClass {
		most = max(most, classes)
	}
	return most, weak
}

// covering is the centres with a row of each class that has none among them: a class without
// one is a function that is missing.
func covering(y output.Output, centres []int) []int {
	sliced, ok := y.(output.Sliced)
	if classes := output.CountClasses(y); !ok || classes == 0 || classes > eachClass {
		return centres
	}
	classes := output.SlicesOf(sliced, 2, nil)
	seen := make([]bool, len(classes.Sizes))
	for _, i := range centres {
		seen[classes.Of[i]] = true
	}
	for i, class := range classes.Of {
		if !seen[class] {
			seen[class], centres = true, append(slices.Clip(centres), i)
		}
	}
	return centres
}

func principal(ctx context.Context, y output.Output, weights []float64, centres []int, width float64) (linalg.Matrix, *Functions, []float64, error) {
	most, weak := kept(y)
	centres = covering(y, centres)
	whiten, err := inverseRoot(amongOutputs(y, centres, width))
	if err != nil {
		return linalg.Matrix{}, nil, nil, err
	}
	m := featureMap{y: y, weights: weights, centres: centres, width: width, whiten: whiten}
	return m.principal(ctx, most, weak)
}

// featureMap takes y to φ = Λ^-½ Vᵀ L(y, centres): the approximate feature space of its
// kernel.
type featureMap struct {
	y       output.Output
	weights []float64 // of the rows; nil means that all count the same
	centres []int
	width   float64
	whiten  linalg.Matrix
}

// each calls visit with φ of the consecutive blocks of rows.
func (m featureMap) each(ctx context.Context, visit func(from int, phi linalg.Matrix)) error {
	n, b := m.y.Len(), len(m.centres)
	size := min(n, rows.BlockLen(b))
	l, phi := linalg.New(size, b), linalg.New(size, m.whiten.Rows)
	for start := 0; start < n; start += size {
		if err := ctx.Err(); err != nil {
			return err
		}
		l, phi := l.Slice(0, min(size, n-start)), phi.Slice(0, min(size, n-start))
		linalg.Parallel(l.Rows, 64, func(from, to int) {
			kernel.Outputs(l.Slice(from, to), m.y, start+from, m.centres, m.width)
		})
		linalg.MulT(phi, l, m.whiten)
		visit(start, phi)
	}
	return ctx.Err()
}

// some are the weights of so many rows from one on, if there are any.
func (m featureMap) some(from, count int) []float64 {
	if m.weights == nil {
		return nil
	}
	return m.weights[from : from+count]
}

// principal returns the leading principal components of φ, whitened, as the columns of
// a matrix, as functions of y, and with their variances before.
func (m featureMap) principal(ctx context.Context, most int, weak float64) (linalg.Matrix, *Functions, []float64, error) {
	n, d := float64(m.y.Len()), m.whiten.Rows
	mean, c := make([]float64, d), linalg.New(d, d)
	err := m.each(ctx, func(from int, phi linalg.Matrix) {
		aggregate.ScaleRows(phi, m.some(from, phi.Rows))
		for i := range phi.Rows {
			linalg.Axpy(1/n, phi.Row(i), mean)
		}
	})
	if err != nil {
		return linalg.Matrix{}, nil, nil, err
	}
	err = m.each(ctx, func(from int, phi linalg.Matrix) {
		linalg.AddRow(phi, -1, mean)
		aggregate.ScaleRoots(phi, m.some(from, phi.Rows))
		linalg.AddGram(c, phi)
	})
	if err != nil {
		return linalg.Matrix{}, nil, nil, err
	}
	// What rounding leaves of a constant when its mean is subtracted is no feature.
	constant := roundingLevel * roundingLevel * n * linalg.Dot(mean, mean)
	leading, variances, err := whitened(c, most, weak, constant, n)
	if err != nil {
		return linalg.Matrix{}, nil, nil, err
	}
	out := linalg.New(m.y.Len(), leading.Rows)
	err = m.each(ctx, func(from int, phi linalg.Matrix) {
		linalg.AddRow(phi, -1, mean)
		linalg.MulT(out.Slice(from, from+phi.Rows), phi, leading)
	})
	return out, m.functions(mean, leading), variances, err
}

// functions are the rows of leading as functions of y, with φ less its mean.
func (m featureMap) functions(mean []float64, leading linalg.Matrix) *Functions {
	f := &Functions{
		y: m.y, centres: m.centres, width: m.width, weights: linalg.Times(leading, m.whiten), shift: make([]float64, leading.Rows),
	}
	for k := range f.shift {
		f.shift[k] = -linalg.Dot(leading.Row(k), mean)
	}
	return f
}

// whitened returns the leading eigenvectors of the scatter c of n rows, by rows, scaled
// so that rows projected on them have variance 1, and the eigenvalues. Those below the share weak of
// the largest, or below least, are left out.
func whitened(c linalg.Matrix, most int, weak, least, n float64) (linalg.Matrix, []float64, error) {
	values, vectors, err := linalg.Leading(c, min(most, c.Rows))
	if err != nil {
		return linalg.Matrix{}, nil, err
	}
	r := 0
	for r < len(values) && values[r] > weak*values[0] && values[r] > least {
		row := vectors.Row(r)
		for j := range row {
			row[j] /= math.Sqrt(values[r] / n)
		}
		r++
	}
	if r == 0 {
		return linalg.Matrix{}, nil, errNoFeatures
	}
	return vectors.Slice(0, r), values[:r], nil
}

// inverseRoot returns the rows of Λ^-½ Vᵀ for a = V Λ Vᵀ, without what is rounding.
func inverseRoot(a linalg.Matrix) (linalg.Matrix, error) {
	root, _, err := whitened(a, a.Rows, roundingLevel, math.Inf(-1), 1)
	return root, err
}
