package linalg

import "fmt"

// The blocks of a product: a panel of B of depth kBlock stays in the first cache
// while a block of A, mBlock rows of it, comes from the second.
const (
	kBlock = 256
	mBlock = 256
	nBlock = 3072
	kSpan  = 4 * kBlock
	pieces = 8 // into which a product is cut for the cores, if it is large enough
)

// serialWork is the number of multiplications below which a product is not worth
// the start of a goroutine.
const serialWork = 1 << 21

// product is c = alpha a b, or c += alpha a b, of an m by k and a k by n matrix.
type product struct {
	t       *tiles
	m, n, k int
	alpha   float64
	a, b    operand
	c       []float64
	cs      int
	add     bool
}

func multiply(alpha float64, a, b operand, c Matrix, k int, add bool) {
	p := product{t: activeTiles(), m: c.Rows, n: c.Cols, k: k, alpha: alpha, a: a, b: b, c: c.Data, cs: c.Stride, add: add}
	p.check()
	switch {
	case p.m == 0 || p.n == 0:
	case p.k == 0:
		if !p.add {
			c.Zero()
		}
	case p.m*p.n*p.k < serialWork:
		p.serial()
	default:
		shared := p // of its own, since what goroutines share is allocated
		shared.run()
	}
}

// check panics if a slice is too short for its matrix, since assembly would not.
func (p *product) check() {
	reach := func(name string, length, i, is, k, ks int) {
		if need := (i-1)*is + (k-1)*ks; i > 0 && k > 0 && need >= length || is < 0 || ks < 0 {
			panic(fmt.Sprintf("linalg: matrix %s has %d numbers, needs %d", name, length, need+1))
		}
	}
	reach("a", len(p.a.data), p.m, p.a.is, p.k, p.a.ks)
	reach("b", len(p.b.data), p.n, p.b.is, p.k, p.b.ks)
	reach("c", len(p.c), p.m, p.cs, p.n, 1)
}

// run chooses how to cut a large product up. The choice, and so the order of every sum,
// depends on the sizes alone.
func (p *product) run() {
	switch {
	case p.k >= 2048 && p.k >= 4*max(p.m, p.n):
		p.sumParts()
	case p.direct() || p.n <= 2*p.t.cols && p.m >= 256: // there is little of B to pack
		p.cut(p.serialPiece)
	default:
		p.blocked()
	}
}

// cut splits the result into fixed pieces, by rows where they suffice, else by
// columns too, and calls work for each on all cores.
func (p *product) cut(work func(i, iEnd, j, jEnd int)) {
	rows := min(mBlock, roundUp((p.m+3)/4, p.t.rows)) // high, so that a panel of B is used often
	rowPieces := (p.m + rows - 1) / rows
	columnPieces := (pieces + rowPieces - 1) / rowPieces
	columns := roundUp((p.n+columnPieces-1)/columnPieces, p.t.cols)
	columnPieces = (p.n + columns - 1) / columns
	Parallel(rowPieces*columnPieces, 1, func(from, _ int) {
		i, j := from%rowPieces*rows, from/rowPieces*columns
		work(i, min(i+rows, p.m), j, min(j+columns, p.n))
	})
}

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// direct says that packing B would cost as much as it saves: it is used by few rows,
// or is so shallow that reading it in place is as good.
func (p *product) direct() bool {
	return p.b.is == 1 && (p.m <= 2*p.t.rows || p.k <= 32)
}

// packA says that packing A pays: each element of it is used many times, and those of
// one k are not in rows that are read along anyway.
func (p *product) packA() bool { return p.n > 2*p.t.cols && p.a.ks != 1 }

// serialPiece computes a piece of the result on one core.
func (p *product) serialPiece(i, iEnd, j, jEnd int) {
	q := *p
	q.m, q.n = iEnd-i, jEnd-j
	q.a, q.b, q.c = p.a.part(i, 0), p.b.part(j, 0), p.c[i*p.cs+j:]
	q.serial()
}

