package output

import (
	"math"
	"slices"
	"sync"

	"suffice/internal/sampling"
)

// bags is an output whose kernel is the cosine of sparse vectors φ of features,
// such as how often each substring occurs:
//
//	L(y, y') = φ(y)ᵀ M φ(y') / √( φ(y)ᵀ M φ(y) · φ(y')ᵀ M φ(y') ),
//
// M being the identity unless features may be near each other. Every row has a feature.
type bags struct {
	origin
	kind   Kind
	rows   []bag
	near   *nearness // M; nil means the identity
	own    []float64 // φ(y)ᵀ M φ(y)
	memory sync.Pool // for M φ(y), all 0
}

// bag is the features of a row, in ascending order, and their weights.
type bag struct {
	feature []int32
	weight  []float64
}

// newBags makes an output of rows with the given number of features in all.
func newBags(kind Kind, rows []bag, features int, near *nearness) *bags {
	y := &bags{kind: kind, rows: rows, near: near, own: make([]float64, len(rows))}
	y.memory.New = func() any { u := make([]float64, features); return &u }
	u := y.memory.Get().(*[]float64)
	for i, row := range rows {
		y.spread(*u, row)
		y.own[i] = row.dot(*u)
		y.wipe(*u, row)
	}
	y.memory.Put(u)
	return y
}

// newBag counts the features of a row, which it puts in order.
func newBag(features []int32) bag {
	slices.Sort(features)
	var b bag
	for i, f := range features {
		if i == 0 || f != features[i-1] {
			b.feature, b.weight = append(b.feature, f), append(b.weight, 0)
		}
		b.weight[len(b.weight)-1]++
	}
	return b
}

// dot is φᵀ u.
func (b bag) dot(u []float64) float64 {
	var sum float64
	for k, f := range b.feature {
		sum += b.weight[k] * u[f]
	}
	return sum
}

// spread sets u, which is 0, to M φ.
func (y *bags) spread(u []float64, row bag) {
	for k, f := range row.feature {
		if y.near == nil {
			u[f] = row.weight[k]
			continue
		}
		for at := y.near.start[f]; at < y.near.start[f+1]; at++ {
			u[y.near.feature[at]] += row.weight[k] * y.near.weight[y.near.distance[at]]
		}
	}
}

// wipe sets u, which is M φ, to 0.
func (y *bags) wipe(u []float64, row bag) {
	if y.near != nil {
		clear(u)
		return
	}
	for _, f := range row.feature {
		u[f] = 0
	}
}

func (y *bags) Len() int     { return len(y.rows) }
func (y *bags) Kind() Kind   { return y.kind }
func (y *bags) Signed() bool { return false }
func (y *bags) Check() error { return checkAlike(y) }

func (y *bags) Kernel(dst []float64, from, to int, centres []int) {
	u := y.memory.Get().(*[]float64)
	defer y.memory.Put(u)
	for i := from; i < to; i++ {
		y.spread(*u, y.rows[i])
		out := dst[(i-from)*len(centres):]
		for l, c := range centres {
			out[l] = normal(y.rows[c].dot(*u), y.own[i], y.own[c])
		}
		y.wipe(*u, y.rows[i])
	}
}

// normal is k / √(a b), which is exactly 1 where k = a = b.
func normal(k, a, b float64) float64 {
	if k == 0 {
		return 0
	}
	return min(k/math.Sqrt(a*b), 1)
}

// checkAlike returns ErrConstant where L is 1 between all rows, up to rounding.
func checkAlike(y Kernel) error {
	n := y.Len()
	if n == 0 {
		return ErrConstant
	}
	L := make([]float64, n)
	y.Kernel(L, 0, 1, sampling.All(n))
	if slices.Min(L) < 1-1e-12 {
		return nil
	}
	return ErrConstant
}

// numbering gives numbers to keys, from 0 on, in the order in which they first appear.
type numbering map[string]int32

func (n numbering) of(key []byte) int32 {
	number, seen := n[string(key)]
	if !seen {
		number = int32(len(n))
		n[string(key)] = number
	}
	return number
}
