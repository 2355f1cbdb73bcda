package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	library "suffice"
	"suffice/internal/cli"
	"suffice/lab/paper"
)

// quickTable are options of a table that takes no time.
var quickTable = strings.Fields("reproduce table1 --trials 2 --n 60 --centres 20 --data data1,data4 --methods sca0")

func tableJSON(t *testing.T, options ...string) table1Result {
	t.Helper()
	var report table1Result
	text := must(t, "", append(append(append([]string{}, quickTable...), "--json"), options...)...)
	if err := json.Unmarshal([]byte(text), &report); err != nil {
		t.Fatal(err)
	}
	for i := range report.Rows {
		report.Rows[i].Seconds = 0 // differs from run to run
	}
	return report
}

// The result goes to as many files as asked for, and to standard output.
func TestReproduceFiles(t *testing.T) {
	inDirectory(t, nil)
	text := must(t, "", append(quickTable, "-o", "t.md", "-o", "t.csv", "-o", "t.PNG", "-o", "t.svg")...)
	if !strings.Contains(text, "2 trials of 60 rows") {
		t.Errorf("printed %q", text)
	}
	for name, want := range map[string]string{
		"t.md": "| data1 | sca0 | **0.", "t.csv": "data,method,mean,sd,max,seconds,paper_mean,paper_sd,best\ndata1,ols,0.", "t.PNG": "\x89PNG", "t.svg": "ols</text>",
	} {
		if got := readFile(t, name); !strings.Contains(got, want) {
			t.Errorf("%s lacks %q: %.300q", name, want, got)
		}
	}
	if lines := strings.Split(readFile(t, "t.csv"), "\n"); len(lines) != 5 || !strings.HasSuffix(lines[2], ",0.089,0.042,true") || !strings.HasSuffix(lines[1], ",,,false") {
		t.Errorf("the CSV file has lines %q", lines)
	}
	wantOnly(t, map[string]string{"t.md": "", "t.csv": "", "t.PNG": "", "t.svg": ""})
}

// A run goes on from its state file, torn or not, and gives what one at one go gives.
func TestReproduceGoesOn(t *testing.T) {
	inDirectory(t, nil)
	want := tableJSON(t)
	tableJSON(t, "--state", "s.jsonl", "--trials", "1")
	begun := readFile(t, "s.jsonl")
	if strings.Count(begun, "\n") != 4 { // the settings, and a trial of each row
		t.Fatalf("state %q", begun)
	}
	for _, torn := range []string{begun, begun + `{"data":"data1","meth`, begun[:len(begun)-5]} {
		if err := os.WriteFile("s.jsonl", []byte(torn), 0o666); err != nil {
			t.Fatal(err)
		}
		if got := tableJSON(t, "--state", "s.jsonl"); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if state := readFile(t, "s.jsonl"); strings.Count(state, "\n") != 7 || !strings.HasSuffix(state, "}\n") {
			t.Errorf("state %q", state)
		}
	}
	before := readFile(t, "s.jsonl")
	tableJSON(t, "--state", "s.jsonl") // nothing is left to do
	if readFile(t, "s.jsonl") != before {
		t.Error("a finished run was made again")
	}
}

func TestReproduceRefuses(t *testing.T) {
	files := map[string]string{
		"other.jsonl": `{"format":"suffice/table1","n":1000,"seed":1,"centres":0}` + "\n", "a.csv": smallTable,
	}
	inDirectory(t, files)
	for _, test := range []struct{ options, want string }{
		{"--state other.jsonl", "other.jsonl has trials with n 1000 rather than 60, centres 0 rather than 20; use these settings, or name another file"},
		{"--state a.csv", "a.csv is not a state file of suffice-lab reproduce table1; name another file"},
		{"--state .", ". is not a regular file; name another one for the state"},
		{"--state none/s", "cannot write none/s: there is no directory none"},
		{"-o none/t.md", "cannot write none/t.md: there is no directory none"},
		{"--n 3 --trials 1", "ols on data1 with seed 1: 3 rows, but at least 6 are needed"},
	} {
		got := invoke(t, "", append(append([]string{}, quickTable...), strings.Fields(test.options)...)...)
		if want := (outcome{codeFailed, "", "suffice: " + test.want + "\n"}); got != want {
			t.Errorf("%s\ngot  %+v\nwant %+v", test.options, got, want)
		}
	}
	wantOnly(t, files)
	for name, text := range files {
		if readFile(t, name) != text {
			t.Errorf("%s has changed", name)
		}
	}
}

// Whatever way a path leads to the state file, it is not written over.
func TestSameFile(t *testing.T) {
	inDirectory(t, map[string]string{"s.md": "", "other.md": ""})
	for _, err := range []error{os.Mkdir("d", 0o777), os.Symlink("s.md", "link.md"), os.Symlink("d", "e"), os.Link("s.md", "hard.md")} {
		if err != nil {
			t.Fatal(err)
		}
	}
	absolute, err := filepath.Abs("new.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"s.md", "s.md", true}, {"s.md", "d/../s.md", true}, {"s.md", "link.md", true}, {"s.md", "hard.md", true},
		{"new.md", absolute, true}, {"d/new.md", "e/new.md", true},
		{"s.md", "other.md", false}, {"s.md", "new.md", false}, {"new.md", "d/new.md", false}, {"none/a.md", "none/b.md", false},
	} {
		if got := cli.SameFile(test.a, test.b); got != test.want {
			t.Errorf("%s and %s: %v", test.a, test.b, got)
		}
	}
}

