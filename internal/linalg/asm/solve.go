package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// solvedRows is how many rows are solved at a time, on all machines.
const solvedRows = 8

// solveRows solves with a triangle for many columns.
func solveRows(s isa) {
	const rows = solvedRows
	function(s, "solveRows", "func(n int, r, x *float64, xs int)",
		"solves rᵀ y = x for n columns of x in place. r has eight rows of eight; its diagonal holds reciprocals.")
	n, r, x, xs := pointer("n"), pointer("r"), pointer("x"), pointer("xs")
	SHLQ(U8(3), xs)
	stream(s, n, []Register{x}, s.lanes()/4, func(count int, edge mask) {
		at := make([]Register, rows)
		at[0] = x
		values := make([][]VecVirtual, rows)
		for p := range rows {
			if p > 0 {
				at[p] = GP64()
				LEAQ(Mem{Base: at[p-1], Index: xs, Scale: 1}, at[p])
			}
			for v := range count {
				values[p] = append(values[p], read(s, at[p], v, edge))
			}
		}
		for p := range rows {
			coefficient := func(q int) VecVirtual {
				c := s.vec()
				VBROADCASTSD(Mem{Base: r, Disp: 8 * (p*rows + q)}, c)
				return c
			}
			inverse := coefficient(p)
			for v := range count {
				VMULPD(inverse, values[p][v], values[p][v])
				put(s, values[p][v], at[p], v, edge)
			}
			for q := p + 1; q < rows; q++ {
				c := coefficient(q)
				for v := range count {
					VFNMADD231PD(c, values[p][v], values[q][v])
				}
			}
		}
	})
	VZEROUPPER()
	RET()
}

// addRows keeps its sums in registers, as squares does.
func addRows(s isa) {
	function(s, "addRows", "func(n, m int, z, v *float64, vs int, dst *float64)",
		"adds the sum over k < m of z[k] v[k*vs+l] to dst[l].")
	n, v, vs, dst := pointer("n"), pointer("v"), pointer("vs"), pointer("dst")
	SHLQ(U8(3), vs)
	loops := 0
	stream(s, n, []Register{v, dst}, 4, func(count int, edge mask) {
		name := "sum" + string(rune('A'+loops))
		loops++
		sums := make([]VecVirtual, count)
		for i := range sums {
			sums[i] = read(s, dst, i, edge)
		}
		m, z, at := pointer("m"), pointer("z"), GP64()
		MOVQ(v, at)
		Label(name)
		SUBQ(U8(1), m)
		JLT(LabelRef(name + "Done"))
		zk := s.vec()
		VBROADCASTSD(Mem{Base: z}, zk)
		for i := range sums {
			VFMADD231PD(read(s, at, i, edge), zk, sums[i])
		}
		ADDQ(U8(8), z)
		ADDQ(vs, at)
		JMP(LabelRef(name))
		Label(name + "Done")
		for i := range sums {
			put(s, sums[i], dst, i, edge)
		}
	})
	VZEROUPPER()
	RET()
}

// dotRows reads x once for some rows: as many as there are registers for their sums.
func dotRows(s isa) {
	rows := s.lanes() / 2
	function(s, "dotRows", "func(n int, v *float64, vs int, x, dst *float64)",
		fmt.Sprintf("sets dst[i] to the sum over l of v[i*vs+l] x[l], for i < %d.", rows))
	n, v, vs, x := pointer("n"), pointer("v"), pointer("vs"), pointer("x")
	SHLQ(U8(3), vs)
	const unroll = 2
	at, sums := make([]Register, rows), make([][][]VecVirtual, rows)
	for i := range rows {
		at[i] = v
		if i > 0 {
			at[i] = GP64()
			LEAQ(Mem{Base: at[i-1], Index: vs, Scale: 1}, at[i])
		}
		sums[i] = newSums(s, unroll)
	}
	streamSums(s, n, append([]Register{x}, at...), unroll, func(count int, edges []mask) {
		for j := range count {
			for l := range sums[0][j] {
				place, edge := j*len(sums[0][j])+l, edgeOf(edges, l)
				xj := read(s, x, place, edge)
				for i := range rows {
					VFMADD231PD(read(s, at[i], place, edge), xj, sums[i][j][l])
				}
			}
		}
	})
	dst := pointer("dst")
	for i := range rows {
		addSums(sums[i][0], sums[i][1])
		VMOVSD(total(s, sums[i][0]), Mem{Base: dst, Disp: 8 * i})
	}
	VZEROUPPER()
	RET()
}

// rotate carries the row two rotations share in registers.
func rotate(s isa) {
	function(s, "rotate", "func(n, m int, cs, x *float64, xs int)",
		"rotates n columns of the rows x and x-xs, then x-xs and x-2xs, and so on: m rotations, whose cosines and sines alternate in cs.")
	n, x, xs := pointer("n"), pointer("x"), pointer("xs")
	SHLQ(U8(3), xs)
	loops := 0
	stream(s, n, []Register{x}, 4, func(count int, edge mask) {
		name := "turn" + string(rune('A'+loops))
		loops++
		m, cs, at, next := pointer("m"), pointer("cs"), GP64(), GP64()
		MOVQ(x, at)
		shared := make([]VecVirtual, count)
		for i := range shared {
			shared[i] = read(s, at, i, edge)
		}
		Label(name)
		SUBQ(U8(1), m)
		JLT(LabelRef(name + "Done"))
		MOVQ(at, next)
		SUBQ(xs, next)
		cosine, sine := s.vec(), s.vec()
		VBROADCASTSD(Mem{Base: cs}, cosine)
		VBROADCASTSD(Mem{Base: cs, Disp: 8}, sine)
		for i := range shared {
			low, high := read(s, next, i, edge), s.vec()
			VMULPD(sine, low, high)
			VFMADD231PD(cosine, shared[i], high)
			put(s, high, at, i, edge)
			VMULPD(cosine, low, low)
			VFNMADD231PD(sine, shared[i], low)
			VMOVAPD(low, shared[i])
		}
		MOVQ(next, at)
		ADDQ(U8(16), cs)
		JMP(LabelRef(name))
		Label(name + "Done")
		for i := range shared {
			put(s, shared[i], at, i, edge)
		}
	})
	VZEROUPPER()
	RET()
}
