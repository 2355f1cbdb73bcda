package explore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"

	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/table"
)

const (
	mostDifferences = 12
	mostCompared    = 40_000_000 // cells that are looked at to tell what is different
	leastCompared   = 1000       // rows
	leastOfLevel    = 5          // rows that have it, for a level to tell anything
)

// Difference is what is different about a selection.
type Difference struct {
	Name    string `json:"name"`
	Inside  number `json:"inside"`
	Outside number `json:"outside"`
	Size    number `json:"size"`
	Input   bool   `json:"input"` // of fits
}

// Selected tells of a selection.
type Selected struct {
	Rows        int          `json:"rows"`
	Of          int          `json:"of"`
	Target      string       `json:"target"`
	Differences []Difference `json:"differences"`
}

// selectionOf reads which of the shown rows a call is about, ascending.
func selectionOf(w http.ResponseWriter, r *http.Request) ([]int, error) {
	var selection struct {
		Rows []int `json:"rows"`
	}
	if err := decode(w, r, &selection); err != nil {
		return nil, err
	}
	if selection.Rows == nil {
		return nil, problemf(http.StatusBadRequest, "the call does not say which rows")
	}
	slices.Sort(selection.Rows)
	return slices.Compact(selection.Rows), nil
}

// shows finds rows of a selection that are not shown.
func (c *chosen) shows(selected []int) error {
	if n := len(selected); n > 0 && (selected[0] < 0 || selected[n-1] >= len(c.view.shown)) {
		return problemf(http.StatusBadRequest, "some of the rows are not shown: there are %d", len(c.view.shown))
	}
	return nil
}

// onSelection is a call about some of the shown rows of the choice, which is held meanwhile.
func (s *Server) onSelection(answer func(w http.ResponseWriter, r *http.Request, c *chosen, selected []int) error) call {
	return func(w http.ResponseWriter, r *http.Request) error {
		selected, err := selectionOf(w, r)
		if err != nil {
			return err
		}
		return s.onChoice(func(w http.ResponseWriter, r *http.Request, c *chosen) error {
			if err := c.shows(selected); err != nil {
				return err
			}
			return answer(w, r, c, selected)
		})(w, r)
	}
}

// postSelection tells what is different about rows.
func (s *Server) postSelection(w http.ResponseWriter, r *http.Request, c *chosen, selected []int) error {
	inside := make([]bool, len(c.view.shown))
	for _, i := range selected {
		inside[i] = true
	}
	result := Selected{Rows: len(selected), Of: len(c.view.shown), Target: c.targetWords(inside), Differences: []Difference{}}
	if len(selected) > 0 && len(selected) < len(inside) {
		var err error
		if result.Differences, err = c.differences(r.Context(), inside); err != nil {
			return err
		}
	}
	return answer(w, result)
}

// sums are those of a column, inside and outside of a selection.
type sums struct {
	shift          float64 // that numbers are near to, so that squares lose no digits
	n, sum, square [2]float64
	words          [][2]float64 // of each word, how often
}

// differences are the columns in which a selection differs most from the other rows.
func (c *chosen) differences(ctx context.Context, inside []bool) ([]Difference, error) {
	t := c.data.table
	columns := make([]sums, t.Width())
	for j := range columns {
		columns[j].shift, columns[j].words = c.data.described.Columns[j].Mean, make([][2]float64, len(t.Words(j)))
	}
	some := compared(inside, t.Width())
	err := t.EachRow(ctx, c.tableRows(some), func(k int, row table.Cells) {
		side := sideOf(inside[some[k]])
		for j := range columns {
			columns[j].add(side, row.Number(j), row.Word(j))
		}
	})
	if err != nil {
		return nil, err
	}
	target := c.targetColumns()
	all := []Difference{}
	for j, summary := range c.data.described.Columns {
		if summary.RowNames || summary.Constant || summary.Type == table.Text || slices.Contains(target, summary.Name) {
			continue
		}
		for _, d := range columns[j].differences(summary, t.Words(j)) {
			d.Input = c.columns[summary.Name]
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b Difference) int {
		return cmp.Compare(math.Abs(float64(b.Size)), math.Abs(float64(a.Size)))
	})
	return all[:min(mostDifferences, len(all))], nil
}

// sideOf is the place of rows inside of a selection, 0, or outside.
func sideOf(inside bool) int {
	if inside {
		return 0
	}
	return 1
}

// compared are the rows that are looked at, inside and outside: all, or some of both where
// columns are many.
func compared(inside []bool, width int) []int {
	most := max(leastCompared, mostCompared/max(1, width))
	if len(inside) <= most {
		return sampling.All(len(inside))
	}
	var sides [2][]int
	for i, in := range inside {
		sides[sideOf(in)] = append(sides[sideOf(in)], i)
	}
	random := rand.New(rand.NewPCG(1, 0x5e1))
	var some []int
	for _, side := range sides {
		some = append(some, sampling.Pick(side, sampling.Many(len(side), most/2, random))...)
	}
	slices.Sort(some)
	return some
}

