package evaluate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"suffice/internal/humanize"
	"suffice/internal/learn"
	"suffice/output"
)

// CompareResult is what came of a comparison. Of the methods and numbers of components that
// predict better than guessing, the best is that of [CompareResult.Choice]. Differences are clear
// where their 95% intervals do not hold 0: see [Difference]. What is not clearly worse is as good
// where it surely loses less than a tenth of what the best gains over guessing; else that is
// unclear. Of fewer than five splits, all must be better than guessing.
type CompareResult struct {
	Rows     []Row       `json:"rows"`
	Baseline *Row        `json:"baseline,omitempty"` // guessing without inputs; nil in the paper's experiment
	Measure  string      `json:"measure"`            // that decides; see [Measures]
	Judge    Judge       `json:"judge,omitempty"`    // what predicted
	Kind     output.Kind `json:"kind"`               // of the target
	Target   []string    `json:"target"`             // its names
	Units    bool        `json:"units,omitempty"`    // all rows of the inputs have length 1: neighbours may be by cosine
	N        int         `json:"n"`                  // rows
	D        int         `json:"d"`                  // inputs
	Splits
	Of int `json:"of,omitempty"` // rows that the N were drawn from, where not all were compared
}

// Mark is what a row of a comparison is worth.
type Mark string

// What rows are worth.
const (
	MarkBest     Mark = "best"
	MarkAsGood   Mark = "as good"
	MarkUnclear  Mark = "unclear" // neither clearly worse than the best, nor sure to be as good
	MarkBetter   Mark = "better"  // all inputs can be better than any components
	MarkNoBetter Mark = "no better than guessing"
	MarkWorse    Mark = "worse than guessing"
)

// Guess is the method of the baseline.
const Guess = "guess"

// Row is a method at a number of components.
type Row struct {
	Method   string
	Dim      int       // the number of inputs for a method that keeps them
	AllDims  bool      // the row holds for every number of components: the method keeps the inputs
	Mean, SD float64   // of the measure; SD with 1/(splits-1)
	Seconds  float64   // mean time of a fit, with other fits on the other cores; 0 where it is not told
	Best     bool      // best or as good
	Errors   []float64 // the measure of the splits, in their order
	Err      error     // why the method could not do it, on the first split that it failed on; see [TooManyComponents]

	Mark         Mark               // "" where another row is clearly better
	ThanBest     *Difference        // of the measure from that of the best row; nil where there is no best
	ThanBaseline *Difference        // from that of guessing
	Measures     map[string]float64 // the means of all measures
	Cosine       float64            // share of the splits with neighbours by cosine and not by distance
}

// MarshalJSON writes the row without its single errors, and with null for what a method
// that failed does not have.
func (r Row) MarshalJSON() ([]byte, error) {
	line := struct {
		Method       string             `json:"method"`
		Dim          int                `json:"dim"`
		Mean         *float64           `json:"mean"`
		SD           *float64           `json:"sd"`
		Seconds      any                `json:"seconds,omitzero"`
		Best         bool               `json:"best"`
		Mark         Mark               `json:"mark,omitempty"`
		ThanBest     *Difference        `json:"than_best,omitempty"`
		ThanBaseline *Difference        `json:"than_baseline,omitempty"`
		Measures     map[string]float64 `json:"measures,omitempty"`
		Cosine       float64            `json:"cosine,omitempty"`
		Error        string             `json:"error,omitempty"`
	}{Method: r.Method, Dim: r.Dim, Best: r.Best, Mark: r.Mark, ThanBest: r.ThanBest, ThanBaseline: r.ThanBaseline, Measures: r.Measures, Cosine: r.Cosine}
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
	return fmt.Sprintf("%s, but %s finds at most %d of this output; ask for fewer", humanize.Count(e.Dim, "component"), e.Method, e.Most)
}

// compared sums up.
func (c *comparing) compared() (*CompareResult, error) {
	result, err := c.summed()
	if err != nil {
		return nil, err
	}
	guessing, err := c.guessing()
	if err != nil {
		return nil, err
	}
	baseline := guessing.row(c.Measure)
	result.Baseline = &baseline
	result.mark()
	return result, nil
}

func (c *comparing) summed() (result *CompareResult, err error) {
	result = &CompareResult{
		Measure: c.Measure, Kind: c.y.Kind, Target: c.y.Names, N: c.x.Len(), D: c.x.Width(), Splits: c.Splits, Judge: c.Judge, Units: c.units,
	}
	for _, e := range c.entries {
		result.Rows = append(result.Rows, e.row(c.Measure))
	}
	result.Test, err = c.Splits.tested(c.x.Len())
	return result, err
}

func (e *entry) row(measure string) Row {
	r := Row{Method: e.method.Name, Dim: e.dim, AllDims: e.method.KeepsInputs, Err: e.failure()}
	if r.Err != nil {
		return r
	}
	for _, t := range e.trials {
		value, ok := t.Measures[measure]
		if !ok {
			value = t.Error
		}
		r.Errors = append(r.Errors, value)
		r.Seconds += t.Seconds / float64(len(e.trials))
		if t.Cosine {
			r.Cosine += 1 / float64(len(e.trials))
		}
		for name, v := range t.Measures {
			if r.Measures == nil {
				r.Measures = map[string]float64{}
			}
			r.Measures[name] += v / float64(len(e.trials))
		}
	}
	mean, variance := learn.Moments(r.Errors)
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
