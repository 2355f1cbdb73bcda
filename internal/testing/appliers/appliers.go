// Package appliers reads the cases that everything which applies a model must pass: the library
// and its tables, the command line, the exports, and the packages for Python and R, each of
// which computes components and predictions in its own way. The cases are
// testdata/appliers/cases.json; go test ./cmd/suffice -run Appliers -update makes them anew.
package appliers

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"

	"suffice"
)

// The appliers that do not take all cases, as cases name them. The exports to Go and ONNX take
// all, since inputs come to them as numbers.
const (
	Library      = "library" // table.Apply, Projection.Transform and Predict
	Command      = "command" // suffice transform and predict
	ExportPython = "export python"
	ExportSQL    = "export sql" // run by SQLite; it has no predictions
	Python       = "python"
	R            = "r"
)

// Case is a model, rows of a table, and what the model makes of them.
type Case struct {
	Name  string          `json:"name"`
	What  string          `json:"what"`  // that is tried
	Model json.RawMessage `json:"model"` // as suffice fit writes it, without its source
	Rows  string          `json:"rows"`  // a CSV file

	Inputs      Table               `json:"inputs"`      // the rows as the model has them, null where a value is missing
	Components  Table               `json:"components"`  // null where a value is missing that the model does not fill in
	Predictions Table               `json:"predictions"` // numbers, or probabilities; none without a predictor
	Answers     []string            `json:"answers,omitempty"`
	Lower       Table               `json:"lower,omitempty"` // ends of intervals of 90 percent
	Upper       Table               `json:"upper,omitempty"`
	Unsupported map[string]*Refusal `json:"unsupported,omitempty"` // by applier
}

// Refusal is why an applier does not take a case, and words that it must say. Where it says none,
// it does what it can: the case is not for it.
type Refusal struct {
	Why  string `json:"why"`
	Says string `json:"says,omitempty"`
}

// Table is rows of numbers; NaN is null in JSON.
type Table [][]float64

// MarshalJSON writes NaN as null.
func (t Table) MarshalJSON() ([]byte, error) {
	cells := make([][]*float64, len(t))
	for i, row := range t {
		cells[i] = make([]*float64, len(row))
		for k, v := range row {
			if !math.IsNaN(v) {
				cells[i][k] = &v
			}
		}
	}
	return json.Marshal(cells)
}

// UnmarshalJSON reads null as NaN.
func (t *Table) UnmarshalJSON(data []byte) error {
	var cells [][]*float64
	if err := json.Unmarshal(data, &cells); err != nil {
		return err
	}
	*t = nil
	for _, row := range cells {
		numbers := make([]float64, len(row))
		for k, v := range row {
			if numbers[k] = math.NaN(); v != nil {
				numbers[k] = *v
			}
		}
		*t = append(*t, numbers)
	}
	return nil
}

// Read reads the cases of a file.
func Read(path string) ([]Case, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var cases []Case
	return cases, json.Unmarshal(data, &cases)
}

// Projection is the model.
func (c Case) Projection() (*suffice.Projection, error) {
	return suffice.ReadModel(bytes.NewReader(c.Model))
}

// Differs tells the first number that is not what it should be, to within a share of 1 or of
// itself; "" means that there is none.
func Differs(got, want Table, within float64) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d rows, want %d", len(got), len(want))
	}
	for i, row := range want {
		if len(got[i]) != len(row) {
			return fmt.Sprintf("row %d has %d numbers, want %d", i+1, len(got[i]), len(row))
		}
		for k, v := range row {
			if near := math.Abs(got[i][k]-v) <= within*max(1, math.Abs(v)); !near && !(math.IsNaN(got[i][k]) && math.IsNaN(v)) {
				return fmt.Sprintf("row %d, number %d: got %v, want %v", i+1, k+1, got[i][k], v)
			}
		}
	}
	return ""
}
