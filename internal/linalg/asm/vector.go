package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

func vectors(s isa) {
	dot(s)
	axpy(s)
	addProducts(s)
	products(s)
	squares(s)
	epanechnikov(s)
	exp(s)
	solveRows(s)
	addRows(s)
	dotRows(s)
	rotate(s)
	packs(s)
	projects(s)
}

func function(s isa, name, signature, doc string) {
	TEXT(name+s.name(), NOSPLIT, signature)
	Doc(name + s.name() + " " + doc)
	Pragma("noescape")
}

// end is that of each function.
func end() {
	VZEROUPPER()
	RET()
}

// repeat runs body m times.
func repeat(name string, m Register, body func()) {
	Label(name)
	SUBQ(U8(1), m)
	JLT(LabelRef(name + "Done"))
	body()
	JMP(LabelRef(name))
	Label(name + "Done")
}

// stream calls body for the n numbers at the pointers: for unroll vectors at a time,
// then for one, then for the last numbers under a mask, nil but there.
func stream(s isa, n Register, pointers []Register, unroll int, body func(count int, edge mask)) {
	steps(s.lanes(), n, pointers, unroll, func(count int) { body(count, nil) }, func() { body(1, s.tail(n)) })
}

// steps calls body for unroll times so many numbers, then for so many, and then last for those that
// are left.
func steps(numbers int, n Register, pointers []Register, unroll int, body func(count int), last func()) {
	advance := func(count int) {
		for _, p := range pointers {
			ADDQ(I32(8*numbers*count), p)
		}
	}
	Label("wide")
	SUBQ(I32(numbers*unroll), n)
	JLT(LabelRef("narrow"))
	body(unroll)
	advance(unroll)
	JMP(LabelRef("wide"))
	Label("narrow")
	ADDQ(I32(numbers*unroll), n)
	Label("single")
	SUBQ(I32(numbers), n)
	JLT(LabelRef("tail"))
	body(1)
	advance(1)
	JMP(LabelRef("single"))
	Label("tail")
	ADDQ(I32(numbers), n)
	JE(LabelRef("done"))
	last()
	Label("done")
}

// read returns vector v at p.
func read(s isa, p Register, v int, edge mask) VecVirtual {
	return readAt(s, Mem{Base: p, Disp: 8 * s.lanes() * v}, edge)
}

func readAt(s isa, at Mem, edge mask) VecVirtual {
	x := s.vec()
	if edge != nil {
		s.load(at, edge, x)
	} else {
		VMOVUPD(at, x)
	}
	return x
}

func put(s isa, x VecVirtual, p Register, v int, edge mask) {
	at := Mem{Base: p, Disp: 8 * s.lanes() * v}
	if edge != nil {
		s.store(x, edge, at)
	} else {
		VMOVUPD(x, at)
	}
}

func broadcast(s isa, name string) VecVirtual {
	param, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	x := s.vec()
	VBROADCASTSD(param.Addr, x)
	return x
}

func pointer(name string) Register { return Load(Param(name), GP64()) }

// sumLanes is in how many parts sums along a row are taken at a time, whatever the vectors
// hold: in one vector of AVX-512, or in two of AVX2. So all machines give the same bits.
const sumLanes = 8

// streamSums is stream for such sums: edges are the masks of the vectors that hold the
// last numbers.
func streamSums(s isa, n Register, pointers []Register, unroll int, body func(count int, edges []mask)) {
	steps(sumLanes, n, pointers, unroll, func(count int) { body(count, nil) }, func() { body(1, near(s, edgesOfSum(s, n))) })
}

// edgesOfSum are the masks of the vectors that hold the last numbers, fewer than sumLanes.
func edgesOfSum(s isa, rest Register) []mask {
	if s.lanes() == sumLanes {
		return []mask{s.tail(rest)}
	}
	at := laneMask(rest)
	return []mask{Mem{Base: at}, Mem{Base: at, Disp: 8 * s.lanes()}}
}

// near are masks in registers, for where they are used more than once.
func near(s isa, masks []mask) []mask {
	if s.lanes() == sumLanes {
		return masks
	}
	var held []mask
	for _, m := range masks {
		v := s.vec()
		VMOVUPD(m, v)
		held = append(held, v)
	}
	return held
}

// newSums returns unroll times sumLanes sums.
func newSums(s isa, unroll int) [][]VecVirtual {
	sums := make([][]VecVirtual, unroll)
	for i := range sums {
		for range sumLanes / s.lanes() {
			v := s.vec()
			s.zero(v)
			sums[i] = append(sums[i], v)
		}
	}
	return sums
}

// addSums adds some sums to others.
func addSums(to, from []VecVirtual) {
	for i := range to {
		VADDPD(from[i], to[i], to[i])
	}
}

// edgeOf is the mask of vector i, or nil.
func edgeOf(edges []mask, i int) mask {
	if edges == nil {
		return nil
	}
	return edges[i]
}

