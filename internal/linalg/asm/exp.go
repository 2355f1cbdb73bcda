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

// exp writes e^x, in one of two ways.
func exp(s isa) {
	function(s, "exp", "func(n int, factor, floor float64, src, dst *float64)",
		"sets dst to e to the power factor src, or to 0 where that power is below floor, which is at least -746.")
	if s.lanes() == 8 {
		expByEighths(s)
	} else {
		expByPowers(s)
	}
	VZEROUPPER()
	RET()
}

// expByPowers computes e^x as 2^n e^r, n being x/ln(2) rounded.
func expByPowers(s isa) {
	n, factor, floor, src, dst := pointer("n"), broadcast(s, "factor"), broadcast(s, "floor"), pointer("src"), pointer("dst")
	c := constants(s)
	low, high := c.register(smallest), c.register(largest)
	log2e, ln2h, ln2l, one := c.of(math.Log2E), c.of(ln2High), c.of(ln2Low), c.of(1)
	q := make([]Op, len(coefficients))
	for i, v := range coefficients {
		q[i] = c.of(v)
	}
	stream(s, n, []Register{src, dst}, 3, func(count int, edge mask) {
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
		each(func(v int) { VROUNDPD(U8(nearest), power[v], power[v]) })
		each(func(v int) { VFNMADD231PD(ln2h, power[v], rest[v]) })
		each(func(v int) { VFNMADD231PD(ln2l, power[v], rest[v]) })
		each(func(v int) { VMOVUPD(q[len(q)-1], sum[v]) })
		for i := len(q) - 2; i >= 0; i-- {
			each(func(v int) { VFMADD213PD(q[i], rest[v], sum[v]) })
		}
		each(func(v int) { VMULPD(rest[v], sum[v], sum[v]) })
		each(func(v int) { VFMADD213PD(rest[v], rest[v], sum[v]) }) // r + r² q
		each(func(v int) { VADDPD(one, sum[v], sum[v]) })
		each(func(v int) { scale(c, power[v], sum[v]) })
		each(func(v int) { put(s, sum[v], dst, v, edge) })
	})
}

const nearest = 8 // rounding to it, and no exception

// eighths are those of q for |r| <= ln(2)/16; the relative error of e^r is 1.0e-17.
var eighths = []float64{
	0.5000000000000051, 0.16666666666666724, 0.0416666666173296, 0.008333333327851467, 0.0013889588505409305, 0.00019842047189636849,
}

// expByEighths computes e^x as 2^n 2^(j/8) e^r, n + j/8 being x/ln(2) rounded to eighths:
// adding a number so large that its last digit is 1/8 rounds, and leaves j in the last
// three bits, by which the second factor is looked up.
func expByEighths(s isa) {
	n, factor, floor, src, dst := pointer("n"), broadcast(s, "factor"), broadcast(s, "floor"), pointer("src"), pointer("dst")
	c := constants(s)
	high, log2e, large := c.register(largest), c.register(math.Log2E), c.register(0x1.8p49)
	ln2h, ln2l := c.register(ln2High), c.register(ln2Low)
	roots := s.vec()
	VMOVUPD(rootTable(), roots)
	q := make([]VecVirtual, len(eighths))
	for i, v := range eighths {
		q[i] = c.register(v)
	}
	stream(s, n, []Register{src, dst}, 4, func(count int, edge mask) {
		const notLess = 0x15 // true where one is not a number, and no exception
		power, rest, sum := make([]VecVirtual, count), make([]VecVirtual, count), make([]VecVirtual, count)
		stays := make([]OpmaskVirtual, count)
		each := func(f func(v int)) {
			for v := range count {
				f(v)
			}
		}
		each(func(v int) {
			rest[v] = read(s, src, v, edge)
			power[v], sum[v], stays[v] = s.vec(), s.vec(), K()
			VMULPD(factor, rest[v], rest[v])
		})
		// Of two operands, of which one is not a number, this returns the first.
		each(func(v int) { VMINPD(rest[v], high, rest[v]) })
		each(func(v int) { VCMPPD(U8(notLess), floor, rest[v], stays[v]) })
		each(func(v int) { VMOVAPD(rest[v], power[v]) })
		each(func(v int) { VFMADD213PD(large, log2e, power[v]) })
		each(func(v int) { VPERMPD(roots, power[v], sum[v]) })
		each(func(v int) { VSUBPD(large, power[v], power[v]) })
		each(func(v int) { VFNMADD231PD(ln2h, power[v], rest[v]) })
		each(func(v int) { VFNMADD231PD(ln2l, power[v], rest[v]) })
		root := sum
		sum = make([]VecVirtual, count)
		each(func(v int) {
			sum[v] = s.vec()
			VMOVAPD(q[len(q)-1], sum[v])
		})
		for i := len(q) - 2; i >= 0; i-- {
			each(func(v int) { VFMADD213PD(q[i], rest[v], sum[v]) })
		}
		each(func(v int) { VMULPD(rest[v], sum[v], sum[v]) })
		each(func(v int) { VFMADD213PD(rest[v], rest[v], sum[v]) })           // r + r² q
		each(func(v int) { VFMADD213PD(root[v], root[v], sum[v]) })           // 2^(j/8) e^r
		each(func(v int) { VSCALEFPD_Z(power[v], sum[v], stays[v], sum[v]) }) // which rounds n + j/8 down
		each(func(v int) { put(s, sum[v], dst, v, edge) })
	})
}

// rootTable is 2^(j/8) for j from 0 to 7.
func rootTable() Mem {
	m := GLOBL("roots", RODATA|NOPTR)
	for j := range 8 {
		DATA(8*j, U64(math.Float64bits(math.Exp2(float64(j)/8))))
	}
	return m
}

// sink takes what is below floor to where e^x is 0. What is not a number stays.
func sink(s isa, c *pool, floor, x VecVirtual) {
	const less = 0x11 // false where one is not a number, and no exception
	below := s.vec()
	VCMPPD(U8(less), floor, x, below)
	VANDPD(c.of(smallest), below, below)
	VADDPD(below, x, x)
}

// scale multiplies x by 2^n, n being whole, in two steps, since neither 2^1024 nor the
// smallest results are numbers of full precision.
func scale(c *pool, n, x VecVirtual) {
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