// Methods of the list that the table refuses are the only ones that cannot make it.
func TestReproduceTakesEveryOtherMethod(t *testing.T) {
	takesLong(t)
	for _, m := range library.Methods() {
		for _, d := range paper.All() {
			if cannot(m, []paper.Data{d}) == nil && m.Name != "lsdr" && m.Name != "kdr" { // these take long
				must(t, "", "reproduce", "table1", "--trials", "1", "--n", "60", "--data", d.Name, "--methods", m.Name)
			}
		}
	}
}

// An interrupted run keeps what it has finished.
func TestReproduceKeepsFinishedTrials(t *testing.T) {
	inDirectory(t, nil)
	ctx := interruptedAfter(t, "s.jsonl", 2)
	var out, errs strings.Builder
	code := run(ctx, strings.Fields("reproduce table1 --n 200 --trials 100000 --methods sca0 --centres 20 --state s.jsonl -o t.md"), nil, &out, &errs)
	if code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
		t.Errorf("exit code %d, printed %q, said %q", code, out.String(), errs.String())
	}
	if lines := strings.Count(readFile(t, "s.jsonl"), "\n"); lines < 2 {
		t.Errorf("%d lines in the state", lines)
	}
	wantOnly(t, map[string]string{"s.jsonl": ""})
}

func TestReproduceFigure1(t *testing.T) {
	inDirectory(t, nil)
	if got := must(t, "", "reproduce", "figure1", "--n", "50", "-o", "f.svg"); got != "" {
		t.Errorf("printed %q", got)
	}
	for _, want := range []string{"Data1: y = x2 + 0.5 e", "Data4: ", ">x3</text>"} {
		if !strings.Contains(readFile(t, "f.svg"), want) {
			t.Errorf("the picture lacks %q", want)
		}
	}
	must(t, "", "reproduce", "figure1", "--n", "50", "-o", "f.png")
	if got := invoke(t, "", "reproduce", "figure1", "-o", "none/f.png"); got != (outcome{codeFailed, "", "suffice: cannot write none/f.png: there is no directory none\n"}) {
		t.Errorf("got %+v", got)
	}
	wantOnly(t, map[string]string{"f.svg": "", "f.png": ""})
}

// someResult is a table of all methods of the paper with the widest numbers there are.
func someResult() table1Result {
	r := table1Result{Trials: 10000, N: maxRows, Seed: 1<<64 - 1}
	for _, d := range paper.All() {
		if d.Name == "data1" {
			r.Rows = append(r.Rows, paper.Row{Data: "data1", Method: "ols", Mean: .0449, SD: .0189, Max: 1, Seconds: 4e-5})
		}
		for i, name := range paper.Compared() {
			printed, _ := paper.Printed(d.Name, name)
			r.Rows = append(r.Rows, paper.Row{
				Data: d.Name, Method: name, Mean: .0449, SD: .0189, Max: 1, Seconds: float64(i * i * i * 1000), Best: i%2 == 1,
				PaperMean: &printed.Mean, PaperSD: &printed.SD,
			})
		}
	}
	r.Times = paper.Times(r.Rows)
	return r
}

func TestTable1Text(t *testing.T) {
	text := someResult().text()
	wantNarrow(t, text)
	for _, want := range []string{
		"data1   ols      0.0449 (0.0189)      1.0000    <0.001\n",
		"data1   sca      0.0449 (0.0189) *    1.0000      1000   0.048 (0.031) *\n",
		"data4   phd      0.0449 (0.0189)      1.0000    216000   0.591 (0.205)\n",
		"time of a fit      seconds   relative to lsdr   paper\n",
		"        sca           1000   0.12               0.49\n",
		"        lsdr          8000   1.00               1.0\n",
		"        phd         216000   27.00              <0.01\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the table lacks %q:\n%s", want, text)
		}
	}
	markdown := someResult().markdown()
	for _, want := range []string{
		"\n| data1 | sca | **0.0449 (0.0189)** | 1.0000 | 1000 | **0.048 (0.031)** |\n",
		"\n| data1 | ols | 0.0449 (0.0189) | 1.0000 | <0.001 |  |\n", "\n| lsdr | 8000 | 1.00 | 1.0 |\n", "bold: the least mean",
	} {
		if !strings.Contains(markdown, want) {
			t.Errorf("the table lacks %q:\n%s", want, markdown)
		}
	}
}

// What --json prints is read by programs: the names stay as they are.
func TestTable1JSONNames(t *testing.T) {
	r := someResult()
	r.Rows, r.Trials, r.N, r.Seed = r.Rows[:4], 2, 60, 1
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`{"trials":2,"n":60,"seed":1,"rows":[{"data":"data1","method":"ols","mean":0.0449,"sd":0.0189,"max":1,"seconds":0.00004,"paper_mean":null,"paper_sd":null,"best":false},`,
		`{"data":"data1","method":"sca","mean":0.0449,"sd":0.0189,"max":1,"seconds":1000,"paper_mean":0.048,"paper_sd":0.031,"best":true}`,
		`],"times":[{"method":"sca0","seconds":0,"relative":0,"paper":"0.03"},`,
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %s in\n%s", want, text)
		}
	}
}
