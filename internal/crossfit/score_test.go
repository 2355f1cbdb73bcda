package crossfit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// What components predict is told in the measure of the target, beside what a guess does: the
// direction of the line predicts, and another nothing.
func TestScoresOfEveryKind(t *testing.T) {
	x, targets := lined(t, 160, .3)
	for kind, y := range targets {
		folds := mustDivide(t, x, y, Options{Seed: 1})
		found, blind := mustScore(t, folds, along("line", 1, 1, 0, 0), 1), mustScore(t, folds, along("blind", 0, 0, 1, 0), 1)
		for _, s := range []*Score{found, blind} {
			if s.Measure != metrics.Judged(kind)[0] || len(s.Losses) != 160 || folds.Rows != 160 || s.SE <= 0 || s.SE > .1 {
				t.Errorf("%s: %s %v ± %v of %d rows", kind, s.Measure, s.Value, s.SE, len(s.Losses))
			}
		}
		better, worth := found.Value-found.Baseline, found.Value
		if s := found; s.Measure == metrics.HammingLoss {
			better, worth = s.Baseline-s.Value, 1-s.Value
		}
		if better < .15 || worth < .75 {
			t.Errorf("%s: the line has %g, a guess %g", kind, found.Value, found.Baseline)
		}
		if gain, se := found.Over(blind); gain < 3*se || se <= 0 {
			t.Errorf("%s: the line is better by %g, standard error %g", kind, gain, se)
		}
		if back, _ := blind.Over(found); back >= 0 {
			t.Errorf("%s: and the other way round by %g", kind, back)
		}
	}
}

// The twin has one loop over the folds: what a machine learns from the others of each predicts its
// rows, drawn towards the mean of the others by the share that serves all other folds. R² is
// that of the definition; accuracy counts.
func TestScoresByHand(t *testing.T) {
	x, targets := lined(t, 60, .5)
	for _, kind := range []output.Kind{output.KindNumber, output.KindClass} {
		folds := mustDivide(t, x, targets[kind], Options{Folds: 4, Seed: 7})
		got := mustScore(t, folds, along("line", 1, 1, 0, 0), 1)
		want, guess := scoreByHand(t, x, targets[kind], folds)
		if math.Abs(got.Value-want) > 1e-12 || math.Abs(got.Baseline-guess) > 1e-12 {
			t.Errorf("%s: %v beside %v, by hand %v beside %v", kind, got.Value, got.Baseline, want, guess)
		}
	}
}

// scoreByHand is R² of numbers, or the accuracy of two classes, of components along x1 + x2, and
// that of guessing.
func scoreByHand(t *testing.T, x *rows.Matrix, y output.Output, folds *Folds) (value, guess float64) {
	t.Helper()
	_, truth := y.(output.Columnar).Columns()
	classes := y.Kind() == output.KindClass
	width := len(truth) / x.Len()
	mean, variance := make([]float64, width), make([]float64, width)
	for j := range width {
		var column []float64
		for i := range x.Len() {
			column = append(column, truth[i*width+j])
		}
		mean[j], variance[j] = learn.Moments(column)
		if classes {
			mean[j], variance[j] = 0, 1
		}
	}
	at := func(i, j int) float64 { return (truth[i*width+j] - mean[j]) / math.Sqrt(variance[j]) }
	var off, from [][][]float64 // by fold, row and column: what is predicted beside the mean of the others, and the truth beside it
	for k, part := range folds.Parts {
		var others []int
		for i := range x.Len() {
			if !slices.Contains(part.tested, i) {
				others = append(others, i)
			}
		}
		z, known, test := linalg.New(len(others), 1), linalg.New(len(others), width), linalg.New(len(part.tested), 1)
		constant := make([]float64, width)
		for r, i := range others {
			z.Set(r, 0, x.Row(i)[0]+x.Row(i)[1])
			for j := range width {
				known.Set(r, j, at(i, j))
				constant[j] += at(i, j) / float64(len(others))
			}
		}
		for r, i := range part.tested {
			test.Set(r, 0, x.Row(i)[0]+x.Row(i)[1])
		}
		machine, err := Learn(z, &target.Encoding{Kind: y.Kind(), Values: known}, foldCentres, folds.Seed+uint64(k), nil)
		if err != nil {
			t.Fatal(err)
		}
		by := machine.Predict(test)
		off, from = append(off, nil), append(from, nil)
		for r, i := range part.tested {
			var a, b []float64
			for j := range width {
				a, b = append(a, by.At(r, j)-constant[j]), append(b, at(i, j)-constant[j])
			}
			off[k], from[k] = append(off[k], a), append(from[k], b)
		}
	}
	var right, common, wrong, all float64
	for k, part := range folds.Parts {
		var product, square float64
		for other := range off {
			for r := range off[other] {
				if other != k {
					product, square = product+linalg.Dot(off[other][r], from[other][r]), square+linalg.Dot(off[other][r], off[other][r])
				}
			}
		}
		share := min(1, max(0, product/square))
		for r, i := range part.tested {
			missed := from[k][r][0] - share*off[k][r][0]
			wrong, all = wrong+missed*missed, all+at(i, 0)*at(i, 0)
			if classes {
				constant := []float64{at(i, 0) - from[k][r][0], at(i, 1) - from[k][r][1]}
				second := constant[1]+share*off[k][r][1] > constant[0]+share*off[k][r][0]
				if second == (at(i, 1) == 1) {
					right++
				}
				if (constant[1] > constant[0]) == (at(i, 1) == 1) {
					common++
				}
			}
		}
	}
	if classes {
		return right / float64(x.Len()), common / float64(x.Len())
	}
	return 1 - wrong/all, 0
}

