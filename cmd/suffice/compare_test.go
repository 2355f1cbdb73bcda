package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"suffice/evaluate"
	"suffice/internal/termtext"
)

// comparedReport is what --json prints, as other programs read it.
type comparedReport struct {
	Rows     []comparedRow `json:"rows"`
	Baseline *comparedRow  `json:"baseline"`
	Judge    string        `json:"judge"`
	Measure  string        `json:"measure"`
	Kind     string        `json:"kind"`
	Target   []string      `json:"target"`
	N        int           `json:"n"`
	D        int           `json:"d"`
	Train    int           `json:"train"`
	Test     int           `json:"test"`
	Repeats  int           `json:"repeats"`
	Folds    int           `json:"folds"`
	Seed     uint64        `json:"seed"`
}

type comparedRow struct {
	Method  string   `json:"method"`
	Dim     int      `json:"dim"`
	Mean    *float64 `json:"mean"` // null where the method failed
	SD      *float64 `json:"sd"`
	Seconds *float64 `json:"seconds"`
	Best    bool     `json:"best"`
	Error   string   `json:"error"`

	Mark         string               `json:"mark"`
	ThanBest     *evaluate.Difference `json:"than_best"`
	ThanBaseline *evaluate.Difference `json:"than_baseline"`
	Measures     map[string]float64   `json:"measures"`
}

// comparing is a comparison that takes no time.
func comparing(more ...string) []string {
	return append([]string{"compare", "d.csv", "--target", "y", "--methods", "sir,cca,pca,none", "--dims", "1,2", "--repeats", "4"}, more...)
}

func generated(t *testing.T, data string, n int) map[string]string {
	t.Helper()
	return map[string]string{"d.csv": drawnCSV(t, data, n, 1)}
}

// The keys of a row come in the documented order, and nothing else is on standard output.
func TestCompareJSON(t *testing.T) {
	inDirectory(t, generated(t, "data3", 90))
	text := must(t, "", comparing("--train", "60", "--seed", "5", "--json")...)
	var got comparedReport
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 7 || got.Measure != "rmse" || got.N != 90 || got.D != 4 || got.Train != 60 || got.Test != 30 || got.Repeats != 4 || got.Seed != 5 {
		t.Fatalf("%+v", got)
	}
	if got.Baseline == nil || got.Baseline.Method != "guess" || got.Judge != "both" || got.Baseline.Measures["r2"] > 0 {
		t.Errorf("guessing is %+v by %q", got.Baseline, got.Judge)
	}
	if last := got.Rows[6]; last.Method != "none" || last.Dim != 4 {
		t.Errorf("the last row is %+v", last)
	}
	for _, r := range got.Rows {
		failed := r.Method == "cca" && r.Dim == 2
		if failed != (r.ThanBaseline == nil) || failed != (r.Measures == nil) {
			t.Errorf("row %+v", r)
		}
		if failed != (r.Error != "") || failed != (r.Mean == nil) || failed && r.Best {
			t.Errorf("row %+v", r)
		}
	}
	if !strings.HasPrefix(text, "{\n  \"rows\": [\n    {\"method\":\"sir\",\"dim\":1,\"mean\":") || strings.Contains(text, "folds") {
		t.Errorf("got %.80q…", text)
	}
	var order []int
	for _, key := range []string{"method", "dim", "mean", "sd", "seconds", "best"} {
		order = append(order, strings.Index(text, `"`+key+`"`))
	}
	for i := 1; i < len(order); i++ {
		if order[i] < order[i-1] {
			t.Errorf("keys are at %v", order)
		}
	}
}

// The table says the same as --json, and so does standard input.
func TestCompareTable(t *testing.T) {
	inDirectory(t, generated(t, "data3", 90))
	var report comparedReport
	if err := json.Unmarshal([]byte(must(t, "", comparing("--json")...)), &report); err != nil {
		t.Fatal(err)
	}
	args := comparing()
	args[1] = "-"
	text := must(t, readFile(t, "d.csv"), args...)
	largest := *report.Baseline.Mean
	for _, r := range report.Rows {
		if r.Mean != nil {
			largest = max(largest, *r.Mean)
		}
	}
	digits := termtext.Decimals(largest, 4)
	for _, r := range report.Rows {
		want := r.Method + ": finds at most 1 component of this target, and is left out\n"
		if r.Mean != nil {
			want = fmt.Sprintf("%10d   %-8s %10.*f %8.3f   ", r.Dim, r.Method, digits, *r.Mean, r.Measures["r2"])
		}
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %q:\n%s", want, text)
		}
	}
	if want := fmt.Sprintf("%10s   %-8s %10.*f %8.3f\n", "", "guess", digits, *report.Baseline.Mean, report.Baseline.Measures["r2"]); !strings.Contains(text, want) {
		t.Errorf("the table has no %q:\n%s", want, text)
	}
	if !strings.Contains(text, "4 divisions with 60 training rows, seed 1") {
		t.Errorf("the table does not say how:\n%s", text)
	}
}

