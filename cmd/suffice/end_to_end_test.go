package main

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice/table"
)

// From nothing to components: the answer of data1 is x2, and 200 rows are enough to
// find it within 0.3 (0.1 is what least squares reaches).
func TestGenerateFitTransform(t *testing.T) {
	takesLong(t)
	inDirectory(t, nil)
	writeDrawn(t, "d.csv", "data1", 200, 3)
	summary := must(t, "", "fit", "--no-verdict", "d.csv", "--target", "y", "--dim", "1", "--centres", "60", "-o", "m.json", "--verbose")
	wantNarrow(t, summary)
	for _, want := range []string{
		"d.csv: 200 rows, 4 inputs -> y (number)\n", "\nSMI", "\nwidths", "\nlambda", "\npasses", "\ntime",
		"\nz1             ", " x2", "\nWrote          m.json\nNext           suffice report m.json d.csv -o report.html\n",
	} {
		if !strings.Contains(summary, want) {
			t.Errorf("the summary lacks %q:\n%s", want, summary)
		}
	}
	var model struct {
		Format, Method string
		Inputs         []string
		Components     [][]float64
		Output         struct{ Names []string }
	}
	if err := json.Unmarshal([]byte(readFile(t, "m.json")), &model); err != nil {
		t.Fatal(err)
	}
	if model.Format != "suffice/1" || model.Method != "sca" || !slices.Equal(model.Output.Names, []string{"y"}) {
		t.Errorf("model %+v", model)
	}
	if got := model.Components[0][slices.Index(model.Inputs, "x2")]; math.Abs(got) < .95 {
		t.Errorf("x2 has weight %v, want nearly 1", got)
	}
	must(t, "", "transform", "m.json", "d.csv", "-o", "z.csv")
	z, y := column(t, readFile(t, "z.csv"), "z1"), column(t, readFile(t, "d.csv"), "y")
	if got := correlation(z, y); math.Abs(got) < .6 { // 0.76 is that of x2 and y
		t.Errorf("z1 and y have correlation %v", got)
	}
	wantOnly(t, map[string]string{"d.csv": "", "m.json": "", "z.csv": ""})
}