// R² and its standard error are those of the definition, and of errors of known size.
func TestValueOfAScore(t *testing.T) {
	s := &Score{Measure: metrics.R2, Losses: []float64{1, 0, 2, 1}, guess: []float64{4, 2, 6, 4}}
	s.value()
	if s.Value != .75 || s.Baseline != 0 || math.Abs(s.SE-math.Sqrt(1./3/4)*.5/4*math.Sqrt(2)) > 1e-12 {
		t.Errorf("R² %v, standard error %v", s.Value, s.SE)
	}
	s = &Score{Measure: metrics.Accuracy, Losses: []float64{1, 0, 0, 0}, guess: []float64{1, 1, 0, 0}}
	s.value()
	if s.Value != .75 || s.Baseline != .5 || math.Abs(s.SE-.25) > 1e-12 {
		t.Errorf("accuracy %+v", s)
	}
}

// foldsOf are predictions of rows in four folds: of a number that is drawn at random, by itself
// times some slope and noise of some size.
func foldsOf(random *rand.Rand, slope, noise float64) *Score {
	s := &Score{Measure: metrics.R2}
	for range 4 {
		truth, by := linalg.New(50, 1), linalg.New(50, 1)
		for i := range 50 {
			truth.Set(i, 0, random.NormFloat64())
			by.Set(i, 0, slope*truth.At(i, 0)+noise*random.NormFloat64())
		}
		s.folds = append(s.folds, predicted{Targets: Targets{Matrix: truth, Kind: output.KindNumber, Mean: []float64{0}, Unit: []float64{1}}, by: by, constant: []float64{0}})
	}
	return s
}

// Predictions of noise are drawn to the constant, and right ones stay.
func TestShrink(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 5))
	right, noise := foldsOf(random, 1, 0), foldsOf(random, 0, 1)
	var raw float64
	for _, p := range noise.folds {
		for i := range p.Rows {
			raw += p.Loss(p.Row(i), p.by.Row(i)) / 200
		}
	}
	right.sumUp()
	noise.sumUp()
	if right.Value != 1 || noise.Value < -.1 || noise.Value > .1 || raw < 1.5 {
		t.Errorf("R² of right ones %v, of noise %v with losses of %v before", right.Value, noise.Value, raw)
	}
}

// Predictions are drawn in by as much as they go too far, from not at all to the constant, and
// are then hardly worse than that. Of 200 rows the share has a standard error of .07 at most.
func TestShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		slope, noise := rapid.Float64Range(-2, 2).Draw(t, "slope"), rapid.Float64Range(1, 2).Draw(t, "noise")
		s := foldsOf(random, slope, noise)
		s.sumUp()
		held := s.Held(false)
		if held.Share < 0 || held.Share > 1 {
			t.Fatalf("share %v", held.Share)
		}
		if want := min(1, max(0, slope/(slope*slope+noise*noise))); math.Abs(held.Share-want) > .35 {
			t.Fatalf("share %v of predictions with slope %v and noise %v, want about %v", held.Share, slope, noise, want)
		}
		if s.Value < -.1 {
			t.Fatalf("R² %v, worse than a guess", s.Value)
		}
	})
}

