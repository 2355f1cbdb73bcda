package suffice

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// drawLine draws y = x1 + noise, with three more inputs that say nothing.
func drawLine(t *testing.T, n int) (*rows.Matrix, output.Output) {
	random := rand.New(rand.NewPCG(1, 2))
	x, y := normal(t, n, 4, random), make([]float64, n)
	for i := range y {
		y[i] = x.Row(i)[0] + .1*random.NormFloat64()
	}
	return x, output.Numbers(y)
}

// A first look comes before all steps, with two components, and changes nothing of the model.
func TestALookComesFirst(t *testing.T) {
	x, y := drawLine(t, 60)
	fit := func(look func(*Projection), progress func(Step)) *Projection {
		found, err := Fit(t.Context(), NewData(x, y), FitOptions{Options: Options{Seed: 1}, Look: look, Progress: progress})
		if err != nil {
			t.Fatal(err)
		}
		return found.Model
	}
	var looks []*Projection
	steps := 0
	got := fit(func(m *Projection) {
		if looks = append(looks, m); steps > 0 {
			t.Errorf("told after %d steps", steps)
		}
	}, func(Step) { steps++ })
	if len(looks) != 1 || looks[0].Dim() != 2 || math.Abs(looks[0].Components[0][0]) < .9 || steps == 0 {
		t.Errorf("looks %+v, %d steps", looks, steps)
	}
	if want := fit(nil, nil); !reflect.DeepEqual(got.Components, want.Components) || *got.Verdict != *want.Verdict {
		t.Errorf("components %v, but %v without a look", got.Components, want.Components)
	}
}

// Fit gives the components and the verdict that the method and Assess give.
func TestFitIsItsParts(t *testing.T) {
	ctx := t.Context()
	x, y := drawLine(t, 100)
	sir := named(t, "sir")[0]
	var steps []Step
	got, err := Fit(ctx, NewData(x, y), FitOptions{Method: sir, Options: Options{Seed: 1}, Predictor: true, Intervals: 5, Progress: func(at Step) { steps = append(steps, at) }})
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Assess(ctx, NewData(x, y), AssessOptions{Method: sir, Options: Options{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	alone, err := sir.New(Options{Dim: judged.Dim, Seed: 1}).Fit(ctx, x, y)
	if err != nil {
		t.Fatal(err)
	}
	m := got.Model
	switch {
	case !reflect.DeepEqual(m.Components, alone.Components):
		t.Errorf("components %v, but the method alone gives %v", m.Components, alone.Components)
	case m.Verdict == nil || *m.Verdict != judged.Verdict:
		t.Errorf("verdict %v, but Assess gives %v", m.Verdict, judged.Verdict)
	case m.Predictor == nil || m.Bootstrap == nil || m.Correlations == nil || m.Training == nil:
		t.Error("a part is missing")
	case len(steps) == 0 || got.Chosen != nil:
		t.Errorf("%d steps, chosen %v", len(steps), got.Chosen)
	}
	again, err := Fit(ctx, NewData(x, y), FitOptions{Method: sir, Options: Options{Seed: 1}, Assessed: judged})
	if err != nil || !reflect.DeepEqual(again.Model.Verdict, m.Verdict) || !reflect.DeepEqual(again.Model.Curve, m.Curve) {
		t.Errorf("with what is known from before: %v", err)
	}
}

func TestFitChoosesMethodsAndInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := drawLine(t, 70)
	auto, err := Fit(t.Context(), NewData(x, y), FitOptions{Auto: true, Options: Options{Dim: 1, Seed: 1}})
	if err != nil || auto.Chosen == nil || auto.Model.Verdict == nil {
		t.Errorf("auto: %v, %v", auto, err)
	}
	some, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: named(t, "sir")[0], Options: Options{Dim: 1, Seed: 1}, Select: true, NoVerdict: true})
	if err != nil || some.Model.Verdict != nil {
		t.Fatalf("selected: %v, %v", some, err)
	}
	if used := some.Model.UsedInputs(); !reflect.DeepEqual(used, []int{0}) {
		t.Errorf("inputs %v were selected, but only the first matters", used)
	}
}

