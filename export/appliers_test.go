package export

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/testing/appliers"
)

// exportedCase is a case, and the model in a format.
type exportedCase struct {
	appliers.Case
	m      *suffice.Projection
	source string
}

// exportedCases are the cases of all appliers.
func exportedCases(t *testing.T, format string, o func(k int) Options) []exportedCase {
	t.Helper()
	cases, err := appliers.Read("../testdata/appliers/cases.json")
	if err != nil {
		t.Fatal(err)
	}
	all := make([]exportedCase, len(cases))
	for k, c := range cases {
		m, err := c.Projection()
		if err != nil {
			t.Fatal(err)
		}
		all[k] = exportedCase{c, m, exported(t, format, m, o(k))}
	}
	return all
}

func noOptions(int) Options { return Options{} }

// want compares what an applier makes of a case; predictions are looked at where it has some.
func (c exportedCase) want(t *testing.T, z, predictions [][]float64, within float64) {
	t.Helper()
	if wrong := appliers.Differs(z, c.Components, within); wrong != "" {
		t.Errorf("%s, components: %s", c.Name, wrong)
	}
	if wrong := appliers.Differs(predictions, c.Predictions, within); wrong != "" {
		t.Errorf("%s, predictions: %s", c.Name, wrong)
	}
}

// takenBy reports whether an applier is to take a case, and fails where it said otherwise.
func (c exportedCase) takenBy(t *testing.T, applier, said string) bool {
	t.Helper()
	refusal := c.Unsupported[applier]
	if refusal == nil && said != "" || refusal != nil && !strings.Contains(said, refusal.Says) {
		t.Errorf("%s: %s says %q", c.Name, applier, said)
		return false
	}
	return refusal == nil
}

// Go takes the inputs themselves, in which a missing value is NaN.
func TestAppliersInGo(t *testing.T) {
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("there is no go command")
	}
	cases := exportedCases(t, "go", func(k int) Options { return Options{Package: "main", Function: fmt.Sprintf("case%d", k)} })
	dir, files := t.TempDir(), []string{"run", "main.go"}
	program := "package main\n\nimport (\"fmt\"; \"math\")\n\nvar _ = math.NaN\n\nfunc main() {\n"
	for k, c := range cases {
		calls := []string{fmt.Sprintf("case%d", k)}
		if c.m.Predictor != nil {
			calls = append(calls, calls[0]+"Predict")
		}
		for _, call := range calls {
			program += fmt.Sprintf("\tfor _, x := range [][%d]float64{%s} {\n\t\tfor _, v := range %s(&x) { fmt.Print(v, \" \") }\n\t\tfmt.Println()\n\t}\n", len(c.m.Inputs), rowsInGo(c.Inputs), call)
		}
		files = append(files, calls[0]+".go")
		if err := os.WriteFile(filepath.Join(dir, calls[0]+".go"), []byte(c.source), 0o600); err != nil {
			t.Fatal(err)
		}
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
	lines := slices.Collect(strings.Lines(string(out)))
	next := func(n int) (rows [][]float64) {
		for _, line := range lines[:n] {
			rows = append(rows, numbersIn(t, strings.Fields(line)))
		}
		lines = lines[n:]
		return rows
	}
	for _, c := range cases {
		z := next(len(c.Inputs))
		var predictions [][]float64
		if c.m.Predictor != nil {
			predictions = next(len(c.Inputs))
		}
		c.want(t, z, predictions, 1e-9)
	}
}

func rowsInGo(rows [][]float64) string {
	var out strings.Builder
	for _, row := range rows {
		out.WriteByte('{')
		for _, v := range row {
			if math.IsNaN(v) {
				out.WriteString("math.NaN(), ")
				continue
			}
			fmt.Fprintf(&out, "%v, ", v)
		}
		out.WriteString("}, ")
	}
	return out.String()
}

func numbersIn(t *testing.T, words []string) (numbers []float64) {
	t.Helper()
	for _, word := range words {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, v)
	}
	return numbers
}

// ONNX takes the inputs themselves too. Squared distances by products lose digits near a centre.
func TestAppliersInONNX(t *testing.T) {
	for _, c := range exportedCases(t, "onnx", noOptions) {
		z := unflat(evaluate(t, []byte(c.source), flat(c.Inputs)))
		var predictions [][]float64
		if c.m.Predictor != nil {
			predictions = unflat(evaluateAs(t, []byte(c.source), flat(c.Inputs), "prediction"))
		}
		c.want(t, z, predictions, 1e-6)
	}
}

// ONNX Runtime agrees with the graphs as we read them.
func TestAppliersInONNXRuntime(t *testing.T) {
	cases := exportedCases(t, "onnx", noOptions)
	var given []map[string]any
	for _, c := range cases {
		given = append(given, map[string]any{"source": []byte(c.source), "x": c.Inputs})
	}
	var got []struct{ Z, Predictions appliers.Table }
	python(t, "numpy, onnxruntime", `
import base64, json, sys
import numpy, onnxruntime
plain = lambda x: numpy.where(numpy.isnan(x), None, x).tolist()
answers = []
for case in json.load(sys.stdin):
    session = onnxruntime.InferenceSession(base64.b64decode(case["source"]), providers=["CPUExecutionProvider"])
    z, *predictions = session.run(None, {"x": numpy.array(case["x"], float)})
    answers.append({"Z": plain(z), "Predictions": plain(predictions[0]) if predictions else []})
print(json.dumps(answers))`, given, &got)
	for k, c := range cases {
		c.want(t, got[k].Z, got[k].Predictions, 1e-6)
	}
}

