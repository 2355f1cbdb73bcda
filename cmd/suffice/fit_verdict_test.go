package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"suffice"
)

// twoFiles are a table whose y is a curve of one direction of three inputs, and one whose y
// has nothing to do with them.
func twoFiles() map[string]string {
	random := rand.New(rand.NewPCG(5, 6))
	var curve, noise strings.Builder
	curve.WriteString("a,b,c,y\n")
	noise.WriteString("a,b,c,y\n")
	for range 80 {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		z := a + b
		fmt.Fprintf(&curve, "%.4f,%.4f,%.4f,%.4f\n", a, b, c, z*z/2+z+.1*random.NormFloat64())
		fmt.Fprintf(&noise, "%.4f,%.4f,%.4f,%.4f\n", a, b, c, random.NormFloat64())
	}
	return map[string]string{"curve.csv": curve.String(), "noise.csv": noise.String()}
}

// judgedFit is what a fit says in JSON.
type judgedFit struct {
	Dim      int
	Verdict  *suffice.Verdict
	Curve    []suffice.Dimension
	Warnings []string
}

// Without a number, fit finds it, and says what the components are worth in text, in JSON,
// in the model and in inspect.
func TestFitFindsTheNumber(t *testing.T) {
	takesLong(t)
	inDirectory(t, twoFiles())
	text := must(t, "", "fit", "curve.csv", "-t", "y", "-o", "m.json")
	for _, want := range []string{"Result         1 component explains 9", "not chance (p < .001)", "(high z1: high y)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	var said judgedFit
	if err := json.Unmarshal([]byte(must(t, "", "fit", "curve.csv", "-t", "y", "--json")), &said); err != nil {
		t.Fatal(err)
	}
	if v := said.Verdict; said.Dim != 1 || v == nil || !v.Found || v.Value < .9 || v.Measure != "r2" || len(said.Curve) < 2 || len(said.Warnings) > 0 {
		t.Errorf("%+v", said)
	}
	if text := must(t, "", "inspect", "m.json"); !strings.Contains(text, "result         1 component explains 9") || !strings.Contains(text, "components     R2 with 1: 0.9") {
		t.Errorf("inspect:\n%s", text)
	}
	if text := must(t, "", "fit", "curve.csv", "-t", "y", "--no-verdict", "-d", "1"); !strings.Contains(text, "without a verdict") {
		t.Errorf("not asked for:\n%s", text)
	}
}

// On noise, fit says that it has found nothing, warns, and puts both into the model.
func TestFitFindsNothing(t *testing.T) {
	takesLong(t)
	inDirectory(t, twoFiles())
	got := invoke(t, "", "fit", "noise.csv", "-t", "y", "--method", "sir", "-o", "m.json")
	if got.code != codeDone || !strings.Contains(got.out, "Result         found nothing: ") || !strings.Contains(got.err, `warning: nothing was found that predicts "y" better than chance (p = .`) ||
		strings.Contains(got.out, "Next") {
		t.Errorf("%+v", got)
	}
	if got := invoke(t, "", "fit", "noise.csv", "-t", "y", "--method", "lda"); strings.Count(got.err, "lda needs classes") != 1 {
		t.Errorf("several folds fail for one reason: %+v", got)
	}
	file, err := os.ReadFile("m.json")
	if err != nil {
		t.Fatal(err)
	}
	var model judgedFit
	if err := json.Unmarshal(file, &model); err != nil {
		t.Fatal(err)
	}
	if model.Verdict == nil || model.Verdict.Found || model.Dim < 1 || len(model.Warnings) != 1 {
		t.Errorf("%+v", model)
	}
	if testing.Short() {
		return // whole fits take some seconds
	}
	var whole judgedFit
	text := invoke(t, "", "fit", "noise.csv", "-t", "y", "--method", "sir", "-d", "1", "--permutations", "15", "--json").out
	if err := json.Unmarshal([]byte(text), &whole); err != nil {
		t.Fatal(err)
	}
	if v := whole.Verdict; v == nil || v.Found || v.Permutations > 15 || v.Permutations < 10 {
		t.Errorf("whole fits: %+v", v)
	}
}

// What cannot be judged is fitted all the same, unless the number is to be found.
func TestFitWithoutAVerdict(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": "a,b,y\n1,2,1\n2,1,2\n3,5,3\n4,1,5\n"})
	got := invoke(t, "", "fit", "a.csv", "-t", "y", "--kind", "number", "-d", "1", "--method", "pca")
	if got.code != codeDone || !strings.Contains(got.err, "warning: what the components are worth was not judged: 4 rows are too few") {
		t.Errorf("%+v", got)
	}
	got = invoke(t, "", "fit", "a.csv", "-t", "y", "--kind", "number", "--method", "pca")
	if got.code != codeFailed || !strings.Contains(got.err, "the number of components cannot be found: 4 rows are too few") || !strings.Contains(got.err, "say how many with --dim") {
		t.Errorf("%+v", got)
	}
}

func TestDims(t *testing.T) {
	takesLong(t)
	inDirectory(t, twoFiles())
	text := must(t, "", "dims", "curve.csv", "-t", "y", "--method", "sir", "-o", "curve.png")
	for _, want := range []string{"         1        0.9", "yes, p < .001", "by prediction  1\n", "Result         1 component suffices: ", "by noise       1: ", "by tests       1: ", "Wrote          curve.png", "Next           suffice fit curve.csv --target y --method sir --dim 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if _, err := os.Stat("curve.png"); err != nil {
		t.Error(err)
	}
	var found struct {
		Dim     int
		Curve   []suffice.Dimension
		Verdict suffice.Verdict
	}
	if err := json.Unmarshal([]byte(must(t, "", "dims", "noise.csv", "-t", "y", "--method", "sir", "--most", "2", "--json")), &found); err != nil {
		t.Fatal(err)
	}
	if found.Dim != 0 || len(found.Curve) != 2 || found.Verdict.Found {
		t.Errorf("noise: %+v", found)
	}
	if text := must(t, "", "dims", "noise.csv", "-t", "y", "--method", "sir", "--most", "1"); !strings.Contains(text, "Result         0: found nothing") || strings.Contains(text, "Next") {
		t.Errorf("noise:\n%s", text)
	}
}
