package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/render"
	"suffice/internal/sampling"
	"suffice/rows"
	"suffice/table"
)

const (
	mostColumns = 500 // of one call
	mostLevels  = 20  // of a column
	bins        = 24  // of a histogram
)

// Columns are some columns of the table.
type Columns struct {
	Total   int      `json:"total"`
	Found   int      `json:"found"`
	Columns []Column `json:"columns"`
}

// Level is a word of a column and how often it comes.
type Level struct {
	Value string `json:"value"`
	Rows  int    `json:"rows"`
}

// Column tells of a column.
type Column struct {
	Index     int     `json:"index"`
	Name      string  `json:"name"`
	Type      string  `json:"type"`
	Missing   int     `json:"missing"`
	Constant  bool    `json:"constant"`
	Target    string  `json:"target"`
	Min       *number `json:"min"`
	Max       *number `json:"max"`
	Mean      *number `json:"mean"`
	SD        *number `json:"sd"`
	First     string  `json:"first"`
	Last      string  `json:"last"`
	Distinct  int     `json:"distinct"`
	Levels    []Level `json:"levels"`
	Histogram []int   `json:"histogram"`
	Role      string  `json:"role"`
	Remark    string  `json:"remark"`
}

// getColumns tells of the columns whose name holds a text.
func (s *Server) getColumns(w http.ResponseWriter, r *http.Request) error {
	d, release, err := s.current()
	if err != nil {
		return err
	}
	defer release()
	query := r.URL.Query()
	from, err := place("column", cmp.Or(query.Get("from"), "0"), math.MaxInt)
	if err != nil {
		return err
	}
	count, err := strconv.Atoi(cmp.Or(query.Get("count"), strconv.Itoa(mostColumns)))
	if err != nil || count < 0 || count > mostColumns {
		return problemf(http.StatusBadRequest, "count: say how many columns, %d at most", mostColumns)
	}
	var found []int
	for j, c := range d.described.Columns {
		if strings.Contains(strings.ToLower(c.Name), strings.ToLower(query.Get("find"))) {
			found = append(found, j)
		}
	}
	some := found[min(from, len(found)):]
	some = some[:min(count, len(some))]
	if err := d.look(r.Context(), some); err != nil {
		return err
	}
	roles := s.rolesOf(d)
	result := Columns{Total: d.table.Width(), Found: len(found), Columns: []Column{}}
	for _, j := range some {
		c := d.column(j)
		c.Role = roles(c.Name)
		result.Columns = append(result.Columns, c)
	}
	return answer(w, result)
}

// column tells of column j, whose histogram is known.
func (d *data) column(j int) Column {
	summary := d.described.Columns[j]
	c := Column{
		Index: j, Name: summary.Name, Type: render.TypeOf(summary), Missing: summary.Missing, Constant: summary.Constant, Target: string(summary.Target),
		Distinct: cmp.Or(summary.Distinct, summary.Different), Levels: []Level{}, Histogram: []int{}, Remark: remarkOf(summary),
	}
	if summary.IsNumeric() {
		c.Min, c.Max, c.Mean, c.SD = new(number(summary.Min)), new(number(summary.Max)), new(number(summary.Mean)), new(number(summary.SD))
		if c.Type == "date" || c.Type == "time" {
			c.First, _ = summary.Show(summary.Min)
			c.Last, _ = summary.Show(summary.Max)
		}
		d.looking.Lock()
		c.Histogram = list(d.histograms[j])
		d.looking.Unlock()
	}
	for _, level := range summary.Levels[:min(mostLevels, len(summary.Levels))] {
		c.Levels = append(c.Levels, Level{level.Value, level.Rows})
	}
	return c
}

// remarkOf is what to look out for in a column.
func remarkOf(c table.Summary) string {
	switch {
	case c.Name == "":
		return "has no name, and is not read"
	case c.RowNames:
		return "names the rows"
	case c.IsMixed():
		return "numbers and a few words"
	case c.Sentinel != nil:
		return fmt.Sprintf("%g is far from all other values, and may mean missing", *c.Sentinel)
	case c.Identifier:
		return "each number comes once: an identifier?"
	case c.Capped:
		return "capped: many rows at the maximum"
	case c.Huge:
		return "the last digits of large numbers are lost"
	case c.DayOrMonth:
		return "dates may be day/month or month/day"
	case c.Thousands:
		return "commas are taken as marks of thousands"
	case c.Commas:
		return "commas are taken as decimal signs"
	case c.Points:
		return "points are taken as decimal signs"
	case c.Type == table.Text && c.Distinct == 0:
		return "too many different texts to count"
	}
	return ""
}

// look makes the histograms of columns that have none yet, in one pass over some of the rows.
func (d *data) look(ctx context.Context, columns []int) error {
	d.looking.Lock()
	defer d.looking.Unlock()
	var fresh []int
	for _, j := range columns {
		if _, known := d.histograms[j]; !known && d.described.Columns[j].IsNumeric() {
			fresh = append(fresh, j)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	counts := make([][]int, len(fresh))
	for k := range counts {
		counts[k] = make([]int, bins)
	}
	some := sampling.Many(d.table.Len(), mostShown, rand.New(rand.NewPCG(1, 0x4157)))
	err := d.table.EachRow(ctx, some, func(_ int, row table.Cells) {
		for k, j := range fresh {
			summary := &d.described.Columns[j]
			if v := row.Number(j); v == v { //nolint:gocritic // it is not missing
				counts[k][bin(v, summary.Min, summary.Max)]++
			}
		}
	})
	if err != nil {
		return err
	}
	for k, j := range fresh {
		d.histograms[j] = counts[k]
	}
	return nil
}

// bin is that of a value between two others.
func bin(v, low, high float64) int {
	if !(high > low) {
		return 0
	}
	share := v/2/(high/2-low/2) - low/2/(high/2-low/2) // high - low may be beyond all numbers
	return max(0, min(bins-1, int(bins*share)))
}

// rolesOf tells the role of each column of a table by its name.
func (s *Server) rolesOf(d *data) func(name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	roles, inputs := s.roles, map[string]bool(nil)
	target := roles.Target
	if c := s.chosen; c != nil && c.data == d {
		inputs = c.columns
		target = c.targetColumns()
	}
	unusable := map[string]bool{}
	for _, c := range d.described.Columns {
		unusable[c.Name] = c.RowNames || c.Type == table.Text || c.Type == table.Empty
	}
	return func(name string) string {
		switch {
		case slices.Contains(target, name):
			return "target"
		case slices.Contains(roles.Exclude, name):
			return "excluded"
		case inputs != nil && !inputs[name], inputs == nil && unusable[name]:
			return "unused"
		}
		return "input"
	}
}

// findColumns finds the columns of the table that inputs are made of.
func (c *chosen) findColumns() {
	c.columns = map[string]bool{}
	for _, column := range rows.Columns(c.choice.X) {
		c.columns[column.Name] = true
	}
	for _, made := range c.all.Recipe.Made {
		c.columns[made.Column] = true
	}
}

// targetColumns are those of the table that the target is made of.
func (c *chosen) targetColumns() []string {
	if columns := c.choice.Target().Columns; columns != nil {
		return columns
	}
	return c.info.Target
}
