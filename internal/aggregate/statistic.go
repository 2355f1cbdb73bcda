package aggregate

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/linalg"
	"suffice/rows"
)

// Statistic is a sum over rows that a fit asks for, with the state that it is taken at: the
// exported fields of what it points to. It is not changed by use, so that goroutines share it.
type Statistic interface {
	// Kind names it in the binary form.
	Kind() string
	// Zero is the sum over no rows.
	Zero() Partial
	// Plan is how to read n rows of the given width.
	Plan(n, width int) Plan
}

// Partial is a statistic summed over some of the rows. However these are divided into
// blocks, and in whatever order partial sums are merged, the sums are the same up to
// rounding. The sums are the exported fields of what it points to, or its [Totals].
type Partial interface {
	// Count is how many rows were added; of a plan's Only those.
	Count() int
	// Add takes in the rows of a block, which is not needed afterwards.
	Add(block Block) error
	// Merge takes in the rows of another, which it does not change. It fails where the
	// other is a sum of another statistic, or at another state.
	Merge(other Partial) error
}

// Block is some rows: their inputs and what is aligned with them.
type Block struct {
	From   int             // which row of the table is the first
	Rows   int             // how many there are
	X      []float64       // the inputs as they are, by rows
	Sparse rows.Compressed // in place of X, where the plan says so and the source has it
	Y      [][]float64     // the numbers of each Aligned, by rows

	Weights []float64 // of the rows, for a statistic that weighs them; nil where all count the same
}

// Check reports a block that has not width inputs to a row and, aligned with it, so many
// numbers of each kind.
func (b Block) Check(width int, aligned ...int) error {
	if err := b.CheckInputs(width); err != nil {
		return err
	}
	return b.CheckBeside(aligned...)
}

// CheckBeside is Check for a statistic that does without inputs.
func (b Block) CheckBeside(aligned ...int) error {
	if len(b.Y) != len(aligned) {
		return fmt.Errorf("a block has %d kinds of numbers beside its rows, but %d were expected", len(b.Y), len(aligned))
	}
	for k, count := range aligned {
		if len(b.Y[k]) != b.Rows*count {
			return fmt.Errorf("a block of %d rows has %d numbers beside them, but %d to a row were expected", b.Rows, len(b.Y[k]), count)
		}
	}
	return nil
}

// CheckInputs reports a block that has not width inputs to a row.
func (b Block) CheckInputs(width int) error {
	sparse := len(b.Sparse.Starts) > 0
	if sparse && b.Sparse.Len() != b.Rows || !sparse && len(b.X) != b.Rows*width {
		return fmt.Errorf("a block of %d rows has %d values, but the table has %d columns", b.Rows, len(b.X), width)
	}
	return nil
}

// CheckSparse reports a block that is not without its zeros.
func (b Block) CheckSparse() error {
	if b.Rows > 0 && b.Sparse.Len() != b.Rows {
		return fmt.Errorf("a block of %d rows has %d without their zeros", b.Rows, b.Sparse.Len())
	}
	return nil
}

// Aligned is numbers that belong to the rows of a source, such as functions of the output.
type Aligned interface {
	// Width is how many there are to a row.
	Width() int
	// Rows returns those of rows [from, to), by rows, in memory of its own or in the given
	// one, which [Room] makes large enough. Several goroutines call it at once, with memory
	// each.
	Rows(from, to int, memory *[]float64) []float64
}

// InMemory is the rows of a matrix, aligned with those of a source.
type InMemory struct{ linalg.Matrix }

func (m InMemory) Width() int { return m.Cols }

func (m InMemory) Rows(from, to int, memory *[]float64) []float64 {
	if m.Stride == m.Cols {
		return m.Data[from*m.Cols : to*m.Cols]
	}
	part := linalg.Of(to-from, m.Cols, Room(memory, (to-from)*m.Cols))
	part.Copy(m.Slice(from, to))
	return part.Data
}

// Aggregator is a Source that sums statistics by itself, such as one whose rows are on
// several machines. Its rows need not be there for those who ask.
type Aggregator interface {
	rows.Source
	// Aggregate sums s over all rows, or those that its plan names.
	Aggregate(ctx context.Context, s Statistic, y ...Aligned) (Partial, error)
}

