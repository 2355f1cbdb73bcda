package evaluate

import (
	"encoding/json"
	"math"

	"suffice/output"
)

// Score is how well a method's components predict rows that they were found without.
type Score struct {
	Method   string
	Dim      int
	Measure  string  // see [ScoreMeasure]
	Value    float64 // of the measure
	SE       float64 // its standard error, as if the rows were all that varies
	Baseline float64 // the value of guessing without inputs
	Seconds  float64 // of all fits and predictions
	Err      error   // why not all folds were judged, or nil

	// Losses are those of the rows that were judged, fold by fold, so that scores of the
	// same folds can be compared row by row. Where not all folds were judged, there are fewer.
	Losses []float64
	guess  []float64 // losses of guessing
}

// MarshalJSON writes the score without its losses, and with null for the value of a method
// that has none for all folds.
func (s *Score) MarshalJSON() ([]byte, error) {
	line := struct {
		Method   string   `json:"method"`
		Dim      int      `json:"dim"`
		Measure  string   `json:"measure"`
		Value    *float64 `json:"value"`
		SE       *float64 `json:"se"`
		Baseline *float64 `json:"baseline"`
		Rows     int      `json:"rows"`
		Seconds  float64  `json:"seconds"`
		Error    string   `json:"error,omitempty"`
	}{Method: s.Method, Dim: s.Dim, Measure: s.Measure, Rows: len(s.Losses), Seconds: s.Seconds}
	if s.Err != nil {
		line.Error = s.Err.Error()
	} else {
		line.Value, line.SE, line.Baseline = &s.Value, &s.SE, &s.Baseline
	}
	return json.Marshal(line)
}

// ScoreMeasure names what a score is for a kind of target:
//
//   - "R2" for numbers: the share of the variance that is predicted, averaged over columns.
//   - "accuracy" for a class: the share of rows whose class is right.
//   - "label error" for labels: the share of labels that are wrong, over rows and labels.
//   - "kernel R2" for sequences, trees and graphs: the share of the variance that is
//     predicted in the feature space of the kernel.
func ScoreMeasure(kind output.Kind) string {
	switch kind {
	case output.KindNumber, output.KindNumbers:
		return "R2"
	case output.KindClass:
		return "accuracy"
	case output.KindLabels:
		return "label error"
	}
	return "kernel R2"
}

// sumUp sets the value, its standard error and the baseline. R² is 1 less a ratio of means, whose
// standard error is that of the mean of what its rows leave, to first order.
func (s *Score) sumUp() {
	if len(s.Losses) == 0 {
		return
	}
	loss, variance := Moments(s.Losses)
	guessed, _ := Moments(s.guess)
	n := float64(len(s.Losses))
	switch s.Measure {
	case "accuracy":
		s.Value, s.Baseline = 1-loss, 1-guessed
	case "label error":
		s.Value, s.Baseline = loss, guessed
	default:
		left := make([]float64, len(s.Losses))
		for i, v := range s.Losses {
			left[i] = (v - s.guess[i]*loss/guessed) / guessed
		}
		_, variance = Moments(left)
		s.Value, s.Baseline = 1-loss/guessed, 0
	}
	s.SE = math.Sqrt(variance / n)
}

// Over tells by how much the mean loss is less than that of another score of the same
// folds, and the standard error of that, by the rows that both have judged.
func (s *Score) Over(other *Score) (gain, se float64) {
	n := min(len(s.Losses), len(other.Losses))
	differences := make([]float64, n)
	for i := range differences {
		differences[i] = other.Losses[i] - s.Losses[i]
	}
	gain, variance := Moments(differences)
	return gain, math.Sqrt(variance / float64(n))
}
