package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// projects makes the projections of rows for the numbers of components that are done
// together: each row is read once for all of them.
func projects(s isa) {
	for _, m := range []int{1, 2, 4} {
		project(s, m)
	}
}

// aheadOfProject is how many bytes before it needs them project asks for numbers: a page,
// because by itself the processor does not look beyond the one it is in. That makes it
// faster by a third where the rows come from memory.
const aheadOfProject = 4096

// projection is the registers of project.
type projection struct {
	isa
	n, d, x, mean, z, full Register
	weights                []Register // of the components
	edges                  []mask     // of the vectors that hold the last columns
}

// sums are those of some rows by components; each is one vector, or two. Nothing is fused.
type sums [][][]VecVirtual

// project does as many rows at a time as there are registers for, because they share the
// weights, and what is left one by one. Each row is added up by itself.
func project(s isa, m int) {
	function(s, "project"+strconv.Itoa(m)+"x", "func(n, d int, x, mean, w *float64, ws int, z *float64, zs int)",
		"sets z[i*zs+k] to the sum over j of w[k*ws+j] (x[i*d+j] - mean[j]), for k < "+strconv.Itoa(m)+".")
	p := projection{isa: s, n: pointer("n"), d: pointer("d"), x: pointer("x"), mean: pointer("mean"), z: pointer("z"), full: GP64()}
	p.weights = weightRows(m)
	MOVQ(p.d, p.full)
	ANDQ(I8(-sumLanes), p.full)
	rest := GP64()
	MOVQ(p.d, rest)
	SUBQ(p.full, rest)
	p.edges = edgesOfSum(s, rest)
	SHLQ(U8(3), p.d)
	several := 4
	if s.lanes() == 4 {
		several = 4 / m // there are half as many registers, and sums take two
	}
	if several > 1 {
		p.rows("several", several)
	}
	p.rows("one", 1)
	end()
}

// rows does so many rows at a time, as long as there are that many.
func (p projection) rows(name string, count int) {
	at, x := GP64(), []Register{p.x}
	for range count - 1 {
		x = append(x, GP64())
	}
	all := p.sums(count)
	Label(name)
	SUBQ(U8(count), p.n)
	JLT(LabelRef(name + "Done"))
	for i := 1; i < count; i++ {
		LEAQ(Mem{Base: x[i-1], Index: p.d, Scale: 1}, x[i])
	}
	p.zero(all)
	XORQ(at, at)
	Label(name + "Columns")
	CMPQ(at, p.full)
	JGE(LabelRef(name + "Edge"))
	for v := range p.edges {
		p.add(all, x, at, v, nil)
	}
	ADDQ(I8(sumLanes), at)
	JMP(LabelRef(name + "Columns"))
	Label(name + "Edge")
	for v := range p.edges {
		p.add(all, x, at, v, p.edges[v])
	}
	LEAQ(Mem{Base: x[count-1], Index: p.d, Scale: 1}, p.x)
	p.totals(all)
	JMP(LabelRef(name))
	Label(name + "Done")
	ADDQ(U8(count), p.n)
}

func (p projection) sums(rows int) sums {
	all := make(sums, rows)
	for i := range all {
		all[i] = make([][]VecVirtual, len(p.weights))
		for k := range all[i] {
			for range p.edges {
				all[i][k] = append(all[i][k], p.vec())
			}
		}
	}
	return all
}

func (p projection) zero(all sums) {
	for i := range all {
		for k := range all[i] {
			for v := range all[i][k] {
				p.isa.zero(all[i][k][v])
			}
		}
	}
}

// add adds the terms of the columns in vector v of a step.
func (p projection) add(all sums, x []Register, at Register, v int, edge mask) {
	get := func(base Register) VecVirtual {
		return readAt(p.isa, Mem{Base: base, Index: at, Scale: 8, Disp: 8 * p.lanes() * v}, edge)
	}
	mean := get(p.mean)
	deltas := make([]VecVirtual, len(x))
	for i := range x {
		deltas[i] = get(x[i])
		if edge == nil && v == 0 {
			PREFETCHT0(Mem{Base: x[i], Index: at, Scale: 8, Disp: aheadOfProject})
		}
		VSUBPD(mean, deltas[i], deltas[i])
	}
	for k := range p.weights {
		weight := get(p.weights[k])
		for i := range x {
			term := p.vec()
			VMULPD(weight, deltas[i], term)
			VADDPD(term, all[i][k][v], all[i][k][v])
		}
	}
}

// totals adds the sums of each component, ((0+4)+(2+6))+((1+5)+(3+7)), and stores them.
func (p projection) totals(all sums) {
	zs := Load(Param("zs"), GP64())
	for i := range all {
		pairs := make([]Register, len(all[i]))
		for k := range pairs {
			pairs[k] = p.pair(all[i][k])
		}
		for k := 0; k < len(pairs); k += 2 {
			even, odd, place := XMM(), XMM(), Mem{Base: p.z, Disp: 8 * k}
			next := pairs[min(k+1, len(pairs)-1)]
			VUNPCKLPD(next, pairs[k], even)
			VUNPCKHPD(next, pairs[k], odd)
			VADDPD(odd, even, even)
			if k+1 < len(pairs) {
				VMOVUPD(even, place)
			} else {
				VMOVSD(even, place)
			}
		}
		LEAQ(Mem{Base: p.z, Index: zs, Scale: 8}, p.z)
	}
}

// pair adds eight sums down to two: the even ones and the odd ones.
func (p projection) pair(eight []VecVirtual) Register {
	fold(eight)
	low, high, pair := eight[0].AsY(), XMM(), eight[0].AsX()
	if len(eight) == 2 {
		VEXTRACTF128(U8(1), low, high)
	} else {
		VEXTRACTF64X2(U8(1), low, high) // knows all registers, as the other does not
	}
	VADDPD(high, pair, pair)
	return pair
}

// weightRows are where the weights of each component begin.
func weightRows(m int) []Register {
	ws := pointer("ws")
	SHLQ(U8(3), ws)
	all := []Register{pointer("w")}
	for k := 1; k < m; k++ {
		next := GP64()
		LEAQ(Mem{Base: all[k-1], Index: ws, Scale: 1}, next)
		all = append(all, next)
	}
	return all
}