// Sum sums a statistic over all rows of x, with what is aligned with them, by the weights of
// the rows where they have any. The result is the same for any number of cores.
func Sum[P Partial](ctx context.Context, x rows.Source, s Statistic, y ...Aligned) (P, error) {
	var none P
	x, s, y, err := byWeight(x, s, y)
	if err != nil {
		return none, err
	}
	plan := s.Plan(x.Len(), x.Width())
	sum, err := aggregate(ctx, x, plan, s, y)
	if err != nil {
		return none, err
	}
	own, ok := plainSum(sum).(P)
	if !ok {
		return none, fmt.Errorf("the source was asked for statistics of kind %q and has given others", s.Kind())
	}
	want := x.Len()
	if plan.Only != nil {
		want = len(plan.Only)
	}
	// A wrong model is worse than none.
	if got := own.Count(); got != want && !isFinished(own) {
		return none, fmt.Errorf("the source has %d rows, but its statistics of kind %q are over %d; take each row once", want, s.Kind(), got)
	}
	return own, nil
}

func aggregate(ctx context.Context, x rows.Source, plan Plan, s Statistic, y []Aligned) (Partial, error) {
	own, ok := x.(Aggregator)
	onlyHere := plan.Beside && !slices.ContainsFunc(y, func(a Aligned) bool { return elsewhere(a) != nil })
	if ok && !onlyHere {
		return own.Aggregate(ctx, s, y...)
	}
	y, err := here(ctx, y)
	if err != nil {
		return nil, err
	}
	return plan.Sum(ctx, x, s, y...)
}

// finished is a partial sum that may come to a point where more rows do not change it.
type finished interface{ Finished() bool }

func isFinished(p Partial) bool {
	f, ok := p.(finished)
	return ok && f.Finished()
}

// releasing is a partial sum that gives memory back which is no longer used.
type releasing interface{ Release() }

// Release gives the memory of a partial sum back, where it knows how to; the sum can no
// longer be used.
func Release(p Partial) {
	if p, ok := p.(releasing); ok {
		p.Release()
	}
}

// ErrOther says that a partial sum is not one of s at its state.
func ErrOther(s Statistic) error {
	return fmt.Errorf("partial sums of kind %q cannot be merged with those of another statistic or state", s.Kind())
}

// Known are the kinds of statistics of this package.
func Known() Kinds {
	return Kinds{&columns{}, &sparseColumns{}, &sparseDeviations{}, &deviations{}, &productsOf{}, &gather{}, &besides{}, &times{}, &combine{}, &timesSquare{}, &meanSquare{}, &talliesOf{}}
}

// Labels are whole numbers aligned with the rows of a source, one each, such as folds.
type Labels []int

func (l Labels) Width() int { return 1 }

func (l Labels) Rows(from, to int, memory *[]float64) []float64 {
	out := Room(memory, to-from)
	for k := range out {
		out[k] = float64(l[from+k])
	}
	return out
}

// CheckLabels is Check where one whole number from 0 up to count is aligned with a row.
func (b Block) CheckLabels(width, count int) error {
	if err := b.Check(width, 1); err != nil {
		return err
	}
	for _, v := range b.Y[0] {
		if !(v >= 0 && v < float64(count)) {
			return fmt.Errorf("a block has a row of group %g, but there are %d", v, count)
		}
	}
	return nil
}

// Grouping is the rows of a block in the order of their labels, such as folds.
type Grouping struct {
	Rows   []int
	Starts []int // where the rows of each label begin, and the end
}

// Group orders the rows whose label, given for each, is in [first, last).
func (g *Grouping) Group(labels []float64, first, last int) {
	count := last - first
	g.Starts = append(g.Starts[:0], make([]int, count+1)...)
	for _, v := range labels {
		if j := int(v); first <= j && j < last {
			g.Starts[j-first+1]++
		}
	}
	for k := range count {
		g.Starts[k+1] += g.Starts[k]
	}
	g.Rows = append(g.Rows[:0], make([]int, g.Starts[count])...)
	for i, v := range labels {
		if j := int(v); first <= j && j < last {
			g.Rows[g.Starts[j-first]] = i
			g.Starts[j-first]++
		}
	}
	copy(g.Starts[1:], g.Starts) // each start has moved to the next one
	g.Starts[0] = 0
}
