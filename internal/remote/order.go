package remote

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/rows"
)

// order tells numbers by their rank among those of all rows, or of each group of rows, exactly.
// Some rows, drawn at random, give edges; how many numbers lie between these is counted, and
// what lies between the two edges around a rank is asked for.
type order struct {
	x      rows.Source
	values blocks.Aligned
	groups blocks.Aligned // labels of the rows; nil where there is one group
	of     []ordered      // each group
	most   int            // numbers between two edges that may be asked for
	unit   float64        // of the weights of rows; 0 where all count the same
}

// ordered is the numbers of a group as far as they are known.
type ordered struct {
	edges  []float64
	counts []float64         // below the first edge, equal to it, …
	known  map[int][]float64 // the numbers in places of counts, in order
	by     []float64         // equal rows that those counted are, where rows have weights
	each   map[int][]float64 // equal rows that each known number is
}

// ranked is a number with how many are not above it.
type ranked struct {
	value float64
	upTo  int
	by    float64 // equal rows that these are, where rows have weights
}

const edgeStream = 0xed6e // of random numbers

// drawEdges draws the targets that give edges.
func (y *Output) drawEdges(ctx context.Context) (err error) {
	n := y.Len()
	which := draw.Many(n, y.limits.edges, rand.New(rand.NewPCG(uint64(n), edgeStream)))
	y.drawn, err = blocks.TakeAligned(ctx, y.x, y.raw(), which)
	return err
}

// order looks at one number a row, in so many groups, both being functions of the target. Some
// edges may be given.
func (y *Output) order(ctx context.Context, values, groups blocks.Function, count int, edges ...float64) (*order, error) {
	o := y.uncounted(values, groups, count, edges...)
	return o, o.count(ctx)
}

// uncounted is an order that has its edges, and no more.
func (y *Output) uncounted(values, groups blocks.Function, count int, edges ...float64) *order {
	o := &order{x: y.x, values: blocks.Apply(values, y.raw()), of: make([]ordered, count), most: y.limits.within}
	o.of[0].edges = edges
	some, labels := linalg.New(y.drawn.Rows, 1), linalg.New(y.drawn.Rows, 1)
	values.Of(some, y.drawn, 0)
	if count > 1 {
		o.groups = blocks.Apply(groups, y.raw())
		groups.Of(labels, y.drawn, 0)
	}
	for k, v := range some.Data {
		g := &o.of[int(labels.Data[k])]
		g.edges = append(g.edges, v)
	}
	for g := range o.of {
		slices.Sort(o.of[g].edges)
		o.of[g].edges = slices.Compact(o.of[g].edges)
	}
	return o
}

// beside is what stands beside the rows.
func (o *order) beside() []blocks.Aligned {
	if len(o.of) > 1 {
		return []blocks.Aligned{o.groups, o.values}
	}
	return []blocks.Aligned{o.values}
}

// count counts what is between the edges.
func (o *order) count(ctx context.Context) error {
	b := &betweenOf{make([][]float64, len(o.of)), o.unit}
	for g := range o.of {
		b.Edges[g] = o.of[g].edges
	}
	sum, err := blocks.Sum[*between](ctx, o.x, b, o.beside()...)
	if err != nil {
		return err
	}
	for g := range o.of {
		o.of[g].counts, o.of[g].known = sum.counts[g], map[int][]float64{}
		o.of[g].by, o.of[g].each = sum.by[g], map[int][]float64{}
	}
	return nil
}

// size is how many numbers a group has.
func (g *ordered) size() int {
	var sum float64
	for _, n := range g.counts {
		sum += n
	}
	return int(sum)
}

// find returns the place among counts where the number of a rank is, counted from 0, and how
// many numbers come before that place.
func (g *ordered) find(rank int) (place, before int) {
	for k, n := range g.counts {
		if rank < before+int(n) {
			return k, before
		}
		before += int(n)
	}
	return len(g.counts) - 1, before
}

// look is the number of a rank, where it is known.
func (g *ordered) look(rank int) (r ranked, known bool) {
	place, before := g.find(rank)
	if place%2 == 1 {
		return ranked{value: g.edges[place/2], upTo: before + int(g.counts[place])}, true
	}
	list, known := g.known[place]
	if !known {
		return r, false
	}
	v := list[rank-before]
	above, _ := slices.BinarySearchFunc(list, v, func(a, v float64) int {
		if a <= v {
			return -1
		}
		return 1
	})
	return ranked{value: v, upTo: before + above}, true
}