// What is wrong in rows that were held out is as wrong in new ones: an interval of half of them,
// or nine of ten, holds as many of these. The noise of the line has deviation .5; of 400 rows the
// standard error of a share of a half is .025, and of new ones less.
func TestHeldIntervalsCover(t *testing.T) {
	x, targets := lined(t, 400, .5)
	line := along("line", 1, 1, 0, 0)
	held := mustScore(t, mustDivide(t, x, targets[output.KindNumber], Options{Seed: 1}), line, 1).Held(false)
	var off []float64
	for i := range held.Truth.Rows {
		off = append(off, held.Truth.At(i, 0)-held.Predicted.At(i, 0))
	}
	fresh, truths := lined(t, 1200, .5) // other rows of the same kind
	_, learnt := targets[output.KindNumber].(output.Columnar).Columns()
	_, truth := truths[output.KindNumber].(output.Columnar).Columns()
	z, test := linalg.New(400, 1), linalg.New(1200, 1)
	for i := range 400 {
		z.Set(i, 0, x.Row(i)[0]+x.Row(i)[1])
	}
	for i := range 1200 {
		test.Set(i, 0, fresh.Row(i)[0]+fresh.Row(i)[1])
	}
	y := &target.Encoding{Kind: output.KindNumber, Values: linalg.Of(400, 1, slices.Clone(learnt))}
	machine, err := Learn(z, y, foldCentres, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, mean, _ := y.Standardised()
	machine.Shrink(mean, held.Share)
	by := machine.Predict(test)
	for _, percent := range []int{50, 80, 90} {
		half, ok := learn.Bound(off, percent)
		if !ok {
			t.Fatalf("no bound of %d percent", percent)
		}
		inside := 0.
		for i, v := range truth {
			if math.Abs(v-by.At(i, 0)) <= half {
				inside += 100. / 1200
			}
		}
		if most := 300 * math.Sqrt(float64(percent*(100-percent))/1e4*(1./400+1./1200)); math.Abs(inside-float64(percent)) > most {
			t.Errorf("an interval of %d percent covers %.1f, more than %.1f off", percent, inside, most)
		}
	}
}

// A measure of the predictor is the value of the score, and others are of the same predictions.
func TestMeasuresAreOfTheScore(t *testing.T) {
	x, targets := lined(t, 60, .5)
	for _, kind := range []output.Kind{output.KindNumber, output.KindClass, output.KindLabels} {
		s := mustScore(t, mustDivide(t, x, targets[kind], Options{Seed: 2}), along("line", 1, 1, 0, 0), 1)
		measures := s.Measures(s.Held(false))
		if measures[s.Measure] != s.Value || len(measures) != len(metrics.Judged(kind)) {
			t.Errorf("%s: %v, but the score is %v", kind, measures, s.Value)
		}
		alone := metrics.Of(kind, s.Held(false).Truth, s.Held(false).Predicted, s.folds[0].Unit, nil)[s.Measure]
		if math.Abs(alone-s.Value) > 1e-12 && kind == output.KindNumber {
			t.Errorf("%s: the predictions have %v, the score %v", kind, alone, s.Value)
		}
	}
}

// Rows count by their weights in the score, whatever the fold they are in.
func TestWeightedScores(t *testing.T) {
	plain, targets := lined(t, 60, .5)
	weights := make([]float64, 60)
	for i := range weights {
		weights[i] = 1 + float64(i*i%7)
	}
	x, err := rows.WithWeights(plain, weights)
	if err != nil {
		t.Fatal(err)
	}
	_, y := targets[output.KindNumber].(output.Columnar).Columns()
	folds := mustDivide(t, x, targets[output.KindNumber], Options{Seed: 2})
	s := mustScore(t, folds, along("line", 1, 1, 0, 0), 1)
	held := s.Held(false)
	var sum, total, wrong, absolute, all float64
	for i, w := range weights {
		sum, total = sum+w*y[i], total+w
	}
	row := 0
	for _, part := range folds.Parts {
		for _, i := range part.tested {
			off := y[i] - held.Predicted.At(row, 0)
			absolute += weights[i] * math.Abs(off)
			wrong, all = wrong+weights[i]*off*off, all+weights[i]*(y[i]-sum/total)*(y[i]-sum/total)
			row++
		}
	}
	if want := 1 - wrong/all; math.Abs(s.Value-want) > 1e-12 {
		t.Errorf("R² %v, by hand %v", s.Value, want)
	}
	measures := s.Measures(held)
	for name, want := range map[string]float64{metrics.R2: 1 - wrong/all, metrics.RMSE: math.Sqrt(wrong / total), metrics.MAE: absolute / total} {
		if math.Abs(measures[name]-want) > 1e-12 {
			t.Errorf("%s %v, by hand %v", name, measures[name], want)
		}
	}
}

// R² does not depend on the units of the number.
func TestUnitsOfTheTarget(t *testing.T) {
	x, targets := lined(t, 40, .5)
	_, y := targets[output.KindNumber].(output.Columnar).Columns()
	value := func(scale, shift float64) float64 {
		own := slices.Clone(y)
		for i := range own {
			own[i] = shift + scale*own[i]
		}
		return mustScore(t, mustDivide(t, x, output.Numbers(own), Options{Seed: 2}), along("line", 1, 1, 0, 0), 1).Value
	}
	want := value(1, 0)
	for _, units := range [][2]float64{{1000, 0}, {1e-4, 3}, {2, -1e3}} {
		if got := value(units[0], units[1]); math.Abs(got-want) > 1e-6 {
			t.Errorf("R² %v, in other units %v", want, got)
		}
	}
}
