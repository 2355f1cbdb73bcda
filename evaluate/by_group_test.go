package evaluate_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

// plates are blocks whose levels go along in the second input and in y, where within them the first
// alone tells y.
func plates(t *testing.T, blocks, each int, seed uint64) (*rows.Matrix, *output.Target, []int) {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	var data, y []float64
	var block []int
	for b := range blocks {
		level := 3 * random.NormFloat64()
		for range each {
			tells := random.NormFloat64()
			data = append(data, tells, level+.3*random.NormFloat64(), random.NormFloat64())
			y, block = append(y, level+tells+.3*random.NormFloat64()), append(block, b)
		}
	}
	x, err := rows.NewMatrix(3, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, block
}

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
	alone := make([]int, x.Len())
	for i := range alone {
		alone[i] = i
	}
	if _, err := evaluate.ModelWithin(context.Background(), fitted.Model, x, truth, alone); err == nil || !strings.Contains(err.Error(), "most blocks have a single row") {
		t.Errorf("blocks of one row: %v", err)
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

// What goes along between blocks alone is worth nothing within them, whichever method finds it.
func TestCompareWithinBlocks(t *testing.T) {
	x, y, block := plates(t, 12, 15, 1)
	for input, better := range []bool{true, false, false} {
		var one []float64
		for i := range x.Len() {
			one = append(one, x.Row(i)[input])
		}
		column, err := rows.NewMatrix(1, one)
		if err != nil {
			t.Fatal(err)
		}
		found, err := evaluate.Compare(t.Context(), column, y, evaluate.CompareOptions{Methods: []suffice.Method{method(t, "none")}, Dims: []int{1}, Splits: evaluate.Splits{Block: block, Seed: 1}})
		if err != nil {
			t.Fatal(err)
		}
		if r := found.Rows[0]; (r.Mark != evaluate.MarkNoBetter && r.Mark != evaluate.MarkWorse) != better || better && r.Measures["r2"] < .7 || math.Abs(found.Baseline.Measures["r2"]) > 1e-9 {
			t.Errorf("input %d: %+v beside %+v", input, r, found.Baseline)
		}
	}
	class := &output.Target{Kind: output.KindClass, Names: []string{"y"}, Classes: []string{"a", "b"}}
	for i := range block { // the guess knows the class of most rows of a block
		class.Class = append(class.Class, (block[i]+(i%5)/4)%2)
	}
	found, err := evaluate.Compare(t.Context(), x, class, evaluate.CompareOptions{Methods: []suffice.Method{method(t, "pca")}, Dims: []int{1}, Splits: evaluate.Splits{Block: block, Folds: 5, Seed: 1}})
	if err != nil || math.Abs(found.Baseline.Mean-.2) > .01 {
		t.Errorf("%+v, %v", found, err)
	}
}

// Measures within blocks are those of numbers less the means of their blocks, worked out by hand; what is
// added to all rows of a block changes none of them.
func TestModelWithinBlocks(t *testing.T) {
	x, y, _ := plates(t, 12, 15, 2)
	out, err := y.Output()
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := suffice.Fit(t.Context(), suffice.NewData(x, out), suffice.FitOptions{Method: method(t, "sir"), Options: suffice.Options{Dim: 1, Seed: 1}, NoVerdict: true, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, blocks := range []int{8, 70} { // of the second, several are left out at a time
		x, y, block := plates(t, blocks, 9, 3)
		y.Names = fitted.Model.Predictor.Names
		judged, err := evaluate.ModelWithin(t.Context(), fitted.Model, x, y, block)
		if err != nil {
			t.Fatal(err)
		}
		predicted, err := fitted.Model.Predict(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		less := func(at func(i int) float64) []float64 {
			means, counts := make([]float64, blocks), make([]float64, blocks)
			for i, b := range block {
				means[b], counts[b] = means[b]+at(i), counts[b]+1
			}
			values := make([]float64, len(block))
			for i, b := range block {
				values[i] = at(i) - means[b]/counts[b]
			}
			return values
		}
		truth, by := less(func(i int) float64 { return y.Values[i] }), less(func(i int) float64 { return predicted.Row(i)[0] })
		var off, all float64
		for i := range truth {
			off, all = off+(truth[i]-by[i])*(truth[i]-by[i]), all+truth[i]*truth[i]
		}
		if got := judged.Measures; math.Abs(got["r2"]-(1-off/all)) > 1e-9 || math.Abs(got["rmse"]-math.Sqrt(off/float64(len(truth)))) > 1e-9 || math.Abs(judged.Baseline["r2"]) > 1e-9 || judged.Groups != blocks || judged.SE["rmse"] <= 0 {
			t.Errorf("%+v, want R2 %g", judged, 1-off/all)
		}
		for i, b := range block {
			y.Values[i] += 100 * float64(b)
		}
		moved, err := evaluate.ModelWithin(t.Context(), fitted.Model, x, y, block)
		if err != nil || math.Abs(moved.Measures["rmse"]-judged.Measures["rmse"]) > 1e-9 {
			t.Errorf("%+v and %+v, %v", moved, judged, err)
		}
	}
	if _, err := evaluate.ModelWithin(t.Context(), fitted.Model, x, y, make([]int, 3)); err == nil {
		t.Error("three blocks of more rows")
	}
	times := make([]float64, x.Len())
	for i := range times {
		times[i] = float64(i / 2)
	}
	y.Names = fitted.Model.Predictor.Names
	if judged, err := evaluate.ModelByTime(t.Context(), fitted.Model, x, y, times); err != nil || judged.Groups != 16 || judged.SE["r2"] <= 0 {
		t.Errorf("%+v, %v", judged, err)
	}
}
