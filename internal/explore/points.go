package explore

import (
	"cmp"
	"math"
	"net/http"
	"slices"

	"suffice"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/table"
)

// getPoints is z of the shown rows.
func (s *Server) getPoints(w http.ResponseWriter, r *http.Request, f *fit, _ *suffice.Projection) error {
	return answerRows(w, f.z)
}

// getWeights is those of all components.
func (s *Server) getWeights(w http.ResponseWriter, r *http.Request, _ *fit, model *suffice.Projection) error {
	return answerRows(w, model.Weights()...)
}

func answerRows(w http.ResponseWriter, rows ...[]float64) error {
	all := slices.Concat(rows...)
	return answerFloats(w, len(all), func(i int) float64 { return all[i] })
}

// getInput is an input of the shown rows, standardised.
func (s *Server) getInput(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	j, err := place("input", r.PathValue("input"), len(model.Inputs))
	if err != nil {
		return err
	}
	values, err := f.view.input(r.Context(), model, j)
	if err != nil {
		return err
	}
	return answerRows(w, values)
}

// shakeOf is the frame of the shake that a call is about.
func (s *Server) shakeOf(f *fit, r *http.Request) ([][]float64, error) {
	s.mu.Lock()
	shakes := f.shakes
	s.mu.Unlock()
	k, err := place("frame of the shake", r.PathValue("shake"), len(shakes))
	if err != nil {
		return nil, err
	}
	return shakes[k], nil
}

// getShake is the weights of a frame.
func (s *Server) getShake(w http.ResponseWriter, r *http.Request, f *fit, _ *suffice.Projection) error {
	weights, err := s.shakeOf(f, r)
	if err != nil {
		return err
	}
	return answerRows(w, weights...)
}

// getShakePoints is z of the shown rows in a frame.
func (s *Server) getShakePoints(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	weights, err := s.shakeOf(f, r)
	if err != nil {
		return err
	}
	shaken := *model
	shaken.Components, shaken.Relevance = weights, nil
	z, err := f.view.transform(r.Context(), &shaken)
	if err != nil {
		return err
	}
	return answerRows(w, z)
}

// tableRows are the rows of the table that some of the shown ones are.
func (c *chosen) tableRows(shown []int) []int {
	all := make([]int, len(shown))
	for k, i := range shown {
		all[k] = c.choice.RowOf(c.view.shown[i])
	}
	return all
}

// getValues is the values of a column of the shown rows.
func (s *Server) getValues(w http.ResponseWriter, r *http.Request, c *chosen) error {
	t := c.data.table
	j, err := place("column", r.PathValue("column"), t.Width())
	if err != nil {
		return err
	}
	levels := c.data.levelPlaces(j)
	values := make([]float64, len(c.view.shown))
	err = t.EachRow(r.Context(), c.tableRows(sampling.All(len(values))), func(k int, row table.Cells) {
		values[k] = row.Number(j)
		if levels != nil && (row.Word(j) >= 0 || !math.IsNaN(values[k])) {
			values[k] = levels(row.Text(j))
		}
	})
	if err != nil {
		return err
	}
	return answerRows(w, values)
}

// levelPlaces tells the place of a text among the levels of a column that the page knows; the place
// after these for all others. Nil means that the column holds numbers.
func (d *data) levelPlaces(j int) func(text string) float64 {
	levels := d.described.Columns[j].Levels
	if len(levels) == 0 {
		return nil
	}
	shown := min(mostLevels, len(levels))
	at := map[string]float64{}
	for k, level := range levels[:shown] {
		at[level.Value] = float64(k)
	}
	return func(text string) float64 {
		if place, known := at[text]; known {
			return place
		}
		return float64(shown)
	}
}

// getTarget is the target of the shown rows.
func (s *Server) getTarget(w http.ResponseWriter, r *http.Request, c *chosen) error {
	which, err := place("target", cmp.Or(r.URL.Query().Get("which"), "0"), max(1, len(c.info.Target)))
	if err != nil {
		return err
	}
	return answerFloats(w, len(c.view.shown), c.targetAt(which))
}

// targetAt is the target of a shown row as a number, or NaN where it is none.
func (c *chosen) targetAt(which int) func(i int) float64 {
	y := c.target
	switch {
	case y.Kind == output.KindClass:
		return func(i int) float64 { return float64(c.classes[y.Class[i]]) }
	case y.Kind.Numeric() || y.Kind == output.KindLabels:
		width := len(y.Names)
		return func(i int) float64 { return y.Values[i*width+which] }
	}
	return func(int) float64 { return math.NaN() }
}

const (
	mostCells   = 200 // of a row are shown
	mostTargets = 20  // of them before the inputs
)

// Cell is one of a row.
type Cell struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Row is a row of the table.
type Row struct {
	Row   int    `json:"row"` // counted from 1
	Cells []Cell `json:"cells"`
}

// getRow is the cells of a shown row: the target first, then the inputs.
func (s *Server) getRow(w http.ResponseWriter, r *http.Request, c *chosen) error {
	i, err := place("row", r.PathValue("row"), len(c.view.shown))
	if err != nil {
		return err
	}
	result := Row{Row: c.choice.RowOf(c.view.shown[i]) + 1, Cells: []Cell{}}
	names := c.data.table.Names()
	err = c.data.table.EachRow(r.Context(), []int{result.Row - 1}, func(_ int, row table.Cells) {
		for _, j := range c.columnOrder()[:min(mostCells, len(names))] {
			result.Cells = append(result.Cells, Cell{names[j], row.Text(j)})
		}
	})
	if err != nil {
		return err
	}
	return answer(w, result)
}

// columnOrder is the places of the table's columns: the target's, the inputs', and then others.
func (c *chosen) columnOrder() []int {
	target := c.targetColumns()
	rank := func(name string) int {
		switch {
		case slices.Contains(target, name):
			return 0
		case c.columns[name]:
			return 1
		}
		return 2
	}
	names, targets := c.data.table.Names(), 0
	ranks := make([]int, len(names))
	for j, name := range names {
		if ranks[j] = rank(name); ranks[j] == 0 {
			if targets++; targets > mostTargets {
				ranks[j] = 2
			}
		}
	}
	return sampling.Ascending(ranks)
}
