package export

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"suffice"
)

// withGaps are rows of a model that fills in what is missing: as they come, with null for
// that, and as they are then.
func withGaps() (m *suffice.Projection, given [][]any, filled [][]float64) {
	m = &suffice.Projection{
		Method: "sir", Inputs: []string{"code=10", "code=20", "a", "b"}, Mean: []float64{.4, .6, 3, -2}, Scale: []float64{.5, .5, 2, 1},
		Levels: map[string]suffice.Level{"code=10": {Column: "code", Value: "10"}, "code=20": {Column: "code", Value: "20"}},
		Fill:   []float64{.4, .6, 3.5, -1}, Components: [][]float64{{.5, .25, .7, -.1}, {0, 1, -.2, .3}},
		Output: suffice.Output{Kind: "number", Names: []string{"y"}},
	}
	given = [][]any{{10, 1.5, 2.}, {20, nil, 3.}, {nil, 4., -1.}, {30, 2., nil}}
	filled = [][]float64{{1, 0, 1.5, 2}, {0, 1, 3.5, 3}, {.4, .6, 4, -1}, {0, 0, 2, -1}}
	return m, given, filled
}

func TestONNXFillsIn(t *testing.T) {
	m, _, filled := withGaps()
	want := transformed(t, m, filled)
	var x []float64
	for _, row := range filled {
		x = append(x, row...)
	}
	x[6], x[8], x[9] = math.NaN(), math.NaN(), math.NaN()
	for _, o := range []Options{{}, {Float32: true}} {
		z := evaluate(t, []byte(exported(t, "onnx", m, o)), tensor{columns: 4, values: x})
		for i, v := range z.values {
			if math.Abs(v-want[i/2][i%2]) > 1e-6 {
				t.Errorf("row %d: %v, want %v", i/2, v, want[i/2][i%2])
			}
		}
	}
}

func TestSQLiteFillsIn(t *testing.T) {
	m, given, filled := withGaps()
	var got answer
	python(t, "sqlite3", sqlite, map[string]any{"table": "data", "columns": []string{"code", "a", "b"}, "rows": given, "sql": exported(t, "sql", m, Options{})}, &got)
	// A column without a type compares 10 with '10' as other than each other.
	m.Levels = nil
	wantClose(t, got.Rows[3:], transformed(t, m, filled)[3:], 1e-13)
}

