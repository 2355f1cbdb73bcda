package metrics

import (
	"cmp"
	"maps"
	"math"
	"math/bits"
	"slices"
)

// scores are how many rows, by their weights, that are 1 and 0 have each score, for the area under the curve. As
// long as no more than most scores are different, all are kept, and the area is exact. Of
// more, neighbours are put together: intervals that halve and halve again what there is of
// floating-point numbers, as far as each has at most a share τ of the rows that are 1, and of
// those that are 0. If there is one interval around each score that is not kept, the area is off by
// at most ½ Σ fg ≤ τ/2, where f and g are the shares that the intervals have of both (a q-digest: Shrivastava, Buragohain, Agrawal and Suri, 2004). Those of
// other rows are merged with these, in whatever intervals they are.
type scores struct {
	most int
	rows map[interval]seen
	all  seen
}

// seen is how many rows, by their weights, are 1 and 0.
type seen struct{ ones, zeros float64 }

func (s seen) plus(o seen) seen { return seen{s.ones + o.ones, s.zeros + o.zeros} }

// interval is scores that are neighbours: all is 1, the halves of i are 2i and 2i+1, and a
// single score is at least 2 to the power of 63.
type interval uint64

// single is the interval of one score. Scores from 0 to 1/2 are in the order of their bits,
// and those above in that of the bits of 1 - p, so that they are told apart near 1 as well as
// near 0.
func single(p float64) interval {
	p = max(0, min(p, 1))
	place := math.Float64bits(p)
	if p > .5 {
		place = 2*math.Float64bits(.5) - math.Float64bits(1-p)
	}
	return interval(1<<63 | place)
}

func (i interval) isSingle() bool { return i>>63 == 1 }

// first and last are the ends of the interval.
func (i interval) first() interval { return i << bits.LeadingZeros64(uint64(i)) }
func (i interval) last() interval {
	return i.first() | (1<<bits.LeadingZeros64(uint64(i)) - 1)
}

// around is the smallest interval that has both.
func around(i, j interval) interval {
	i, j = i>>max(0, bits.Len64(uint64(i))-bits.Len64(uint64(j))), j>>max(0, bits.Len64(uint64(j))-bits.Len64(uint64(i)))
	return i >> bits.Len64(uint64(i^j))
}

// byPlace orders intervals, and each before those within it.
func byPlace(i, j interval) int {
	return cmp.Or(cmp.Compare(i.first(), j.first()), cmp.Compare(i, j))
}

const (
	mostScores   = 1 << 16 // different ones that are kept of all columns,
	mostOfAll    = 1 << 13 // but of each no more than that
	fewestOfEach = 1 << 9  // and no less
)

// mostPerColumn is how many are kept of each of so many columns.
func mostPerColumn(columns int) int { return max(fewestOfEach, min(mostOfAll, mostScores/columns)) }

func newScores(most int) *scores { return &scores{most: most, rows: map[interval]seen{}} }

func (s *scores) add(score, is, weight float64) {
	one := seen{zeros: weight}
	if is == 1 {
		one = seen{ones: weight}
	}
	s.count(single(score), one)
	s.limit(2 * s.most) // rarely, as it takes time
}

func (s *scores) count(i interval, more seen) {
	s.rows[i] = s.rows[i].plus(more)
	s.all = s.all.plus(more)
}

func (s *scores) merge(o *scores) {
	for i, n := range o.rows {
		s.count(i, n)
	}
	s.limit(s.most)
}

// limit puts scores together if there are more than so many, until no more than most are left.
func (s *scores) limit(to int) {
	if len(s.rows) <= to {
		return
	}
	for share := 1 / float64(4*s.most); len(s.rows) > s.most; share *= 2 {
		all := s.inOrder()
		fewer := make(map[interval]seen, s.most)
		s.join(all, share, fewer)
		s.rows = fewer
	}
}

// placed is an interval with its rows.
type placed struct {
	interval
	seen
}

func (s *scores) inOrder() []placed {
	all := make([]placed, 0, len(s.rows))
	for _, i := range slices.SortedFunc(maps.Keys(s.rows), byPlace) {
		all = append(all, placed{i, s.rows[i]})
	}
	return all
}

// join puts intervals together that have no more than a share of the rows of both kinds.
func (s *scores) join(some []placed, share float64, to map[interval]seen) {
	if len(some) == 0 {
		return
	}
	if len(some) == 1 {
		to[some[0].interval] = some[0].seen
		return
	}
	all := around(some[0].interval, some[len(some)-1].interval)
	var sum seen
	for _, one := range some {
		sum = sum.plus(one.seen)
	}
	if sum.ones <= share*s.all.ones && sum.zeros <= share*s.all.zeros {
		to[all] = sum
		return
	}
	if some[0].interval == all {
		to[all] = some[0].seen
		some = some[1:]
	}
	upper := (2*all + 1).first()
	half, _ := slices.BinarySearchFunc(some, upper, func(one placed, at interval) int { return cmp.Compare(one.first(), at) })
	s.join(some[:half], share, to)
	s.join(some[half:], share, to)
}

// area is the chance that a row that is 1 has a larger score than one that is 0, Mann
// and Whitney's statistic; equal ones count a half. Where it is
// not known which is larger, each is as likely; doubt is by how much the area can be wrong for
// that, at most.
func (s *scores) area() (area, doubt float64, ok bool) {
	var open []placed       // intervals that the next is within
	var within, before seen // rows of these, and of those that are below
	for _, next := range s.inOrder() {
		for len(open) > 0 && open[len(open)-1].last() < next.first() {
			closed := open[len(open)-1]
			open = open[:len(open)-1]
			within = seen{within.ones - closed.ones, within.zeros - closed.zeros}
			before = before.plus(closed.seen)
		}
		unknown := next.ones*within.zeros + within.ones*next.zeros
		equal := next.ones * next.zeros
		area += next.ones*before.zeros + (unknown+equal)/2
		if !next.isSingle() {
			unknown += equal
		}
		doubt += unknown / 2
		open, within = append(open, next), within.plus(next.seen)
	}
	pairs := s.all.ones * s.all.zeros
	if pairs == 0 {
		return 0, 0, false
	}
	return area / pairs, doubt / pairs, true
}
