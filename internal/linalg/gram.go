package linalg

import "fmt"

// gram adds alpha aᵀ a to the upper triangle of a matrix of order n, a having k rows and
// alpha being 1 or -1, so that it rounds nothing.
// Both operands are the same columns, so they are packed once: a tile reads its rows
// from the panels its columns are read from.
type gram struct {
	t     *tiles
	n, k  int
	alpha float64
	a     operand // element (column, row)
	c     []float64
	cs    int
}

// AddGram adds aᵀ a to the upper triangle of c. Symmetrize fills the rest.
func AddGram(c, a Matrix) { addGram(c, 1, a) }

// Gram returns aᵀ a.
func Gram(a Matrix) Matrix {
	c := New(a.Cols, a.Cols)
	AddGram(c, a)
	Symmetrize(c)
	return c
}

// AddGramT adds a aᵀ to the upper triangle of c.
func AddGramT(c, a Matrix) { addGramOf(c, 1, operand{a.Data, a.Stride, 1}, a.Rows, a.Cols) }

func addGram(c Matrix, alpha float64, a Matrix) {
	addGramOf(c, alpha, operand{a.Data, 1, a.Stride}, a.Cols, a.Rows)
}

func addGramOf(c Matrix, alpha float64, a operand, n, k int) {
	if c.Rows != n || c.Cols != n {
		panic(fmt.Sprintf("linalg: gram matrix of order %d into %d by %d", n, c.Rows, c.Cols))
	}
	if n == 0 || k == 0 {
		return
	}
	g := gram{t: activeTiles(), n: n, k: k, alpha: alpha, a: a, c: c.Data, cs: c.Stride}
	p := product{m: g.n, n: g.n, k: g.k, a: g.a, b: g.a, c: g.c, cs: g.cs}
	p.check()
	if g.n*g.n*g.k < gramSerial {
		g.serial(true)
		return
	}
	shared := g // of its own, since what goroutines share is allocated
	shared.run()
}

const (
	gramSerial  = 1 << 23 // multiplications, counted for the whole square, below which one core is faster
	gramRows    = 400     // rows of a part at least
	gramParts   = 16      // parts at most
	gramScratch = 1 << 22 // numbers in all parts at most
)

// run shares a large sum among the cores by the sizes alone: many rows are split into parts, each summed in its
// own triangle; a wide matrix is split into panels of columns.
func (g *gram) run() {
	parts := min(gramParts, g.k/gramRows, 1+gramScratch/(g.n*g.n))
	if parts >= 2 {
		g.sumParts(parts)
	} else {
		g.panels()
	}
}

// serial sums on one core; unless it adds, the triangle is not read.
func (g *gram) serial(add bool) {
	panels := scratch(roundUp(g.n, g.t.cols) * min(g.k, kBlock))
	defer panels.release()
	for k := 0; k < g.k; k += kBlock {
		depth := min(kBlock, g.k-k)
		g.a.part(0, k).pack(panels.data, g.n, depth, g.t.cols, g.t.lanes)
		for i := 0; i < g.n; i += gramBlock * g.t.cols {
			for j := i; j < g.n; j += g.t.cols {
				g.column(panels.data, depth, i, min(i+gramBlock*g.t.cols, g.n, j+g.t.cols), j, add || k > 0)
			}
		}
	}
}

// gramBlock is how many panels of rows meet each panel of columns in turn, so that
// they stay in the second cache.
const gramBlock = 16

// panels sums on all cores, panel by panel of columns, the longest first.
func (g *gram) panels() {
	t := g.t
	shared := scratch(roundUp(g.n, t.cols) * min(g.k, kBlock))
	defer shared.release()
	count := (g.n + t.cols - 1) / t.cols
	for k := 0; k < g.k; k += kBlock {
		depth := min(kBlock, g.k-k)
		Parallel(g.n, 4*t.cols, func(from, to int) {
			g.a.part(from, k).pack(shared.data[from*depth:], to-from, depth, t.cols, t.lanes)
		})
		Parallel(count, 1, func(from, _ int) {
			j := (count - 1 - from) * t.cols
			g.column(shared.data, depth, 0, min(j+t.cols, g.n), j, true)
		})
	}
}

// column adds the rows [from, to) of the panel of columns from j on.
func (g *gram) column(panels []float64, depth, from, to, j int, add bool) {
	t := g.t
	cols := min(t.cols, g.n-j)
	bks := roundUp(cols, t.lanes)
	for i := from; i < to; i += t.rows {
		rows := min(t.rows, g.n-i)
		home := i / t.cols * t.cols // the panel that holds column i
		aks := roundUp(min(t.cols, g.n-home), t.lanes)
		a := panels[home*depth+i-home:]
		if i < j {
			if tile := t.of(rows, cols); tile != nil {
				tile(depth, g.alpha, &a[0], 1, aks, &panels[j*depth], bks, &g.c[i*g.cs+j], g.cs, cols, add)
			} else {
				plainTile(rows, cols, depth, g.alpha, a, 1, aks, panels[j*depth:], bks, g.c[i*g.cs+j:], g.cs, add)
			}
			continue
		}
		g.corner(depth, i, j+cols-i, a, aks, add)
	}
}

// corner adds a tile on the diagonal, of which only the upper triangle may be written.
func (g *gram) corner(depth, i, cols int, a []float64, aks int, add bool) {
	square := scratch(g.t.rows * g.t.cols)
	rows := min(g.t.rows, cols)
	if tile := g.t.of(rows, cols); tile != nil {
		tile(depth, g.alpha, &a[0], 1, aks, &a[0], aks, &square.data[0], g.t.cols, cols, false)
	} else {
		plainTile(rows, cols, depth, g.alpha, a, 1, aks, a, aks, square.data, g.t.cols, false)
	}
	for r := range rows {
		row := g.c[(i+r)*g.cs+i+r : (i+r)*g.cs+i+cols]
		tile := square.data[r*g.t.cols+r : r*g.t.cols+cols]
		if add {
			Axpy(1, tile, row)
		} else {
			copy(row, tile)
		}
	}
	square.release()
}

// sumParts splits the rows into parts, and adds their triangles in order.
func (g *gram) sumParts(count int) {
	depth := roundUp((g.k+count-1)/count, 4)
	count = (g.k + depth - 1) / depth
	size := g.n * g.n
	parts := scratch((count - 1) * size)
	defer parts.release()
	Parallel(g.k, depth, func(from, to int) {
		part := *g
		part.k, part.a = to-from, g.a.part(0, from)
		if from > 0 {
			part.c, part.cs = parts.data[(from/depth-1)*size:][:size], g.n
		}
		part.serial(from == 0)
	})
	Parallel(g.n, 128, func(from, to int) {
		for i := from; i < to; i++ {
			row := g.c[i*g.cs+i : i*g.cs+g.n]
			for part := range count - 1 {
				Axpy(1, parts.data[part*size+i*g.n+i:][:g.n-i], row)
			}
		}
	})
}
