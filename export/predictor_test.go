package export

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// foretelling is a strange model with a predictor of a kind, by a kernel.
func foretelling(kind output.Kind, kernel string) *suffice.Projection {
	random := rand.New(rand.NewPCG(3, 1))
	m := strange(2)
	p := &suffice.Predictor{
		Kind: kind, Names: []string{`a "1"`, "b\n", "c"}, Kernel: kernel, Scales: []float64{.2, .3}, Offset: []float64{.3, .4, .2},
		Baseline: []float64{.3, .4, .3}, Spread: []float64{1, 1, 1},
	}
	if kind.Numeric() {
		p.Intervals = []suffice.Interval{{Percent: 90, Half: []float64{1, 2, 3}}}
	} else {
		p.Power, p.Floor = 1.4, .01
	}
	for range 30 {
		p.Centres = append(p.Centres, []float64{random.NormFloat64(), random.NormFloat64()})
		p.Weights = append(p.Weights, []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64()})
	}
	m.Predictor = p
	return m
}

// predicted is what suffice itself predicts.
func predicted(t *testing.T, m *suffice.Projection, x [][]float64) [][]float64 {
	t.Helper()
	source, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	y, err := m.Predict(context.Background(), source)
	if err != nil {
		t.Fatal(err)
	}
	var all [][]float64
	for i := range y.Len() {
		all = append(all, y.Row(i))
	}
	return all
}

func eachForetelling(t *testing.T, test func(t *testing.T, m *suffice.Projection)) {
	t.Helper()
	for _, kind := range []output.Kind{output.KindNumbers, output.KindClass, output.KindLabels} {
		for _, kernel := range []string{"gaussian", "laplace"} {
			t.Run(string(kind)+" "+kernel, func(t *testing.T) { test(t, foretelling(kind, kernel)) })
		}
	}
}

func TestPythonPredicts(t *testing.T) {
	eachForetelling(t, func(t *testing.T, m *suffice.Projection) {
		x := table(m, 20)
		var got [][]float64
		python(t, "numpy", pythonRun+`print(json.dumps(module["predict"](given["x"]).tolist()))`,
			map[string]any{"source": exported(t, "python", m, Options{}), "x": x}, &got)
		wantClose(t, got, predicted(t, m, x), 1e-11)
	})
}

// Squared distances by products lose digits near a centre, half of them for Laplace's root.
func TestONNXPredicts(t *testing.T) {
	eachForetelling(t, func(t *testing.T, m *suffice.Projection) {
		x := table(m, 20)
		got := evaluateAs(t, []byte(exported(t, "onnx", m, Options{})), flat(x), "prediction")
		wantClose(t, unflat(got), predicted(t, m, x), 1e-6)
	})
}

func TestGoPredicts(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	dir := t.TempDir()
	kinds := []output.Kind{output.KindNumbers, output.KindClass, output.KindLabels}
	x := table(strange(2), 5)
	program := "package main\n\nimport \"fmt\"\n\nfunc main() {\n"
	files, want := []string{"run", "main.go"}, [][]float64{}
	for k, kind := range kinds {
		m := foretelling(kind, []string{"gaussian", "laplace"}[k%2])
		name := fmt.Sprintf("model%d", k)
		program += fmt.Sprintf("\tfor _, x := range %#v {\n\t\trow := [12]float64(x)\n\t\ty := %sPredict(&row)\n\t\tfmt.Println(y[0], y[1], y[2], len(%sPredicted))\n\t}\n", x, name, name)
		if err := os.WriteFile(filepath.Join(dir, name+".go"), []byte(exported(t, "go", m, Options{Package: "main", Function: name})), 0o600); err != nil {
			t.Fatal(err)
		}
		files, want = append(files, name+".go"), append(want, predicted(t, m, x)...)
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), []byte(program+"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("go", files...)
	command.Dir = dir
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var got [][]float64
	for line := range strings.Lines(string(out)) {
		row, names := make([]float64, 3), 0
		if _, err := fmt.Sscan(line, &row[0], &row[1], &row[2], &names); err != nil || names != 3 {
			t.Fatalf("%s: %v", line, err)
		}
		got = append(got, row)
	}
	wantClose(t, got, want, 1e-11)
}

// Files say what else there is in them.
func TestDescriptionsOfPredictors(t *testing.T) {
	m := foretelling(output.KindNumbers, "laplace")
	for name, want := range map[string]string{
		"python": "transform(x) and predict(x)", "onnx": "outputs z [N, 2] and prediction [N, 3]", "go": "and ComponentsPredict",
	} {
		f, err := FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Describe(m, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}
