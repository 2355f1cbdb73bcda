package aggregate

import (
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// gather asks for rows as they are: those of given numbers, or all, and of each the
// columns [from, to).
type gather struct {
	Sparse   bool // without their zeros, all columns
	All      bool
	Which    Ascending // unless all
	From, To int
	Width    int

	expect int // rows that there may be, to have room for
}

func (g *gather) Kind() string { return "rows" }

func (g *gather) Weighs() bool { return false }

func (g *gather) Zero() Partial { return &gathered{of: g, width: g.To - g.From, sparse: g.Sparse} }

func (g *gather) Plan(_, width int) Plan {
	p := Plan{Parts: InTurn(rows.BlockLen(width)), Sparse: g.Sparse}
	if !g.All {
		p.Only = append([]int{}, g.Which...)
	}
	return p
}

func (g *gather) Complete() error {
	return Consistent(g.From >= 0, g.From <= g.To, g.To <= g.Width, !g.All || len(g.Which) == 0)
}

// add takes the wanted rows of a block into p.
func (g *gather) add(p *gathered, block Block) error {
	if err := block.CheckInputs(g.Width); err != nil {
		return err
	}
	eachWanted(block, g.All, g.Which, func(from, to int) { g.take(p, block, from, to) })
	return nil
}

// eachWanted calls take for the rows [from, to) of a block that are wanted: all, or those of the given
// numbers.
func eachWanted(block Block, all bool, which Ascending, take func(from, to int)) {
	if all {
		take(0, block.Rows)
		return
	}
	first, _ := slices.BinarySearch(which, block.From)
	for _, i := range which[first:] {
		if i >= block.From+block.Rows {
			return
		}
		take(i-block.From, i-block.From+1)
	}
}

// Numbers of rows and what is aligned with them are so many bytes of a question at most, so that
// all of it is below 100 kB; but there is always room for some numbers.
const (
	namedBytes      = 90_000
	leastNamedBytes = 10_000
)

// sumNamed asks for rows of given numbers, each once and in order. A source that sums by itself
// is asked several times where the numbers are too many for one question.
func sumNamed(ctx context.Context, x rows.Source, which Ascending, of func(some Ascending) Statistic, y ...Aligned) (*gathered, error) {
	most := math.MaxInt
	if IsApart(x) {
		most = namedBytes
		for _, one := range y {
			if elsewhere(one) != nil {
				most -= len(EncodeAligned(one, x.Len()))
			}
		}
		most = max(leastNamedBytes, most)
	}
	var all *gathered
	for left := which; all == nil || len(left) > 0; {
		count := left.Within(most)
		part, err := Sum[*gathered](ctx, x, of(left[:count]), y...)
		if err != nil {
			return nil, err
		}
		if left = left[count:]; all == nil {
			all = part
			all.Data = slices.Grow(all.Data, len(left)*all.width)
			continue
		}
		part.of = all.of
		if err := all.Merge(part); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// TakeAligned copies what is aligned with the given rows of x, in the given order.
func TakeAligned(ctx context.Context, x rows.Source, y Aligned, which []int) (linalg.Matrix, error) {
	wanted, all := sortedOnce(which), false
	if len(wanted) == x.Len() {
		wanted, all = nil, true
	}
	g, err := sumNamed(ctx, x, wanted, func(some Ascending) Statistic { return &besides{all, some, y.Width()} }, y)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return g.rows(which)
}

// besides asks for what is aligned with rows of given numbers.
type besides struct {
	All   bool
	Which Ascending // unless all
	Width int
}

func (b *besides) Kind() string { return "beside rows" }

func (b *besides) Weighs() bool { return false }

func (b *besides) Zero() Partial { return &gathered{of: b, width: b.Width} }

func (b *besides) Plan(int, int) Plan {
	p := Plan{Parts: InTurn(sparseStretch), Beside: true}
	if !b.All {
		p.Only = append([]int{}, b.Which...)
	}
	return p
}

func (b *besides) Complete() error { return Consistent(b.Width >= 1, !b.All || len(b.Which) == 0) }

// add takes the wanted rows of a block into p.
func (b *besides) add(p *gathered, block Block) error {
	if err := block.CheckBeside(b.Width); err != nil {
		return err
	}
	eachWanted(block, b.All, b.Which, func(from, to int) {
		p.extend(block.From+from, to-from)
		p.Data = append(p.Data, block.Y[0][from*b.Width:to*b.Width]...)
	})
	return nil
}

// take takes rows [from, to) of a block.
func (g *gather) take(p *gathered, block Block, from, to int) {
	p.extend(block.From+from, to-from)
	if g.Sparse {
		for i := from; i < to; i++ {
			columns, values := block.Sparse.Row(i)
			p.Columns, p.Data = append(p.Columns, columns...), append(p.Data, values...)
			p.Ends = append(p.Ends, len(p.Data))
		}
		return
	}
	if p.Data == nil {
		p.Data = make([]float64, 0, max(g.expect, len(g.Which))*p.width)
	}
	for i := from; i < to; i++ {
		p.Data = append(p.Data, block.X[i*g.Width+g.From:i*g.Width+g.To]...)
	}
}

// gathered is rows of a result that has one for each row of the table, or for some: those
// that have been added, in stretches.
type gathered struct {
	of interface {
		Statistic
		add(p *gathered, block Block) error
	}
	width  int
	sparse bool

	Rows      int
	Stretches []stretch
	Data      []float64 // their rows, by rows
	Columns   []uint32  // of these values, and where each row of them ends, where rows are
	Ends      []int     // without their zeros
}

// stretch is consecutive rows, at a place among those that there are.
type stretch struct{ From, Rows, At int }

// extend notes that rows are next in data.
func (g *gathered) extend(from, count int) {
	if count == 0 {
		return
	}
	if last := len(g.Stretches) - 1; last >= 0 && g.Stretches[last].From+g.Stretches[last].Rows == from {
		g.Stretches[last].Rows += count
	} else {
		g.Stretches = append(g.Stretches, stretch{from, count, g.Rows})
	}
	g.Rows += count
}

func (g *gathered) Count() int { return g.Rows }

func (g *gathered) Add(block Block) error { return g.of.add(g, block) }

func (g *gathered) Merge(other Partial) error {
	o, ok := other.(*gathered)
	if !ok || o.of != g.of {
		return ErrOther(g.of)
	}
	for _, s := range o.Stretches {
		g.extend(s.From, s.Rows)
	}
	for _, end := range o.Ends {
		g.Ends = append(g.Ends, len(g.Data)+end)
	}
	g.Data, g.Columns = append(g.Data, o.Data...), append(g.Columns, o.Columns...)
	return nil
}

func (g *gathered) Complete() error {
	sum := 0
	for _, s := range g.Stretches {
		if s.At != sum || s.From < 0 || s.Rows < 1 || s.Rows > g.Rows-sum {
			return ErrInconsistent
		}
		sum += s.Rows
	}
	if !g.sparse {
		return Consistent(sum == g.Rows, sum <= len(g.Data), len(g.Data) == sum*g.width, len(g.Ends)+len(g.Columns) == 0)
	}
	ends := append([]int{0}, g.Ends...)
	return Consistent(sum == g.Rows, len(g.Ends) == sum, len(g.Columns) == len(g.Data), ends[len(ends)-1] == len(g.Data), slices.IsSorted(ends))
}

var errTwice = errors.New("the source has given some rows twice and others not at all; take each row once")

// find returns where in the data the given rows are.
func (g *gathered) find(which []int) ([]int, error) {
	slices.SortFunc(g.Stretches, func(a, b stretch) int { return a.From - b.From })
	places := make([]int, len(which))
	for k, i := range which {
		at, ok := slices.BinarySearchFunc(g.Stretches, i, func(s stretch, i int) int { return s.From - i })
		if !ok {
			at--
		}
		if at < 0 || i >= g.Stretches[at].From+g.Stretches[at].Rows {
			return nil, errTwice
		}
		places[k] = g.Stretches[at].At + i - g.Stretches[at].From
	}
	return places, nil
}

// all is the result where it has a row for each row of the table.
func (g *gathered) all() (linalg.Matrix, error) {
	out := linalg.Of(g.Rows, g.width, g.Data)
	if len(g.Stretches) > 1 {
		out = linalg.New(g.Rows, g.width)
	}
	slices.SortFunc(g.Stretches, func(a, b stretch) int { return a.From - b.From })
	next := 0
	for _, s := range g.Stretches {
		if s.From != next {
			return out, errTwice
		}
		next += s.Rows
		if len(g.Stretches) > 1 {
			out.Slice(s.From, next).Copy(linalg.Of(s.Rows, g.width, g.Data[s.At*g.width:]))
		}
	}
	return out, nil
}

// row is the columns and values of row i of the data.
func (g *gathered) row(i int) ([]uint32, []float64) {
	from := 0
	if i > 0 {
		from = g.Ends[i-1]
	}
	return g.Columns[from:g.Ends[i]], g.Data[from:g.Ends[i]]
}

// sortedOnce lists each of the given rows once, in order.
func sortedOnce(which []int) Ascending {
	which = slices.Clone(which)
	slices.Sort(which)
	return slices.Compact(which)
}

// Take is [rows.Take] of rows that may be elsewhere: then the levels of columns do not come with
// them.
func Take(ctx context.Context, x rows.Source, which []int) (rows.Source, error) {
	if !IsApart(x) {
		return rows.Take(ctx, x, which)
	}
	taken, err := take(ctx, x, which)
	if err != nil {
		return nil, err
	}
	return Likewise(ctx, x, taken, which)
}

func take(ctx context.Context, x rows.Source, which []int) (rows.Source, error) {
	_, sparse := x.(rows.Sparse)
	d := x.Width()
	g, err := sumNamed(ctx, x, sortedOnce(which), func(some Ascending) Statistic {
		return &gather{Which: some, To: d, Width: d, Sparse: sparse}
	})
	if err != nil {
		return nil, err
	}
	if sparse {
		places, err := g.find(which)
		if err != nil {
			return nil, err
		}
		part := rows.Compressed{Starts: []int{0}}
		for _, i := range places {
			columns, values := g.row(i)
			part.Columns, part.Values = append(part.Columns, columns...), append(part.Values, values...)
			part.Starts = append(part.Starts, len(part.Values))
		}
		taken, err := rows.NewSparse(d, part)
		if err != nil {
			return nil, err
		}
		return taken.WithNames(rows.Names(x))
	}
	dense, err := g.rows(which)
	if err != nil {
		return nil, err
	}
	taken, err := rows.NewMatrix(d, dense.Data)
	if err != nil {
		return nil, err
	}
	return taken.WithNames(rows.Names(x))
}

// rows are the given ones, in their order.
func (g *gathered) rows(which []int) (linalg.Matrix, error) {
	places, err := g.find(which)
	if err != nil {
		return linalg.Matrix{}, err
	}
	all := linalg.Of(g.Rows, g.width, g.Data)
	if len(places) == g.Rows && slices.IsSorted(places) {
		return all, nil
	}
	return all.Pick(places), nil
}
