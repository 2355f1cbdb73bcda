package explore

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/render"
	"suffice/output"
)

// Compared is how well methods predict.
type Compared struct {
	Measured
	Baseline number        `json:"baseline"`
	Rows     []ComparedRow `json:"rows"`
	Words    string        `json:"words"`
}

// ComparedRow is a method with a number of components.
type ComparedRow struct {
	Method string  `json:"method"`
	Dim    int     `json:"dim"`
	Mean   *number `json:"mean"`
	SD     *number `json:"sd"`
	Mark   string  `json:"mark"`
	Error  string  `json:"error"`
}

const mostRepeats = 1000

// comparison checks what is to be compared.
func comparison(c *chosen, rows *suffice.Data, a asked) (e evaluate.CompareOptions, err error) {
	usual, names := render.UsualComparison(), a.Methods
	if len(names) == 0 {
		names = usual.Methods
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
		e.Dims = usual.DimsOf(d)
	}
	for i, dim := range e.Dims {
		switch {
		case dim < 1:
			return e, problemf(http.StatusBadRequest, "the number of components must be at least 1")
		case dim > d:
			return e, problemf(http.StatusBadRequest, "%s, but %s has only %s", humanize.Count(dim, "component"), sourceName(c.data), humanize.Count(d, "input column"))
		case slices.Contains(e.Dims[:i], dim):
			return e, problemf(http.StatusBadRequest, "%s are there twice", humanize.Count(dim, "component"))
		}
	}
	slices.Sort(e.Dims)
	if a.Repeats < 0 || a.Repeats > mostRepeats {
		return e, problemf(http.StatusBadRequest, "repeats %d: there must be at least 1, and at most %d", a.Repeats, mostRepeats)
	}
	splits := usual.DividedOf(rows, 0)
	splits.Seed, splits.Repeats = 1, a.Repeats
	e.Splits, err = splits.Filled(rows.Len())
	return e, err
}

// comparing prepares a comparison of methods.
func (s *Server) comparing(c *chosen, a asked) (*job, error) {
	rows := s.trainingOf(c)
	e, err := comparison(c, rows.Data, a)
	if err != nil {
		return nil, err
	}
	target := output.TargetOf(rows.Y)
	if target == nil {
		return nil, problemf(http.StatusUnprocessableEntity, "methods cannot be compared where rows have weights")
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		e := e
		tell("comparing", 0, 0)
		e.Progress = func(at evaluate.Progress) {
			tell(fmt.Sprintf("comparing: %s with %d", at.Method, at.Dim), at.Done, at.All)
		}
		found, err := evaluate.Compare(ctx, rows.X, target, e)
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

// comparedOf is a comparison as the page has it.
func comparedOf(found *evaluate.CompareResult) (*Compared, error) {
	c := &Compared{Measured: measuredBy(found.Measure), Rows: []ComparedRow{}}
	if found.Baseline != nil {
		c.Baseline = number(found.Baseline.Mean)
	}
	for _, r := range found.Rows {
		row := ComparedRow{Method: r.Method, Dim: r.Dim, Mark: string(r.Mark)}
		if r.Err != nil {
			row.Error = inWords(r.Err)
		} else {
			row.Mean, row.SD = new(number(r.Mean)), new(number(r.SD))
		}
		c.Rows = append(c.Rows, row)
	}
	if err := render.Nothing(found); err != nil {
		return nil, err
	}
	best, words := render.Best(found)
	if c.Words = words; best != nil && render.AllAreBetter(found) {
		c.Words += fmt.Sprintf("; all %s predict better still", humanize.Count(found.D, "input"))
	}
	return c, nil
}
