package main

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// wavy are rows whose y bends with a + b, a class that follows it, and two labels.
func wavy(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 5))
	var out strings.Builder
	out.WriteString("a,b,c,y,kind,l1,l2\n")
	for range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		y := 10 + math.Tanh(a+b) + (a+b)/2 + .2*random.NormFloat64()
		kind, l1, l2 := "low", 0, 0
		if y > 10 {
			kind, l1 = "high", 1
		}
		if y > 9 {
			l2 = 1
		}
		fmt.Fprintf(&out, "%g,%g,%g,%g,%s,%d,%d\n", a, b, c, y, kind, l1, l2)
	}
	return out.String()
}

func lines(text string) []string { return strings.Split(strings.TrimSpace(text), "\n") }

// A number, its interval, and what evaluate says of it.
func TestPredictANumber(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"train.csv": wavy(150, 1), "test.csv": wavy(60, 2)})
	told := must(t, "", "fit", "train.csv", "-t", "y", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "m.json")
	for _, want := range []string{"Predictor      Gaussian kernels on the components; on rows held out: R2 0.9", "90% of them", "are within "} {
		if !strings.Contains(told, want) {
			t.Errorf("%q is missing in\n%s", want, told)
		}
	}
	plain := lines(must(t, "", "predict", "m.json", "test.csv"))
	if len(plain) != 61 || plain[0] != "y" {
		t.Errorf("%d lines, %s", len(plain), plain[0])
	}
	with := lines(must(t, "", "predict", "m.json", "test.csv", "--interval", "90"))
	var y, low, high float64
	if _, err := fmt.Sscanf(with[1], "%g,%g,%g", &y, &low, &high); err != nil || with[0] != "y,y_lower,y_upper" || math.Abs(y-low-(high-y)) > 1e-12 || low >= y {
		t.Errorf("%s\n%s: %v", with[0], with[1], err)
	}
	var judged struct {
		Rows     int
		Measures map[string]float64
		Baseline map[string]float64
		Unlike   *int
	}
	if err := json.Unmarshal([]byte(must(t, "", "evaluate", "m.json", "test.csv", "--json")), &judged); err != nil {
		t.Fatal(err)
	}
	if m := judged.Measures; judged.Rows != 60 || m["r2"] < .9 || m["coverage_90"] < .75 || m["rmse"] > .4 || judged.Baseline["r2"] > 0 || judged.Unlike == nil {
		t.Errorf("got %+v", judged)
	}
	text := must(t, "", "evaluate", "m.json", "test.csv")
	for _, want := range []string{"60 rows", "model", "guess", "R2", "rmse", "within the 90% interval", "of low, middle and high predictions: "} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

// A class by name, with probabilities; rows of a class that is new are wrong.
func TestPredictAClass(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"train.csv": wavy(150, 3), "test.csv": strings.Replace(wavy(60, 4), "low", "new", 1)})
	must(t, "", "fit", "train.csv", "-t", "kind", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "m.json")
	with := lines(must(t, "", "predict", "m.json", "test.csv", "--probabilities"))
	if with[0] != "kind,kind=high,kind=low" || !strings.HasPrefix(with[1], "high,0.") && !strings.HasPrefix(with[1], "low,0.") {
		t.Errorf("%s\n%s", with[0], with[1])
	}
	var judged struct{ Measures map[string]float64 }
	if err := json.Unmarshal([]byte(must(t, "", "evaluate", "m.json", "test.csv", "--json")), &judged); err != nil {
		t.Fatal(err)
	}
	if m := judged.Measures; m["accuracy"] < .8 || m["accuracy"] == 1 || m["auc"] < .9 || m["balanced_accuracy"] < .8 {
		t.Errorf("got %v", m)
	}
	var printed struct {
		Rows    int
		Columns []string
		Values  [][]any
	}
	if err := json.Unmarshal([]byte(must(t, "", "predict", "m.json", "test.csv", "--json")), &printed); err != nil {
		t.Fatal(err)
	}
	if printed.Rows != 60 || printed.Values[0][0] != "high" && printed.Values[0][0] != "low" {
		t.Errorf("got %+v", printed)
	}
}

func TestPredictLabels(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"train.csv": wavy(150, 5)})
	must(t, "", "fit", "train.csv", "-t", "l1,l2", "--kind", "labels", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "m.json")
	with := lines(must(t, "", "predict", "m.json", "train.csv", "--probabilities"))
	if with[0] != "l1,l2,l1_probability,l2_probability" {
		t.Error(with[0])
	}
	text := must(t, "", "evaluate", "m.json", "train.csv")
	if !strings.Contains(text, "Hamming loss") || !strings.Contains(text, "F1") {
		t.Error(text)
	}
}

// Rows far from those of the fit are counted, by transform too.
func TestRowsUnlikeThoseOfTheFit(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"train.csv": wavy(150, 6), "far.csv": "a,b,c\n0,0,0\n40,0,0\n0,0,-50\n"})
	must(t, "", "fit", "train.csv", "-t", "y", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "m.json")
	const want = "suffice: warning: 2 of 3 rows lie outside the training distribution (unlike the rows of the fit): what the model says of them is extrapolation\n"
	for _, command := range []string{"transform", "predict"} {
		if got := invoke(t, "", command, "m.json", "far.csv"); got.code != codeDone || got.err != want {
			t.Errorf("%s: %d %q", command, got.code, got.err)
		}
	}
}

func TestPredictRefuses(t *testing.T) {
	inDirectory(t, map[string]string{"train.csv": wavy(60, 7), "bare.json": halves, "x.csv": "a,b,c\n1,2,3\n"})
	must(t, "", "fit", "train.csv", "-t", "y", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "m.json")
	must(t, "", "fit", "train.csv", "-t", "kind", "-i", "a,b,c", "--dim", "1", "--method", "cca", "--predictor", "-o", "c.json")
	for _, c := range []struct{ args, want string }{
		{"predict bare.json x.csv", "bare.json has no predictor; make a model that has one with suffice fit --predictor -o"},
		{"evaluate bare.json x.csv", "bare.json has no predictor; make a model that has one with suffice fit --predictor -o"},
		{"evaluate m.json x.csv", `x.csv does not have "y", the target of the model, to compare predictions with`},
		{"predict m.json x.csv --interval 85", "--interval 85: the model has intervals of 50, 80, 90, 95 percent"},
		{"predict m.json x.csv --probabilities", "--probabilities is for classes and labels, but the model predicts numbers; say --interval 90"},
		{"predict c.json x.csv --interval 90", "--interval is for numbers, but the model predicts classes or labels; say --probabilities"},
		{"predict - -", "only one of model and file can be standard input"},
		{"predict m.json", "predict takes a model and a file, but got 1 argument"},
	} {
		if got := invoke(t, "", strings.Fields(c.args)...); got.code == codeDone || !strings.Contains(got.err, c.want) {
			t.Errorf("suffice %s: %s", c.args, got.err)
		}
	}
}
