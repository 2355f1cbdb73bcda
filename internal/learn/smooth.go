package learn

import (
	"errors"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// Curves through points: the mean of y along x by local linear
// regression, and how sure it is.
//
// A line is fitted about each place to the share of the rows that is nearest, nearer rows
// counting more (the tricube weights of Cleveland, 1979). The share is the one with the
// least error of predicting each row from the others. Rows are first gathered in groups
// along x, so that a million of them take no longer than some hundreds.

// Curve is the mean of y along x. In gaps, where there are no rows, it is NaN.
type Curve struct {
	X         []float64
	Mean      []float64
	Low, High []float64 // a 95% interval of the mean at each place
	R2        float64   // the share of the variance of y that the curve tells, of rows left out one by one
}

const (
	mostNodes = 400
	places    = 101 // of a curve
	leastRows = 25  // fewer would follow noise, and heaps of rows that are alike
	widestGap = .08 // of the range, to the nearest row of a place that has a mean
	quantile  = 1.959963984540054
)

// shares of the rows that are tried, of at least leastRows.
var shares = []float64{.02, .035, .05, .08, .12, .18, .27, .4, .6}

// Smooth is the curve of y along x between two values of x.
func Smooth(x, y []float64, from, to float64) (*Curve, error) {
	rows := inside(x, from, to)
	s, err := newSmoother(x, rows, 1, func(i int, add func(column int, v float64)) { add(0, y[i]) })
	if err != nil {
		return nil, err
	}
	share, least := s.choose()
	variance := s.variances(share)
	c := &Curve{X: s.grid(), R2: 1 - least/s.spread()}
	if s.spread() == 0 {
		c.R2 = 0
	}
	for _, at := range c.X {
		mean, scatter := 0., 0.
		s.weigh(at, share, func(node int, weight float64) {
			mean += weight * s.sums[node]
			scatter += weight * weight * s.count[node] * variance[node]
		})
		half := quantile * math.Sqrt(scatter)
		if s.gap(at) {
			mean = math.NaN()
		}
		c.Mean, c.Low, c.High = append(c.Mean, mean), append(c.Low, mean-half), append(c.High, mean+half)
	}
	return c, nil
}

// SmoothShares are the shares of classes along x between two values of it: share[k] is that of
// class k at each place, and they sum to 1.
func SmoothShares(x []float64, class []int, classes int, from, to float64) (at []float64, share [][]float64, err error) {
	rows := inside(x, from, to)
	s, err := newSmoother(x, rows, classes, func(i int, add func(column int, v float64)) { add(class[i], 1) })
	if err != nil {
		return nil, nil, err
	}
	span, _ := s.choose()
	at, share = s.grid(), make([][]float64, classes)
	for _, place := range at {
		means := make([]float64, classes)
		s.weigh(place, span, func(node int, weight float64) {
			for k := range means {
				means[k] += weight * s.sums[node*classes+k]
			}
		})
		var total float64
		for k := range means { // a line may leave what a share can be
			means[k] = math.Max(0, means[k])
			total += means[k]
		}
		for k := range means {
			share[k] = append(share[k], means[k]/total)
		}
	}
	return at, share, nil
}

// inside are the rows between two values of x, by x.
func inside(x []float64, from, to float64) []int {
	return slices.DeleteFunc(sampling.Ascending(x), func(i int) bool { return !(x[i] >= from && x[i] <= to) })
}

// smoother has rows gathered in nodes along x.
type smoother struct {
	columns int
	x       []float64 // means of the nodes
	count   []float64 // rows of each
	sums    []float64 // of each column of y, node by node
	squares []float64
	total   float64
}

var errTooFew = errors.New("there are too few different values for a curve")

// newSmoother gathers rows, which are in the order of x: those of one value, or those of one
// of mostNodes parts of the range where there are more of them.
func newSmoother(x []float64, rows []int, columns int, each func(i int, add func(column int, v float64))) (*smoother, error) {
	s := &smoother{columns: columns, total: float64(len(rows))}
	if len(rows) < 5 {
		return nil, errTooFew
	}
	from, to := x[rows[0]], x[rows[len(rows)-1]]
	part := func(v float64) float64 { return v }
	if len(rows) > mostNodes {
		part = func(v float64) float64 { return math.Min(mostNodes-1, math.Floor((v-from)/(to-from)*mostNodes)) }
	}
	for k, i := range rows {
		if k == 0 || part(x[i]) != part(x[rows[k-1]]) {
			s.x, s.count = append(s.x, 0), append(s.count, 0)
			s.sums, s.squares = append(s.sums, make([]float64, columns)...), append(s.squares, make([]float64, columns)...)
		}
		node := len(s.x) - 1
		s.count[node]++
		s.x[node] += (x[i] - s.x[node]) / s.count[node]
		each(i, func(column int, v float64) {
			s.sums[node*columns+column] += v
			s.squares[node*columns+column] += v * v
		})
	}
	if len(s.x) < 4 {
		return nil, errTooFew
	}
	return s, nil
}

// grid are the places of a curve.
func (s *smoother) grid() []float64 {
	first, last := s.x[0], s.x[len(s.x)-1]
	at := make([]float64, places)
	for k := range at {
		at[k] = first + (last-first)*float64(k)/(places-1)
	}
	return at
}

// reach is the least distance from a place within which a share of the rows is, and three
// nodes at least.
func (s *smoother) reach(at, share float64) float64 {
	right, _ := slices.BinarySearch(s.x, at)
	left, nodes := right-1, 0
	var rows, far float64
	for rows < share*s.total || nodes < 3 {
		switch {
		case left < 0 && right >= len(s.x):
			return far * 1.001
		case right >= len(s.x) || left >= 0 && at-s.x[left] <= s.x[right]-at:
			far, rows = at-s.x[left], rows+s.count[left]
			left--
		default:
			far, rows = s.x[right]-at, rows+s.count[right]
			right++
		}
		nodes++
	}
	return far * 1.001 // the last of them counts a little
}

// gap reports whether a place is far from all rows.
func (s *smoother) gap(at float64) bool {
	next, _ := slices.BinarySearch(s.x, at)
	far := math.Inf(1)
	for _, j := range []int{next - 1, next} {
		if j >= 0 && j < len(s.x) {
			far = math.Min(far, math.Abs(s.x[j]-at))
		}
	}
	return far > widestGap*(s.x[len(s.x)-1]-s.x[0])
}

// weigh visits the nodes near a place with the weight l of each of their rows: the line
// about the place has the height Σ l y there.
func (s *smoother) weigh(at, share float64, visit func(node int, weight float64)) {
	h := s.reach(at, share)
	first, _ := slices.BinarySearch(s.x, at-h)
	last, _ := slices.BinarySearch(s.x, at+h)
	var s0, s1, s2 float64
	for j := first; j < last; j++ {
		d := s.x[j] - at
		w := tricube(d/h) * s.count[j]
		s0, s1, s2 = s0+w, s1+w*d, s2+w*d*d
	}
	flat := s0*s2-s1*s1 <= 1e-9*s0*s0*h*h
	for j := first; j < last; j++ {
		d := s.x[j] - at
		if weight := tricube(d / h); flat {
			visit(j, weight/s0)
		} else {
			visit(j, weight*(s2-d*s1)/(s0*s2-s1*s1))
		}
	}
}

func tricube(u float64) float64 {
	u = math.Abs(u)
	if u >= 1 {
		return 0
	}
	v := 1 - u*u*u
	return v * v * v
}

// choose is the share of the rows with the least squared error of rows left out one by one,
// and that error. A larger one would be smoother, but its band would miss bends.
func (s *smoother) choose() (best, least float64) {
	best, least = 1, linalg.Sum(s.leftOut(1))
	for _, share := range shares {
		if share*s.total < leastRows {
			continue
		}
		if err := linalg.Sum(s.leftOut(share)); err < least {
			best, least = share, err
		}
	}
	return best, least
}

// leftOut are the squared errors of the rows of each node, each predicted from all others:
// (y - ŷ) / (1 - l), with l the row's own weight.
func (s *smoother) leftOut(share float64) []float64 {
	errs := make([]float64, len(s.x))
	means := make([]float64, s.columns)
	for j, at := range s.x {
		clear(means)
		own := 0.
		s.weigh(at, share, func(node int, weight float64) {
			for k := range means {
				means[k] += weight * s.sums[node*s.columns+k]
			}
			if node == j {
				own = weight
			}
		})
		for k, mean := range means {
			total, square := s.sums[j*s.columns+k], s.squares[j*s.columns+k]
			errs[j] += math.Max(0, square-2*mean*total+s.count[j]*mean*mean)
		}
		rest := math.Max(1-own, 1e-3)
		errs[j] /= rest * rest
	}
	return errs
}

// variances of y about the curve at each node: the mean of the squared errors of rows left
// out, of the third of the rows that is nearest, at least.
func (s *smoother) variances(share float64) []float64 {
	errs := s.leftOut(share)
	out := make([]float64, len(s.x))
	for j, at := range s.x {
		h := s.reach(at, math.Max(share, 1./3))
		var total, rows float64
		for i, e := range errs {
			w := tricube((s.x[i] - at) / h)
			total, rows = total+w*e, rows+w*s.count[i]
		}
		out[j] = total / rows
	}
	return out
}

// spread is the squared error of the mean of each column, of rows left out one by one.
func (s *smoother) spread() float64 {
	var all float64
	for k := range s.columns {
		var total, square float64
		for j := range s.x {
			total, square = total+s.sums[j*s.columns+k], square+s.squares[j*s.columns+k]
		}
		all += math.Max(0, square-total*total/s.total)
	}
	rest := s.total / (s.total - 1)
	return all * rest * rest
}
