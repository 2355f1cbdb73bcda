package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// drawable is a table with a number, a class and a name that has to be escaped, and a
// model of two components of it.
func drawable(t *testing.T) {
	t.Helper()
	var text strings.Builder
	text.WriteString("a,b,c,<kind>,y\n")
	for i, kind := range strings.Split(strings.Repeat("cat,dog,cat,eel,", 12)+"cat", ",") {
		text.WriteString(strings.Join([]string{digits(i * 7 % 11), digits(i * 5 % 13), digits(i * 3 % 7), kind, digits(i % 9)}, ",") + "\n")
	}
	inDirectory(t, map[string]string{"d.csv": text.String()})
	must(t, "", "fit", "d.csv", "--target", "y", "--exclude", "<kind>", "--dim", "2", "--method", "sca0", "--centres", "20", "--no-verdict", "-o", "m.json")
}

func digits(n int) string { return string(rune('0'+n/10)) + string(rune('0'+n%10)) }

// Every format and part is drawn to a file that begins as it should, and says so.
func TestPlot(t *testing.T) {
	drawable(t)
	for file, begin := range map[string]string{"p.png": "\x89PNG", "p.svg": "<?xml", "p.pdf": "%PDF"} {
		said := must(t, "", "plot", "m.json", "d.csv", "--what", "all", "-o", file)
		if said != "wrote "+file+": components, summary, loadings of 49 rows, by y\n" {
			t.Errorf("said %q", said)
		}
		if got := readFile(t, file); !strings.HasPrefix(got, begin) {
			t.Errorf("%s begins with %q", file, got[:8])
		}
	}
	if got := must(t, readFile(t, "d.csv"), "plot", "m.json", "-", "--to", "svg", "-o", "-"); !strings.Contains(got, "2 components of 3 inputs for y (sca0)") {
		t.Error("no title on standard output")
	}
}

