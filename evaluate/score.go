package evaluate

import (
	"encoding/json"
	"math"

	"suffice/internal/linalg"
	"suffice/internal/metrics"
)

// Score is how well a method's components predict rows that they were found without.
type Score struct {
	Method   string
	Dim      int
	Measure  string  // "r2" of numbers, "accuracy" of a class, "hamming_loss" of labels, "kernel_r2" of structures: see [Measures]
	Value    float64 // of the measure
	SE       float64 // its standard error, as if the rows were all that varies
	Baseline float64 // the value of guessing without inputs
	Seconds  float64 // of all fits and predictions
	Err      error   // why not all folds were judged, or nil

	// Losses are those of the rows that were judged, fold by fold, so that scores of the
	// same folds can be compared row by row. Where not all folds were judged, there are fewer.
	Losses  []float64
	guess   []float64 // losses of guessing
	squares []float64 // squared errors of the rows, which are the losses of numbers
	folds   []predicted
}

// predicted is what was predicted of the rows of a fold.
type predicted struct {
	answers  answers   // the true ones
	weights  []float64 // of the rows; nil means 1 for all
	by       linalg.Matrix
	constant []float64 // the best guess without inputs
}

// agreement has the products, of columns from one to another, that tell how far predictions
// should go from the constant: the best factor is the first over the second.
func (p predicted) agreement(from, to int) (product, square float64) {
	for i := range p.by.Rows {
		for j := from; j < to; j++ {
			off := p.by.At(i, j) - p.constant[j]
			product += off * (p.answers.At(i, j) - p.constant[j])
			square += off * off
		}
	}
	return product, square
}

// weight is that of a row.
func (p predicted) weight(i int) float64 {
	if p.weights == nil {
		return 1
	}
	return p.weights[i]
}

// add adds what was predicted of a fold.
func (s *Score) add(p predicted) {
	s.folds = append(s.folds, p)
	s.addLosses(p, p.by)
	for i := range p.by.Rows {
		s.guess = append(s.guess, p.weight(i)*p.answers.loss(p.answers.Row(i), p.constant))
	}
}

func (s *Score) addLosses(p predicted, by linalg.Matrix) {
	for i := range by.Rows {
		truth := p.answers.Row(i)
		s.Losses = append(s.Losses, p.weight(i)*p.answers.loss(truth, by.Row(i)))
		s.squares = append(s.squares, p.weight(i)*p.answers.square(truth, by.Row(i)))
	}
}

// complete makes the losses of folds that were all predicted.
func (s *Score) complete() {
	if s.Err != nil || len(s.Losses) > 0 {
		return
	}
	folds := s.folds
	s.folds = nil
	for _, p := range folds {
		s.add(p)
	}
	s.sumUp()
}

// guessed are the squared errors of the guess without inputs.
func (s *Score) guessed() (squares []float64) {
	for _, p := range s.folds {
		for i := range p.answers.Rows {
			squares = append(squares, p.weight(i)*p.answers.square(p.answers.Row(i), p.constant))
		}
	}
	return squares
}

// shrink draws the predictions of each fold towards the constant, by as much as serves the
// other folds: a predictor that has learnt from noise otherwise predicts worse than a guess.
func (s *Score) shrink() {
	if len(s.folds) < 2 {
		return
	}
	drawn := make([]linalg.Matrix, len(s.folds))
	for k, p := range s.folds {
		drawn[k] = p.by.Clone()
	}
	columns, told := drawn[0].Cols, s.folds[0].answers.told()
	s.shrinkColumns(drawn, 0, told)
	for j := told; j < columns; j++ {
		s.shrinkColumns(drawn, j, j+1)
	}
	s.Losses, s.squares = nil, nil
	for k, p := range s.folds {
		s.addLosses(p, drawn[k])
	}
}

func (s *Score) shrinkColumns(drawn []linalg.Matrix, from, to int) {
	var product, square float64
	for _, p := range s.folds {
		a, b := p.agreement(from, to)
		product, square = product+a, square+b
	}
	for k, p := range s.folds {
		a, b := p.agreement(from, to)
		share := 0.
		if square > b {
			share = min(1, max(0, (product-a)/(square-b)))
		}
		for i := range p.by.Rows {
			for j := from; j < to; j++ {
				drawn[k].Set(i, j, p.constant[j]+share*(p.by.At(i, j)-p.constant[j]))
			}
		}
	}
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

// sumUp sets the value, its standard error and the baseline. R² is 1 less a ratio of means, whose
// standard error is that of the mean of what its rows leave, to first order.
func (s *Score) sumUp() {
	if len(s.Losses) == 0 {
		return
	}
	s.shrink()
	loss, variance := Moments(s.Losses)
	guessed, _ := Moments(s.guess)
	n := float64(len(s.Losses))
	switch s.Measure {
	case metrics.Accuracy:
		s.Value, s.Baseline = 1-loss, 1-guessed
	case metrics.HammingLoss:
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
	return less(s.Losses, other.Losses)
}

// less tells by how much losses are less than others of the same rows, on average, and the
// standard error of that.
func less(losses, others []float64) (gain, se float64) {
	differences := make([]float64, min(len(losses), len(others)))
	for i := range differences {
		differences[i] = others[i] - losses[i]
	}
	gain, variance := Moments(differences)
	return gain, math.Sqrt(variance / float64(len(differences)))
}
