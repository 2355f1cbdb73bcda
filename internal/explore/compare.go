package explore

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/wording"
	"suffice/output"
)

// Compared is how well methods predict.
type Compared struct {
	Measure  string        `json:"measure"`
	Baseline number        `json:"baseline"`
	Rows     []ComparedRow `json:"rows"`
	Words    string        `json:"words"`
}

// ComparedRow is a method with a number of components.
type ComparedRow struct {
	Method string   `json:"method"`
	Dim    int      `json:"dim"`
	Mean   *float64 `json:"mean"`
	SD     *float64 `json:"sd"`
	Mark   string   `json:"mark"`
	Error  string   `json:"error"`
}

// What is compared where nobody says, as suffice compare has it.
var (
	usualMethods = []string{"sca", "mddm", "pca", "none"}
	usualDims    = []int{1, 2, 3, 4, 5}
)

const (
	comparedTrain = 2000 // rows of a division, at most
	comparedTest  = 5000
	mostRepeats   = 1000
)

// comparison checks what is to be compared.
func comparison(c *chosen, n int, a asked) (e evaluate.Comparison, err error) {
	names := a.Methods
	if len(names) == 0 {
		names = usualMethods
	}
	for i, name := range names {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			return e, problemf(http.StatusBadRequest, "%v", err)
		}
		if slices.Contains(names[:i], name) {
			return e, problemf(http.StatusBadRequest, "method %s is there twice", name)
		}
		e.Methods = append(e.Methods, m)
	}
	d := c.choice.X.Width()
	e.Dims = slices.Clone(a.Dims)
	if len(e.Dims) == 0 {
		e.Dims = slices.DeleteFunc(slices.Clone(usualDims), func(dim int) bool { return dim > d })
	}
	for i, dim := range e.Dims {
		switch {
		case dim < 1:
			return e, problemf(http.StatusBadRequest, "the number of components must be at least 1")
		case dim > d:
			return e, problemf(http.StatusBadRequest, "%s, but %s has only %s", wording.Count(dim, "component"), sourceName(c.data), wording.Count(d, "input column"))
		case slices.Contains(e.Dims[:i], dim):
			return e, problemf(http.StatusBadRequest, "%s are there twice", wording.Count(dim, "component"))
		}
	}
	slices.Sort(e.Dims)
	if a.Repeats < 0 || a.Repeats > mostRepeats {
		return e, problemf(http.StatusBadRequest, "repeats %d: there must be at least 1, and at most %d", a.Repeats, mostRepeats)
	}
	splits := evaluate.Splits{Seed: 1, Train: min(comparedTrain, n*2/3), Test: comparedTest, Repeats: a.Repeats}
	e.Splits, err = splits.Filled(n)
	return e, err
}

// comparing prepares a comparison of methods.
func (s *Server) comparing(c *chosen, a asked) (*job, error) {
	s.mu.Lock()
	rows := c.training
	s.mu.Unlock()
	e, err := comparison(c, rows.x.Len(), a)
	if err != nil {
		return nil, err
	}
	target := output.TargetOf(rows.y)
	if target == nil {
		return nil, problemf(http.StatusUnprocessableEntity, "methods cannot be compared where rows have weights")
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		e := e
		tell("comparing", 0, 0)
		e.Progress = func(at evaluate.Progress) { tell("comparing: "+describeFit(at), at.Done, at.All) }
		found, err := evaluate.Compare(ctx, rows.x, target, e)
		if err != nil {
			return nil, err
		}
		result, err := comparedOf(found)
		return func() int {
			if c.training == rows {
				s.compared, s.found = result, found
			}
			return 0
		}, err
	}
	return &job{Job: Job{Title: "compare methods"}, run: run}, nil
}

func describeFit(at evaluate.Progress) string { return fmt.Sprintf("%s with %d", at.Method, at.Dim) }

// comparedOf is a comparison as the page has it.
func comparedOf(found *evaluate.Compared) (*Compared, error) {
	c := &Compared{Measure: found.Measure, Rows: []ComparedRow{}}
	if found.Baseline != nil {
		c.Baseline = number(found.Baseline.Mean)
	}
	any := false
	for _, r := range found.Rows {
		row := ComparedRow{Method: r.Method, Dim: r.Dim, Mark: string(r.Mark)}
		if r.Err != nil {
			row.Error = inWords(r.Err)
		} else {
			row.Mean, row.SD, any = optional(r.Mean), optional(r.SD), true
		}
		c.Rows = append(c.Rows, row)
	}
	if !any && len(found.Rows) > 0 {
		first := found.Rows[0]
		return nil, fmt.Errorf("no method could do it; %s with %d: %w", first.Method, first.Dim, cause(first.Err))
	}
	c.Words = bestInWords(found)
	return c, nil
}

func cause(err error) error {
	if err == nil {
		return errors.New("no result")
	}
	return err
}

// bestInWords says what is best.
func bestInWords(found *evaluate.Compared) string {
	all := slices.IndexFunc(found.Rows, func(r evaluate.Row) bool { return r.AllDims && r.Err == nil })
	best := found.Choice()
	if best == nil {
		if all >= 0 && found.Rows[all].Mark == "" {
			return fmt.Sprintf("no components predict better than guessing; all %s do", wording.Count(found.D, "input"))
		}
		return "nothing predicts better than guessing"
	}
	words := fmt.Sprintf("best: %s with %s", best.Method, wording.Count(best.Dim, "component"))
	if all >= 0 && found.Rows[all].Mark == evaluate.MarkBetter {
		words += fmt.Sprintf("; all %s predict better still", wording.Count(found.D, "input"))
	}
	return words
}