// The last line has a command that works when it is pasted, with all options of the table.
func TestCompareEndsInACommand(t *testing.T) {
	var rows strings.Builder
	rows.WriteString("a;b b;code;junk;y\n")
	for i := range 60 {
		fmt.Fprintf(&rows, "%d,5;%d;%d;%d;%d,25\n", i%13, i*7%11, i%3, i, i%13)
	}
	inDirectory(t, map[string]string{"it's.csv": rows.String()})
	text := must(t, "", "compare", "it's.csv", "-t", "y", "--decimal-comma", "-x", "junk", "--nominal", "code", "--methods", "pca,mddm", "--dims", "1", "--no-scale", "--missing", "drop")
	lines := strings.Split(strings.TrimSpace(text), "\n")
	last := lines[len(lines)-1]
	const want = `Next           suffice fit 'it'\''s.csv' --target y --exclude junk --nominal code --missing drop --decimal-comma --method mddm --dim 1 --no-scale`
	if last != want {
		t.Fatalf("the last line is\n%s, want\n%s", last, want)
	}
	command := strings.Replace(last[strings.Index(last, "suffice fit ")+len("suffice "):], `'it'\''s.csv'`, "it's.csv", 1)
	must(t, "", strings.Fields(command)...)
}

// A person's rows tell the person, which says nothing of others; and later rows are not told
// by earlier ones. The column that divides is no input.
func TestCompareByGroupAndTime(t *testing.T) {
	takesLong(t)
	var rows strings.Builder
	rows.WriteString("person,day,a,b,y\n")
	random := rand.New(rand.NewPCG(1, 2))
	for p := range 30 {
		a, b, y := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		for range 5 {
			fmt.Fprintf(&rows, "p%d,2024-01-%02d,%.5f,%.5f,%.5f\n", p, p+1, a+.01*random.NormFloat64(), b+.01*random.NormFloat64(), y)
		}
	}
	inDirectory(t, map[string]string{"d.csv": rows.String()})
	compare := func(more ...string) string {
		return must(t, "", append([]string{"compare", "d.csv", "-t", "y", "--methods", "pca,none", "--dims", "1,2"}, more...)...)
	}
	const next = "Next           suffice fit d.csv --target y --exclude person --exclude day --method pca --dim 2"
	if text := compare("-x", "person", "-x", "day"); !strings.Contains(text, next) {
		t.Errorf("rows of a person in both parts:\n%s", text)
	}
	for _, more := range [][]string{{"--group", "person", "-x", "day"}, {"--time", "day", "-x", "person"}, {"--group", "person", "-x", "day", "--folds", "5"}} {
		if text := compare(more...); !strings.Contains(text, "\nResult         nothing predicts better than guessing\n") || strings.Contains(text, "Next") || !strings.Contains(text, "150 rows, 2 inputs -> y (number)") {
			t.Errorf("%v:\n%s", more, text)
		}
	}
}

// Few divisions tell little, and the table says so.
func TestCompareWithFewDivisions(t *testing.T) {
	inDirectory(t, generated(t, "data3", 60))
	for more, want := range map[string]string{
		"--repeats 4": "4 divisions say little about differences; make more\n",
		"--repeats 1": "1 division says little about differences; make more\n",
		"--repeats 5": "",
		"--folds 3":   "3 folds say little about differences; make more\n",
	} {
		args := append([]string{"compare", "d.csv", "--target", "y", "--methods", "pca", "--dims", "1"}, strings.Fields(more)...)
		text := must(t, "", args...)
		if !strings.Contains(text, want) || (want == "") == strings.Contains(text, "make more") {
			t.Errorf("%s:\n%s", more, text)
		}
	}
}

// Cross-validation tests every row once: the mean over folds of one size is that of rows.
func TestCompareFolds(t *testing.T) {
	inDirectory(t, generated(t, "data1", 60))
	var report comparedReport
	text := must(t, "", "compare", "d.csv", "-t", "y", "--methods", "pca", "--dims", "1", "--folds", "3", "--json")
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	if report.Folds != 3 || report.Train != 0 || report.Repeats != 0 || len(report.Rows) != 1 {
		t.Errorf("%+v", report)
	}
}

func TestCompareDrawsEveryFormat(t *testing.T) {
	takesLong(t)
	inDirectory(t, generated(t, "data3", 60))
	for file, begin := range map[string]string{"a.png": "\x89PNG", "a.svg": "<?xml", "a.pdf": "%PDF"} {
		must(t, "", comparing("-o", file)...)
		if got := readFile(t, file); !strings.HasPrefix(got, begin) {
			t.Errorf("%s begins with %.10q", file, got)
		}
	}
}

func TestCompareKindsOfTarget(t *testing.T) {
	var rows bytes.Buffer
	rows.WriteString("a,b,number,class,l1,l2\n")
	for i := range 40 {
		fmt.Fprintf(&rows, "%d,%d,%d.5,%c,%d,%d\n", i, i*i%7, i*2, 'p'+i%2, i%2, i/20)
	}
	inDirectory(t, map[string]string{"k.csv": rows.String()})
	for target, measure := range map[string]string{"number": "rmse", "class": "error_rate", "l1,l2": "hamming_loss", "number,l1": "rmse"} {
		var report comparedReport
		text := must(t, "", "compare", "k.csv", "-t", target, "-i", "a,b", "--methods", "pca", "--dims", "1", "--json")
		if err := json.Unmarshal([]byte(text), &report); err != nil {
			t.Fatal(err)
		}
		if report.Measure != measure || report.Rows[0].Mean == nil || math.IsNaN(*report.Rows[0].Mean) {
			t.Errorf("%s: %+v", target, report)
		}
	}
}

