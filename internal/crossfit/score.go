package crossfit

import (
	"context"
	"math"
	"slices"
	"time"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
)

// Score is how well a method's components predict rows that they were found without.
type Score struct {
	Method   string
	Dim      int
	Measure  string  // the first of those that models are judged by
	Value    float64 // of the measure
	SE       float64 // its standard error, as if the rows were all that varies
	Baseline float64 // the value of guessing without inputs
	Skill    float64 // share of the squared error of guessing that is gone, in what decides between numbers of components
	Seconds  float64 // of all fits and predictions
	Err      error   // why not all folds were judged, or nil

	// Losses are those of the rows that were judged, fold by fold, so that scores of the same
	// folds can be compared row by row. Where not all folds were judged, there are fewer.
	Losses   []float64
	near     []float64 // those by the nearest neighbours, where methods are compared
	guess    []float64 // losses of guessing
	squares  []float64 // squared errors of the rows in the steady columns
	guessed  []float64 // those of guessing
	weights  []float64 // of the rows; nil means 1 for all
	units    []int     // of the rows; nil means that each is one of its own
	folds    []predicted
	failures []error         // of folds, where they are done side by side
	drawn    []linalg.Matrix // what was predicted, drawn towards the constant
	link     bool            // what is predicted are probabilities,
	log      bool            // or numbers by their logarithms, which both are not drawn
}

func (f *Folds) begin(method Method, dim int) *Score {
	return &Score{Method: method.Name, Dim: dim, Measure: metrics.Judged(f.targets.Kind)[0]}
}

// judge adds fold k to a score.
func (f *Folds) judge(ctx context.Context, s *Score, method Method, k int) {
	if s.Err != nil {
		return
	}
	start := time.Now()
	p, err := f.predict(ctx, f.Parts[k], method, s.Dim, f.Seed+uint64(k), false)
	s.Seconds += time.Since(start).Seconds()
	if s.Err = err; err == nil {
		s.folds = append(s.folds, p)
	}
}

// sumUp sets all that follows from what was predicted of the folds.
func (s *Score) sumUp() {
	if len(s.folds) == 0 {
		return
	}
	if all := s.folds; all[0].blocks != nil {
		s.folds = within(all)
		defer func() { // predictors are of what there is, not of what is within blocks
			s.folds = all
			s.shrink()
		}()
	}
	s.shrink()
	s.Losses, s.guess, s.squares, s.guessed, s.weights, s.units = nil, nil, nil, nil, nil, nil
	mean := s.mean()
	for k, p := range s.folds {
		s.units = append(s.units, p.units...)
		for i := range p.Rows {
			truth, by, w := p.Row(i), s.drawn[k].Row(i), p.weight(i)
			s.Losses, s.squares = append(s.Losses, w*p.Loss(truth, by)), append(s.squares, w*p.Square(truth, by))
			s.guessed, s.weights = append(s.guessed, w*p.Square(truth, p.guess(i))), append(s.weights, w)
			guess := mean
			if guess == nil {
				guess = p.guess(i)
			}
			s.guess = append(s.guess, w*p.Loss(truth, guess))
		}
	}
	s.value()
}

// within is what was predicted within blocks: numbers less the means of these, true and predicted.
func within(folds []predicted) []predicted {
	folds = slices.Clone(folds)
	for k := range folds {
		if p := &folds[k]; p.Kind.Numeric() {
			p.Matrix, p.by, p.constant = p.Clone(), p.by.Clone(), make([]float64, p.Cols)
			LessMeans(p.Matrix, p.blocks)
			LessMeans(p.by, p.blocks)
		}
	}
	return folds
}

// guess is the best guess of a row without inputs.
func (p predicted) guess(i int) []float64 {
	if p.blocks != nil && p.guesses[p.blocks[i]] != nil {
		return p.guesses[p.blocks[i]]
	}
	return p.constant
}

// mean is that of the targets of all folds, which R² compares with; nil where measures are others.
func (s *Score) mean() []float64 {
	if !s.ofVariance() {
		return nil
	}
	var sum []float64
	var total float64
	for _, p := range s.folds {
		if sum == nil {
			sum = make([]float64, p.Cols)
		}
		for i := range p.Rows {
			linalg.Axpy(p.weight(i), p.Row(i), sum)
			total += p.weight(i)
		}
	}
	linalg.ScaleRow(1/total, sum)
	return sum
}

// value sets the value, its standard error and the baseline. R² is 1 less a ratio of means, whose
// standard error is that of the mean of what its rows leave, to first order.
func (s *Score) value() {
	if s.weights == nil {
		s.weights = slices.Repeat([]float64{1}, len(s.Losses))
	}
	of, _ := learn.Moments(s.weights)
	loss, _ := learn.Moments(s.Losses)
	guessed, _ := learn.Moments(s.guess)
	loss, guessed = loss/of, guessed/of
	left := make([]float64, len(s.Losses)) // of a ratio of means, to first order
	switch s.Measure {
	case metrics.Accuracy:
		s.Value, s.Baseline = 1-loss, 1-guessed
	case metrics.HammingLoss:
		s.Value, s.Baseline = loss, guessed
	default:
		s.Value, s.Baseline = 1-loss/guessed, 0
	}
	for i, v := range s.Losses {
		left[i] = (v - s.weights[i]*loss) / of
		if s.ofVariance() {
			left[i] = (v - s.guess[i]*loss/guessed) / guessed / of
		}
	}
	_, s.SE = standardError(left, s.units)
	missed, _ := learn.Moments(s.squares)
	all, _ := learn.Moments(s.guessed)
	s.Skill = 1 - missed/all
}