func TestFitSaysThatNothingWasFound(t *testing.T) {
	x, _ := drawLine(t, 200)
	noise := make([]float64, 200)
	r := rand.New(rand.NewPCG(8, 9))
	for i := range noise {
		noise[i] = r.NormFloat64()
	}
	got, err := Fit(t.Context(), NewData(x, output.Numbers(noise)), FitOptions{Method: named(t, "sir")[0], Options: Options{Dim: 1, Seed: 1}})
	if err != nil || got.Model.Verdict.Found || len(got.Model.Warnings) == 0 {
		t.Errorf("noise: %v, %v", got, err)
	}
}

func TestFitFails(t *testing.T) {
	x, y := drawLine(t, 50)
	if _, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: Method{Name: "mine"}}); err == nil {
		t.Error("a method that finds nothing is no error")
	}
	few, _ := rows.NewMatrix(4, make([]float64, 8))
	_, err := Fit(t.Context(), NewData(few, output.Numbers([]float64{1, 2})), FitOptions{Method: named(t, "sir")[0]})
	if none, ok := errors.AsType[*NoNumber](err); !ok {
		t.Errorf("with two rows: %v, %v", none, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fit(ctx, NewData(x, y), FitOptions{Method: named(t, "sca")[0]}); !errors.Is(err, context.Canceled) {
		t.Errorf("after a cancellation: %v", err)
	}
}

// A predictor is judged by the same folds whether there is a verdict or not.
func TestPredictorWithoutAVerdict(t *testing.T) {
	x, y := drawLine(t, 60)
	fit := func(noVerdict bool) *FitResult {
		found, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: named(t, "pls")[0], Options: Options{Dim: 1, Seed: 1}, NoVerdict: noVerdict, Predictor: true})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	with, without := fit(false).Model, fit(true).Model
	if with.Verdict == nil || without.Verdict != nil || without.Curve != nil || len(without.Warnings) > 0 {
		t.Errorf("verdicts %v and %v", with.Verdict, without.Verdict)
	}
	if !reflect.DeepEqual(with.Predictor, without.Predictor) {
		t.Errorf("predictors %+v and %+v", with.Predictor, without.Predictor)
	}
}

// All inputs have a predictor, and no verdict, since there are no components to judge.
func TestPredictorOfAllInputs(t *testing.T) {
	x, y := drawLine(t, 60)
	found, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: named(t, "none")[0], Options: Options{Seed: 1}, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	if m := found.Model; m.Verdict != nil || m.Dim() != 4 || m.Predictor == nil || m.Predictor.Measures["r2"] < .9 {
		t.Errorf("verdict %v, %d components, predictor %+v", m.Verdict, m.Dim(), m.Predictor)
	}
}

