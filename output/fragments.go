package output

import (
	"fmt"
	"sync"
)

// fragments is trees compared by the fragments that they share, without listing these:
// the sum over the nodes s of the one and t of the other of the weight of the common
// fragments that begin there,
//
//	C(s, t) = λ Π_j (1 + C(s_j, t_j))   where s and t have the same production, else 0,
//
// over their children s_j and t_j, a leaf having C = 0. Equal subtrees of a tree are
// taken once, and counted. (Collins and Duffy 2001, section 3.)
type fragments struct {
	origin
	rows   []fragmentRow
	decay  float64
	own    []float64
	memory sync.Pool
}

// fragmentRow is the distinct subtrees of a tree that are no leaves, children first.
type fragmentRow struct {
	production []int32
	count      []float64
	start      []int32 // where the children of each begin in child
	child      []int32 // their places in the row, -1 for a leaf
	order      []int32 // the subtrees by production
	rank       []int32 // of each among those of its production
}

// fragmentMemory is what comparing a tree with others takes.
type fragmentMemory struct {
	from, to []int32   // by production: its part of the order of the one tree
	at       []int     // by subtree t of the other: where its C begin
	c        []float64 // C of the pairs with the same production
}

// mostFragments is what the kernel of a tree with itself may be, so that products of two
// are finite.
const mostFragments = 1e150

func newFragments(rows []fragmentRow, productions int, decay float64) (Kernel, error) {
	y := &fragments{rows: rows, decay: decay, own: make([]float64, len(rows))}
	y.memory.New = func() any {
		return &fragmentMemory{from: make([]int32, productions), to: make([]int32, productions)}
	}
	m := y.memory.Get().(*fragmentMemory)
	for i := range rows {
		m.open(&rows[i])
		y.own[i] = y.sum(m, &rows[i], &rows[i])
		m.shut(&rows[i])
		if !(y.own[i] <= mostFragments) {
			return nil, fmt.Errorf("row %d: the tree has too many fragments to count; choose a smaller Decay, or Whole subtrees", i+1)
		}
	}
	y.memory.Put(m)
	return y, nil
}

// open notes where the productions of a row are.
func (m *fragmentMemory) open(row *fragmentRow) {
	for k, s := range row.order {
		p := row.production[s]
		if row.rank[s] == 0 {
			m.from[p] = int32(k)
		}
		m.to[p] = int32(k + 1)
	}
}

func (m *fragmentMemory) shut(row *fragmentRow) {
	for _, p := range row.production {
		m.from[p], m.to[p] = 0, 0
	}
}

// sum is Σ C(s, t) over the nodes s of the row that m is open for and t of the other.
func (y *fragments) sum(m *fragmentMemory, row, other *fragmentRow) float64 {
	m.at, m.c = m.at[:0], m.c[:0]
	var sum float64
	for t, p := range other.production {
		m.at = append(m.at, len(m.c))
		children := other.child[other.start[t]:other.start[t+1]]
		for _, s := range row.order[m.from[p]:m.to[p]] {
			c := y.decay
			for j, sj := range row.child[row.start[s]:row.start[s+1]] {
				if tj := children[j]; sj >= 0 && tj >= 0 && row.production[sj] == other.production[tj] {
					c *= 1 + m.c[m.at[tj]+int(row.rank[sj])]
				}
			}
			m.c = append(m.c, c)
			sum += row.count[s] * other.count[t] * c
		}
	}
	return sum
}

func (y *fragments) Len() int     { return len(y.rows) }
func (y *fragments) Kind() Kind   { return KindTree }
func (y *fragments) Signed() bool { return false }
func (y *fragments) Check() error { return checkAlike(y) }

func (y *fragments) Kernel(dst []float64, from, to int, centres []int) {
	m := y.memory.Get().(*fragmentMemory)
	defer y.memory.Put(m)
	for i := from; i < to; i++ {
		m.open(&y.rows[i])
		out := dst[(i-from)*len(centres):]
		for l, c := range centres {
			out[l] = normal(y.sum(m, &y.rows[i], &y.rows[c]), y.own[i], y.own[c])
		}
		m.shut(&y.rows[i])
	}
}
