package main

import (
	"fmt"
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// coefficients are those of q, in e^r = 1 + r + r² q(r), interpolated at Chebyshev
// nodes of |r| <= ln(2)/16; the relative error of e^r is 1.0e-17.
var coefficients = []float64{
	0.5000000000000051, 0.16666666666666724, 0.0416666666173296, 0.008333333327851467, 0.0013889588505409305, 0.00019842047189636849,
}

const (
	ln2High = 6.93147180369123816490e-01 // with so few bits that n times it is exact
	ln2Low  = 1.90821492927058770002e-10
	largest = 710      // beyond it e^x is infinite
	eighths = 0x1.8p49 // its last digit is 1/8
)

// exp computes e^x as 2^n 2^(j/8) e^r, n + j/8 being x/ln(2) rounded to eighths: adding a
// number so large that its last digit is 1/8 rounds, and leaves j in the last three bits,
// by which the second factor is looked up, and n in those before.
//
// Both ways round at the same places, and plainExp is the third: all give the same bits.
func exp(s isa) {
	function(s, "exp", "func(n int, factor, floor float64, src, dst *float64)",
		"sets dst to e to the power factor src, or to 0 where that power is below floor, which is at least -746.")
	if s.lanes() == 8 {
		exp512(s)
	} else {
		exp256(s)
	}
	end()
}

// notLess is true where one is not a number, and no exception.
const notLess = 0x15

// exp512 has registers for all constants, and instructions to look up and to scale.
func exp512(s isa) {
	n, factor, floor, src, dst := pointer("n"), broadcast(s, "factor"), broadcast(s, "floor"), pointer("src"), pointer("dst")
	c := constants(s)
	high, log2e, large := c.register(largest), c.register(math.Log2E), c.register(eighths)
	ln2h, ln2l := c.register(ln2High), c.register(ln2Low)
	roots := s.vec()
	VMOVUPD(rootTable("roots", 0, 8), roots)
	q := make([]Op, len(coefficients))
	for i, v := range coefficients {
		q[i] = c.register(v)
	}
	stream(s, n, []Register{src, dst}, 4, func(count int, edge mask) {
		power, rest, root := make([]VecVirtual, count), make([]VecVirtual, count), make([]VecVirtual, count)
		stays := make([]OpmaskVirtual, count)
		each := func(f func(v int)) {
			for v := range count {
				f(v)
			}
		}
		each(func(v int) {
			rest[v] = read(s, src, v, edge)
			power[v], root[v], stays[v] = s.vec(), s.vec(), K()
			VMULPD(factor, rest[v], rest[v])
		})
		// Of two operands, of which one is not a number, this returns the first.
		each(func(v int) { VMINPD(rest[v], high, rest[v]) })
		each(func(v int) { VCMPPD(U8(notLess), floor, rest[v], stays[v]) })
		each(func(v int) { VMOVAPD(rest[v], power[v]) })
		each(func(v int) { VFMADD213PD(large, log2e, power[v]) })
		each(func(v int) { VPERMPD(roots, power[v], root[v]) })
		each(func(v int) { VSUBPD(large, power[v], power[v]) })
		each(func(v int) { VFNMADD231PD(ln2h, power[v], rest[v]) })
		each(func(v int) { VFNMADD231PD(ln2l, power[v], rest[v]) })
		sum := polynomial(s, q, rest, root)
		each(func(v int) { VSCALEFPD_Z(power[v], sum[v], stays[v], sum[v]) }) // which rounds n + j/8 down
		each(func(v int) { put(s, sum[v], dst, v, edge) })
	})
}

// exp256 finds n and j in the bits of the sum that rounds.
func exp256(s isa) {
	n, factor, floor, src, dst := pointer("n"), broadcast(s, "factor"), broadcast(s, "floor"), pointer("src"), pointer("dst")
	c := constants(s)
	high := c.register(largest)
	q := make([]Op, len(coefficients))
	for i, v := range coefficients {
		q[i] = c.of(v)
	}
	stream(s, n, []Register{src, dst}, 3, func(count int, edge mask) {
		rest, root, scale := make([]VecVirtual, count), make([]VecVirtual, count), make([]VecVirtual, count)
		for v := range count {
			rest[v] = read(s, src, v, edge)
			VMULPD(factor, rest[v], rest[v])
			VMINPD(rest[v], high, rest[v]) // as above
			stays, power := s.vec(), s.vec()
			VCMPPD(U8(notLess), floor, rest[v], stays)
			VANDPD(stays, rest[v], rest[v])
			VMOVUPD(c.of(math.Log2E), power)
			VFMADD213PD(c.of(eighths), rest[v], power)
			root[v] = lookUp(s, power)
			scale[v] = scaleTwice(s, c, power, root[v])
			VANDPD(stays, root[v], root[v])
			VSUBPD(c.of(eighths), power, power)
			VFNMADD231PD(c.of(ln2High), power, rest[v])
			VFNMADD231PD(c.of(ln2Low), power, rest[v])
		}
		for v, sum := range polynomial(s, q, rest, root) {
			VMULPD(scale[v], sum, sum)
			put(s, sum, dst, v, edge)
		}
	})
}

// polynomial returns root e^r.
func polynomial(s isa, q []Op, rest, root []VecVirtual) []VecVirtual {
	sum := make([]VecVirtual, len(rest))
	each := func(f func(v int)) {
		for v := range sum {
			f(v)
		}
	}
	each(func(v int) {
		sum[v] = s.vec()
		VMOVUPD(q[len(q)-1], sum[v])
	})
	for i := len(q) - 2; i >= 0; i-- {
		each(func(v int) { VFMADD213PD(q[i], rest[v], sum[v]) })
	}
	each(func(v int) { VMULPD(rest[v], sum[v], sum[v]) })
	each(func(v int) { VFMADD213PD(rest[v], rest[v], sum[v]) }) // r + r² q
	each(func(v int) { VFMADD213PD(root[v], root[v], sum[v]) })
	return sum
}

// lookUp returns 2^(j/8), j being the last three bits: a permutation of halves of numbers
// in each half of the table, one of which the highest of the bits takes.
func lookUp(s isa, bits VecVirtual) VecVirtual {
	at, low, high := s.vec(), s.vec(), s.vec()
	VMOVSLDUP(bits, at)
	VPADDD(at, at, at)
	VPOR(halfTable(), at, at) // 2j and 2j+1
	VPERMPS(rootTable("lowRoots", 0, 4), at, low)
	VPERMPS(rootTable("highRoots", 4, 8), at, high)
	VPSLLQ(U8(61), bits, at)
	VBLENDVPD(at, high, low, low)
	return low
}

// scaleTwice multiplies root by 2^h and returns 2^(n-h), h being half of n, since neither
// 2^1024 nor the smallest results are numbers of full precision. The first is exact.
func scaleTwice(s isa, c *pool, bits, root VecVirtual) VecVirtual {
	half, shifted, whole := s.vec(), s.vec(), s.vec()
	VPSRAD(U8(4), bits, half)
	VPSLLQ(U8(52), half, shifted)
	VPADDQ(shifted, root, root)
	VPSRAD(U8(3), bits, whole)
	VPSUBD(half, whole, whole)
	VPADDD(c.bits(1023), whole, whole)
	VPSLLQ(U8(52), whole, whole)
	return whole
}

// rootTable is 2^(j/8) for j from the first to before the end.
func rootTable(name string, first, end int) Mem {
	if _, ok := tables[name]; !ok {
		m := GLOBL(name, RODATA|NOPTR)
		for j := first; j < end; j++ {
			DATA(8*(j-first), U64(math.Float64bits(math.Exp2(float64(j)/8))))
		}
		tables[name] = m
	}
	return tables[name]
}

// halfTable is 0 and 1 in turn.
func halfTable() Mem { return table("halves", 1<<32) }

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
