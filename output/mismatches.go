package output

import (
	"fmt"
	"math"
	"slices"
)

// nearness is the matrix M of the mismatch kernel between the substrings that occur.
// With the feature map of the kernel, which has all substrings over the alphabet,
// φ(y)ᵀφ(y') is a sum over the pairs of substrings a of y and b of y' of the number of
// substrings within m mismatches of both. That number depends on the distance of a and b
// alone, and is 0 beyond 2m, so that M is sparse and the feature map is never needed.
type nearness struct {
	weight   []float64 // by distance
	start    []int     // where the neighbours of each substring begin
	feature  []int32
	distance []uint8
}

// Bounds of the work with mismatches: pairs of neighbours kept (5 bytes each), pairs
// compared, and common neighbours that integers in floating point can count.
const (
	mostNeighbours = 1 << 25
	mostCompared   = 1 << 30
	mostCommon     = 1e15
)

// nearPair is two different substrings within reach of each other.
type nearPair struct {
	a, b     int32
	distance uint8
}

// nearness makes M of the pairs of substrings at most 2m apart.
func (s Spectrum) nearness(substrings [][]int32) (*nearness, error) {
	reach := min(2*s.Mismatches, s.Length)
	m := &nearness{weight: make([]float64, reach+1)}
	for t := range m.weight {
		if m.weight[t] = s.common(t); m.weight[t] > mostCommon {
			return nil, fmt.Errorf("%d mismatches among %d symbols are too many to count; choose fewer", s.Mismatches, s.Alphabet)
		}
	}
	pairs, ok := s.pairs(substrings, reach)
	if !ok {
		return nil, fmt.Errorf("%d different substrings have too many others within %d mismatches of each other; choose a smaller Mismatches or a larger Length", len(substrings), reach)
	}
	m.fill(len(substrings), pairs)
	return m, nil
}

// pairs finds the pairs of substrings within reach of each other, unless there are too many.
func (s Spectrum) pairs(substrings [][]int32, reach int) (pairs []nearPair, ok bool) {
	compared := 0
	for _, group := range s.groups(substrings, reach) {
		if compared += len(group.members) * len(group.members) / 2; compared > mostCompared {
			return nil, false
		}
		for i, a := range group.members {
			for _, b := range group.members[:i] {
				if distance, first := group.compare(substrings[a], substrings[b], reach); first && distance <= reach {
					pairs = append(pairs, nearPair{a, b, uint8(distance)})
				}
			}
			if len(pairs) > mostNeighbours/2 {
				return nil, false
			}
		}
	}
	return pairs, true
}

// fill lists the neighbours of each of n substrings, itself the first.
func (m *nearness) fill(n int, pairs []nearPair) {
	m.start = make([]int, n+1)
	for a := range n {
		m.start[a+1] = 1
	}
	for _, p := range pairs {
		m.start[p.a+1]++
		m.start[p.b+1]++
	}
	for a := range n {
		m.start[a+1] += m.start[a]
	}
	m.feature, m.distance = make([]int32, m.start[n]), make([]uint8, m.start[n])
	next := slices.Clone(m.start)
	add := func(a, b int32, distance uint8) {
		m.feature[next[a]], m.distance[next[a]] = b, distance
		next[a]++
	}
	for a := range int32(n) {
		add(a, a, 0)
	}
	for _, p := range pairs {
		add(p.a, p.b, p.distance)
		add(p.b, p.a, p.distance)
	}
}

// group is substrings that agree in a part of their places.
type group struct {
	parts   []int // bounds of the parts that places are cut into
	part    int   // that these agree in
	members []int32
}

// groups lists substrings that may be within reach of each other: if their places are cut
// into reach + 1 parts, they agree in one of them.
func (s Spectrum) groups(substrings [][]int32, reach int) []group {
	var whole []int32 // without sequences that are shorter, which are near nothing
	for a, sub := range substrings {
		if len(sub) == s.Length {
			whole = append(whole, int32(a))
		}
	}
	if reach >= s.Length {
		return []group{{parts: []int{0, 0}, members: whole}}
	}
	parts := make([]int, reach+2)
	for i := range parts {
		parts[i] = i * s.Length / (reach + 1)
	}
	var groups []group
	for part := range reach + 1 {
		number := numbering{}
		first := len(groups)
		for _, a := range whole {
			k := first + int(number.of(key(substrings[a][parts[part]:parts[part+1]])))
			if k == len(groups) {
				groups = append(groups, group{parts: parts, part: part})
			}
			groups[k].members = append(groups[k].members, a)
		}
	}
	return groups
}

// compare counts the places in which a and b differ, up to one more than reach, and
// tells whether they agree in no earlier part.
func (g group) compare(a, b []int32, reach int) (distance int, first bool) {
	part := 0
	agree := true
	for k := range a {
		for part < g.part && k == g.parts[part+1] {
			if agree {
				return 0, false
			}
			part, agree = part+1, true
		}
		if a[k] != b[k] {
			agree = false
			if distance++; distance > reach {
				return distance, true
			}
		}
	}
	return distance, true
}

// common is the number of substrings within m mismatches of two that differ in t places:
// s of the k - t places where they agree are changed, in A - 1 ways each; of the t others
// i are as in the one, j as in the other, and the rest as in neither, in A - 2 ways each;
// so that the distances are s + t - i and s + t - j.
func (s Spectrum) common(t int) float64 {
	var sum float64
	for changed := 0; changed <= min(s.Length-t, s.Mismatches); changed++ {
		agreeing := choose(s.Length-t, changed) * power(s.Alphabet-1, changed)
		for i := 0; i <= t; i++ {
			for j := 0; i+j <= t; j++ {
				if changed+t-min(i, j) <= s.Mismatches {
					sum += agreeing * choose(t, i) * choose(t-i, j) * power(s.Alphabet-2, t-i-j)
				}
			}
		}
	}
	return sum
}

// power is aⁿ, with 0⁰ = 1; fewer than no symbols are none.
func power(a, n int) float64 { return math.Pow(float64(max(a, 0)), float64(n)) }

// choose is the binomial coefficient.
func choose(n, k int) float64 {
	c := 1.
	for i := 1; i <= k; i++ {
		c = math.Round(c * float64(n-k+i) / float64(i))
	}
	return c
}
