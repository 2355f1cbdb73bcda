package penalized

import (
	"context"
	"math"
	"slices"

	"suffice/internal/linalg"
)

// PLS is a solution of partial least squares on some of the inputs.
type PLS struct {
	Inputs  []int
	Weights linalg.Matrix // k x inputs: z of variance 1, uncorrelated
	Targets linalg.Matrix // k x h: the functions of the output are predicted by zᵀ Targets
}

// PLS finds k components of the given inputs, by SIMPLS of de Jong (1993): each is the
// combination of largest covariance with the functions of the output, uncorrelated with those
// before. There may be fewer where nothing is left.
func (p *Problem) PLS(inputs []int, k int) (PLS, error) {
	p.need(inputs)
	d := len(inputs)
	sigma, left := linalg.New(d, d), linalg.New(d, p.U.Cols)
	for a, j := range inputs {
		for b, i := range inputs {
			sigma.Set(a, b, p.columns[j][i])
		}
		copy(left.Row(a), p.U.Row(j))
	}
	whole := left.Clone()
	out := PLS{Inputs: inputs, Weights: linalg.New(0, d), Targets: linalg.New(0, left.Cols)}
	seen := linalg.New(0, d) // what is left is orthogonal to these
	for range k {
		r, err := leadingColumn(left)
		if err != nil || r == nil {
			return out, err
		}
		loading := make([]float64, d)
		for a := range d {
			loading[a] = linalg.Dot(sigma.Row(a), r)
		}
		deviation := math.Sqrt(max(0, linalg.Dot(r, loading)))
		if !(deviation > smallest*math.Sqrt(linalg.Dot(loading, loading))) {
			return out, nil
		}
		linalg.Divide(r, deviation)
		linalg.Divide(loading, deviation)
		for range 2 { // twice, against rounding
			for i := range seen.Rows {
				linalg.Axpy(-linalg.Dot(seen.Row(i), loading), seen.Row(i), loading)
			}
		}
		length := math.Sqrt(linalg.Dot(loading, loading))
		if !(length > 0) {
			return out, nil
		}
		linalg.Divide(loading, length)
		deflate(left, loading)
		target := make([]float64, whole.Cols)
		for a, w := range r {
			linalg.Axpy(w, whole.Row(a), target)
		}
		seen, out.Weights, out.Targets = appended(seen, loading), appended(out.Weights, r), appended(out.Targets, target)
	}
	return out, nil
}

// smallest is the size below which, beside that of others, a number is rounding.
const smallest = 1e-10

// leadingColumn is the unit vector u with the longest uᵀa, or nil where a is 0.
func leadingColumn(a linalg.Matrix) ([]float64, error) {
	values, right, err := linalg.Leading(linalg.Gram(a), 1)
	if err != nil || !(values[0] > 0) {
		return nil, err
	}
	u := make([]float64, a.Rows)
	for i := range u {
		u[i] = linalg.Dot(a.Row(i), right.Row(0))
	}
	length := math.Sqrt(linalg.Dot(u, u))
	if !(length > 0) {
		return nil, nil
	}
	linalg.Divide(u, length)
	return u, nil
}

// deflate takes what lies along the unit vector v away from the columns of a.
func deflate(a linalg.Matrix, v []float64) {
	along := make([]float64, a.Cols)
	for i, w := range v {
		linalg.Axpy(w, a.Row(i), along)
	}
	for i, w := range v {
		linalg.Axpy(-w, along, a.Row(i))
	}
}

// appended is a with one more row.
func appended(a linalg.Matrix, row []float64) linalg.Matrix {
	return linalg.Of(a.Rows+1, a.Cols, append(a.Data, row...))
}

// B is the components on all d inputs, d x k.
func (s PLS) B(d int) linalg.Matrix {
	b := linalg.New(d, s.Weights.Rows)
	for a, j := range s.Inputs {
		for k := range s.Weights.Rows {
			b.Set(j, k, s.Weights.At(k, a))
		}
	}
	return b
}

// SparsePLS selects inputs as Chun and Keleş (2010) do: at each of k steps those whose weight
// in the direction of largest covariance with what is left of the output is more than a share
// of the largest, beside those selected before; then partial least squares on these. It
// selects at least as many inputs as components.
func (p *Problem) SparsePLS(k int, share float64) (PLS, error) {
	var found PLS
	left := p.U
	for step := 1; step <= k; step++ {
		direction, err := leadingColumn(left)
		if err != nil {
			return found, err
		}
		inputs := above(direction, share, found.Inputs, step)
		if found, err = p.PLS(inputs, step); err != nil {
			return found, err
		}
		left = p.left(linalg.Times(found.B(p.U.Rows), found.Targets), p.U, 0).Transposed()
	}
	return found, nil
}

// above lists, in order, the given inputs and those whose weight is more than a share of the
// largest, but at least so many.
func above(weights []float64, share float64, given []int, least int) []int {
	limit := share * linalg.Largest(weights)
	inputs := slices.Clone(given)
	for j, w := range weights {
		if math.Abs(w) > limit {
			inputs = append(inputs, j)
		}
	}
	slices.Sort(inputs)
	inputs = slices.Compact(inputs)
	for len(inputs) < min(least, len(weights)) {
		next := -1
		for j, w := range weights {
			if !slices.Contains(inputs, j) && (next < 0 || math.Abs(w) > math.Abs(weights[next])) {
				next = j
			}
		}
		inputs = append(inputs, next)
		slices.Sort(inputs)
	}
	return inputs
}

// ChoosePLS finds the share by cross-validation, as [Table.Choose] finds its penalty.
func (t *Table) ChoosePLS(ctx context.Context, rank int, shares []float64, most int, errors float64) (found PLS, share float64, err error) {
	whole := t.Without(-1)
	grid := make([]candidate, len(shares))
	solve := func(p *Problem, visit func(i int, s PLS)) error {
		for i, share := range shares {
			if err := ctx.Err(); err != nil {
				return err
			}
			s, err := p.SparsePLS(rank, share)
			if err != nil {
				return err
			}
			if len(s.Inputs) > most && i > 0 {
				return nil
			}
			if s.Weights.Rows == rank {
				visit(i, s)
			}
		}
		return nil
	}
	solutions := make([]PLS, len(shares))
	err = solve(whole, func(i int, s PLS) {
		solutions[i], grid[i] = s, candidate{inputs: len(s.Inputs), losses: make([]float64, t.X.Cols)}
	})
	if err != nil {
		return found, 0, err
	}
	for k := range t.Folds {
		p := t.Without(k)
		err := solve(p, func(i int, s PLS) {
			if grid[i].losses != nil {
				p.leftOut(s.B(t.X.Rows), s.Targets.Transposed(), grid[i].losses)
				grid[i].folds++
			}
		})
		if err != nil {
			return found, 0, err
		}
	}
	at := t.pick(grid, errors)
	if at < 0 {
		at = slices.IndexFunc(grid, func(c candidate) bool { return c.losses != nil })
	}
	if at < 0 {
		return found, 0, errNoRank
	}
	return solutions[at], shares[at], nil
}
