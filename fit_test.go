package suffice

import (
	"context"
	"errors"
	"math/rand/v2"
	"reflect"
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

// Fit gives the components and the verdict that the method and Assess give.
func TestFitIsItsParts(t *testing.T) {
	ctx := t.Context()
	x, y := drawLine(t, 200)
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
	x, y := drawLine(t, 120)
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
