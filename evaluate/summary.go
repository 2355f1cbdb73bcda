package evaluate

import (
	"cmp"
	"fmt"
	"math"
)

// Row is a method at a number of components.
type Row struct {
	Method   string
	Dim      int       // the number of inputs for a method that does not reduce
	Mean, SD float64   // of the errors; SD with 1/(splits-1)
	Seconds  float64   // mean time of a fit, with other fits on the other cores
	Best     bool      // the least mean of the dimension, or not different from it; none above one that is not
	Errors   []float64 // of the splits, in their order
	Err      error     // why the method could not do it, on the first split that it failed on; see [Bounded]
}

// Flat reports whether the row holds for every number of components.
func (r Row) Flat() bool { return r.Method == flat }

// flat is the method whose components do not depend on how many are asked for.
const flat = "none"

// Bounded is why a method was not asked for so many components: the output has no more.
type Bounded struct {
	Method    string
	Dim, Most int
}

func (b *Bounded) Error() string {
	components := "components"
	if b.Dim == 1 {
		components = "component"
	}
	return fmt.Sprintf("%d %s, but %s finds at most %d of this output; ask for fewer", b.Dim, components, b.Method, b.Most)
}

// rows sums up.
func (c *comparing) rows() ([]Row, error) {
	table := make([]Row, len(c.entries))
	for i := range c.entries {
		table[i] = c.entries[i].row()
	}
	for k, dim := range c.Dims {
		if err := markBest(table, dim, k == 0); err != nil {
			return nil, err
		}
	}
	return table, nil
}

func (e *entry) row() Row {
	r := Row{Method: e.method.Name, Dim: e.dim, Err: e.failure()}
	if r.Err != nil {
		return r
	}
	for _, t := range e.trials {
		r.Errors = append(r.Errors, t.error)
		r.Seconds += t.seconds / float64(len(e.trials))
	}
	mean, variance := Moments(r.Errors)
	r.Mean, r.SD = mean, math.Sqrt(variance)
	return r
}

// failure is the first one, and on how many splits there was one where not on all.
func (e *entry) failure() error {
	if e.bounded != nil {
		return e.bounded
	}
	var first error
	failed := 0
	for _, t := range e.trials {
		if t.err != nil {
			failed++
			first = cmp.Or(first, t.err)
		}
	}
	if first == nil || failed == len(e.trials) {
		return first
	}
	return fmt.Errorf("on %d of %d splits: %w", failed, len(e.trials), first)
}

// markBest marks the best rows of a dimension, none of them above one that is not. A flat one must be among the best of the
// dimensions before, too.
func markBest(table []Row, dim int, first bool) error {
	samples := make([][]float64, len(table))
	for i, r := range table {
		if r.Dim == dim || r.Flat() {
			samples[i] = r.Errors
		}
	}
	best, err := bestInOrder(samples)
	if err != nil {
		return err
	}
	for i := range table {
		switch r := &table[i]; {
		case r.Flat():
			r.Best = best[i] && (first || r.Best)
		case r.Dim == dim:
			r.Best = best[i]
		}
	}
	return nil
}