func (s *sums) add(side int, v float64, word int) {
	switch {
	case word >= 0:
		s.words[word][side]++
		s.n[side]++
	case !math.IsNaN(v):
		s.n[side]++
		v -= s.shift
		s.sum[side] += v
		s.square[side] += v * v
	}
}

// differences are those of the mean, or of the shares of words.
func (s *sums) differences(c table.Summary, words []string) (all []Difference) {
	if s.n[0] == 0 || s.n[1] == 0 {
		return nil
	}
	if len(c.Levels) == 0 {
		n := s.n[0] + s.n[1]
		mean := (s.sum[0] + s.sum[1]) / n
		sd := math.Sqrt(math.Max(0, (s.square[0]+s.square[1])/n-mean*mean))
		return withSize(nil, c.Name, s.shift+s.sum[0]/s.n[0], s.shift+s.sum[1]/s.n[1], sd)
	}
	shown := map[string]bool{}
	for _, level := range c.Levels[:min(mostLevels, len(c.Levels))] {
		shown[level.Value] = true
	}
	for k, word := range words {
		if shown[word] && s.words[k][0]+s.words[k][1] >= leastOfLevel {
			share := (s.words[k][0] + s.words[k][1]) / (s.n[0] + s.n[1])
			all = withSize(all, c.Name+"="+word, s.words[k][0]/s.n[0], s.words[k][1]/s.n[1], math.Sqrt(share*(1-share)))
		}
	}
	if len(c.Levels) == 2 { // what one has more, the other has less
		all = slices.DeleteFunc(all, func(d Difference) bool { return d.Size < 0 })
	}
	return all
}

func withSize(all []Difference, name string, inside, outside, sd float64) []Difference {
	size := (inside - outside) / sd
	if size-size != 0 || size == 0 {
		return all
	}
	return append(all, Difference{Name: name, Inside: number(inside), Outside: number(outside), Size: number(size)})
}

// targetWords says what the target is in a selection, beside the other rows.
func (c *chosen) targetWords(inside []bool) string {
	y := c.target
	switch {
	case y.Kind == output.KindClass:
		return sharesInWords(c.info.Target[0], c.info.Classes, inside, func(i, k int) bool { return c.classes[y.Class[i]] == k })
	case y.Kind == output.KindLabels:
		return sharesInWords("", y.Names, inside, func(i, k int) bool { return y.Values[i*len(y.Names)+k] > .5 })
	case y.Kind.Numeric():
		means := meansOf(inside, c.targetAt(0))
		return fmt.Sprintf("%s: mean %s, of the others %s", y.Names[0], humanize.Number(means[0], 4), humanize.Number(means[1], 4))
	}
	return ""
}

// sharesInWords names what is most over-represented in a selection.
func sharesInWords(target string, names []string, inside []bool, has func(i, k int) bool) string {
	best, most, text := -1, 0., ""
	for k, name := range names {
		means := meansOf(inside, func(i int) float64 {
			if has(i, k) {
				return 1
			}
			return 0
		})
		if gain := means[0] - means[1]; best < 0 || gain > most {
			best, most = k, gain
			text = fmt.Sprintf("%s in %.0f%% of them, in %.0f%% of the others", name, 100*means[0], 100*means[1])
		}
	}
	if target != "" && text != "" {
		return target + ": " + text
	}
	return text
}

func meansOf(inside []bool, value func(i int) float64) (means [2]float64) {
	var n [2]float64
	for i, in := range inside {
		side := sideOf(in)
		n[side]++
		means[side] += value(i)
	}
	for side := range means {
		means[side] /= math.Max(1, n[side])
	}
	return means
}

// postExclude leaves rows out of the fits to come, beside those that are left out already; none
// takes all in again.
func (s *Server) postExclude(w http.ResponseWriter, r *http.Request) error {
	selected, err := selectionOf(w, r) // before anyone has to wait for it
	if err != nil {
		return err
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	c, release, err := s.choosing()
	if err != nil {
		return err
	}
	defer release()
	if err := c.shows(selected); err != nil {
		return err
	}
	before := s.trainingOf(c)
	out := map[int]bool{}
	if len(selected) > 0 {
		maps.Copy(out, before.out)
	}
	for _, i := range selected {
		out[c.view.shown[i]] = true
	}
	if len(out) != len(before.out) {
		training, err := c.train(out)
		if err != nil {
			return err
		}
		s.mu.Lock()
		c.training, s.judged, s.compared, s.found = training, nil, nil, nil
		s.changed()
		s.mu.Unlock()
	}
	return s.getState(w, r)
}