// The verdict on a method that was chosen is the score that it was chosen by.
func TestPredictorOfAChosenMethod(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := drawLine(t, 60)
	found, err := Fit(t.Context(), NewData(x, y), FitOptions{Auto: true, Options: Options{Dim: 1, Seed: 1}, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	m := found.Model
	for _, s := range found.Chosen.Scores {
		if s.Method == found.Chosen.Method.Name && (s.Value != m.Verdict.Value || s.SE != m.Verdict.SE) {
			t.Errorf("score %+v, verdict %+v, predictor %v", s, m.Verdict, m.Predictor.Measures)
		}
	}
	if found.Chosen.Method.Name != m.Method {
		t.Errorf("chose %s, but the model is of %s", found.Chosen.Method.Name, m.Method)
	}
}

// However few the rows, there is a sound model, with finite figures, or an error in words.
func TestFitsOfFewRows(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(2, 8))
	for n := 1; n <= 14; n++ {
		x, line, class := normal(t, n, 3, random), make([]float64, n), make([]int, n)
		for i := range line {
			line[i], class[i] = x.Row(i)[0]+.1*random.NormFloat64(), i%2
		}
		for name, y := range map[string]output.Output{"pls": output.Numbers(line), "lda": output.Classes(class), "none": output.Numbers(line)} {
			for _, o := range []FitOptions{{}, {Options: Options{Dim: 1}}, {Predictor: true}, {Options: Options{Dim: 1}, Predictor: true, NoVerdict: true}} {
				if o.Method = named(t, name)[0]; o.Method.KeepsInputs {
					o.Options.Dim = 0
				}
				found, err := Fit(t.Context(), NewData(x, y), o)
				switch {
				case err != nil && n < 10 && len(err.Error()) > 10:
				case err != nil:
					t.Errorf("%s of %d rows: %v", name, n, err)
				case o.Predictor && (found.Model.Predictor == nil || n < leastPredictorRows):
					t.Errorf("%s of %d rows: predictor %v", name, n, found.Model.Predictor)
				default:
					modelBytes(t, found.Model) // no file has what is not finite
				}
			}
		}
	}
}

// A fit ends soon, with the error of its context, wherever it is when that ends.
func TestFitCanBeCancelledAnywhere(t *testing.T) {
	x, y := drawLine(t, 40)
	options := FitOptions{Method: named(t, "pls")[0], Options: Options{Seed: 1}, Predictor: true, Intervals: 3}
	stage := func(at Step) string { return strings.Split(at.Text, ":")[0] }
	var seen []string
	options.Progress = func(at Step) {
		if !slices.Contains(seen, stage(at)) {
			seen = append(seen, stage(at))
		}
	}
	if _, err := Fit(t.Context(), NewData(x, y), options); err != nil || len(seen) < 4 {
		t.Fatal(seen, err)
	}
	for _, text := range seen {
		ctx, cancel := context.WithCancel(t.Context())
		options.Progress = func(at Step) {
			if stage(at) == text {
				cancel()
			}
		}
		if found, err := Fit(ctx, NewData(x, y), options); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled while %s: %v, %v", text, found, err)
		}
	}
}

// Methods that count rows by weights have verdicts and predictors of such rows, and others say
// that they do not.
func TestFitsOfWeightedRows(t *testing.T) {
	plain, y := drawLine(t, 40)
	weights := make([]float64, 40)
	for i := range weights {
		weights[i] = float64(i % 3)
	}
	x, y, err := Weigh(plain, y, weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range named(t, "pls", "sir", "pca", "save", "none", "seas") {
		found, err := Fit(t.Context(), NewData(x, y), FitOptions{Method: m, Options: Options{Dim: 1, Seed: 1}, Predictor: true})
		if !m.Uses.Weights {
			if err == nil || !strings.Contains(err.Error(), "weights") {
				t.Errorf("%s: %v", m.Name, err)
			}
			continue
		}
		if err != nil || found.Model.Predictor == nil || !m.KeepsInputs && found.Model.Verdict.Rows != x.Len() {
			t.Errorf("%s: %v, %v", m.Name, found, err)
		}
	}
}

// What was judged before serves a fit with a predictor, of no more folds; a judgement that
// knows of no folds does not.
func TestFitWithWhatIsKnown(t *testing.T) {
	x, y := drawLine(t, 60)
	data, options := NewData(x, y), FitOptions{Method: named(t, "pls")[0], Options: Options{Seed: 1}, Predictor: true}
	want, err := Fit(t.Context(), data, options)
	if err != nil {
		t.Fatal(err)
	}
	options.Assessed = want.Assessed
	options.Progress = func(at Step) {
		if strings.Contains(at.Text, "number of components") || strings.Contains(at.Text, "judging") {
			t.Errorf("%s again", at.Text)
		}
	}
	got, err := Fit(t.Context(), data, options)
	if err != nil || !reflect.DeepEqual(got.Model.Predictor, want.Model.Predictor) || !reflect.DeepEqual(got.Model.Verdict, want.Model.Verdict) {
		t.Errorf("%v, %v", got, err)
	}
	options.Assessed = &AssessResult{Dim: 1}
	if _, err := Fit(t.Context(), data, options); err == nil || !strings.Contains(err.Error(), "were not judged") {
		t.Errorf("without folds: %v", err)
	}
}
