package blocks

import (
	"context"
	"errors"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/wire"
	"suffice/rows"
)

// gather asks for rows as they are: those of given numbers, or all, and of each the
// columns [from, to).
type gather struct {
	which    []int // ascending, each once; nil means all
	from, to int
	width    int
	sparse   bool // without their zeros, all columns
	expect   int  // rows that there may be, to have room for
}

// Kind implements Statistic.
func (g *gather) Kind() string { return "rows" }

// Zero implements Statistic.
func (g *gather) Zero() Partial { return &gathered{of: g, width: g.to - g.from} }

// Plan implements Statistic.
func (g *gather) Plan(_, width int) Plan {
	return Plan{Parts: InTurn(rows.BlockLen(width)), Sparse: g.sparse, Only: g.which}
}

// AppendBinary implements Statistic.
func (g *gather) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Ints(wire.Bools(to, []bool{g.sparse, g.which != nil}), g.which)
	return wire.Int(wire.Int(wire.Int(to, g.from), g.to), g.width), nil
}

func readGather(r *wire.Reader) (Statistic, error) {
	flags, which := r.Bools(), r.Ints()
	g := &gather{which: which, from: r.Int(), to: r.Int(), width: r.Int()}
	if len(flags) != 2 || g.from < 0 || g.from > g.to || g.to > g.width || g.width > mostColumns || !slices.IsSorted(which) || !flags[1] && len(which) > 0 {
		return nil, ErrInconsistent
	}
	if g.sparse = flags[0]; !flags[1] {
		g.which = nil
	}
	return g, nil
}

// add takes the wanted rows of a block into p.
func (g *gather) add(p *gathered, block Block) error {
	if err := block.CheckInputs(g.width); err != nil {
		return err
	}
	if g.which == nil {
		g.take(p, block, 0, block.Rows)
		return nil
	}
	start, _ := slices.BinarySearch(g.which, block.From)
	for _, i := range g.which[start:] {
		if i >= block.From+block.Rows {
			break
		}
		g.take(p, block, i-block.From, i-block.From+1)
	}
	return nil
}

// take takes rows [from, to) of a block.
func (g *gather) take(p *gathered, block Block, from, to int) {
	p.extend(block.From+from, to-from)
	if g.sparse {
		for i := from; i < to; i++ {
			columns, values := block.Sparse.Row(i)
			p.sparse.Columns = append(p.sparse.Columns, columns...)
			p.sparse.Values = append(p.sparse.Values, values...)
			p.starts = append(p.starts, len(p.sparse.Values))
		}
		return
	}
	if p.data == nil {
		p.data = make([]float64, 0, max(g.expect, len(g.which))*p.width)
	}
	for i := from; i < to; i++ {
		p.data = append(p.data, block.X[i*g.width+g.from:i*g.width+g.to]...)
	}
}

// gathered is rows of a result that has one for each row of the table, or for some: those
// that have been added, in stretches.
type gathered struct {
	of interface {
		Statistic
		add(p *gathered, block Block) error
	}
	width     int
	rows      int
	stretches []stretch
	data      []float64       // their rows, by rows
	sparse    rows.Compressed // or these, but for the starts
	starts    []int           // where each row of sparse ends
}

// stretch is consecutive rows.
type stretch struct{ from, rows, at int } // at in data

// extend notes that rows are next in data.
func (g *gathered) extend(from, count int) {
	if count == 0 {
		return
	}
	if last := len(g.stretches) - 1; last >= 0 && g.stretches[last].from+g.stretches[last].rows == from {
		g.stretches[last].rows += count
	} else {
		g.stretches = append(g.stretches, stretch{from, count, g.rows})
	}
	g.rows += count
}

// Count implements Partial.
func (g *gathered) Count() int { return g.rows }

// Add implements Partial.
func (g *gathered) Add(block Block) error { return g.of.add(g, block) }

// Merge implements Partial.
func (g *gathered) Merge(other Partial) error {
	o, ok := other.(*gathered)
	if !ok || o.of != g.of {
		return ErrOther(g.of)
	}
	for _, s := range o.stretches {
		g.extend(s.from, s.rows)
	}
	before := len(g.sparse.Values)
	for _, end := range o.starts {
		g.starts = append(g.starts, before+end)
	}
	g.data = append(g.data, o.data...)
	g.sparse.Columns = append(g.sparse.Columns, o.sparse.Columns...)
	g.sparse.Values = append(g.sparse.Values, o.sparse.Values...)
	return nil
}

