package explore

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"suffice"
	"suffice/internal/render"
	"suffice/internal/sampling"
	"suffice/table"
)

// usualPercent is that of intervals.
const usualPercent = 90

// Interval is what the true numbers lie between, in most rows.
type Interval struct {
	Percent int      `json:"percent"`
	Lower   []number `json:"lower"`
	Upper   []number `json:"upper"`
}

// Predicted is what a model predicts for a row.
type Predicted struct {
	Z        []number  `json:"z"`
	Names    []string  `json:"names"`
	Values   []number  `json:"values"`
	Interval *Interval `json:"interval"`
	Unlike   bool      `json:"unlike"`
}

// errNoPredictor is for models that find components alone.
var errNoPredictor = problemf(http.StatusConflict, "the model has no predictor yet; add one first")

// postPredict predicts one row from values as people write them.
func (s *Server) postPredict(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	var given struct {
		Values map[string]string `json:"values"`
	}
	if err := decode(w, r, &given); err != nil {
		return err
	}
	if model.Predictor == nil {
		return errNoPredictor
	}
	text, err := rowAsCSV(f.of.data, model, given.Values)
	if err != nil {
		return err
	}
	predicted, err := predictRow(r.Context(), model, text, f.of.data.askedBy(model))
	if err != nil {
		return aboutRow(err)
	}
	return answer(w, predicted)
}

// rowAsCSV is the columns that a model asks for, and one row. All is in quotes, so that no sign in
// a name is taken for what separates columns.
func rowAsCSV(d *data, model *suffice.Projection, values map[string]string) (string, error) {
	separator := ","
	if r := model.Reading; r != nil && r.DecimalComma {
		separator = ";"
	}
	quoted := func(text string) string { return `"` + strings.ReplaceAll(text, `"`, `""`) + `"` }
	var names, cells []string
	needed, asked := neededColumns(model), map[string]bool{}
	for _, column := range d.askedBy(model) {
		asked[column.Name] = true
	}
	for name := range values {
		if _, err := d.table.Find(name); err != nil && !slices.Contains(needed, name) {
			return "", problemf(http.StatusBadRequest, "the model has no column %q", name)
		}
	}
	for _, column := range needed {
		if strings.TrimSpace(values[column]) == "" && model.Fill == nil && asked[column] {
			return "", problemf(http.StatusBadRequest, "say what %q is", column)
		}
		value := values[column]
		if separator == ";" && isPlainNumber(model, column) {
			value = withComma(value)
		}
		names, cells = append(names, quoted(column)), append(cells, quoted(value))
	}
	return strings.Join(names, separator) + "\n" + strings.Join(cells, separator) + "\n", nil
}

// isPlainNumber reports whether a column holds numbers that a model uses as they are.
func isPlainNumber(m *suffice.Projection, column string) bool {
	_, isLevel := m.Levels[column]
	_, isMade := m.Made[column]
	return !isLevel && !isMade && slices.Contains(m.Inputs, column)
}

// withComma is a number as files with decimal commas write it. The page shows numbers with points,
// and people type either.
func withComma(text string) string {
	if _, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err != nil {
		return text
	}
	return strings.ReplaceAll(text, ".", ",")
}

// aboutRow words an error of a row that was typed in, which is in no file.
func aboutRow(err error) error {
	wrong, ok := errors.AsType[*table.Error](err)
	if !ok {
		return err
	}
	said, _, _ := strings.Cut(wrong.Problem, ";") // what comes then is about files
	if wrong.Column != "" {
		said = fmt.Sprintf("column %q: %s", wrong.Column, said)
	}
	return problemf(http.StatusUnprocessableEntity, "%s", said)
}

// neededColumns are those of the table that a model needs.
func neededColumns(m *suffice.Projection) []string {
	used := *m.Used()
	used.Output.Names = nil
	return used.Columns()
}

// inputsOf reads a table and finds the inputs of a model in it. The caller closes the table.
func inputsOf(ctx context.Context, in io.Reader, name string, model *suffice.Projection, options table.Options, missing table.Missing) (*table.Table, *table.Choice, error) {
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing = nil, missing
	read, err := table.Read(ctx, in, name, wanted.Reading(options))
	if err != nil {
		return nil, nil, err
	}
	choice, err := read.Apply(wanted)
	if err != nil {
		_ = read.Close()
		return nil, nil, err
	}
	return read, choice, nil
}

// checkAsked finds a column that was asked for and has no value in the first row of a table.
func checkAsked(ctx context.Context, t *table.Table, asked []Asked) error {
	absent := ""
	err := t.EachRow(ctx, []int{0}, func(_ int, row table.Cells) {
		for _, column := range asked {
			if j, err := t.Find(column.Name); err == nil && absent == "" && row.Word(j) < 0 && math.IsNaN(row.Number(j)) {
				absent = column.Name
			}
		}
	})
	if err == nil && absent != "" {
		err = problemf(http.StatusBadRequest, "say what %q is: what is there stands for a missing value", absent)
	}
	return err
}

