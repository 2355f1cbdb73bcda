package sampling

import (
	"math"
	"math/rand/v2"
)

// Units say which rows belong together: those of a group, or those that follow each other in time.
// Without either, each row is one of its own.
type Units struct {
	Group []int
	Time  []float64
	Block []int
}

// Of are the units of some rows.
func (u Units) Of(which []int) Units {
	var some Units
	if u.Group != nil {
		some.Group = Pick(u.Group, which)
	}
	if u.Time != nil {
		some.Time = Pick(u.Time, which)
	}
	if u.Block != nil {
		some.Block = Pick(u.Block, which)
	}
	return some
}

// Order is a random order of n rows that leaves together what belongs together: in place of each row
// comes one of another group, whole groups changing places, the first row of one for the first of
// another, and so on, evenly where they are not as large; or all rows are moved on in time, the last
// to the beginning; or rows change places within their blocks alone.
func (u Units) Order(n int, random *rand.Rand) []int {
	switch {
	case u.Time != nil:
		byTime, order := Ascending(u.Time), make([]int, n)
		gap := n / 20
		shift := gap + random.IntN(max(1, n-2*gap))
		for at, i := range byTime {
			order[i] = byTime[(at+shift)%n]
		}
		return order
	case u.Group != nil:
		groups := Groups(u.Group)
		order := make([]int, n)
		for k, other := range random.Perm(len(groups)) {
			for at, i := range groups[k] {
				order[i] = groups[other][at*len(groups[other])/len(groups[k])]
			}
		}
		return order
	case u.Block != nil:
		order := All(n)
		for _, among := range Groups(u.Block) {
			random.Shuffle(len(among), func(i, j int) {
				order[among[i]], order[among[j]] = order[among[j]], order[among[i]]
			})
		}
		return order
	}
	return random.Perm(n)
}

// Groups lists the rows of each group, in the order in which the groups come first.
func Groups(group []int) (rows [][]int) {
	place := map[int]int{}
	for i, g := range group {
		k, known := place[g]
		if !known {
			k = len(rows)
			place[g], rows = k, append(rows, nil)
		}
		rows[k] = append(rows[k], i)
	}
	return rows
}

// Stretches numbers stretches of time of about as many rows each, from 0 to one less than count; rows
// of one time are in one of them, so that there may be fewer.
func Stretches(times []float64, parts int) (of []int, count int) {
	of = make([]int, len(times))
	last, before := -1, math.Inf(-1)
	for rank, i := range Ascending(times) {
		if part := rank * parts / len(times); part > last && times[i] > before {
			last, count = part, count+1
		}
		of[i], before = count-1, times[i]
	}
	return of, count
}
