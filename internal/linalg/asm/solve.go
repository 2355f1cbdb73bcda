package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// solvedRows is how many rows are solved together, on all machines.
const solvedRows = 8

// solveRows solves with a triangle for many columns: as many rows at a time as there are
// registers for, which are then taken from the rows that follow.
func solveRows(s isa) {
	held := s.lanes()
	function(s, "solveRows", "func(n int, r, x *float64, xs int)",
		"solves rᵀ y = x for n columns of x in place. r has eight rows of eight; its diagonal holds reciprocals.")
	n, r, x, xs := pointer("n"), pointer("r"), pointer("x"), pointer("xs")
	SHLQ(U8(3), xs)
	stream(s, n, []Register{x}, 2, func(count int, edge mask) {
		at := []Register{x}
		for p := range solvedRows - 1 {
			at = append(at, GP64())
			LEAQ(Mem{Base: at[p], Index: xs, Scale: 1}, at[p+1])
		}
		row := func(p int) (values []VecVirtual) {
			for v := range count {
				values = append(values, read(s, at[p], v, edge))
			}
			return values
		}
		store := func(values []VecVirtual, p int) {
			for v := range count {
				put(s, values[v], at[p], v, edge)
			}
		}
		coefficient := func(p, q int) VecVirtual {
			c := s.vec()
			VBROADCASTSD(Mem{Base: r, Disp: 8 * (p*solvedRows + q)}, c)
			return c
		}
		take := func(from, to []VecVirtual, p, q int) {
			c := coefficient(p, q)
			for v := range count {
				VFNMADD231PD(c, from[v], to[v])
			}
		}
		for first := 0; first < solvedRows; first += held {
			end := first + held
			var values [solvedRows][]VecVirtual
			for p := first; p < end; p++ {
				values[p] = row(p)
			}
			for p := first; p < end; p++ {
				inverse := coefficient(p, p)
				for v := range count {
					VMULPD(inverse, values[p][v], values[p][v])
				}
				store(values[p], p)
				for q := p + 1; q < end; q++ {
					take(values[p], values[q], p, q)
				}
			}
			for q := end; q < solvedRows; q++ {
				rest := row(q)
				for p := first; p < end; p++ {
					take(values[p], rest, p, q)
				}
				store(rest, q)
			}
		}
	})
	end()
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
		repeat(name, m, func() {
			zk := s.vec()
			VBROADCASTSD(Mem{Base: z}, zk)
			for i := range sums {
				VFMADD231PD(read(s, at, i, edge), zk, sums[i])
			}
			ADDQ(U8(8), z)
			ADDQ(vs, at)
		})
		for i := range sums {
			put(s, sums[i], dst, i, edge)
		}
	})
	end()
}

// dotRows reads x once for four rows.
func dotRows(s isa) {
	function(s, "dotRows", "func(n int, v *float64, vs int, x, dst *float64)",
		"sets dst[i] to the sum over l of v[i*vs+l] x[l], for four i.")
	n, v, vs, x := pointer("n"), pointer("v"), pointer("vs"), pointer("x")
	SHLQ(U8(3), vs)
	at := []Register{v}
	for i := range 3 {
		at = append(at, GP64())
		LEAQ(Mem{Base: at[i], Index: vs, Scale: 1}, at[i+1])
	}
	sums := newSums(s, len(at))
	streamSums(s, n, append([]Register{x}, at...), 2, func(count int, edges []mask) {
		per := len(sums[0])
		for j := range count * per {
			edge := edgeOf(edges, j%per)
			xj := read(s, x, j, edge)
			for i := range at {
				VFMADD231PD(read(s, at[i], j, edge), xj, sums[i][j%per])
			}
		}
	})
	VMOVUPD(totalOfFour(sums), Mem{Base: pointer("dst")})
	end()
}

// totalOfFour is what total makes of each of four sums.
func totalOfFour(sums [][]VecVirtual) VecVirtual {
	for _, eight := range sums {
		fold(eight)
	}
	pairs := func(a, b VecVirtual) VecVirtual {
		low, high := YMM(), YMM()
		VINSERTF128(U8(1), b.AsX(), a.AsY(), low)
		VPERM2F128(U8(0x31), b.AsY(), a.AsY(), high)
		VADDPD(high, low, low)
		return low
	}
	even, odd := pairs(sums[0][0], sums[2][0]), pairs(sums[1][0], sums[3][0])
	VHADDPD(odd, even, even)
	return even
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
		repeat(name, m, func() {
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
		})
		for i := range shared {
			put(s, shared[i], at, i, edge)
		}
	})
	end()
}