// The colour is the target, another column, or nothing where the table has no target.
func TestPlotColour(t *testing.T) {
	drawable(t)
	for args, want := range map[string]string{
		"d.csv": ">y<", "d.csv --colour <kind>": "&lt;kind&gt;", "d.csv --what loadings": ">z2<",
		"x.csv": "without the target, which the table does not have",
	} {
		if err := os.WriteFile("x.csv", []byte(strings.ReplaceAll(readFile(t, "d.csv"), ",y\n", ",other\n")), 0o644); err != nil {
			t.Fatal(err)
		}
		must(t, "", append([]string{"plot", "m.json", "-o", "p.svg"}, strings.Fields(args)...)...)
		if got := readFile(t, "p.svg"); !strings.Contains(got, want) {
			t.Errorf("%s: the picture lacks %q", args, want)
		}
	}
	var got drawn
	if err := json.Unmarshal([]byte(must(t, "", "plot", "m.json", "d.csv", "-o", "p.svg", "--json", "-c", "<kind>")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Picture != "p.svg" || got.Format != "svg" || got.Rows != 49 || got.Dim != 2 || len(got.What) != 1 || got.Colour[0] != "<kind>" {
		t.Errorf("%+v", got)
	}
}

// Labels are drawn in small multiples, and one of them in all components.
func TestPlotLabels(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,b,c,d,sea,sun\n")
	for i := range 40 {
		text.WriteString(strings.Join([]string{digits(i * 7 % 11), digits(i * 5 % 13), digits(i * 3 % 7), digits(i), digits(i % 2), digits(i % 3 / 2)}, ",") + "\n")
	}
	inDirectory(t, map[string]string{"d.csv": text.String()})
	must(t, "", "fit", "--no-verdict", "d.csv", "--target", "sea,sun", "--kind", "labels", "--dim", "3", "--method", "mddm", "-o", "m.json")
	said := must(t, "", "plot", "m.json", "d.csv", "-o", "p.svg")
	if got := readFile(t, "p.svg"); !strings.Contains(got, "the first 2 of 3 components") || said != "wrote p.svg: components of 40 rows, by sea and 1 more\n" {
		t.Errorf("said %q", said)
	}
	must(t, "", "plot", "m.json", "d.csv", "-o", "p.svg", "--colour", "sun")
	if got := readFile(t, "p.svg"); !strings.Contains(got, ">z3<") || !strings.Contains(got, ">yes<") {
		t.Error("not all components for one label")
	}
}

func TestPlotRefuses(t *testing.T) {
	drawable(t)
	must(t, "", "fit", "--no-verdict", "d.csv", "--target", "y", "--exclude", "<kind>", "--dim", "1", "--method", "pca", "-o", "pca.json")
	for _, test := range []struct {
		args, want string
		code       int
	}{
		{"plot m.json d.csv", "plot needs -o, the file to draw to, such as picture.png", codeUsage},
		{"plot m.json d.csv -o p.gif", "-o p.gif: a picture ends in .png, .svg or .pdf", codeUsage},
		{"plot m.json d.csv -o -", "-o - does not say the format; add --to png, svg or pdf", codeUsage},
		{"plot m.json d.csv -o - --to gif", "--to gif: there is no such format; choose png, svg or pdf", codeUsage},
		{"plot m.json d.csv -o p.png --what load", "--what load: there is no such picture; choose components, summary, loadings, trace or all", codeUsage},
		{"plot m.json -o p.png", "plot takes a model and a file, but got 1 argument; without a file it draws --what loadings", codeUsage},
		{"plot -o p.png", "plot takes a model and a file, but got 0 arguments", codeUsage},
		{"plot - - -o p.png", "only one of model and file can be standard input", codeUsage},
		{"plot m.json d.csv -o p.png --colour z", `d.csv has no column "z"; it has "a", "b", "c", "<kind>", "y"`, codeFailed},
		{"plot pca.json d.csv -o p.png --what trace", "method pca has no steps, so there is no trace to draw; leave it out", codeFailed},
		{"report m.json d.csv", "report needs -o, the file to write, such as report.html", codeUsage},
		{"report m.json d.csv -o r.pdf", "-o r.pdf: a report ends in .html", codeUsage},
		{"report m.json d.csv -o - --json", "--json and -o - both want standard output; write the report to a file", codeUsage},
	} {
		got := invoke(t, "", strings.Fields(test.args)...)
		if got.code != test.code || !strings.Contains(got.err, "suffice: "+test.want) || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%s: code %d, said %q", test.args, got.code, got.err)
		}
	}
	if left, _ := filepath.Glob("p.*"); len(left) > 0 {
		t.Errorf("left %v", left)
	}
	must(t, "", "plot", "pca.json", "d.csv", "--what", "all", "-o", "p.svg") // all that there is
}

// Weights need no table.
func TestPlotWithoutFile(t *testing.T) {
	drawable(t)
	if said := must(t, "", "plot", "m.json", "--what", "loadings,trace", "-o", "p.svg"); said != "wrote p.svg: loadings, trace\n" {
		t.Errorf("said %q", said)
	}
	if got := readFile(t, "p.svg"); !strings.Contains(got, ">z2<") || !strings.Contains(got, "2 components of 3 inputs for y (sca0)") {
		t.Error("no weights")
	}
}

// Letters that a picture cannot show are told once; an SVG shows them.
func TestPlotLetters(t *testing.T) {
	drawable(t)
	text := strings.Replace(readFile(t, "d.csv"), "a,b,c,<kind>,y", "湿度,Größe,温度,<kind>,Français €", 1)
	if err := os.WriteFile("u.csv", []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	must(t, "", "fit", "--no-verdict", "u.csv", "--target", "Français €", "--exclude", "<kind>", "--dim", "2", "--method", "pca", "-o", "u.json")
	for file, want := range map[string]string{
		"p.png": "suffice: warning: a png cannot show the letters 度温湿, so boxes stand for them; --to svg can\n",
		"p.pdf": "suffice: warning: a pdf cannot show the letters 度温湿, so boxes stand for them; --to svg can\n",
		"p.svg": "",
	} {
		if got := invoke(t, "", "plot", "u.json", "u.csv", "--what", "all", "-o", file); got.code != codeDone || got.err != want {
			t.Errorf("%s: %+v", file, got)
		}
	}
	if got := readFile(t, "p.svg"); !strings.Contains(got, "湿度") || !strings.Contains(got, "Größe") {
		t.Error("the SVG lacks letters")
	}
}

func TestReport(t *testing.T) {
	drawable(t)
	said := must(t, "", "report", "m.json", "d.csv", "-o", "r.html", "--repeats", "10")
	if said != "wrote r.html: 49 rows; open it in a browser\n" {
		t.Errorf("said %q", said)
	}
	page := readFile(t, "r.html")
	for _, want := range []string{
		"<h1>2 components for y</h1>", "d.csv has 49 rows. Of the 3 input columns", "SMI",
		"suffice transform m.json d.csv -o z.csv", "suffice export m.json", "Beside other methods", "10 random splits into 32 training and 17 test rows",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	if got := must(t, "", "report", "m.json", "d.csv", "-o", "-", "--repeats", "10"); got != page {
		t.Error("standard output differs from a file")
	}
	var got reported
	if err := json.Unmarshal([]byte(must(t, "", "report", "m.json", "d.csv", "-o", "r.html", "--repeats", "10", "--json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Report != "r.html" || got.Rows != 49 || got.Dim != 2 || got.Target[0] != "y" || got.Measure != "rmse" || len(got.Compared) != 3 || got.Compared[0].Method != "sca0" {
		t.Errorf("%+v", got)
	}
	must(t, "", "report", "m.json", "d.csv", "-o", "r.html", "--missing", "drop", "--header", "yes", "--format", "csv")
	if want := "suffice transform m.json d.csv --missing drop --format csv --header yes -o z.csv"; !strings.Contains(readFile(t, "r.html"), want) {
		t.Errorf("the report lacks %q", want)
	}
	if strings.Contains(readFile(t, "r.html"), "Beside other methods") {
		t.Error("a comparison that was not asked for")
	}
}

// Where methods cannot be compared, the rest of the report is there.
func TestReportWithoutComparison(t *testing.T) {
	drawable(t)
	few := strings.Join(strings.SplitAfter(readFile(t, "d.csv"), "\n")[:3], "")
	if err := os.WriteFile("few.csv", []byte(few), 0o644); err != nil {
		t.Fatal(err)
	}
	got := invoke(t, "", "report", "m.json", "few.csv", "-o", "r.html", "--repeats", "10")
	if got.code != codeDone || got.err != "suffice: warning: the report has no comparison: 2 rows are too few to be divided into training and test rows\n" {
		t.Errorf("%+v", got)
	}
}

func TestNameFor(t *testing.T) {
	for path, want := range map[string]string{"-": "model.json", "a/b.json": "b.json", "my model.json": "'my model.json'", "it's": `'it'\''s'`} {
		if got := nameFor(path, "model.json"); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