// Python takes a data frame, as pandas reads the file or as texts, and one of polars where that is there.
func TestAppliersInPython(t *testing.T) {
	cases := exportedCases(t, "python", noOptions)
	var given []map[string]string
	for _, c := range cases {
		given = append(given, map[string]string{"source": c.source, "rows": c.Rows})
	}
	var got []struct { // by case, then by frame
		Frames []struct{ Z, Predictions, Lower, Upper appliers.Table }
		Error  string
	}
	python(t, "numpy, pandas", `
import io, json, sys
import numpy, pandas
readers = [lambda text: pandas.read_csv(io.StringIO(text)), lambda text: pandas.read_csv(io.StringIO(text), dtype=str)]
try:
    import polars
    listed = lambda column: [None if pandas.isna(v) else v for v in column]
    readers.append(lambda text: polars.DataFrame({name: listed(column) for name, column in readers[0](text).items()}))
except ImportError:
    pass
plain = lambda x: numpy.where(numpy.isnan(x), None, x).tolist()
answers = []
for case in json.load(sys.stdin):
    module = {}
    exec(case["source"], module)
    frames = [read(case["rows"]) for read in readers]
    ends = lambda x, k: plain(module["predict_interval"](x)[k]) if "predict_interval" in module else []
    try:
        answers.append({"Frames": [{"Z": plain(module["transform"](x)), "Predictions": plain(module["predict"](x)) if "predict" in module else [], "Lower": ends(x, 0), "Upper": ends(x, 1)} for x in frames]})
    except ValueError as error:
        answers.append({"Error": str(error)})
print(json.dumps(answers))`, given, &got)
	for k, c := range cases {
		if c.takenBy(t, appliers.ExportPython, got[k].Error) {
			for _, frame := range got[k].Frames {
				c.want(t, frame.Z, frame.Predictions, 1e-9)
				if wrong := appliers.Differs(frame.Lower, c.Lower, 1e-9) + appliers.Differs(frame.Upper, c.Upper, 1e-9); wrong != "" {
					t.Errorf("%s, intervals: %s", c.Name, wrong)
				}
			}
		}
	}
}

// caseNamed is a case, and its model in a format.
func caseNamed(t *testing.T, name, format string) exportedCase {
	t.Helper()
	for _, c := range exportedCases(t, format, noOptions) {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("there is no case %q", name)
	return exportedCase{}
}

// Numbers that mark missing values do so in arrays too, where the inputs of levels have none.
func TestMarksInArrays(t *testing.T) {
	c := caseNamed(t, "marks", "python")
	x := [][]float64{slices.Clone(c.Inputs[1])} // without a
	x[0][0] = -999
	var got [][]float64
	python(t, "numpy", pythonRun+`print(json.dumps(module["transform"](given["x"]).tolist()))`, map[string]any{"source": c.source, "x": x}, &got)
	wantClose(t, got, c.Components[1:2], 1e-12)
	if source := caseNamed(t, "marks", "go").source; !strings.Contains(source, "marked missing values: -999, unknown.\n// Put math.NaN() in for them.") {
		t.Error("no word of marks in\n", source)
	}
}

// Files say what else there is in them.
func TestDescriptionsOfPredictors(t *testing.T) {
	for name, want := range map[string]string{
		"python": "transform(x) and predict(x)", "onnx": "outputs z [N, 2] and prediction [N, 3]", "go": "and ComponentsPredict",
	} {
		f, err := FormatNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Describe(caseNamed(t, "several numbers", name).m, Options{}); !strings.Contains(got, want) {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// SQLite has columns of no type: numbers and texts are what they look like, and truth is 1 or 0.
func TestAppliersInSQLite(t *testing.T) {
	cases := exportedCases(t, "sql", noOptions)
	var given []map[string]any
	for _, c := range cases {
		columns, rows := databaseRows(t, c.Rows)
		given = append(given, map[string]any{"columns": columns, "rows": rows, "sql": c.source})
	}
	var got []struct {
		Rows  appliers.Table
		Error string
	}
	python(t, "sqlite3", `
import json, sqlite3, sys
answers = []
for given in json.load(sys.stdin):
    db = sqlite3.connect(":memory:")
    quoted = ['"' + name.replace('"', '""') + '"' for name in given["columns"]]
    db.execute("CREATE TABLE data (" + ", ".join(quoted) + ")")
    db.executemany("INSERT INTO data VALUES (" + ", ".join("?" * len(quoted)) + ")", given["rows"])
    try:
        answers.append({"Rows": db.execute(given["sql"]).fetchall()})
    except sqlite3.Error as error:
        answers.append({"Error": str(error)})
print(json.dumps(answers))`, given, &got)
	for k, c := range cases {
		if c.takenBy(t, appliers.ExportSQL, got[k].Error) {
			c.Predictions = nil // SQL has components alone
			c.want(t, got[k].Rows, nil, 1e-9)
		}
	}
}

func databaseRows(t *testing.T, text string) (columns []string, rows [][]any) {
	t.Helper()
	records, err := csv.NewReader(bytes.NewBufferString(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]any, len(record))
		for k, cell := range record {
			row[k] = cell
			if v, err := strconv.ParseFloat(cell, 64); err == nil {
				row[k] = v
			}
			if v, ok := map[string]any{"": nil, "NA": nil, "true": 1, "false": 0}[cell]; ok {
				row[k] = v
			}
		}
		rows = append(rows, row)
	}
	return records[0], rows
}