// predictRow predicts the one row of a text. Unless the model knows what stands for missing values,
// only columns that were not asked for, because they are many, may lack one.
func predictRow(ctx context.Context, model *suffice.Projection, text string, asked []Asked) (*Predicted, error) {
	used := model.Used()
	options, _ := table.ReadingOf(model, "")
	options.Format, options.Header = "csv", table.WithHeader
	if r := model.Reading; r != nil {
		options.DecimalComma = r.DecimalComma
	}
	missing := table.Missing("")
	if model.Fill == nil {
		missing = table.MeanForMissing
	}
	read, choice, err := inputsOf(ctx, strings.NewReader(text), "the row", used, options, missing)
	if err != nil {
		return nil, err
	}
	defer func() { _ = read.Close() }()
	x := choice.X
	if x.Len() == 0 {
		return nil, problemf(http.StatusBadRequest, "there are no values to predict from")
	}
	if model.Fill == nil {
		if err := checkAsked(ctx, read, asked); err != nil {
			return nil, err
		}
	}
	z, err := used.Transform(ctx, x)
	if err != nil {
		return nil, err
	}
	p, percent := used.Predictor, 0
	if p.HasInterval(usualPercent) {
		percent = usualPercent
	}
	values, lower, upper, err := used.PredictIntervals(ctx, x, percent)
	if err != nil {
		return nil, err
	}
	unlike, err := used.Unlike(ctx, x)
	if err != nil {
		return nil, err
	}
	predicted := &Predicted{Z: numbers(z.Row(0)), Names: p.Names, Values: numbers(values.Row(0)), Unlike: len(unlike) > 0}
	if percent > 0 {
		predicted.Interval = &Interval{percent, numbers(lower.Row(0)), numbers(upper.Row(0))}
	}
	return predicted, nil
}

// Asked is a column that a prediction asks for.
type Asked struct {
	Name   string   `json:"name"`
	Type   string   `json:"type"`
	Levels []string `json:"levels"`
	Mean   *number  `json:"mean"`
}

// askedBy are the columns that a model needs of a row: those of inputs that have weight, or
// where these are many, those of the largest weights.
func (d *data) askedBy(m *suffice.Projection) []Asked {
	all, at, sizes := []Asked{}, map[string]int{}, []float64{}
	used := m.Used()
	weights := used.Weights()
	if used.Predictor != nil {
		weights = slices.Concat(weights, used.Predictor.Components)
	}
	for j, name := range used.Inputs {
		level, isLevel := used.Levels[name]
		made, isMade := used.Made[name]
		column, kind := columnBehind(used, name), "number"
		switch {
		case isLevel:
			kind = "nominal"
		case isMade:
			kind, _, _ = strings.Cut(made.Form, ",")
		}
		k, known := at[column]
		if !known {
			k, at[column] = len(all), len(all)
			all = append(all, Asked{Name: column, Type: d.typeOf(column, kind), Levels: d.truths(column)})
			sizes = append(sizes, 0)
		}
		for _, row := range weights {
			sizes[k] = max(sizes[k], math.Abs(row[j]))
		}
		switch {
		case isLevel && !slices.Contains(all[k].Levels, level.Value):
			all[k].Levels = append(all[k].Levels, level.Value)
		case !isLevel && !isMade:
			all[k].Mean = new(number(used.Mean[j]))
		}
	}
	if len(all) <= mostAsked {
		return all
	}
	return sampling.Pick(all, sampling.Descending(sizes)[:mostAsked])
}

// columnBehind is the column of the table that an input is made of.
func columnBehind(m *suffice.Projection, input string) string {
	if level, ok := m.Levels[input]; ok {
		return level.Column
	}
	if made, ok := m.Made[input]; ok {
		return made.Column
	}
	return input
}

// truths are the words that a column has for true and false, where it is such a column.
func (d *data) truths(name string) []string {
	words := []string{}
	if j, err := d.table.Find(name); err == nil && d.described.Columns[j].Type == table.Boolean {
		for _, level := range d.described.Columns[j].Levels {
			words = append(words, level.Value)
		}
	}
	return words
}

// typeOf is the type of a column of the table, or another one where it is not there.
func (d *data) typeOf(name, otherwise string) string {
	j, err := d.table.Find(name)
	if err != nil {
		return otherwise
	}
	if kind := render.TypeOf(d.described.Columns[j]); otherwise == "nominal" || kind != table.Nominal.String() {
		return kind
	}
	return otherwise
}
