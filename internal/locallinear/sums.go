package locallinear

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
)

// Windows are what belongs to each anchor: a row z has the weight
// exp(-|B(z - a_j)|² / h_j) in the window of anchor j.
type Windows struct {
	B       linalg.Matrix // orthonormal rows
	Anchors linalg.Matrix // a_j, a row each
	Widths  []float64     // h_j
}

// Table is rows in white coordinates z = T x, with functions of y.
type Table struct {
	X *aggregate.Standard
	T linalg.Matrix // none where the rows are z themselves
	F aggregate.Aligned
}

// dimensions is the number of coordinates of rows of the given width.
func dimensions(t linalg.Matrix, width int) int {
	if t.Rows > 0 {
		return t.Rows
	}
	return width
}

// sums takes those of the windows over all rows.
func (t *Table) sums(ctx context.Context, w Windows) (*sums, error) {
	return aggregate.Sum[*sums](ctx, t.X.Source, &sumsOf{t.X.Units(), t.T, w, t.F.Width()}, t.F)
}

// sumsOf asks for the sums of w [1 z]ᵀ[1 z f] in each window.
type sumsOf struct {
	Units   *aggregate.Units
	T       linalg.Matrix
	Windows Windows
	Outputs int
}

func (q *sumsOf) Kind() string { return "local lines" }

func (q *sumsOf) Weighs() bool { return true }

func (q *sumsOf) Complete() error {
	w, d := q.Windows, len(q.Units.Mean)
	p := dimensions(q.T, d)
	return aggregate.Consistent(q.T.Rows == 0 || q.T.Cols == d, w.B.Rows >= 1, w.B.Cols == p, w.Anchors.Rows >= 1, w.Anchors.Cols == p, len(w.Widths) == w.Anchors.Rows, q.Outputs >= 1)
}

func (q *sumsOf) Plan(n, width int) aggregate.Plan {
	p := dimensions(q.T, width)
	return aggregate.Plan{Parts: aggregate.Divide(n, width, q.Windows.Anchors.Rows*(p+1)*(p+1+q.Outputs))}
}

// pieceRows is how many rows are taken at a time: they stay in the cache while the windows
// take from them.
const pieceRows = 192

// negligible is the power of e below which a weight counts as 0.
const negligible = 30

func (q *sumsOf) Zero() aggregate.Partial {
	w := q.Windows
	p := w.Anchors.Cols
	s := &sums{
		of: q, all: withoutGaps(w.Anchors.Rows*(p+1), p+1+q.Outputs), at: linalg.TimesT(w.Anchors, w.B),
		row: linalg.Borrow(pieceRows, p+1+q.Outputs), near: linalg.Borrow(pieceRows, p+1+q.Outputs),
		weighted: linalg.Borrow(pieceRows, p+1), z: linalg.Borrow(pieceRows, p), v: linalg.Borrow(w.B.Rows, pieceRows),
	}
	s.Totals = aggregate.NewTotals(q, aggregate.Total{Matrix: s.all})
	return s
}

// withoutGaps is zeros in memory that [linalg.Return] takes back, so that they are few
// pieces to add up.
func withoutGaps(r, c int) linalg.Matrix {
	a := linalg.Of(r, c, linalg.Borrow(1, r*c).Data[:r*c])
	a.Zero()
	return a
}

// sums are those of the windows, one below the other.
type sums struct {
	aggregate.Totals
	of  *sumsOf
	all linalg.Matrix
	at  linalg.Matrix // B a_j

	row      linalg.Matrix // [1 z f] of a piece,
	z        linalg.Matrix // z alone,
	v        linalg.Matrix // and (B z)ᵀ
	near     linalg.Matrix // [1 z f] of those within a window
	weighted linalg.Matrix // w [1 z]

	weights [pieceRows]float64 // and distances before
}

// window is the sums of window j.
func (s *sums) window(j int) linalg.Matrix {
	p := s.of.Windows.Anchors.Cols
	return s.all.Slice(j*(p+1), (j+1)*(p+1))
}

// Release gives the memory back.
func (s *sums) Release() {
	s.Totals.Release()
	linalg.Return(s.row, s.near, s.weighted, s.z, s.v)
}

func (s *sums) Add(block aggregate.Block) error {
	return s.Each(block, s.of.Units, pieceRows, s.of.Outputs, s.add)
}

func (s *sums) add(x, f linalg.Matrix, by []float64) {
	z := x
	if s.of.T.Rows > 0 {
		z = s.z.Slice(0, x.Rows)
		linalg.MulT(z, x, s.of.T)
	}
	row := s.row.Slice(0, x.Rows)
	for i := range row.Rows {
		to := row.Row(i)
		to[0] = 1
		copy(to[1:], z.Row(i))
		copy(to[1+z.Cols:], f.Row(i))
	}
	v := s.v.Columns(0, x.Rows)
	linalg.MulT(v, s.of.Windows.B, z)
	for j := range s.at.Rows {
		s.addWindow(j, v, row, by)
	}
}

// addWindow adds the rows within window j. Where they are most of the piece, so are the
// others, whose weights are next to nothing. What rows have by themselves multiplies these.
func (s *sums) addWindow(j int, v, row linalg.Matrix, by []float64) {
	weights, h := s.weights[:row.Rows], s.of.Windows.Widths[j]
	linalg.Squares(weights, s.at.Row(j), v)
	switch count := within(weights, negligible*h); {
	case count == 0:
		return
	case 2*count <= row.Rows:
		by = nearby(by, weights, negligible*h)
		row = s.take(row, weights, negligible*h)
		weights = weights[:count]
	}
	linalg.Gaussian(weights, weights, 1/h)
	for k, w := range by {
		weights[k] *= w
	}
	p := s.weighted.Cols
	for k, w := range weights {
		to, from := s.weighted.Data[k*s.weighted.Stride:][:p], row.Data[k*row.Stride:][:p]
		for i, v := range from {
			to[i] = w * v
		}
	}
	linalg.AddTMul(s.window(j), 1, s.weighted.Slice(0, row.Rows), row)
}

// nearby are the weights of rows up to a distance, if they have any.
func nearby(by, distances []float64, limit float64) []float64 {
	var kept []float64
	for i, w := range by {
		if distances[i] <= limit {
			kept = append(kept, w)
		}
	}
	return kept
}

// take copies the rows up to a distance, and moves their distances to the front.
func (s *sums) take(row linalg.Matrix, distances []float64, limit float64) linalg.Matrix {
	count := 0
	for i, d := range distances {
		if d <= limit {
			copy(s.near.Row(count), row.Row(i))
			distances[count] = d
			count++
		}
	}
	return s.near.Slice(0, count)
}

// centre moves the origin of the sums of window j to its anchor: they become those of
// w [1 z-a]ᵀ[1 z-a f].
func (s *sums) centre(j int) linalg.Matrix {
	a, m := s.of.Windows.Anchors.Row(j), s.window(j)
	for k, v := range a {
		linalg.Axpy(-v, m.Row(0), m.Row(k+1))
	}
	for k := range m.Rows {
		row := m.Row(k)
		linalg.Axpy(-row[0], a, row[1:1+len(a)])
	}
	return m
}
