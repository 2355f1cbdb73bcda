package export

import (
	"encoding/json"
	"strings"
	"testing"
)

const pythonRun = `
import json, sys
given = json.load(sys.stdin)
module = {}
exec(given["source"], module)
`

// Arrays by position give what Transform gives, to rounding.
func TestPythonWithArrays(t *testing.T) {
	m := strange(3)
	x := table(m, 20)
	var got [][]float64
	python(t, "numpy", pythonRun+`print(json.dumps(module["transform"](given["x"]).tolist()))`,
		map[string]any{"source": exported(t, "python", m, Options{}), "x": x}, &got)
	wantClose(t, got, transformed(t, m, x), 1e-13)
}

// Tables by name give the same in any order of columns, with the levels made of their
// column where they have none of their own.
func TestPythonWithPandas(t *testing.T) {
	for _, levels := range []bool{true, false} {
		m := strange(2)
		if !levels {
			m.Levels = nil
		}
		x := table(strange(2), 20)
		var got map[string][][]float64
		python(t, "numpy, pandas", pythonRun+`
import pandas
x = pandas.DataFrame(given["x"], columns=module["INPUTS"])
x = x[x.columns[::-1]].assign(other="text")
out = {"plain": module["transform"](x)}
if "LEVELS" in module:
    [(name, (column, value))] = module["LEVELS"].items()
    x[column] = [value if v else "M" for v in x[name]]
    out["level"] = module["transform"](x.drop(columns=name))
print(json.dumps({name: z.tolist() for name, z in out.items()}))`,
			map[string]any{"source": exported(t, "python", m, Options{}), "x": x}, &got)
		want := transformed(t, m, x)
		wantClose(t, got["plain"], want, 1e-13)
		if levels {
			wantClose(t, got["level"], want, 1e-13)
		}
	}
}

func TestPythonRefusesOtherShapes(t *testing.T) {
	var got string
	python(t, "numpy", pythonRun+`
try:
    module["transform"]([[1, 2]])
except ValueError as error:
    print(json.dumps(str(error)))`, map[string]any{"source": exported(t, "python", strange(1), Options{})}, &got)
	if want := "x has shape (1, 2), but the model takes (n, 12)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// NumPy reads the arrays as they were.
func TestNumPyReadsTheArrays(t *testing.T) {
	m := strange(2)
	var got struct {
		NPY        [][]float64
		Components [][]float64
		Mean       []float64
		Scale      []float64
		Inputs     []string
	}
	script := `
import io, json, sys, base64, numpy
given = json.load(sys.stdin)
load = lambda name: numpy.load(io.BytesIO(base64.b64decode(given[name])))
out = {"NPY": load("npy").tolist()}
out.update({name: load("npz")[name].tolist() for name in load("npz").files})
print(json.dumps(out))`
	python(t, "numpy", script, map[string][]byte{"npy": []byte(exported(t, "npy", m, Options{})), "npz": []byte(exported(t, "npz", m, Options{}))}, &got)
	wantClose(t, got.NPY, append([][]float64{m.Mean, m.Scale}, m.Weights()...), 0)
	wantClose(t, append([][]float64{got.Mean, got.Scale}, got.Components...), append([][]float64{m.Mean, m.Scale}, m.Weights()...), 0)
	if a, _ := json.Marshal(got.Inputs); strings.Join(got.Inputs, "|") != strings.Join(m.Inputs, "|") {
		t.Errorf("inputs %s", a)
	}
}
