package aggregate

import (
	"context"
	"fmt"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// Function is numbers that follow from the target of a row, or from its number, such as
// kernels between the target and some centres. What it takes to evaluate it is the exported
// fields of what it points to, so that it can be sent to where the targets are. It is not
// changed by use, so that goroutines share it.
type Function interface {
	// Kind names it in the binary form.
	Kind() string
	// Takes is how many numbers the target of a row has; any will do where it is -1.
	Takes() int
	// Width is how many numbers it makes of those.
	Width() int
	// Of sets the rows of dst to the functions of the rows of target, which are those of
	// the table from row from on.
	Of(dst, target linalg.Matrix, from int)
}

// Functions are functions without parameters, one of each kind.
type Functions []Function

// Apply is a function of a target, aligned with the rows as the target is.
func Apply(f Function, target Aligned) Aligned { return &applied{f, target} }

type applied struct {
	function Function
	target   Aligned
}

func (a *applied) Width() int { return a.function.Width() }

func (a *applied) Rows(from, to int, memory *[]float64) []float64 {
	var own []float64
	defer Return(&own)
	target := linalg.Of(to-from, a.target.Width(), a.target.Rows(from, to, &own))
	dst := linalg.Of(to-from, a.Width(), Room(memory, (to-from)*a.Width()))
	a.function.Of(dst, target, from)
	return dst.Data
}

// Elsewhere is a target that is where the rows of a source are, of so many numbers to a row.
// Functions of it can be sent there, and not be evaluated here.
type Elsewhere struct {
	Source  rows.Source
	Columns int
}

func (e Elsewhere) Width() int { return e.Columns }

// Rows does not return: whoever sums over such rows sends the functions.
func (e Elsewhere) Rows(from, to int, _ *[]float64) []float64 {
	panic(fmt.Sprintf("blocks: the target of rows %d to %d is elsewhere", from+1, to))
}

// elsewhere is the source that has the target that a is of; nil where it is here.
func elsewhere(a Aligned) rows.Source {
	switch a := a.(type) {
	case Elsewhere:
		return a.Source
	case *applied:
		return elsewhere(a.target)
	}
	return nil
}

// here is numbers in memory, of a target that may be elsewhere.
func here(ctx context.Context, y []Aligned) ([]Aligned, error) {
	taken := slices.Clone(y)
	for k, a := range y {
		source := elsewhere(a)
		if source == nil {
			continue
		}
		all, err := TakeAligned(ctx, source, a, sampling.All(source.Len()))
		if err != nil {
			return nil, err
		}
		taken[k] = InMemory{all}
	}
	return taken, nil
}

// Shifted is numbers that are aligned with the rows of a table from row First on.
type Shifted struct {
	Aligned
	First int
}

// Rows returns those of rows [from, to) of the table.
func (s Shifted) Rows(from, to int, memory *[]float64) []float64 {
	return s.Aligned.Rows(from-s.First, to-s.First, memory)
}

// asItIs is the target itself.
type asItIs struct{ Columns int }

func (t *asItIs) Kind() string { return "target" }

func (t *asItIs) Takes() int { return t.Columns }

func (t *asItIs) Width() int { return t.Columns }

func (t *asItIs) Complete() error { return Consistent(t.Columns >= 1) }

func (t *asItIs) Of(dst, target linalg.Matrix, _ int) { dst.Copy(target) }

// values are numbers that no function is known for: they are sent as they are, for all rows.
type values struct{ Values linalg.Matrix }

func (v *values) Kind() string { return "values" }

func (v *values) Takes() int { return -1 }

func (v *values) Width() int { return v.Values.Cols }

func (v *values) Of(dst, _ linalg.Matrix, from int) { dst.Copy(v.Values.Slice(from, from+dst.Rows)) }

// check reports rows that there are no numbers for.
func (v *values) check(n int) error {
	if v.Values.Rows != n {
		return fmt.Errorf("the table has %d rows, but %d come with it", n, v.Values.Rows)
	}
	return nil
}

// describe is a as a function that can be sent: of a target that is elsewhere, or the numbers
// themselves.
func describe(a Aligned, n int) Function {
	if elsewhere(a) != nil {
		if a, ok := a.(*applied); ok {
			return a.function
		}
		return &asItIs{a.Width()}
	}
	var memory []float64
	defer Return(&memory)
	return &values{linalg.Of(n, a.Width(), slices.Clone(a.Rows(0, n, &memory)))}
}
