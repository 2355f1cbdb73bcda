package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// coefficients are those of q, in e^r = 1 + r + r² q(r), interpolated at Chebyshev
// nodes of |r| <= ln(2)/2; the relative error of e^r is 1.6e-17.
var coefficients = []float64{
	0.5000000000000001, 0.16666666666666669, 0.04166666666662413, 0.008333333333330062,
	0.0013888888917213717, 0.00019841269863053618, 2.4801521295954376e-05,
	2.7557268459997064e-06, 2.7620088445409746e-07, 2.510038549551032e-08,
}

const (
	ln2High = 6.93147180369123816490e-01 // with so few bits that n times it is exact
	ln2Low  = 1.90821492927058770002e-10
	// Beyond these bounds the result is 0 or infinite; within them, n fits twice into
	// the exponent.
	smallest, largest = -746, 710
)

// exp computes e^x as 2^n e^r, n being x/ln(2) rounded.
func exp(s isa) {
	function(s, "exp", "func(n int, factor, floor float64, src, dst *float64)",
		"sets dst to e to the power factor src, or to 0 where that power is below floor.")
	n, factor, floor, src, dst := pointer("n"), broadcast(s, "factor"), broadcast(s, "floor"), pointer("src"), pointer("dst")
	c := constants(s)
	low, high := c.register(smallest), c.register(largest)
	log2e, ln2h, ln2l, one := c.of(math.Log2E), c.of(ln2High), c.of(ln2Low), c.of(1)
	q := make([]Op, len(coefficients))
	for i, v := range coefficients {
		q[i] = c.of(v)
	}
	unroll := 4
	if s.lanes() == 4 {
		unroll = 3
	}
	stream(s, n, []Register{src, dst}, unroll, func(count int, edge mask) {
		power, rest, sum := make([]VecVirtual, count), make([]VecVirtual, count), make([]VecVirtual, count)
		each := func(f func(v int)) {
			for v := range count {
				f(v)
			}
		}
		each(func(v int) {
			rest[v] = read(s, src, v, edge)
			power[v], sum[v] = s.vec(), s.vec()
			VMULPD(factor, rest[v], rest[v])
		})
		each(func(v int) { sink(s, c, floor, rest[v]) })
		// Of two operands, of which one is not a number, these return the first.
		each(func(v int) { VMINPD(rest[v], high, rest[v]) })
		each(func(v int) { VMAXPD(rest[v], low, rest[v]) })
		each(func(v int) { VMULPD(log2e, rest[v], power[v]) })
		each(func(v int) { round(s, power[v]) })
		each(func(v int) { VFNMADD231PD(ln2h, power[v], rest[v]) })
		each(func(v int) { VFNMADD231PD(ln2l, power[v], rest[v]) })
		each(func(v int) { VMOVUPD(q[len(q)-1], sum[v]) })
		for i := len(q) - 2; i >= 0; i-- {
			each(func(v int) { VFMADD213PD(q[i], rest[v], sum[v]) })
		}
		each(func(v int) { VMULPD(rest[v], sum[v], sum[v]) })
		each(func(v int) { VFMADD213PD(rest[v], rest[v], sum[v]) }) // r + r² q
		each(func(v int) { VADDPD(one, sum[v], sum[v]) })
		each(func(v int) { scale(s, c, power[v], sum[v]) })
		each(func(v int) { put(s, sum[v], dst, v, edge) })
	})
	VZEROUPPER()
	RET()
}

// sink takes what is below floor to where e^x is 0. What is not a number stays.
func sink(s isa, c *pool, floor, x VecVirtual) {
	const less = 0x11 // false where one is not a number, and no exception
	if s.lanes() == 8 {
		below := K()
		VCMPPD(U8(less), floor, x, below)
		VADDPD(c.of(smallest), x, below, x)
		return
	}
	below := s.vec()
	VCMPPD(U8(less), floor, x, below)
	VANDPD(c.of(smallest), below, below)
	VADDPD(below, x, x)
}

func round(s isa, x VecVirtual) {
	const nearest = 8 // and no exception
	if s.lanes() == 8 {
		VRNDSCALEPD(U8(nearest), x, x)
	} else {
		VROUNDPD(U8(nearest), x, x)
	}
}

// scale multiplies x by 2^n, n being whole. AVX2 does so in two steps, since
// neither 2^1024 nor the smallest results are numbers of full precision.
func scale(s isa, c *pool, n, x VecVirtual) {
	if s.lanes() == 8 {
		VSCALEFPD(n, x, x)
		return
	}
	whole, half := XMM(), XMM()
	VCVTPD2DQY(n, whole)
	VPSRAD(U8(1), whole, half)
	VPSUBD(half, whole, whole)
	for _, part := range []VecVirtual{half, whole} {
		wide := YMM()
		VPMOVSXDQ(part, wide)
		VPADDQ(c.bits(1023), wide, wide)
		VPSLLQ(U8(52), wide, wide)
		VMULPD(wide, x, x)
	}
}

// pool holds constants: in registers, of which AVX-512 has enough, or in memory.
type pool struct{ s isa }

func constants(s isa) *pool { return &pool{s} }

func (p *pool) of(v float64) Op {
	if p.s.lanes() == 8 {
		return p.register(v)
	}
	return table(fmt.Sprintf("c%016x", math.Float64bits(v)), math.Float64bits(v))
}

func (p *pool) bits(v uint64) Op { return table(fmt.Sprintf("c%016x", v), v) }

func (p *pool) register(v float64) VecVirtual {
	x := p.s.vec()
	VBROADCASTSD(table(fmt.Sprintf("c%016x", math.Float64bits(v)), math.Float64bits(v)), x)
	return x
}

var tables = map[string]Mem{}

// table is four copies of a constant in memory.
func table(name string, v uint64) Mem {
	if _, ok := tables[name]; !ok {
		m := GLOBL(name, RODATA|NOPTR)
		for i := range 4 {
			DATA(8*i, U64(v))
		}
		tables[name] = m
	}
	return tables[name]
}
