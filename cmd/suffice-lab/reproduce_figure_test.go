package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"strings"
	"testing"
)

// labelled is a table of n rows of 6 inputs and 3 labels that the first two tell.
func labelled(n int, seed uint64) string {
	var text strings.Builder
	text.WriteString("a,b,c,d,e,f,l1,l2,l3\n")
	rng := rand.New(rand.NewPCG(seed, 1))
	for range n {
		x := make([]float64, 6)
		for j := range x {
			x[j] = rng.NormFloat64()
			fmt.Fprintf(&text, "%.6g,", x[j])
		}
		fmt.Fprintf(&text, "%d,%d,%d\n", sign(x[0]), sign(x[1]), sign(x[0]*x[1]+.5))
	}
	return text.String()
}

func sign(v float64) int {
	if v > 0 {
		return 1
	}
	return 0
}

// quickFigure is a figure that takes no time.
func quickFigure(more ...string) []string {
	return append(strings.Fields("reproduce figure --data a.csv,b.csv -t l1,l2,l3 --methods sca0,cca,pca,none --dims 1,2,5 --repeats 4 --centres 20"), more...)
}

func figureJSON(t *testing.T, args ...string) comparedReport {
	t.Helper()
	var report comparedReport
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &report); err != nil {
		t.Fatal(err)
	}
	for i := range report.Rows {
		report.Rows[i].Seconds = nil // differs from run to run
	}
	return report
}

// Two files give what one with the rows of both gives.
func TestFigureOfSeveralFiles(t *testing.T) {
	a, b := labelled(50, 1), labelled(40, 2)
	_, rows, _ := strings.Cut(b, "\n")
	inDirectory(t, map[string]string{"a.csv": a, "b.csv": b, "both.csv": a + rows})
	got := figureJSON(t, quickFigure()...)
	want := figureJSON(t, append([]string{"reproduce", "figure", "--data", "both.csv"}, quickFigure()[4:]...)...)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if got.N != 90 || got.D != 6 || got.Train != 60 || got.Measure != "hamming_loss" || len(got.Rows) != 10 {
		t.Errorf("%+v", got)
	}
	text := must(t, "", quickFigure("-o", "f.png")...)
	for _, want := range []string{"a.csv, b.csv: 90 rows, 6 inputs, ", "cca: finds at most 3 components of this target, and is left out beyond", "4 divisions with 60 training rows"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "failed") || !strings.HasPrefix(readFile(t, "f.png"), "\x89PNG") {
		t.Errorf("printed\n%s", text)
	}
}

// A figure that was killed at any fit goes on, and gives what one at one go gives.
func TestFigureGoesOn(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": labelled(50, 1), "b.csv": labelled(40, 2)})
	want := figureJSON(t, quickFigure()...)
	if got := figureJSON(t, quickFigure("--state", "s.jsonl")...); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	whole := readFile(t, "s.jsonl")
	lines := strings.Count(whole, "\n")
	if lines != 1+4*(3+2+3+1) {
		t.Fatalf("%d lines in the state", lines)
	}
	for _, size := range []int{10, len(whole) / 3, len(whole) - 4, len(whole)} {
		if err := os.WriteFile("s.jsonl", []byte(whole[:size]), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := figureJSON(t, quickFigure("--state", "s.jsonl")...); !reflect.DeepEqual(got, want) {
			t.Errorf("from %d bytes on: got  %+v\nwant %+v", size, got, want)
		}
		if got := strings.Count(readFile(t, "s.jsonl"), "\n"); got != lines {
			t.Errorf("from %d bytes on: %d lines, want %d", size, got, lines)
		}
	}
}

// What is finished when a run is interrupted is kept.
func TestFigureKeepsFinishedFits(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"a.csv": labelled(200, 1)})
	ctx := interruptedAfter(t, "s.jsonl", 3)
	var out, errs strings.Builder
	args := strings.Fields("reproduce figure --data a.csv -t l1,l2,l3 --methods pca,none --dims 1,2 --repeats 1000000 --state s.jsonl -o f.png")
	if code := run(ctx, args, nil, &out, &errs); code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
		t.Fatalf("code %d, %q, %q", code, out.String(), errs.String())
	}
	if state := readFile(t, "s.jsonl"); strings.Count(state, "\n") < 3 || !strings.HasSuffix(state, "}\n") {
		t.Errorf("state %.200q", state)
	}
}

func TestFigureRefuses(t *testing.T) {
	files := map[string]string{"a.csv": labelled(50, 1), "b.csv": labelled(40, 2), "c.csv": "a,b\n1,2\n", "s.jsonl": `{"format":"suffice/compare","table":"00","train":60,"folds":0,"seed":7,"centres":20,"no-scale":false}` + "\n"}
	inDirectory(t, files)
	for _, test := range []struct {
		code       int
		args, want string
	}{
		{codeUsage, "-t l1", "figure needs --data, the file to predict from"},
		{codeUsage, "--data a.csv a.csv", `figure takes options only, but got "a.csv"`},
		{codeUsage, "--data a.csv,a.csv", "--data: a.csv is there twice"},
		{codeUsage, "--data a.csv", "a.csv does not say what to predict"},
		{codeUsage, "--data a.csv -t l1 --dims 9", "--dims 9, but a.csv has only"},
		{codeUsage, "--data a.csv -t l1 --state -", "--state -: the state must be a file"},
		{codeUsage, "--data a.csv -t l1 --state a.csv", "--state a.csv is the table itself"},
		{codeUsage, "--data a.csv -t l1 --state f.png -o f.png", "--state f.png and -o f.png are the same file"},
		{codeUsage, "--data a.csv -t l1 --folds 3", "--folds"},
		{codeFailed, "--data a.csv,c.csv -t l1", "c.csv: it has 2 columns, but a.csv has 9"},
		{codeFailed, "--data a.csv,b.csv -t l1,l2,l3 --centres 20 --methods pca --dims 1 --state s.jsonl", "s.jsonl has results with another table, target or choice of inputs, seed 7 rather than 1; use"},
		{codeFailed, "--data a.csv -t l1 --methods pca --dims 1 --state c.csv", "c.csv is not a state file of suffice compare or reproduce figure; name another file"},
	} {
		got := invoke(t, "", append([]string{"reproduce", "figure"}, strings.Fields(test.args)...)...)
		if got.code != test.code || !strings.Contains(got.err, test.want) || got.out != "" {
			t.Errorf("%s: code %d, %q, want %q", test.args, got.code, got.err, test.want)
		}
	}
	wantOnly(t, files)
}

// Training rows are 1000, or two thirds where there are fewer than 1500 rows.
func TestFigureFitsTrainingRows(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": labelled(90, 1), "b.csv": labelled(1600, 1)})
	for file, want := range map[string]int{"a.csv": 60, "b.csv": 1000} {
		report := figureJSON(t, strings.Fields("reproduce figure --methods pca --dims 1 --repeats 1 -t l1,l2,l3 --data "+file)...)
		if report.Train != want {
			t.Errorf("%s: %d training rows, want %d", file, report.Train, want)
		}
	}
}
