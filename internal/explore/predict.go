package explore

import (
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"suffice"
	"suffice/table"
)

// usualPercent is that of intervals.
const usualPercent = 90

// Interval is how far the true numbers are from those predicted, in most rows.
type Interval struct {
	Percent int      `json:"percent"`
	Half    []number `json:"half"`
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
func (s *Server) postPredict(w http.ResponseWriter, r *http.Request) error {
	f, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
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
	predicted, err := predictRow(r.Context(), model, text)
	if err != nil {
		return err
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
		names, cells = append(names, quoted(column)), append(cells, quoted(values[column]))
	}
	return strings.Join(names, separator) + "\n" + strings.Join(cells, separator) + "\n", nil
}

// neededColumns are those of the table that a model needs.
func neededColumns(m *suffice.Projection) []string {
	var columns []string
	seen := map[string]bool{}
	used := m.Used()
	for _, name := range used.Inputs {
		if level, ok := used.Levels[name]; ok {
			name = level.Column
		} else if made, ok := used.Made[name]; ok {
			name = made.Column
		}
		if !seen[name] {
			seen[name] = true
			columns = append(columns, name)
		}
	}
	return columns
}

// readingFor are the options with which a model reads a file: those of its own file, where that
// had the same ending.
func readingFor(m *suffice.Projection, name string) (table.Options, table.Missing) {
	r := m.Reading
	if r == nil {
		return table.Options{}, ""
	}
	options := table.Options{NA: r.NA, Dates: r.Dates}
	if m.Source != nil && filepath.Ext(m.Source.File) == filepath.Ext(name) {
		options.DecimalComma, options.Format, options.SkipLines, options.Sheet, options.Query = r.DecimalComma, r.Format, r.SkipLines, r.Sheet, r.Query
		options.Header = map[string]table.Header{"yes": table.WithHeader, "no": table.NoHeader}[r.Header]
	}
	return options, table.Missing(r.Missing)
}

// openStream reads the inputs of a model that have weight.
func openStream(ctx context.Context, in io.Reader, name string, model *suffice.Projection, options table.Options, missing table.Missing) (*table.Stream, error) {
	wanted := table.WantedBy(model)
	wanted.Target, wanted.Missing = nil, missing
	return table.NewStream(ctx, in, name, options, wanted)
}

// predictRow predicts the one row of a text.
func predictRow(ctx context.Context, model *suffice.Projection, text string) (*Predicted, error) {
	used := model.Used()
	options, _ := readingFor(model, "")
	options.Format, options.Header = "csv", table.WithHeader
	if r := model.Reading; r != nil {
		options.DecimalComma = r.DecimalComma
	}
	missing := table.Missing("")
	if model.Fill == nil { // of columns that were not asked for, because they are many
		missing = table.MeanForMissing
	}
	stream, err := openStream(ctx, strings.NewReader(text), "the row", used, options, missing)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	x, err := stream.NextRows(ctx)
	if errors.Is(err, io.EOF) {
		return nil, problemf(http.StatusBadRequest, "there are no values to predict from")
	}
	if err != nil {
		return nil, err
	}
	z, err := used.Transform(ctx, x)
	if err != nil {
		return nil, err
	}
	values, err := used.Predict(ctx, x)
	if err != nil {
		return nil, err
	}
	unlike, err := used.Unlike(ctx, x)
	if err != nil {
		return nil, err
	}
	p := used.Predictor
	predicted := &Predicted{Z: numbers(z.Row(0)), Names: p.Names, Values: numbers(values.Row(0)), Unlike: len(unlike) > 0}
	if half, ok := p.Half(usualPercent); ok {
		predicted.Interval = &Interval{usualPercent, numbers(half)}
	}
	return predicted, nil
}