// AppendBinary implements Partial.
func (g *gathered) AppendBinary(to []byte) ([]byte, error) {
	to = wire.Int(to, len(g.stretches))
	for _, s := range g.stretches {
		to = wire.Int(wire.Int(to, s.from), s.rows)
	}
	to = wire.Floats(wire.Floats(wire.Ints(to, g.starts), g.data), g.sparse.Values)
	for _, j := range g.sparse.Columns {
		to = wire.Int(to, int(j))
	}
	return to, nil
}

// UnmarshalBinary implements Partial.
func (g *gathered) UnmarshalBinary(data []byte) error {
	r := wire.Read(data)
	for count := r.Int(); count > 0 && r.Ok(); count-- {
		from, size := r.Int(), r.Int()
		if from < 0 || size < 1 || size > len(data) {
			return ErrInconsistent
		}
		g.extend(from, size)
	}
	g.starts, g.data, g.sparse.Values = r.Ints(), r.Floats(), r.Floats()
	for range g.sparse.Values {
		g.sparse.Columns = append(g.sparse.Columns, uint32(r.Int()))
	}
	if err := r.Err(); err != nil {
		return err
	}
	if len(g.data) != g.rows*g.width && len(g.starts) != g.rows || !slices.IsSorted(g.starts) || len(g.starts) > 0 && g.starts[len(g.starts)-1] != len(g.sparse.Values) {
		return ErrInconsistent
	}
	return nil
}

var errTwice = errors.New("the source has given some rows twice and others not at all; take each row once")

// find returns where in the data the given rows are.
func (g *gathered) find(which []int) ([]int, error) {
	slices.SortFunc(g.stretches, func(a, b stretch) int { return a.from - b.from })
	places := make([]int, len(which))
	for k, i := range which {
		at, ok := slices.BinarySearchFunc(g.stretches, i, func(s stretch, i int) int { return s.from - i })
		if !ok {
			at--
		}
		if at < 0 || i >= g.stretches[at].from+g.stretches[at].rows {
			return nil, errTwice
		}
		places[k] = g.stretches[at].at + i - g.stretches[at].from
	}
	return places, nil
}

// all is the result where it has a row for each row of the table.
func (g *gathered) all() (linalg.Matrix, error) {
	out := linalg.Of(g.rows, g.width, g.data)
	if len(g.stretches) > 1 {
		out = linalg.New(g.rows, g.width)
	}
	slices.SortFunc(g.stretches, func(a, b stretch) int { return a.from - b.from })
	next := 0
	for _, s := range g.stretches {
		if s.from != next {
			return out, errTwice
		}
		next += s.rows
		if len(g.stretches) > 1 {
			out.Slice(s.from, next).Copy(linalg.Of(s.rows, g.width, g.data[s.at*g.width:]))
		}
	}
	return out, nil
}

// row is the columns and values of row i of the data.
func (g *gathered) row(i int) ([]uint32, []float64) {
	from := 0
	if i > 0 {
		from = g.starts[i-1]
	}
	return g.sparse.Columns[from:g.starts[i]], g.sparse.Values[from:g.starts[i]]
}

// sortedOnce lists each of the given rows once, in order.
func sortedOnce(which []int) []int {
	which = slices.Clone(which)
	slices.Sort(which)
	return slices.Compact(which)
}

// Take copies the given rows of x, in the given order, with the names of its columns:
// without their zeros where x is [rows.Sparse].
func Take(ctx context.Context, x rows.Source, which []int) (rows.Source, error) {
	_, sparse := x.(rows.Sparse)
	d := x.Width()
	g, err := Sum[*gathered](ctx, x, &gather{which: sortedOnce(which), to: d, width: d, sparse: sparse})
	if err != nil {
		return nil, err
	}
	places, err := g.find(which)
	if err != nil {
		return nil, err
	}
	if sparse {
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
	taken, err := rows.NewMatrix(d, g.inOrder(places))
	if err != nil {
		return nil, err
	}
	return taken.WithNames(rows.Names(x))
}

// inOrder is the rows of the data in the given order.
func (g *gathered) inOrder(places []int) []float64 {
	if len(places) == g.rows && slices.IsSorted(places) {
		return g.data
	}
	out := make([]float64, 0, len(places)*g.width)
	for _, i := range places {
		out = append(out, g.data[i*g.width:(i+1)*g.width]...)
	}
	return out
}
