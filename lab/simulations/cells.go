package simulations

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/internal/humanize"
	"suffice/output"
)

// Cell is a model with the size of its tables.
type Cell struct {
	Model Model
	N, D  int
	Group string // that it is averaged with; "" for sizes of one's own
}

// Name of a cell: "cve1_100_20" are 100 rows and 20 inputs of cve1.
func (c Cell) Name() string { return fmt.Sprintf("%s_%d_%d", c.Model.Name, c.N, c.D) }

// Dim is the number of true directions.
func (c Cell) Dim() int { return c.Model.directions(newGenerator(), c.D).Rows }

// Table draws a replicate.
func (c Cell) Table(replicate uint64) (Table, error) { return c.Model.Table(c.N, c.D, replicate) }

// values is an output with every class, or a number.
func (c Cell) values() output.Output {
	if c.Model.Classes == 0 {
		return output.Numbers([]float64{0, 1})
	}
	classes := make([]int, c.Model.Classes)
	for i := range classes {
		classes[i] = i
	}
	return output.Classes(classes)
}

// Groups are sets of cells that belong together, in the order in which they are listed.
func Groups() []string { return []string{"first", "cve", "ecve", "seas"} }

// size of the tables of a model.
type size struct {
	model string
	n, d  int
}

// sizes are those at which methods are judged, by group.
var sizes = map[string][]size{
	"first": {
		{"li_prod", 100, 10}, {"li_prod", 200, 20}, {"li_prod", 1000, 20}, {"li_rat", 400, 10},
		{"xia_sign", 100, 10}, {"xia_sign", 200, 10}, {"xia_sign", 400, 20},
		{"lw_a", 100, 20}, {"lw_a", 200, 10}, {"lw_b", 400, 10}, {"lw_d", 400, 10}, {"var_exp", 400, 10},
		{"fl_A", 100, 10}, {"fl_B", 200, 10}, {"si_lin", 100, 20}, {"si_lin", 500, 50},
		{"bin_sq", 400, 10}, {"rings", 400, 10}, {"censored", 400, 10}, {"t3_x", 400, 10},
		{"outliers", 400, 10}, {"collinear", 400, 10}, {"curved_x", 400, 10}, {"yl_het", 400, 10},
	},
	"cve": {
		{"cve1", 100, 20}, {"cve2", 100, 20}, {"cve3", 100, 20}, {"cve4", 200, 20}, {"cve5", 200, 20}, {"cve6", 200, 20}, {"cve7", 400, 20},
	},
	"ecve": {
		{"ecve1", 200, 10}, {"ecve2", 200, 10}, {"ecve3", 200, 10}, {"ecve4", 200, 10}, {"ecve5", 200, 10}, {"ecve6", 200, 10}, {"ecve7", 200, 10},
	},
	"seas": {{"seas1", 200, 1000}, {"seas3", 200, 1000}},
}

// Cells lists those of groups.
func Cells(groups ...string) []Cell {
	models := map[string]Model{}
	for _, m := range Models() {
		models[m.Name] = m
	}
	var all []Cell
	for _, group := range groups {
		for _, s := range sizes[group] {
			all = append(all, Cell{models[s.model], s.n, s.d, group})
		}
	}
	return all
}

// CellsNamed are those of a list of groups, of models, which stand for the sizes at which
// they are judged, and of cells of any size, such as cve1_50_30. None may be there twice.
func CellsNamed(names []string) ([]Cell, error) {
	var all []Cell
	for _, name := range names {
		cells, err := named(name)
		if err != nil {
			return nil, err
		}
		for _, c := range cells {
			if slices.ContainsFunc(all, func(other Cell) bool { return other.Name() == c.Name() }) {
				return nil, fmt.Errorf("%s is there twice", c.Name())
			}
			all = append(all, c)
		}
	}
	return all, nil
}

// named are the cells that a name stands for.
func named(name string) ([]Cell, error) {
	if slices.Contains(Groups(), name) {
		return Cells(name), nil
	}
	judged := Cells(Groups()...)
	if of := slices.DeleteFunc(slices.Clone(judged), func(c Cell) bool { return c.Model.Name != name && c.Name() != name }); len(of) > 0 {
		return of, nil
	}
	model, n, d, sized := cutSize(name)
	m, err := ModelNamed(model)
	if err != nil || !sized {
		return nil, unknown(name, model)
	}
	c := Cell{Model: m, N: n, D: d}
	return []Cell{c}, c.check()
}

// largestTable is how many numbers a table may have, so that a slip of the finger does not
// fill memory.
const largestTable = 100_000_000

// check says why there is no such table, or nil.
func (c Cell) check() error {
	switch {
	case c.D < c.Model.Least:
		return fmt.Errorf("%s has %s, but %s needs at least %d", c.Name(), humanize.Count(c.D, "input"), c.Model.Name, c.Model.Least)
	case c.N < 2:
		return fmt.Errorf("%s has %s, but at least 2 are needed", c.Name(), humanize.Count(c.N, "row"))
	case c.N > largestTable/c.D:
		return fmt.Errorf("%s has more than %d numbers; choose fewer rows or inputs", c.Name(), largestTable)
	}
	return nil
}

// cutSize takes the numbers of rows and inputs off the end of a name.
func cutSize(name string) (model string, n, d int, ok bool) {
	parts := strings.Split(name, "_")
	if len(parts) < 3 {
		return name, 0, 0, false
	}
	last := len(parts) - 2
	n, okN := number(parts[last])
	d, okD := number(parts[last+1])
	if !okN || !okD {
		return name, 0, 0, false
	}
	return strings.Join(parts[:last], "_"), n, d, true
}

// number is one from 1 up, as it is written.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && strconv.Itoa(n) == text
}

// unknown lists what there is.
func unknown(name, model string) error {
	var models []string
	for _, m := range Models() {
		models = append(models, m.Name)
	}
	hint := ""
	if near := cmp.Or(humanize.Nearest(name, Groups()), humanize.Nearest(model, models)); near != "" {
		hint = fmt.Sprintf(" (did you mean %s?)", near)
	}
	return fmt.Errorf("there is no cell %q%s; choose a group, %s, or a model, %s, or a model with rows and inputs, such as cve1_50_30",
		name, hint, strings.Join(Groups(), ", "), strings.Join(models, ", "))
}