// ofVariance reports whether the measure is a share of the variance.
func (s *Score) ofVariance() bool { return s.Measure == metrics.R2 || s.Measure == metrics.KernelR2 }

// shrink draws the predictions of each fold towards the constant, by as much as serves the other
// folds: a predictor that has learnt from noise otherwise predicts worse than a guess.
func (s *Score) shrink() {
	s.drawn = make([]linalg.Matrix, len(s.folds))
	for k, p := range s.folds {
		s.drawn[k] = p.by.Clone()
	}
	if len(s.folds) < 2 || s.link || s.log {
		return
	}
	told := s.folds[0].told()
	s.shrinkColumns(0, told)
	for j := told; j < s.drawn[0].Cols; j++ {
		s.shrinkColumns(j, j+1)
	}
}

func (s *Score) shrinkColumns(from, to int) {
	for k, p := range s.folds {
		share := s.share(from, to, k)
		for i := range p.Rows {
			for j := from; j < to; j++ {
				s.drawn[k].Set(i, j, p.constant[j]+share*(p.by.At(i, j)-p.constant[j]))
			}
		}
	}
}

// share is how far predictions should go from the constant, by all folds but one, in columns
// from one to another: the factor with the least squared error.
func (s *Score) share(from, to, without int) float64 {
	var product, square float64
	for k, p := range s.folds {
		if k == without {
			continue
		}
		for i := range p.Rows {
			for j := from; j < to; j++ {
				off := p.by.At(i, j) - p.constant[j]
				product += off * (p.At(i, j) - p.constant[j])
				square += off * off
			}
		}
	}
	if square == 0 {
		return 0
	}
	return min(1, max(0, product/square))
}

// Held is what was predicted of the rows that were judged, as a model's predictor does: in the
// units of numbers, and in scores of classes and labels, of which Calibration makes probabilities.
type Held struct {
	Truth, Predicted linalg.Matrix
	Share            float64 // by which predictions of all rows are drawn towards the constant
	Calibration      learn.Calibration

	nothing bool // was found
	log     bool // residuals are differences of logarithms
}

// Held is that of a score of all folds. Where nothing was found, all predictions are the constant.
func (s *Score) Held(nothing bool) *Held {
	first := s.folds[0]
	h := &Held{Share: 1, nothing: nothing, log: s.log}
	if !s.link && !s.log {
		h.Share = s.share(0, first.told(), -1)
	}
	if nothing {
		h.Share = 0
	}
	for k, p := range s.folds {
		by := s.drawn[k]
		if nothing {
			by = linalg.New(by.Rows, by.Cols)
			for i := range by.Rows {
				copy(by.Row(i), p.constant)
			}
		}
		h.Truth, h.Predicted = below(h.Truth, p.InUnits(p.Matrix)), below(h.Predicted, p.InUnits(by))
	}
	if !first.Kind.Numeric() {
		classes := first.Kind == output.KindClass
		h.Calibration = learn.Calibrate(h.Truth, h.Predicted, classes, s.link)
		h.Calibration.Probabilities(h.Predicted, classes)
	}
	return h
}

// residual is how far a number is from what was predicted.
func (h *Held) residual(i, j int) float64 {
	if h.log {
		return math.Log(h.Truth.At(i, j) / h.Predicted.At(i, j))
	}
	return h.Truth.At(i, j) - h.Predicted.At(i, j)
}

// Residuals are those of all rows.
func (h *Held) Residuals() linalg.Matrix {
	all := linalg.New(h.Truth.Rows, h.Truth.Cols)
	for i := range all.Rows {
		for j := range all.Cols {
			all.Set(i, j, h.residual(i, j))
		}
	}
	return all
}

// Measures are those of what was predicted, in which rows count by their weights. The first is the
// value of the score, or of guessing where nothing was found.
func (s *Score) Measures(h *Held) map[string]float64 {
	measures := metrics.Of(s.folds[0].Kind, h.Truth, h.Predicted, s.folds[0].Unit, s.weights)
	measures[s.Measure] = s.Value
	if h.nothing {
		measures[s.Measure] = s.Baseline
	}
	return measures
}

// below has the rows of both.
func below(a, b linalg.Matrix) linalg.Matrix {
	return linalg.Of(a.Rows+b.Rows, b.Cols, append(a.Data[:a.Rows*b.Cols:a.Rows*b.Cols], b.Data[:b.Rows*b.Cols]...))
}

// Over tells by how much the mean loss is less than that of another score of the same folds, and
// the standard error of that, by the rows that both have judged.
func (s *Score) Over(other *Score) (gain, se float64) {
	return less(s.both(), other.both(), s.units)
}

// less tells by how much losses are less than others of the same rows, on average, and the
// standard error of that, by units.
func less(losses, others []float64, units []int) (gain, se float64) {
	differences := make([]float64, min(len(losses), len(others)))
	for i := range differences {
		differences[i] = others[i] - losses[i]
	}
	return standardError(differences, units)
}

// better reports whether squared errors are clearly less than another's.
func (s *Score) better(other *Score) bool {
	if s.Err != nil {
		return false
	}
	gain, se := less(s.squares, other.squares, s.units)
	return gain > margin*se
}

// meanLoss is the mean of the losses and their variance.
func (s *Score) meanLoss() (mean, variance float64) { return learn.Moments(s.both()) }

// both are the losses of rows, to which those by the nearest neighbours are added where methods are compared.
func (s *Score) both() []float64 {
	if s.near == nil {
		return s.Losses
	}
	both := slices.Clone(s.Losses)
	linalg.Axpy(1, s.near[:len(both)], both)
	return both
}
