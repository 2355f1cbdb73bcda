package engine

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"
)

// Medians are found by counting: how many numbers lie in each of some intervals, and between
// which two; then the same within the interval that has the median, until its numbers are
// known.

// interval is numbers of an input among which some are looked for, ends included. It is
// divided evenly by how many floating-point numbers there are, of which there are 2⁶⁴, so
// that whatever the numbers are, a few divisions are enough.
type interval struct {
	Input     int
	Low, High float64
	Parts     int
}

// bin is the numbers in a part of an interval.
type bin struct {
	N         int
	Low, High float64
}

// mostBins is into how many parts an interval is divided.
const mostBins = 128

// part is the part of the interval that a number is in.
func (i interval) part(v float64) int {
	first, last := ordinal(i.Low), ordinal(i.High)
	return int((ordinal(v) - first) / ((last-first)/uint64(i.Parts) + 1))
}

// has reports whether numbers can be those of a part of the interval. As they are, a search
// narrows with each question, and ends.
func (i interval) has(at int, n bin) bool {
	return n.N > 0 && n.Low >= i.Low && n.Low <= n.High && n.High <= i.High && i.part(n.Low) == at && i.part(n.High) == at
}

// ordinal is a number's place among all floating-point numbers in order.
func ordinal(v float64) uint64 {
	bits := math.Float64bits(v + 0) // there is one 0
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

// count counts the numbers of a part of the table in each part of the intervals.
func (l *loaded) count(q *question) ([]byte, error) {
	bins := make([][]bin, len(q.Within))
	of := map[int][]int{} // intervals of inputs
	for k, i := range q.Within {
		if i.Parts < 1 || i.Parts > mostBins || !(i.Low <= i.High) {
			return nil, errPack
		}
		bins[k], of[i.Input] = make([]bin, i.Parts), append(of[i.Input], k)
	}
	if l.complete != nil {
		intervals := make([][]int, l.complete.X.Width())
		for input := range intervals {
			intervals[input] = of[input]
		}
		err := l.complete.EachPresent(func(input int, v float64) {
			for _, k := range intervals[input] {
				if i := q.Within[k]; v >= i.Low && v <= i.High {
					b := &bins[k][i.part(v)]
					*b = b.with(bin{1, v, v})
				}
			}
		})
		if err != nil {
			return nil, err
		}
	}
	counts := make([]map[int]bin, len(bins)) // most are empty
	for k := range bins {
		counts[k] = map[int]bin{}
		for at, b := range bins[k] {
			if b.N > 0 {
				counts[k][at] = b
			}
		}
	}
	return json.Marshal(counts)
}

func (c bin) with(more bin) bin {
	if c.N == 0 {
		return more
	}
	return bin{c.N + more.N, min(c.Low, more.Low), max(c.High, more.High)}
}

// looking is the search for the number of a rank.
type looking struct {
	input, rank int // counted from 0
	within      interval
	before      int // numbers of the input below the interval
	found       bool
	value       float64
}

// medians are those of the inputs over the rows that have them; of the levels of a column,
// the most frequent is 1 and the others 0.
func (c *choosing) medians(ctx context.Context) ([]float64, error) {
	medians := c.Modes(c.sums, c.present)
	var searches []*looking
	for k, n := range c.present {
		if n == 0 || c.IsLevel(k) {
			continue
		}
		for _, rank := range slices.Compact([]int{(n - 1) / 2, n / 2}) {
			searches = append(searches, &looking{input: k, rank: rank, within: interval{Input: k, Low: -math.MaxFloat64, High: math.MaxFloat64}})
		}
	}
	if err := c.find(ctx, searches); err != nil {
		return nil, err
	}
	values := make([][]float64, len(medians))
	for _, s := range searches {
		values[s.input] = append(values[s.input], s.value)
	}
	for k, v := range values {
		if len(v) > 0 {
			medians[k] = v[0]/2 + v[len(v)-1]/2
		}
	}
	return medians, nil
}

// find asks until all numbers are found.
func (c *choosing) find(ctx context.Context, searches []*looking) error {
	for {
		var within []interval
		for _, s := range searches {
			if !s.found {
				within = append(within, s.within)
			}
		}
		if len(within) == 0 {
			return nil
		}
		within = slices.Compact(within) // the two middle ones are often in the same
		for k := range within {
			within[k].Parts = max(8, min(mostBins, 1<<14/len(within)))
		}
		counts, err := c.countWithin(ctx, within)
		if err != nil {
			return err
		}
		for _, s := range searches {
			if s.found {
				continue
			}
			k := slices.IndexFunc(within, func(i interval) bool {
				return i.Input == s.input && i.Low == s.within.Low && i.High == s.within.High
			})
			if !s.narrow(counts[k]) {
				return errPack
			}
		}
	}
}

// countWithin asks all parts.
func (c *choosing) countWithin(ctx context.Context, within []interval) ([]map[int]bin, error) {
	all := make([]map[int]bin, len(within))
	for k := range all {
		all[k] = map[int]bin{}
	}
	q := &question{Task: taskCount, Reading: c.reading, Wanted: c.wanted, Within: within, First: c.first}
	return all, ask(ctx, c.engine, q, func(_ int, _ answerHead, result []byte) error {
		var counts []map[int]bin
		if json.Unmarshal(result, &counts) != nil || len(counts) != len(all) {
			return errPack
		}
		for k, parts := range counts {
			for at, n := range parts {
				if !within[k].has(at, n) {
					return errPack
				}
				all[k][at] = all[k][at].with(n)
			}
		}
		return nil
	})
}

// narrow takes the part of the interval that has the number, and reports whether there is one.
func (s *looking) narrow(parts map[int]bin) bool {
	for _, at := range slices.Sorted(maps.Keys(parts)) {
		p := parts[at]
		if s.rank >= s.before+p.N {
			s.before += p.N
			continue
		}
		switch s.rank {
		case s.before:
			s.value, s.found = p.Low, true
		case s.before + p.N - 1:
			s.value, s.found = p.High, true
		}
		if p.Low == p.High {
			s.value, s.found = p.Low, true
		}
		s.within.Low, s.within.High = p.Low, p.High
		return true
	}
	return false
}
