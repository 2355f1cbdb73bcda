package explore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"

	"suffice"
	"suffice/internal/render"
	"suffice/rows"
	"suffice/table"
)

// postPredictFile predicts the rows of a file.
func (s *Server) postPredictFile(w http.ResponseWriter, r *http.Request, _ *fit, model *suffice.Projection) error {
	if model.Predictor == nil {
		return errNoPredictor
	}
	file, name, err := s.keep(w, r)
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file) }()
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	return s.download(w, "predictions.csv", csvType, func(to io.Writer) error {
		said, err := s.predictAll(r.Context(), model.Used(), in, name, to)
		if err == nil && len(said) > 0 {
			text, _ := json.Marshal(texts(said)) // strings cannot fail
			w.Header().Set(messagesHeader, url.PathEscape(string(text)))
		}
		return err
	})
}

// messagesHeader is that of messages about a file that is sent: a list of texts in JSON, escaped as
// in addresses.
const messagesHeader = "Suffice-Messages"

// predictAll writes what a model predicts for all rows of a table, a few at a time, and returns what
// there is to say about them.
func (s *Server) predictAll(ctx context.Context, model *suffice.Projection, in io.Reader, name string, to io.Writer) ([]table.Message, error) {
	options, missing := table.ReadingOf(model, name)
	options.Memory = s.options.Reading.Memory
	read, choice, err := inputsOf(ctx, in, name, model, options, missing)
	if err != nil {
		return nil, err
	}
	defer func() { _ = read.Close() }()
	l := layoutOf(model, missing == table.DropMissing)
	err = writeRows(ctx, to, l.columns, l.texts, name, choice, func(x *rows.Matrix, rowOf func(i int) int) ([]float64, error) {
		return l.rowsOf(ctx, model, x, rowOf)
	})
	return choice.Warnings, err
}

// writeRows writes what is made of the rows of a choice as CSV, a few at a time; rowOf tells which row
// of the table is which of them, counted from 1.
func writeRows(ctx context.Context, to io.Writer, columns []string, texts [][]string, name string, choice *table.Choice, making func(x *rows.Matrix, rowOf func(i int) int) ([]float64, error)) error {
	out, err := table.NewTextWriter(ctx, to, columns, texts, "csv")
	if err != nil {
		return err
	}
	err = rows.Each(ctx, choice.X, rows.BlockLen(choice.X.Width()), func(from, _ int, block []float64) error {
		x, err := rows.NewMatrix(choice.X.Width(), block)
		if err != nil {
			return err
		}
		rowOf := func(i int) int { return choice.RowOf(from+i) + 1 }
		made, err := making(x, rowOf)
		if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
			err = fmt.Errorf("%s, row %d: %s", name, rowOf(far.Row), far.Problem())
		}
		if err != nil {
			return err
		}
		return out.Append(made)
	})
	if err != nil {
		out.Stop()
		return err
	}
	return out.Close()
}

// layout is the columns of predictions: what suffice predict writes with intervals and
// probabilities.
type layout struct {
	*render.Predictions
	rows    bool // the first column is the number of the row, because some are dropped
	columns []string
	texts   [][]string // nil for numbers
}

func layoutOf(model *suffice.Projection, rows bool) *layout {
	percent := 0
	if model.Predictor.HasInterval(usualPercent) {
		percent = usualPercent
	}
	of := render.PredictionsOf(model, percent, true)
	l := &layout{Predictions: of, rows: rows, columns: of.Columns, texts: of.Texts}
	if rows {
		l.columns, l.texts = append([]string{"row"}, of.Columns...), append([][]string{nil}, of.Texts...)
	}
	return l
}

func (l *layout) rowsOf(ctx context.Context, model *suffice.Projection, x suffice.Rows, rowOf func(i int) int) ([]float64, error) {
	cells, err := l.Rows(ctx, model, x)
	if err != nil || !l.rows {
		return cells, err
	}
	block := make([]float64, 0, x.Len()*len(l.columns))
	for i := range x.Len() {
		block = append(append(block, float64(rowOf(i))), cells[i*len(l.Columns):(i+1)*len(l.Columns)]...)
	}
	return block, nil
}
