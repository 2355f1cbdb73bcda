package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// tileVectors is how many vectors wide a full tile of C is. With tileRows of them
// high, its sums fill the registers but for one row of B and a few elements of A.
const tileVectors = 3

// tiles writes the products of every size of tile: rows 1 to tileRows, columns in 1
// to tileVectors vectors of which the last may be part full, and for the full height
// also with all columns there, which saves the masks in the loop.
func tiles(s isa) {
	for rows := 1; rows <= s.tileRows(); rows++ {
		for vectors := 1; vectors <= tileVectors; vectors++ {
			tile(s, rows, vectors, false)
		}
	}
	for vectors := 1; vectors <= tileVectors; vectors++ {
		tile(s, s.tileRows(), vectors, true)
	}
}

func tile(s isa, rows, vectors int, full bool) {
	kind := "Part"
	if full {
		kind = "Full"
	}
	// What it does is said once, by the type tileFunc.
	TEXT(fmt.Sprintf("tile%s%s%dx%d", s.name(), kind, rows, vectors), NOSPLIT, "func(k int, alpha float64, a *float64, ars, aks int, b *float64, bks int, c *float64, crs, cols int, add bool)")
	Pragma("noescape")

	var edge mask
	if !full {
		cols := Load(Param("cols"), GP64())
		SUBQ(I32(s.lanes()*(vectors-1)), cols)
		edge = s.tail(cols)
	}
	prefetch(s, rows, vectors)
	a := newOperandA(rows)
	b, bks := Load(Param("b"), GP64()), Load(Param("bks"), GP64())
	SHLQ(U8(3), bks)
	sums := make([][]VecVirtual, rows)
	for i := range sums {
		sums[i] = make([]VecVirtual, vectors)
		for j := range sums[i] {
			sums[i][j] = s.vec()
			s.zero(sums[i][j])
		}
	}
	step := func() {
		bs := make([]VecVirtual, vectors)
		for j := range bs {
			bs[j] = read(s, b, j, lastOnly(edge, j == vectors-1))
		}
		for i := range sums {
			ai := s.vec()
			VBROADCASTSD(a.row(i), ai)
			for j := range bs {
				VFMADD231PD(bs[j], ai, sums[i][j])
			}
		}
		a.next()
		ADDQ(bks, b)
	}
	loop(Load(Param("k"), GP64()), rows == s.tileRows(), step)
	finish(s, sums, edge)
	end()
}

// loop runs step k times, four at a time where the tile has all its rows.
func loop(k Register, unrolled bool, step func()) {
	if unrolled {
		Label("fours")
		SUBQ(U8(4), k)
		JLT(LabelRef("rest"))
		for range 4 {
			step()
		}
		JMP(LabelRef("fours"))
		Label("rest")
		ADDQ(U8(4), k)
	}
	repeat("ones", k, step)
}

// prefetch asks for the rows of C, which are needed only at the end.
func prefetch(s isa, rows, vectors int) {
	c, crs := Load(Param("c"), GP64()), Load(Param("crs"), GP64())
	SHLQ(U8(3), crs)
	for i := range rows {
		for at := 0; at < 8*s.lanes()*vectors; at += 64 {
			PREFETCHT0(Mem{Base: c, Disp: at})
		}
		if i < rows-1 {
			ADDQ(crs, c)
		}
	}
}

// operandA is where the rows of A are read: two pointers reach eight rows.
type operandA struct {
	low, high     Register
	ars, ars3, ks Register
}

func newOperandA(rows int) operandA {
	a := operandA{
		low: Load(Param("a"), GP64()),
		ars: Load(Param("ars"), GP64()),
		ks:  Load(Param("aks"), GP64()),
	}
	SHLQ(U8(3), a.ars)
	SHLQ(U8(3), a.ks)
	if rows > 3 {
		a.ars3 = GP64()
		LEAQ(Mem{Base: a.ars, Index: a.ars, Scale: 2}, a.ars3)
	}
	if rows > 4 {
		a.high = GP64()
		LEAQ(Mem{Base: a.low, Index: a.ars, Scale: 4}, a.high)
	}
	return a
}

func (a operandA) row(i int) Mem {
	base := a.low
	if i >= 4 {
		base = a.high
	}
	switch i % 4 {
	case 0:
		return Mem{Base: base}
	case 1:
		return Mem{Base: base, Index: a.ars, Scale: 1}
	case 2:
		return Mem{Base: base, Index: a.ars, Scale: 2}
	}
	return Mem{Base: base, Index: a.ars3, Scale: 1}
}

func (a operandA) next() {
	ADDQ(a.ks, a.low)
	if a.high != nil {
		ADDQ(a.ks, a.high)
	}
}

// finish multiplies the sums by alpha and writes or adds them to C.
func finish(s isa, sums [][]VecVirtual, edge mask) {
	c, crs := Load(Param("c"), GP64()), Load(Param("crs"), GP64())
	SHLQ(U8(3), crs)
	alpha := broadcast(s, "alpha")
	add := Load(Param("add"), GP8())
	TESTB(add, add)
	JNE(LabelRef("add"))
	for _, row := range sums {
		for j, v := range row {
			VMULPD(alpha, v, v)
			put(s, v, c, j, lastOnly(edge, j == len(row)-1))
		}
		ADDQ(crs, c)
	}
	JMP(LabelRef("done"))
	Label("add")
	for _, row := range sums {
		for j, v := range row {
			own := lastOnly(edge, j == len(row)-1)
			VFMADD213PD(read(s, c, j, own), alpha, v) // v = alpha v + what is there
			put(s, v, c, j, own)
		}
		ADDQ(crs, c)
	}
	Label("done")
}

// lastOnly is a mask for the last vector, and nil for others.
func lastOnly(edge mask, last bool) mask {
	if last {
		return edge
	}
	return nil
}
