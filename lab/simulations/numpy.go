package simulations

import "math/bits"

// generator draws the numbers of NumPy's default_rng, one after the other, so that tables
// are those of programs in Python. It is the PCG64 generator, seeded by a SeedSequence.
//
// Sources: O'Neill, "PCG: A family of simple fast space-efficient statistically good
// algorithms for random number generation" (2014), the variant XSL RR 128/64; O'Neill,
// "Developing a seed_seq alternative" (2015), whose hash the SeedSequence is; and the
// documentation of numpy.random.
type generator struct {
	state, increment word128

	half    uint32 // the upper half of a number whose lower half was taken
	hasHalf bool
}

// word128 is an unsigned number of 128 bits.
type word128 struct{ high, low uint64 }

func (a word128) plus(b word128) word128 {
	low, carry := bits.Add64(a.low, b.low, 0)
	high, _ := bits.Add64(a.high, b.high, carry)
	return word128{high, low}
}

func (a word128) times(b word128) word128 {
	high, low := bits.Mul64(a.low, b.low)
	return word128{high + a.high*b.low + a.low*b.high, low}
}

// multiplier of the linear congruential generator in 128 bits.
var multiplier = word128{2549297995355413924, 4865540595714422341}

// newGenerator is numpy.random.default_rng(entropy).
func newGenerator(entropy ...uint64) *generator {
	seed := newSeedSequence(entropy).words()
	stream := word128{seed[2]<<1 | seed[3]>>63, seed[3]<<1 | 1} // odd, so that the period is full
	g := &generator{increment: stream}
	g.step()
	g.state = g.state.plus(word128{seed[0], seed[1]})
	g.step()
	return g
}

func (g *generator) step() { g.state = g.state.times(multiplier).plus(g.increment) }

// uint64 is the next number of 64 bits: the halves of the state xored, and rotated by its
// uppermost six bits.
func (g *generator) uint64() uint64 {
	g.step()
	return bits.RotateLeft64(g.state.high^g.state.low, -int(g.state.high>>58))
}

// uint32 takes a half of a number of 64 bits, the lower one first. What is drawn between
// the halves does not matter to the second.
func (g *generator) uint32() uint32 {
	if g.hasHalf {
		g.hasHalf = false
		return g.half
	}
	both := g.uint64()
	g.half, g.hasHalf = uint32(both>>32), true
	return uint32(both)
}

// uniform is from 0 up to but not 1, with 53 bits.
func (g *generator) uniform() float64 { return float64(g.uint64()>>11) / (1 << 53) }

// upTo is a whole number from 0 to last, at most 2³² - 1: as many bits as last has, until
// they are no more than it.
func (g *generator) upTo(last int) int {
	mask := uint32(1)<<bits.Len32(uint32(last)) - 1
	for {
		if v := int(g.uint32() & mask); v <= last {
			return v
		}
	}
}

// permutation is one of 0 … n-1: Fisher and Yates, from the end.
func (g *generator) permutation(n int) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := g.upTo(i)
		order[i], order[j] = order[j], order[i]
	}
	return order
}

// seedSequence hashes any amount of entropy to a pool of 128 bits, and that to seeds.
type seedSequence struct{ pool [4]uint32 }

func newSeedSequence(entropy []uint64) seedSequence {
	var words []uint32
	for _, v := range entropy {
		words = append(words, uint32(v))
		if v>>32 > 0 {
			words = append(words, uint32(v>>32))
		}
	}
	var s seedSequence
	hash := hasher{constant: 0x43b0d7e5, multiplier: 0x931e8875}
	for i := range s.pool {
		var word uint32
		if i < len(words) {
			word = words[i]
		}
		s.pool[i] = hash.of(word)
	}
	for from := range s.pool {
		for to := range s.pool {
			if from != to {
				s.pool[to] = mixed(s.pool[to], hash.of(s.pool[from]))
			}
		}
	}
	for i := len(s.pool); i < len(words); i++ {
		for to := range s.pool {
			s.pool[to] = mixed(s.pool[to], hash.of(words[i]))
		}
	}
	return s
}

// words are those that seed the generator: start and stream, the upper half of each first.
func (s seedSequence) words() (seed [4]uint64) {
	hash := hasher{constant: 0x8b51f9dd, multiplier: 0x58f38ded}
	for i := range 8 {
		word := uint64(hash.of(s.pool[i%4]))
		seed[i/2] |= word << (32 * (i % 2))
	}
	return seed
}

// hasher changes with each word that it hashes.
type hasher struct{ constant, multiplier uint32 }

func (h *hasher) of(word uint32) uint32 {
	word ^= h.constant
	h.constant *= h.multiplier
	word *= h.constant
	return word ^ word>>16
}

func mixed(a, b uint32) uint32 {
	word := 0xca01f9dd*a - 0x4973f715*b
	return word ^ word>>16
}