// serial computes the product on one core.
func (p *product) serial() {
	t := p.t
	direct := p.direct()
	packB := !direct
	packA := !direct && p.packA()
	var bufferA, bufferB *buffer
	if packA {
		bufferA = scratch(roundUp(min(p.m, mBlock), t.rows) * kBlock)
		defer bufferA.release()
	}
	if packB {
		bufferB = scratch(roundUp(min(p.n, nBlock), t.cols) * kBlock)
		defer bufferB.release()
	}
	for j := 0; j < p.n; j += nBlock {
		n := min(nBlock, p.n-j)
		for k := 0; k < p.k; k += kBlock {
			depth, add := min(kBlock, p.k-k), p.add || k > 0
			b := side{operand: p.b.part(j, k)}
			if packB {
				b.pack(bufferB.data, n, depth, t.cols, t.lanes)
				b = packed(bufferB.data, depth)
			}
			for i := 0; i < p.m; i += mBlock {
				m := min(mBlock, p.m-i)
				a := side{operand: p.a.part(i, k)}
				if packA {
					a.pack(bufferA.data, m, depth, t.rows, t.rows)
					a = packed(bufferA.data, depth)
				}
				t.block(m, n, depth, p.alpha, a, b, p.c[i*p.cs+j:], p.cs, add)
			}
		}
	}
}

// blocked computes the product with B packed once for all cores: kSpan of its rows at
// a time, so that they seldom wait for each other.
func (p *product) blocked() {
	t := p.t
	wide := roundUp(min(p.n, nBlock), t.cols)
	shared := scratch(wide * min(p.k, kSpan))
	defer shared.release()
	for j := 0; j < p.n; j += nBlock {
		n := min(nBlock, p.n-j)
		for k := 0; k < p.k; k += kSpan {
			span := min(kSpan, p.k-k)
			columns := 8 * t.cols
			chunks := (n + columns - 1) / columns
			Parallel(chunks*((span+kBlock-1)/kBlock), 1, func(piece, _ int) {
				from, l := piece%chunks*columns, piece/chunks*kBlock
				depth := min(kBlock, span-l)
				p.b.part(j+from, k+l).pack(shared.data[wide*l+from*depth:], min(columns, n-from), depth, t.cols, t.lanes)
			})
			q := product{t: t, m: p.m, n: n}
			q.cut(func(i, iEnd, jj, jEnd int) {
				var own *buffer
				if p.packA() {
					own = scratch(mBlock * kBlock)
					defer own.release()
				}
				for l := 0; l < span; l += kBlock {
					depth, a := min(kBlock, span-l), side{operand: p.a.part(i, k+l)}
					if own != nil {
						a.pack(own.data, iEnd-i, depth, t.rows, t.rows)
						a = packed(own.data, depth)
					}
					t.block(iEnd-i, jEnd-jj, depth, p.alpha, a, packed(shared.data[wide*l+jj*depth:], depth),
						p.c[i*p.cs+j+jj:], p.cs, p.add || k+l > 0)
				}
			})
		}
	}
}

// sumParts cuts a deep product with a small result along k, and adds the parts in
// their order.
func (p *product) sumParts() {
	count := min(2*pieces, p.k/1024)
	depth := roundUp((p.k+count-1)/count, 8)
	count = (p.k + depth - 1) / depth
	size := p.m * p.n
	parts := scratch(count * size)
	defer parts.release()
	Parallel(p.k, depth, func(from, to int) {
		q := *p
		q.k, q.a, q.b = to-from, p.a.part(0, from), p.b.part(0, from)
		q.c, q.cs, q.add = parts.data[from/depth*size:][:size], p.n, false
		q.serial()
	})
	for i := range p.m {
		row := p.c[i*p.cs : i*p.cs+p.n]
		if !p.add {
			clear(row)
		}
		for part := range count {
			Axpy(1, parts.data[part*size+i*p.n:][:p.n], row)
		}
	}
}

// side is an operand of a block, packed into panels of the given depth or, where
// that is 0, in place.
type side struct {
	operand
	depth int
}

func packed(data []float64, depth int) side { return side{operand{data: data}, depth} }

// block multiplies an m by k with a k by n block, tile by tile. A panel of B meets
// all of A before the next one.
func (t *tiles) block(m, n, k int, alpha float64, a, b side, c []float64, cs int, add bool) {
	ars, aks, aPanel := a.is, a.ks, a.is
	if a.depth > 0 {
		ars, aks, aPanel = 1, t.rows, a.depth
	}
	for j := 0; j < n; j += t.cols {
		cols := min(t.cols, n-j)
		bks, bPanel := b.ks, 1
		if b.depth > 0 {
			bks, bPanel = roundUp(cols, t.lanes), b.depth
		}
		bj := b.data[j*bPanel:]
		for i := 0; i < m; i += t.rows {
			rows := min(t.rows, m-i)
			if tile := t.of(rows, cols); tile != nil {
				tile(k, alpha, &a.data[i*aPanel], ars, aks, &bj[0], bks, &c[i*cs+j], cs, cols, add)
			} else {
				plainTile(rows, cols, k, alpha, a.data[i*aPanel:], ars, aks, bj, bks, c[i*cs+j:], cs, add)
			}
		}
	}
}
