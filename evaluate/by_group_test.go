package evaluate_test

import (
	"context"
	"math"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
)

// Of groups of one size the mean of absolute errors has the standard error of the means of groups.
func TestStandardErrorsByGroup(t *testing.T) {
	x, y := trend(t, 120, 3, 5)
	fitted, err := suffice.Fit(context.Background(), suffice.NewData(x, y), suffice.FitOptions{Method: method(t, "sir"), Options: suffice.Options{Dim: 1, Seed: 1}, NoVerdict: true, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	x, _ = trend(t, 120, 3, 6)
	truth := &output.Target{Kind: output.KindNumber, Names: fitted.Model.Predictor.Names}
	const each = 6
	group := make([]int, x.Len())
	for i := range group {
		group[i] = i / each
		truth.Values = append(truth.Values, x.Row(i)[0]+x.Row(i)[2])
	}
	judged, err := evaluate.ModelByGroup(context.Background(), fitted.Model, x, truth, group)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := evaluate.Model(context.Background(), fitted.Model, x, truth)
	if err != nil || math.Abs(plain.Measures["mae"]-judged.Measures["mae"]) > 1e-12 || judged.Groups != len(group)/each {
		t.Errorf("%+v and %+v, %v", judged, plain, err)
	}
	predicted, err := fitted.Model.Predict(context.Background(), x)
	if err != nil {
		t.Fatal(err)
	}
	var sum, squares float64
	for g := range judged.Groups {
		mean := 0.
		for i := g * each; i < (g+1)*each; i++ {
			mean += math.Abs(predicted.Row(i)[0]-truth.Values[i]) / each
		}
		sum, squares = sum+mean, squares+mean*mean
	}
	n := float64(judged.Groups)
	if want := math.Sqrt((squares/n - sum/n*sum/n) / (n - 1)); math.Abs(judged.SE["mae"]-want) > 1e-9 {
		t.Errorf("standard error %g, want %g", judged.SE["mae"], want)
	}
}
