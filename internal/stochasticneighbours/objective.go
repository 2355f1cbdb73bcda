package stochasticneighbours

import (
	"context"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Objective is the mean loss over the rows as a function of W.
type Objective struct {
	X       *aggregate.Standard
	Y       linalg.Matrix // a row for each of X: numbers or, of classes, their number
	Classes bool

	anchors linalg.Matrix
	own     []int
	values  linalg.Matrix
}

// Anchor compares all rows with the given ones.
func (o *Objective) Anchor(ctx context.Context, which []int) (err error) {
	if o.anchors, err = o.X.Select(ctx, which); err != nil {
		return err
	}
	o.own, o.values = which, o.Y.Pick(which)
	return nil
}

// Value returns the mean loss at W, and sets slope to its derivative.
func (o *Objective) Value(ctx context.Context, w, slope linalg.Matrix) (float64, error) {
	at := &lossAt{Units: o.X.Units(), P: kernel.Project(w, o.anchors), Own: o.own, Values: o.values, Classes: o.Classes}
	sum, err := aggregate.Sum[*loss](ctx, o.X.Source, at, aggregate.InMemory{Matrix: o.Y})
	if err != nil {
		return 0, err
	}
	n := float64(o.X.Len())
	// The sums have minus dS/dr² of squared distances, which a kernel of width √½ turns
	// into dS/dW.
	sum.slope.Finish(slope, o.anchors, math.Sqrt(.5))
	linalg.Scale(1/n, slope)
	return sum.total[0] / n, nil
}

// pieceRows is how many rows are taken at a time: their chances stay in the cache.
const pieceRows = 192

// lossAt asks for the loss at one W, and for its derivative.
type lossAt struct {
	Units   *aggregate.Units
	P       *kernel.Projected // the anchors in z
	Own     []int             // the row that each anchor is
	Values  linalg.Matrix     // of the anchors: y or, of classes, their numbers
	Classes bool
}

func (q *lossAt) Kind() string { return "neighbours" }

func (q *lossAt) Plan(n, width int) aggregate.Plan {
	b, m := q.P.V.Rows, q.P.V.Cols
	return aggregate.Plan{Parts: aggregate.Divide(n, width, m*width+(m+1)*b)}
}

func (q *lossAt) Complete() error {
	b := q.P.V.Rows
	return aggregate.Consistent(q.P.W.Rows > 0, q.P.W.Cols == len(q.Units.Mean), len(q.Own) == b, q.Values.Rows == b, q.Values.Cols >= 1, !q.Classes || q.Values.Cols == 1)
}

func (q *lossAt) Zero() aggregate.Partial {
	b := q.P.V.Rows
	s := &loss{
		of: q, total: make([]float64, 1), slope: kernel.NewDerivative(q.P.V, len(q.Units.Mean), pieceRows),
		z: linalg.New(pieceRows, q.P.W.Rows), p: linalg.New(pieceRows, b), a: linalg.New(pieceRows, b),
		columns: q.Values.Transposed(),
	}
	sum, za := s.slope.Sums()
	s.Totals = aggregate.NewTotals(q, aggregate.Vector(s.total), aggregate.Total{Matrix: sum}, aggregate.Total{Matrix: za})
	return s
}

// loss is their sums over rows.
type loss struct {
	aggregate.Totals
	of    *lossAt
	total []float64
	slope *kernel.Derivative

	z, p, a linalg.Matrix // of a piece: z, squared distances and then chances, derivatives
	columns linalg.Matrix // the values of the anchors, a row for each column of y
}

func (s *loss) Add(block aggregate.Block) error {
	from := block.From
	return s.Each(block, s.of.Units, pieceRows, s.of.Values.Cols, func(x, y linalg.Matrix, _ []float64) {
		p, a := s.p.Slice(0, x.Rows), s.a.Slice(0, x.Rows)
		z := s.of.P.Distances(p, s.z, x)
		for i := range x.Rows {
			s.chances(p.Row(i), from+i)
			if s.of.Classes {
				s.total[0] += s.ofClass(a.Row(i), p.Row(i), y.At(i, 0))
			} else {
				s.total[0] += s.ofNumbers(a.Row(i), p.Row(i), y.Row(i))
			}
		}
		from += x.Rows
		s.slope.Add(x, z, a)
	})
}

// chances turns squared distances of a row to the anchors into chances.
func (s *loss) chances(p []float64, row int) {
	nearest := math.Inf(1)
	for l, v := range p {
		if s.of.Own[l] != row {
			nearest = min(nearest, v)
		}
	}
	if math.IsInf(nearest, 1) { // the row is the only anchor
		clear(p)
		return
	}
	for l := range p {
		p[l] = max(0, p[l]-nearest) // of the row itself too
	}
	linalg.Gaussian(p, p, 1)
	var sum float64
	for l, own := range s.of.Own {
		if own == row {
			p[l] = 0
		}
		sum += p[l]
	}
	linalg.ScaleRow(1/sum, p)
}

// ofClass is the chance of another class, 1 - Σ_{j: c_j = c} p_j. It sets a to minus its
// derivative with regard to the squared distances, p_j (p - [c_j = c]), p being the sum.
func (s *loss) ofClass(a, p []float64, class float64) float64 {
	var same float64
	classes := s.columns.Row(0)
	for l, c := range classes {
		if c == class {
			same += p[l]
		}
	}
	for l, c := range classes {
		a[l] = p[l] * same
		if c == class {
			a[l] -= p[l]
		}
	}
	return 1 - same
}

// ofNumbers is |y - ŷ|². It sets a to minus its derivative, -2 p_j (y - ŷ)ᵀ(y_j - ŷ).
func (s *loss) ofNumbers(a, p, y []float64) float64 {
	clear(a)
	var squares, shift float64
	for k, v := range y {
		column := s.columns.Row(k)
		predicted := linalg.Dot(p, column)
		rest := v - predicted
		squares += rest * rest
		shift += rest * predicted
		linalg.Axpy(rest, column, a)
	}
	for l, v := range p {
		a[l] = -2 * v * (a[l] - shift)
	}
	return squares
}
