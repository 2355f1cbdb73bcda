package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// isa is a width of vectors and how its edges are masked.
type isa interface {
	name() string
	lanes() int
	tileRows() int // rows of C a full tile holds in registers
	vec() VecVirtual
	zero(v VecVirtual)
	// tail makes the mask of the first n lanes, 0 <= n <= lanes (n is clobbered).
	tail(n Register) mask
	load(m Mem, k mask, v VecVirtual)
	store(v VecVirtual, k mask, m Mem)
}

// mask is a K register, or a vector of lane signs or where that is.
type mask Op

// avx2 is AVX2 with FMA: sixteen vectors of four numbers.
type avx2 struct{}

func (avx2) name() string    { return "256" }
func (avx2) lanes() int      { return 4 }
func (avx2) tileRows() int   { return 4 }
func (avx2) vec() VecVirtual { return YMM() }

func (avx2) zero(v VecVirtual) { VXORPD(v, v, v) }

// tail points into a table of set lanes, then clear ones, so that n set ones come
// first. It stays in memory, as the full tile leaves no register for it.
func (avx2) tail(n Register) mask {
	return Mem{Base: laneMask(n)}
}

// laneMask is where the mask of the first n of eight lanes is (n is clobbered).
func laneMask(n Register) Register {
	table := GP64()
	LEAQ(laneTable(), table)
	NEGQ(n)
	LEAQ(Mem{Base: table, Index: n, Scale: 8, Disp: 8 * sumLanes}, table)
	return table
}

var lanes *Mem

func laneTable() Mem {
	if lanes == nil {
		m := GLOBL("lanes", RODATA|NOPTR)
		for i := range 2 * sumLanes {
			v := U64(0)
			if i < sumLanes {
				v = ^v
			}
			DATA(8*i, v)
		}
		lanes = &m
	}
	return *lanes
}

func (avx2) load(m Mem, k mask, v VecVirtual) {
	if _, far := k.(Mem); far {
		VMOVUPD(k, v)
		k = v
	}
	VMASKMOVPD(m, k, v)
}

func (avx2) store(v VecVirtual, k mask, m Mem) {
	set := YMM()
	VMOVUPD(k, set)
	VMASKMOVPD(v, set, m)
}

// avx512 is AVX-512: thirty-two vectors of eight numbers, and mask registers.
type avx512 struct{}

func (avx512) name() string    { return "512" }
func (avx512) lanes() int      { return 8 }
func (avx512) tileRows() int   { return 8 }
func (avx512) vec() VecVirtual { return ZMM() }

func (avx512) zero(v VecVirtual) { VPXORQ(v, v, v) }

func (avx512) tail(n Register) mask {
	ones := GP64()
	MOVQ(U64(0xff), ones)
	BZHIQ(n, ones, ones)
	k := K()
	KMOVW(ones.As32(), k)
	return k
}

func (avx512) load(m Mem, k mask, v VecVirtual)  { VMOVUPD_Z(m, k, v) }
func (avx512) store(v VecVirtual, k mask, m Mem) { VMOVUPD(v, k, m) }