// interval is the edges around a place between them.
func (g *ordered) interval(place int) (low, high float64) {
	low, high = math.Inf(-1), math.Inf(1)
	if k := place / 2; k > 0 {
		low = g.edges[k-1]
	}
	if k := place / 2; k < len(g.edges) {
		high = g.edges[k]
	}
	return low, high
}

// learn asks for the numbers at the given ranks of each group, and those around them.
func (o *order) learn(ctx context.Context, ranks [][]int) error {
	for {
		places, finer := make([][]int, len(o.of)), false
		for g := range o.of {
			for _, rank := range ranks[g] {
				if _, known := o.of[g].look(rank); known {
					continue
				}
				place, _ := o.of[g].find(rank)
				places[g] = append(places[g], place)
			}
			slices.Sort(places[g])
			places[g] = slices.Compact(places[g])
			finer = o.of[g].refine(places[g], o.most) || finer
		}
		if !finer {
			return o.take(ctx, places)
		}
		if err := o.count(ctx); err != nil {
			return err
		}
	}
}

// refine adds edges where too many numbers lie between two, evenly among the floating-point
// numbers that are there, and reports whether it did.
func (g *ordered) refine(places []int, most int) (did bool) {
	const more = 1 << 10
	for _, place := range places {
		if int(g.counts[place]) <= most {
			continue
		}
		low, high := g.interval(place)
		a, b := place64(low), place64(high)
		step := max(1, (b-a)/more)
		for at := a + step; at < b && at > a; at += step {
			g.edges, did = append(g.edges, number64(at)), true
		}
	}
	slices.Sort(g.edges)
	g.edges = slices.Compact(g.edges) // 0 has two places
	return did
}

// place64 is a number's place among all floating-point numbers in order, and number64 the
// number of a place.
func place64(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits>>63 == 1 {
		return ^bits
	}
	return bits | 1<<63
}

func number64(place uint64) float64 {
	if place>>63 == 1 {
		return math.Float64frombits(place &^ (1 << 63))
	}
	return math.Float64frombits(^place)
}

// take asks for the numbers in places between edges.
func (o *order) take(ctx context.Context, places [][]int) error {
	w := &withinOf{make([][]float64, len(o.of)), make([][]float64, len(o.of)), o.unit}
	asked := false
	for g := range o.of {
		for _, place := range places[g] {
			low, high := o.of[g].interval(place)
			w.Low[g], w.High[g] = append(w.Low[g], low), append(w.High[g], high)
			asked = true
		}
	}
	if !asked {
		return nil
	}
	sum, err := blocks.Sum[*within](ctx, o.x, w, o.beside()...)
	if err != nil {
		return err
	}
	for g := range o.of {
		values, by := sum.Values[g], sum.By[g]
		if o.unit > 0 {
			sortBoth(values, by)
		} else {
			slices.Sort(values)
		}
		for _, place := range places[g] {
			n := min(int(o.of[g].counts[place]), len(values))
			o.of[g].known[place], values = values[:n], values[n:]
			if o.unit > 0 {
				o.of[g].each[place], by = by[:n], by[n:]
			}
		}
	}
	return nil
}

// at is the number of a rank among all rows.
func (o *order) at(ctx context.Context, rank int) (float64, error) {
	if err := o.learn(ctx, [][]int{{rank}}); err != nil {
		return 0, err
	}
	r, _ := o.of[0].look(rank)
	return r.value, nil
}

// levels are the different numbers of a group.
func (o *order) levels(ctx context.Context, g int) ([]ranked, error) {
	for {
		list, unknown := o.of[g].list()
		if len(unknown) == 0 {
			return list, nil
		}
		ranks := make([][]int, len(o.of))
		ranks[g] = unknown
		if err := o.learn(ctx, ranks); err != nil {
			return nil, err
		}
	}
}

// list is the different numbers, or ranks that have to be known to tell.
func (g *ordered) list() (list []ranked, unknown []int) {
	before := 0
	for _, n := range g.counts {
		for rank := before; rank < before+int(n); {
			r, known := g.look(rank)
			if !known {
				unknown = append(unknown, rank)
				break
			}
			list, rank = append(list, r), r.upTo
		}
		before += int(n)
	}
	return list, unknown
}