func column(t *testing.T, text, name string) []float64 {
	t.Helper()
	data, err := table.Read(context.Background(), strings.NewReader(text), "test", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := data.Columns([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	values, err := x.Block(context.Background(), 0, x.Len(), make([]float64, x.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return values
}

func correlation(a, b []float64) float64 {
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		saa, sbb, sab = saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	n := float64(len(a))
	return (sab - sa*sb/n) / math.Sqrt((saa-sa*sa/n)*(sbb-sb*sb/n))
}

// The example that ships is what its command line makes.
func TestExampleIsGenerated(t *testing.T) {
	shipped, made := readFile(t, "../../examples/data3.csv"), drawnCSV(t, "data3", 400, 1)
	for _, name := range []string{"x1", "x2", "x3", "x4", "y"} {
		a, b := column(t, shipped, name), column(t, made, name)
		if !slices.EqualFunc(a, b, func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) { // some processors fuse products and sums
			t.Errorf("column %s differs", name)
		}
	}
}

// quick are options of a fit that takes no time.
var quick = []string{"--target", "y", "--dim", "2", "--method", "sca0", "--centres", "30", "--no-verdict"}

func TestTransformFindsColumnsByName(t *testing.T) {
	inDirectory(t, map[string]string{"d.csv": drawnCSV(t, "data3", 60, 1)})
	must(t, "", append([]string{"fit", "d.csv", "-o", "m.json"}, quick...)...)
	straight := must(t, "", "transform", "m.json", "d.csv")
	shuffled := must(t, reordered(t, readFile(t, "d.csv"), []string{"y", "x3", "x1", "x4", "x2"}), "transform", "m.json", "-")
	if straight != shuffled {
		t.Error("the order of the columns makes a difference")
	}
	if !strings.HasPrefix(straight, "z1,z2\n") || strings.Count(straight, "\n") != 61 {
		t.Errorf("got %.60q…", straight)
	}
}

// reordered returns the same table with its columns in another order.
func reordered(t *testing.T, text string, order []string) string {
	t.Helper()
	data, err := table.Read(context.Background(), strings.NewReader(text), "test", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := data.Columns(order)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := table.Write(context.Background(), &out, x, ""); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A model on standard output is the model, the summary then goes to standard error,
// and a pipe from fit to transform gives what a file in between gives.
func TestModelThroughAPipe(t *testing.T) {
	inDirectory(t, map[string]string{"d.csv": drawnCSV(t, "data3", 60, 1)})
	piped := invoke(t, "", append([]string{"fit", "d.csv", "-o", "-"}, quick...)...)
	if piped.code != codeDone || !strings.Contains(piped.err, "\nResult ") {
		t.Fatalf("exit code %d, said %q", piped.code, piped.err)
	}
	must(t, "", append([]string{"fit", "d.csv", "-o", "m.json"}, quick...)...)
	if piped.out != readFile(t, "m.json") {
		t.Error("the model on standard output differs from that in a file")
	}
	if must(t, piped.out, "transform", "-", "d.csv") != must(t, "", "transform", "m.json", "d.csv") {
		t.Error("the components differ")
	}
}

func TestFitJSON(t *testing.T) {
	data := drawnCSV(t, "data3", 60, 1)
	data = strings.Replace(data, "x1,", "note,x1,", 1)
	data = strings.ReplaceAll(data, "\n", "\nhello,")
	data = strings.TrimSuffix(strings.Replace(data, "\nhello,note", "\nnote", 1), "hello,")
	got := invoke(t, data, append([]string{"fit", "-", "--json"}, quick...)...)
	if got.code != codeDone {
		t.Fatal(got.err)
	}
	if want := `standard input: left out the text column "note"`; got.err != "suffice: warning: "+want+"\n" {
		t.Errorf("said %q", got.err)
	}
	var fit report
	decoder := json.NewDecoder(strings.NewReader(got.out))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&fit); err != nil {
		t.Fatal(err)
	}
	if fit.Method != "sca0" || fit.Dim != 2 || fit.N != 60 || fit.D != 4 || len(fit.Components) != 2 || len(fit.Warnings) != 1 ||
		!slices.Equal(fit.Inputs, []string{"x1", "x2", "x3", "x4"}) || fit.Settings["centres"] != 30. || len(fit.Trace) == 0 {
		t.Errorf("got %+v", fit)
	}
}

// The same seed gives the same model; options reach the method.
func TestFitOptions(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"d.csv": drawnCSV(t, "data3", 60, 1)})
	model := func(options ...string) string {
		return must(t, "", append([]string{"fit", "d.csv", "-o", "-", "-t", "y", "-d", "1", "--centres", "20", "--no-verdict"}, options...)...)
	}
	if first, again := model("--method", "sca0"), model("--method", "sca0"); first != again {
		t.Error("the same seed gives another model")
	}
	for _, test := range []struct{ options, want string }{
		{"--method sca0 --seed 7", `"seed": 7`},
		{"--no-refine", `"stop":"passes"`},
		{"--no-refine --no-scale", `"scale": [1,1,1,1]`},
		{"--as-printed", `"as_printed":true`},
		{"--method sca0 --exclude x1,x4", `"inputs": ["x2","x3"]`},
	} {
		if got := model(strings.Fields(test.options)...); !strings.Contains(got, test.want) {
			t.Errorf("%s: the model lacks %s:\n%s", test.options, test.want, got)
		}
	}
}

func TestFitKindsOfTarget(t *testing.T) {
	text := "a,b,species,c\n"
	for i := range 30 {
		text += strings.Join([]string{"1." + strings.Repeat("1", i%7), "2." + strings.Repeat("3", i%5), []string{"setosa", "virginica"}[i%2], "-0." + strings.Repeat("7", i%3+1)}, ",") + "\n"
	}
	for target, want := range map[string]string{
		"species": "standard input: 30 rows, 3 inputs -> species (class)\n",
		"a,b":     "standard input: 30 rows, 3 inputs -> a,b (numbers)\n",
		"c":       "standard input: 30 rows, 4 inputs -> c (number)\n",
	} {
		if got := must(t, text, "fit", "--no-verdict", "-", "-t", target, "-d", "1", "--method", "sca0"); !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// --json has the rows themselves, or tells about the file that they went to.
func TestTransformJSON(t *testing.T) {
	inDirectory(t, map[string]string{"m.json": smallModel, "a.csv": smallTable})
	var report tableReport
	if err := json.Unmarshal([]byte(must(t, "", "transform", "m.json", "a.csv", "--json")), &report); err != nil {
		t.Fatal(err)
	}
	want := column(t, must(t, "", "transform", "m.json", "a.csv"), "z1")
	if report.Rows != len(want) || len(report.Values) != len(want) || report.File != "" || report.Columns[0] != "z1" {
		t.Fatalf("got %+v", report)
	}
	for i, v := range want {
		if report.Values[i][0] != v {
			t.Errorf("row %d is %v, want %v", i, report.Values[i], v)
		}
	}
	report = tableReport{}
	if err := json.Unmarshal([]byte(must(t, "", "transform", "m.json", "a.csv", "--json", "-o", "z.parquet")), &report); err != nil || report.File != "z.parquet" || report.Format != "parquet" || report.Values != nil {
		t.Errorf("got %+v, %v", report, err)
	}
	if got := invoke(t, "", "transform", "m.json", "a.csv", "--json", "-o", "-"); got.code != codeUsage {
		t.Errorf("got %+v", got)
	}
}