func dot(s isa) {
	function(s, "dot", "func(n int, x, y *float64) float64", "returns the sum of x y.")
	n, x, y := pointer("n"), pointer("x"), pointer("y")
	sums := newSums(s, 4)
	length := GP64()
	MOVQ(n, length)
	streamSums(s, n, []Register{x, y}, len(sums), func(count int, edges []mask) {
		for j := range count {
			for i, sum := range sums[j] {
				v := j*len(sums[j]) + i
				VFMADD231PD(read(s, x, v, edgeOf(edges, i)), read(s, y, v, edgeOf(edges, i)), sum)
			}
		}
	})
	addSums(sums[0], sums[1])
	CMPQ(length, U8(sumLanes*len(sums)))
	JLT(LabelRef("total")) // the rest is 0
	addSums(sums[2], sums[3])
	addSums(sums[0], sums[2])
	Label("total")
	Store(total(sums[0]), ReturnIndex(0))
	end()
}

// total adds eight sums: ((0+4)+(2+6))+((1+5)+(3+7)).
func total(sums []VecVirtual) Register {
	fold(sums)
	quarter, sum := XMM(), sums[0].AsX()
	VEXTRACTF128(U8(1), sums[0].AsY(), quarter)
	VADDPD(quarter, sum, sum)
	VHADDPD(sum, sum, sum)
	return sum
}

// fold adds the last four of eight sums to the first four.
func fold(sums []VecVirtual) {
	low := sums[0].AsY()
	if len(sums) == 2 {
		VADDPD(sums[1], low, low)
		return
	}
	half := YMM()
	VEXTRACTF64X4(U8(1), sums[0], half)
	VADDPD(half, low, low)
}

func axpy(s isa) {
	function(s, "axpy", "func(n int, alpha float64, x, y *float64)", "adds alpha x to y.")
	n, alpha, x, y := pointer("n"), broadcast(s, "alpha"), pointer("x"), pointer("y")
	stream(s, n, []Register{x, y}, 4, func(count int, edge mask) {
		for v := range count {
			sum := read(s, y, v, edge)
			VFMADD231PD(read(s, x, v, edge), alpha, sum)
			put(s, sum, y, v, edge)
		}
	})
	end()
}

func addProducts(s isa) {
	function(s, "addProducts", "func(n int, x, y, dst *float64)", "adds x y to dst, element by element.")
	n, x, y, dst := pointer("n"), pointer("x"), pointer("y"), pointer("dst")
	stream(s, n, []Register{x, y, dst}, 4, func(count int, edge mask) {
		for v := range count {
			sum := read(s, dst, v, edge)
			VFMADD231PD(read(s, x, v, edge), read(s, y, v, edge), sum)
			put(s, sum, dst, v, edge)
		}
	})
	end()
}

func products(s isa) {
	function(s, "products", "func(n int, x, y, dst *float64)", "sets dst to x y, element by element.")
	n, x, y, dst := pointer("n"), pointer("x"), pointer("y"), pointer("dst")
	stream(s, n, []Register{x, y, dst}, 4, func(count int, edge mask) {
		for v := range count {
			product := read(s, x, v, edge)
			VMULPD(read(s, y, v, edge), product, product)
			put(s, product, dst, v, edge)
		}
	})
	end()
}

// squares adds up squared differences in registers: a difference of equal numbers is
// exactly 0, and a sum of squares never negative.
func squares(s isa) {
	function(s, "squares", "func(n, m int, z, v *float64, vs int, dst *float64)",
		"sets dst[l] to the sum over k < m of (z[k] - v[k*vs+l])².")
	n, v, vs, dst := pointer("n"), pointer("v"), pointer("vs"), pointer("dst")
	SHLQ(U8(3), vs)
	loops := 0
	stream(s, n, []Register{v, dst}, 4, func(count int, edge mask) {
		name := "sum" + string(rune('A'+loops))
		loops++
		sums := make([]VecVirtual, count)
		for i := range sums {
			sums[i] = s.vec()
			s.zero(sums[i])
		}
		m, z, at := pointer("m"), pointer("z"), GP64()
		MOVQ(v, at)
		repeat(name, m, func() {
			zk := s.vec()
			VBROADCASTSD(Mem{Base: z}, zk)
			for i := range sums {
				delta := read(s, at, i, edge)
				VSUBPD(delta, zk, delta)
				VFMADD231PD(delta, delta, sums[i])
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

func epanechnikov(s isa) {
	function(s, "epanechnikov", "func(n int, scale float64, src, dst *float64)",
		"sets dst to the larger of 0 and 1 - scale src.")
	n, scale, src, dst := pointer("n"), broadcast(s, "scale"), pointer("src"), pointer("dst")
	zero, one := s.vec(), constants(s).register(1)
	s.zero(zero)
	stream(s, n, []Register{src, dst}, 4, func(count int, edge mask) {
		for v := range count {
			x, value := read(s, src, v, edge), s.vec()
			VMOVAPD(one, value)
			VFNMADD231PD(x, scale, value)
			VMAXPD(value, zero, value) // the first operand where one is not a number
			put(s, value, dst, v, edge)
		}
	})
	end()
}
