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

// sumsOfProject is how many sums a component has, whatever the vectors hold: column j
// goes to sum j%8. As nothing is fused either, all machines give the same bits.
const sumsOfProject = 8

// project does one row after the other. They do not depend on each other, so the
// processor works on the next one while the sums of this one are added.
func project(s isa, m int) {
	function(s, "project"+strconv.Itoa(m)+"x", "func(n, d int, x, mean, w *float64, ws int, z *float64, zs int)",
		"sets z[i*zs+k] to the sum over j of w[k*ws+j] (x[i*d+j] - mean[j]), for k < "+strconv.Itoa(m)+".")
	n, d, x, z := pointer("n"), pointer("d"), pointer("x"), pointer("z")
	mean, zs := pointer("mean"), pointer("zs")
	weights := weightRows(m)
	SHLQ(U8(3), zs)
	full, rest := GP64(), GP64()
	MOVQ(d, full)
	ANDQ(I8(-sumsOfProject), full)
	MOVQ(d, rest)
	SUBQ(full, rest)
	edges := projectEdges(s, rest)
	sums := make([][]VecVirtual, m)
	for k := range sums {
		for range edges {
			sums[k] = append(sums[k], s.vec())
		}
	}
	at := GP64() // column
	add := func(v int, edge mask) {
		get := func(base Register) VecVirtual {
			value, place := s.vec(), Mem{Base: base, Index: at, Scale: 8, Disp: 8 * s.lanes() * v}
			if edge != nil {
				s.load(place, edge, value)
			} else {
				VMOVUPD(place, value)
			}
			return value
		}
		delta := get(x)
		VSUBPD(get(mean), delta, delta)
		for k := range sums {
			term := get(weights[k])
			VMULPD(delta, term, term)
			VADDPD(term, sums[k][v], sums[k][v])
		}
	}
	Label("row")
	SUBQ(U8(1), n)
	JLT(LabelRef("done"))
	for k := range sums {
		for v := range edges {
			s.zero(sums[k][v])
		}
	}
	XORQ(at, at)
	Label("columns")
	CMPQ(at, full)
	JGE(LabelRef("edge"))
	for v := range edges {
		add(v, nil)
	}
	ADDQ(I8(sumsOfProject), at)
	JMP(LabelRef("columns"))
	Label("edge")
	CMPQ(rest, U8(0))
	JE(LabelRef("total"))
	for v := range edges {
		add(v, edges[v])
	}
	Label("total")
	for k := range sums {
		if len(edges) == 2 {
			VADDPD(sums[k][1], sums[k][0], sums[k][0])
		}
		VMOVSD(total(s, sums[k][0]), Mem{Base: z, Disp: 8 * k})
	}
	LEAQ(Mem{Base: x, Index: d, Scale: 8}, x)
	ADDQ(zs, z)
	JMP(LabelRef("row"))
	Label("done")
	VZEROUPPER()
	RET()
}

// projectEdges are the masks of the vectors that hold the last columns.
func projectEdges(s isa, rest Register) []mask {
	var edges []mask
	for at := 0; at < sumsOfProject; at += s.lanes() {
		count, bound := GP64(), GP64()
		MOVQ(rest, count)
		SUBQ(I8(at), count)
		XORQ(bound, bound)
		CMPQ(count, bound)
		CMOVQLT(bound, count)
		MOVQ(U64(s.lanes()), bound)
		CMPQ(count, bound)
		CMOVQGT(bound, count)
		edges = append(edges, s.tail(count))
	}
	return edges
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