func TestCompareRefuses(t *testing.T) {
	inDirectory(t, generated(t, "data3", 30))
	for _, test := range []struct{ args, want string }{
		{"", "compare takes one file, or several of the same columns, but got none"},
		{"d.csv -t y --methods sca,scb", `--methods: there is no method "scb"`},
		{"d.csv -t y --methods pca,pca", "--methods: pca is there twice"},
		{"d.csv -t y --methods ,", "--methods: there is no method"},
		{"d.csv -t y --dims 0", "--dims 0: the number of components must be at least 1"},
		{"d.csv -t y --dims 2,2", "--dims: 2 is there twice"},
		{"d.csv -t y --dims two", `--dims "two" is not a list of whole numbers`},
		{"d.csv -t y --dims 2,5", "--dims 5, but d.csv has only 4 input columns"},
		{"d.csv -t y --train 30", "--train 30, but d.csv has only 30 rows"},
		{"d.csv -t y --train 1", "--train 1: there must be at least 2 training rows"},
		{"d.csv -t y --repeats 0", "--repeats 0: there must be at least 1"},
		{"d.csv -t y --folds 1", "--folds 1: there must be at least 2"},
		{"d.csv -t y --folds 31", "--folds 31, but d.csv has only 30 rows"},
		{"d.csv -t y --folds 3 --train 9", "--folds does not go with --train or --repeats"},
		{"d.csv -t y --judge jury", `--judge: there is no judge "jury"; choose one of both, neighbours, ridge, nearest`},
		{"d.csv -t y --measure F1", "--measure F1: for such a target it is one of rmse, r2, mae"},
		{"d.csv -t y --group x1 --time x2", "--group and --time: rows are divided by one of them"},
		{"d.csv -t y --group x1 -i x1", "--group x1 is an input too"},
		{"d.csv -t y --centres -1", "--centres -1: the number of centres must be at least 1"},
		{"d.csv -t y -o a.txt", "-o a.txt: a picture ends in .png, .svg or .pdf"},
		{"d.csv -t y --kind word", "--kind word: there is no such kind"},
	} {
		got := invoke(t, "", append([]string{"compare"}, strings.Fields(test.args)...)...)
		if got.code != codeUsage || !strings.Contains(got.err, test.want) || got.out != "" {
			t.Errorf("%s: code %d, %q, want %q", test.args, got.code, got.err, test.want)
		}
	}
	if got := invoke(t, "", "compare", "d.csv", "-t", "y", "--methods", "cca", "--dims", "2", "--repeats", "2"); got.code != codeFailed ||
		!strings.Contains(got.err, "no method could do it; cca with 2: ") {
		t.Errorf("code %d, %q", got.code, got.err)
	}
	wantOnly(t, map[string]string{"d.csv": ""})
}

// Errors of any size keep to 80 columns.
func TestComparedTableIsNarrow(t *testing.T) {
	c := compared{
		source: strings.Repeat("long/", 20) + "file.csv", files: []string{strings.Repeat("long", 20) + ".csv"},
		next: func(*evaluate.Row) string { return "suffice fit" }, capped: true,
		CompareResult: &evaluate.CompareResult{
			N: 1_000_000, D: 1000, Target: []string{strings.Repeat("y", 90)}, Kind: "numbers", Measure: evaluate.Measures("numbers")[0],
			Splits: evaluate.Splits{Train: 500_000, Repeats: 1000, Seed: math.MaxUint64}, Judge: evaluate.BothJudges,
			Baseline: &evaluate.Row{Method: evaluate.Guess, Mean: 123456.7},
			Rows: []evaluate.Row{
				{Method: "sca", Dim: 100, Mean: 123456.7, SD: 9876.5, Seconds: 12345, Mark: evaluate.MarkBest, Errors: []float64{1}},
				{Method: "lassosir", Dim: 100, Mean: 123456.7, SD: 9876.5, Seconds: 12345, Mark: evaluate.MarkAsGood, Errors: []float64{1}, ThanBest: &evaluate.Difference{Mean: -12345, Low: -12346, High: 12346}},
				{Method: "pca", Dim: 100, Mean: 123456.7, SD: 9876.5, Seconds: .001, Mark: evaluate.MarkNoBetter, Errors: []float64{1}},
				{Method: "sca0", Dim: 100, Err: errors.New(strings.Repeat("no ", 50))},
				{Method: "none", Dim: 1000, AllDims: true, Mean: .5, SD: .1},
			},
		},
	}
	for line := range strings.Lines(c.text()) {
		if utf8.RuneCountInString(strings.TrimRight(line, "\n")) > termtext.Width {
			t.Errorf("too wide: %q", line)
		}
	}
}
