package explore

import (
	"math"
	"net/http"
	"slices"

	"suffice/output"
	"suffice/table"
)

// getPoints is z of the shown rows.
func (s *Server) getPoints(w http.ResponseWriter, r *http.Request) error {
	f, _, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	return answerFloats(w, len(f.z), func(i int) float64 { return f.z[i] })
}

// getWeights is those of all components.
func (s *Server) getWeights(w http.ResponseWriter, r *http.Request) error {
	_, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	return answerRows(w, model.Weights())
}

func answerRows(w http.ResponseWriter, table [][]float64) error {
	all := slices.Concat(table...)
	return answerFloats(w, len(all), func(i int) float64 { return all[i] })
}

// getInput is an input of the shown rows, standardised.
func (s *Server) getInput(w http.ResponseWriter, r *http.Request) error {
	f, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	j, err := place("input", r.PathValue("input"), len(model.Inputs))
	if err != nil {
		return err
	}
	values, err := f.view.input(r.Context(), model, j)
	if err != nil {
		return err
	}
	return answerFloats(w, len(values), func(i int) float64 { return values[i] })
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
func (s *Server) getShake(w http.ResponseWriter, r *http.Request) error {
	f, _, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	weights, err := s.shakeOf(f, r)
	if err != nil {
		return err
	}
	return answerRows(w, weights)
}

// getShakePoints is z of the shown rows in a frame.
func (s *Server) getShakePoints(w http.ResponseWriter, r *http.Request) error {
	f, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
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
	return answerFloats(w, len(z), func(i int) float64 { return z[i] })
}

// tableRows are the rows of the table that the shown ones are.
func (c *chosen) tableRows() []int {
	all := make([]int, len(c.view.shown))
	for i, row := range c.view.shown {
		all[i] = c.choice.RowOf(row)
	}
	return all
}

// getValues is the values of a column of the shown rows.
func (s *Server) getValues(w http.ResponseWriter, r *http.Request) error {
	c, release, err := s.choosing()
	if err != nil {
		return err
	}
	defer release()
	t := c.data.table
	j, err := place("column", r.PathValue("column"), t.Width())
	if err != nil {
		return err
	}
	levels := c.data.levelPlaces(j)
	values := make([]float64, len(c.view.shown))
	err = t.EachRow(r.Context(), c.tableRows(), func(k int, row table.Cells) {
		values[k] = row.Number(j)
		if word := row.Word(j); word >= 0 {
			values[k] = levels[word]
		} else if len(levels) > 0 {
			values[k] = c.data.numberLevel(j, row)
		}
	})
	if err != nil {
		return err
	}
	return answerFloats(w, len(values), func(i int) float64 { return values[i] })
}

// levelPlaces are the places of the words of a column among the levels that the page knows; the
// place after these for all others. Nil means that the column holds numbers.
func (d *data) levelPlaces(j int) []float64 {
	words, levels := d.table.Words(j), d.described.Columns[j].Levels
	if len(levels) == 0 {
		return nil
	}
	shown := min(mostLevels, len(levels))
	at := map[string]int{}
	for k, level := range levels[:shown] {
		at[level.Value] = k
	}
	places := make([]float64, len(words))
	for k, word := range words {
		places[k] = float64(shown)
		if place, known := at[word]; known {
			places[k] = float64(place)
		}
	}
	return places
}

// numberLevel is the place of a number in a column of words: that of the level written so.
func (d *data) numberLevel(j int, row table.Cells) float64 {
	if math.IsNaN(row.Number(j)) {
		return math.NaN()
	}
	levels := d.described.Columns[j].Levels
	shown := min(mostLevels, len(levels))
	text := row.Text(j)
	for k, level := range levels[:shown] {
		if level.Value == text {
			return float64(k)
		}
	}
	return float64(shown)
}

// getTarget is the target of the shown rows.
func (s *Server) getTarget(w http.ResponseWriter, r *http.Request) error {
	c, release, err := s.choosing()
	if err != nil {
		return err
	}
	defer release()
	which := 0
	if text := r.URL.Query().Get("which"); text != "" {
		if which, err = place("target", text, max(1, len(c.info.Target))); err != nil {
			return err
		}
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

// mostCells is how many cells of a row are shown.
const mostCells = 200

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
func (s *Server) getRow(w http.ResponseWriter, r *http.Request) error {
	c, release, err := s.choosing()
	if err != nil {
		return err
	}
	defer release()
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
	names := c.data.table.Names()
	ranks, order := make([]int, len(names)), make([]int, len(names))
	for j, name := range names {
		ranks[j], order[j] = rank(name), j
	}
	slices.SortStableFunc(order, func(a, b int) int { return ranks[a] - ranks[b] })
	return order
}
