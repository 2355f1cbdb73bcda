package evaluate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"suffice"
	"suffice/internal/wording"
	"suffice/output"
)

// Compared is what came of a comparison.
type Compared struct {
	Rows    []Row       `json:"rows"`
	Measure string      `json:"measure"` // of the errors; see [Measure]
	Kind    output.Kind `json:"kind"`    // of the target
	Target  []string    `json:"target"`  // its names
	N       int         `json:"n"`       // rows
	D       int         `json:"d"`       // inputs
	Splits
	Of int `json:"of,omitempty"` // rows that the N were drawn from, where not all were compared
}

// Row is a method at a number of components.
type Row struct {
	Method   string
	Dim      int       // the number of inputs for a method that keeps them
	AllDims  bool      // the row holds for every number of components: the method keeps the inputs
	Mean, SD float64   // of the errors; SD with 1/(splits-1)
	Seconds  float64   // mean time of a fit, with other fits on the other cores; 0 where it is not told
	Best     bool      // the least mean of the dimension, or not different from it; none above one that is not
	Errors   []float64 // of the splits, in their order
	Err      error     // why the method could not do it, on the first split that it failed on; see [TooManyComponents]
}

// MarshalJSON writes the row without its single errors, and with null for what a method
// that failed does not have.
func (r Row) MarshalJSON() ([]byte, error) {
	line := struct {
		Method  string   `json:"method"`
		Dim     int      `json:"dim"`
		Mean    *float64 `json:"mean"`
		SD      *float64 `json:"sd"`
		Seconds any      `json:"seconds,omitzero"`
		Best    bool     `json:"best"`
		Error   string   `json:"error,omitempty"`
	}{Method: r.Method, Dim: r.Dim, Best: r.Best}
	if r.Err != nil {
		line.Error, line.Seconds = strings.Join(strings.Fields(r.Err.Error()), " "), (*float64)(nil)
		return json.Marshal(line)
	}
	line.Mean, line.SD = &r.Mean, &r.SD
	if r.Seconds != 0 {
		line.Seconds = r.Seconds
	}
	return json.Marshal(line)
}

// TooManyComponents is why a method was not asked for so many: the output has fewer.
type TooManyComponents struct {
	Method    string
	Dim, Most int
}

func (e *TooManyComponents) Error() string {
	return fmt.Sprintf("%s, but %s finds at most %d of this output; ask for fewer", wording.Count(e.Dim, "component"), e.Method, e.Most)
}

// compared sums up.
func (c *comparing) compared() (*Compared, error) {
	result := &Compared{
		Measure: Measure(c.y.Kind), Kind: c.y.Kind, Target: c.y.Names, N: c.x.Len(), D: c.x.Width(), Splits: c.Splits,
	}
	for _, e := range c.entries {
		result.Rows = append(result.Rows, e.row())
	}
	for k, dim := range c.Dims {
		if err := markBest(result.Rows, dim, k == 0); err != nil {
			return nil, err
		}
	}
	return result, nil
}

func (e *entry) row() Row {
	r := Row{Method: e.method.Name, Dim: e.dim, AllDims: e.method.KeepsInputs, Err: e.failure()}
	if r.Err != nil {
		return r
	}
	for _, t := range e.trials {
		r.Errors = append(r.Errors, t.Error)
		r.Seconds += t.Seconds / float64(len(e.trials))
	}
	mean, variance := Moments(r.Errors)
	r.Mean, r.SD = mean, math.Sqrt(variance)
	return r
}

// failure is the first one, and on how many splits there was one where not on all.
func (e *entry) failure() error {
	if e.tooMany != nil {
		return e.tooMany
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

// Choice is the row to take, or nil where there is none: of those whose mean error is no
// more than one standard error of the differences above the least, split by split, the
// recommended method where it is among them, with the fewest components.
func (c *Compared) Choice() *Row {
	var least *Row
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Err == nil && !r.AllDims && (least == nil || r.Mean < least.Mean) {
			least = r
		}
	}
	chosen := least
	for i := range c.Rows {
		if r := &c.Rows[i]; r.Err == nil && !r.AllDims && r.near(least) && r.before(chosen) {
			chosen = r
		}
	}
	return chosen
}

// near reports whether the errors are no more than one standard error above those of another row.
func (r *Row) near(least *Row) bool {
	differences := make([]float64, len(r.Errors))
	for k := range differences {
		differences[k] = r.Errors[k] - least.Errors[k]
	}
	mean, variance := Moments(differences)
	return mean <= math.Sqrt(variance/float64(len(differences)))
}

// before reports whether a row is to be preferred to another one that is about as good.
func (r *Row) before(other *Row) bool {
	recommended := suffice.Methods()[0].Name
	if r.Method != other.Method && (r.Method == recommended || other.Method == recommended) {
		return r.Method == recommended
	}
	return r.Dim < other.Dim || r.Dim == other.Dim && r.Mean < other.Mean
}

// markBest marks the best rows of a dimension, none of them above one that is not. One of
// all dimensions must be among the best of the dimensions before, too.
func markBest(table []Row, dim int, first bool) error {
	samples := make([][]float64, len(table))
	for i, r := range table {
		if r.Dim == dim || r.AllDims {
			samples[i] = r.Errors
		}
	}
	best, err := bestInOrder(samples)
	if err != nil {
		return err
	}
	for i := range table {
		switch r := &table[i]; {
		case r.AllDims:
			r.Best = best[i] && (first || r.Best)
		case r.Dim == dim:
			r.Best = best[i]
		}
	}
	return nil
}