func TestGoFillsIn(t *testing.T) {
	m, _, filled := withGaps()
	dir := t.TempDir()
	for name, source := range map[string]string{
		"go.mod": "module fill\n\ngo 1.26\n", "model.go": exported(t, "go", m, Options{Package: "main"}),
		"main.go": "package main\n\nimport (\"fmt\"; \"math\")\n\nfunc main() { fmt.Println(Components(&[4]float64{0, 1, math.NaN(), 3})) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(source), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command("go", "run", ".")
	command.Dir = dir
	got, err := command.CombinedOutput()
	if want := fmt.Sprintln([2]float64(transformed(t, m, filled)[1])); err != nil || string(got) != want {
		t.Errorf("got %s, %v, want %s", got, err, want)
	}
}

// Codes are the same however a table has them, 10, 10.0 or "10", and what is missing is filled
// in.
func TestPythonFillsIn(t *testing.T) {
	m, given, filled := withGaps()
	want := transformed(t, m, filled)
	for modules, frame := range map[string]string{
		"numpy, pandas": `import pandas; make = lambda rows: pandas.DataFrame(rows, columns=["code", "a", "b"])`,
		"numpy, polars": `import polars; make = lambda rows: polars.DataFrame(rows, schema=["code", "a", "b"], orient="row")`,
	} {
		t.Run(modules, func(t *testing.T) {
			var got [][][]float64
			python(t, modules, pythonRun+frame+`
text = lambda row: [None if row[0] is None else str(row[0])] + row[1:]
whole = lambda row: [None if row[0] is None else float(row[0])] + row[1:]
print(json.dumps([module["transform"](make([kind(row) for row in given["rows"]])).tolist() for kind in (list, text, whole)]))`,
				map[string]any{"source": exported(t, "python", m, Options{}), "rows": given}, &got)
			for _, z := range got {
				wantClose(t, z, want, 1e-13)
			}
		})
	}
}

// Dates, times and amounts are read from frames as from files.
func TestPythonReadsDatesAndAmounts(t *testing.T) {
	m := &suffice.Projection{
		Method: "sir", Inputs: []string{"when", "when.weekday.sin", "at", "price", "answer=yes"}, Mean: make([]float64, 5), Scale: []float64{1, 1, 1, 1, 1},
		Made: map[string]suffice.Made{
			"when": {Column: "when", Form: "date"}, "when.weekday.sin": {Column: "when", Form: "date", Part: "weekday", Wave: "sin"},
			"at": {Column: "at", Form: "time"}, "price": {Column: "price", Form: "amount, comma"},
		},
		Levels:     map[string]suffice.Level{"answer=yes": {Column: "answer", Value: "yes", Fold: true}},
		Components: [][]float64{{1, 0, 0, 0, 0}, {0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 1, 0}, {0, 0, 0, 0, 1}}, Output: suffice.Output{Kind: "number"},
	}
	const day = 19797. // 2024-03-15
	var got [][]float64
	python(t, "numpy, pandas", pythonRun+`
import pandas
rows = [["2024-03-15 12:00", "6:00", "-1.234,50 €", "YES"], ["2024-03-15", "18:00:00", "12", "no"]]
print(json.dumps(module["transform"](pandas.DataFrame(rows, columns=["when", "at", "price", "answer"])).tolist()))`,
		map[string]any{"source": exported(t, "python", m, Options{})}, &got)
	wantClose(t, got, [][]float64{
		{day + .5, math.Sin(2 * math.Pi / 7 * (day + .5)), .25, -1234.5, 1}, {day, math.Sin(2 * math.Pi / 7 * day), .75, 12, 0},
	}, 1e-9)
}

func TestSQLOfDates(t *testing.T) {
	m, _, _ := withGaps()
	m.Levels, m.Fill = nil, nil
	m.Made = map[string]suffice.Made{"a": {Column: "when", Form: "date", Part: "hour", Wave: "cos"}, "b": {Column: "at", Form: "time"}}
	sql := exported(t, "sql", m, Options{})
	for _, want := range []string{
		`COS(6.283185307179586e0 * (CAST(EXTRACT(EPOCH FROM CAST(t."when" AS TIMESTAMP)) AS DOUBLE PRECISION) / 86400e0))`,
		`(CAST(EXTRACT(EPOCH FROM CAST(t."at" AS TIME)) AS DOUBLE PRECISION) / 86400e0)`,
	} {
		if !strings.Contains(sql, want) {
			t.Errorf("no %s in\n%s", want, sql)
		}
	}
}

// Marks of missing values that the model remembers are missing in exports, as texts and as
// numbers, but not where an input has such a number of its own.
func TestExportsKnowMarks(t *testing.T) {
	m, _, filled := withGaps()
	m.Reading = &suffice.Reading{NA: []string{"-999", "unknown", "0"}}
	m.Fill = []float64{.4, .6, 3.5, -1}
	want := transformed(t, m, filled)
	given := [][]any{{"10", 1.5, 2.}, {"20", -999, 3.}, {"unknown", 4., -1.}, {"30", 2., "unknown"}, {"-999", 4., "-1"}, {"20", "unknown", 3.}, {"20", 0, 3.}}
	want = append(want, want[2], want[1], want[1])
	t.Run("python", func(t *testing.T) {
		var got [][]float64
		python(t, "numpy, pandas", pythonRun+`
import pandas
print(json.dumps(module["transform"](pandas.DataFrame(given["rows"], columns=["code", "a", "b"])).tolist()))`,
			map[string]any{"source": exported(t, "python", m, Options{}), "rows": given}, &got)
		wantClose(t, got, want, 1e-13)
	})
	t.Run("arrays", func(t *testing.T) {
		var got [][]float64
		python(t, "numpy", pythonRun+`print(json.dumps(module["transform"](given["rows"]).tolist()))`,
			map[string]any{"source": exported(t, "python", m, Options{}), "rows": [][]any{{1, 0, 1.5, 2.}, {0, 1, -999, 3.}}}, &got)
		wantClose(t, got, want[:2], 1e-13)
	})
	t.Run("sql", func(t *testing.T) {
		var got answer
		python(t, "sqlite3", sqlite, map[string]any{"table": "data", "columns": []string{"code", "a", "b"}, "rows": given, "sql": exported(t, "sql", m, Options{})}, &got)
		wantClose(t, got.Rows, want, 1e-12)
	})
	t.Run("go", func(t *testing.T) {
		if source := exported(t, "go", m, Options{}); !strings.Contains(source, "marked missing values: -999, unknown, 0.\n// Put math.NaN() in for them.") {
			t.Error("no word of marks in\n", source)
		}
	})
}
