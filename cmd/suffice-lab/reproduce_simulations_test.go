package main

import (
	"encoding/json"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// quickSimulations are options of an experiment that takes no time.
var quickSimulations = strings.Fields("reproduce simulations --cells ecve1_60_4,bin_sq_60_6 --methods sir,phd --replicates 2")

func simulationsJSON(t *testing.T, options ...string) simulationsResult {
	t.Helper()
	var result simulationsResult
	text := must(t, "", append(append(append([]string{}, quickSimulations...), "--json"), options...)...)
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		t.Fatal(err)
	}
	for i := range result.Rows {
		result.Rows[i].Seconds = 0 // differs from run to run
	}
	for i := range result.Totals {
		result.Totals[i].Seconds = 0
	}
	return result
}

// The default method on one replicate of a small cell.
func TestSimulationsOfSCA(t *testing.T) {
	text := must(t, "", strings.Fields("reproduce simulations --cells ecve1_100_3 --methods sca --replicates 1")...)
	for _, want := range []string{"1 replicate from 1, seed 1\n", "\necve1_100_3  ", "\nfits above 0.5 ", "\nseconds a fit ", "R MAVE 1.3.11"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	wantNarrow(t, text)
}

func TestSimulationsFiles(t *testing.T) {
	inDirectory(t, nil)
	text := must(t, "", append(quickSimulations, "-o", "s.md", "-o", "s.CSV", "--cells", "cve", "--methods", "save,pca")...)
	wantNarrow(t, text)
	if !strings.Contains(text, "\nmean of cve") || !strings.Contains(text, "  0.378          0.415\n") {
		t.Errorf("printed %s", text)
	}
	markdown := readFile(t, "s.md")
	for _, want := range []string{"| cell | sir | phd | save | pca | best rival | paper |", "\n| bin_sq_60_6 | 0.", " | - | 0.", "\n| cve4_200_20 | 0.", " | 0.360 meanMAVE | 0.391 |", "\n| **mean of cve** | 0."} {
		if !strings.Contains(markdown, want) {
			t.Errorf("s.md lacks %q: %s", want, markdown)
		}
	}
	lines := strings.Split(readFile(t, "s.CSV"), "\n")
	if len(lines) != 37 || lines[0] != "cell,model,n,d,dim,method,mean,standard_error,max,seconds,best_rival,best_rival_method,published,published_method" ||
		!strings.HasPrefix(lines[1], "ecve1_60_4,ecve1,60,4,1,sir,0.") || !strings.HasSuffix(lines[1], ",,,,") || !strings.HasSuffix(lines[35], ",0.153,old kdr,0.505,CVE") {
		t.Errorf("the CSV file has %d lines %q", len(lines), lines)
	}
	wantOnly(t, map[string]string{"s.md": "", "s.CSV": ""})
}

// A run goes on from its state file and gives what one at one go gives, with any number of
// threads.
func TestSimulationsGoOn(t *testing.T) {
	inDirectory(t, nil)
	want := simulationsJSON(t, "--methods", "sca0")
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	simulationsJSON(t, "--methods", "sca0", "--state", "s.jsonl", "--replicates", "1")
	if got := simulationsJSON(t, "--methods", "sca0", "--state", "s.jsonl"); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if lines := strings.Count(readFile(t, "s.jsonl"), "\n"); lines != 11 { // the settings, and 5 rows of 2 replicates
		t.Errorf("%d lines in the state", lines)
	}
	got := invoke(t, "", append(append([]string{}, quickSimulations...), "--state", "s.jsonl", "--seed", "9")...)
	if want := (outcome{codeFailed, "", "suffice: s.jsonl has fits with seed 1 rather than 9; use these settings, or name another file\n"}); got != want {
		t.Errorf("got %+v", got)
	}
}

// An interrupted run keeps what it has finished.
func TestSimulationsKeepFinishedFits(t *testing.T) {
	inDirectory(t, nil)
	ctx := interruptedAfter(t, "s.jsonl", 2)
	var out, errs strings.Builder
	code := run(ctx, append(append([]string{}, quickSimulations...), "--methods", "sca0", "--replicates", "100000", "--state", "s.jsonl", "-o", "t.md"), nil, &out, &errs)
	if code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
		t.Errorf("exit code %d, printed %q, said %q", code, out.String(), errs.String())
	}
	wantOnly(t, map[string]string{"s.jsonl": ""})
}

func TestSimulationsRefuse(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	for _, test := range []struct{ options, want string }{
		{"now", `simulations takes options only, but got "now"`},
		{"--replicates 0", "--replicates 0: there must be at least 1"},
		{"--cells=", "--cells: name at least one"},
		{"--methods=", "--methods: name at least one method"},
		{"--cells cve,cve1", "--cells: cve1_100_20 is there twice"},
		{"--cells cve6_100_5", "--cells: cve6_100_5 has 5 inputs, but cve6 needs at least 20"},
		{"--methods scb", `--methods: there is no method "scb"; choose one of ` + methodNames()},
		{"--methods none", "--methods: none does not reduce, so it has no subspace to be wrong about; leave it out"},
		{"--cells rings --methods sca,phd", "--methods: phd cannot find the directions of any of these cells, such as rings_400_10; leave it out or choose other cells"},
		{"-o s.png", "-o s.png: the file must end in .md or .csv"},
		{"--state s.md -o ./s.md", "--state s.md and -o ./s.md are the same file; name another one for the state"},
	} {
		got := invoke(t, "", append([]string{"reproduce", "simulations"}, strings.Fields(test.options)...)...)
		if want := (outcome{codeUsage, "", "suffice: " + test.want + "; see suffice-lab reproduce simulations --help\n"}); got != want {
			t.Errorf("%s\ngot  %+v\nwant %+v", test.options, got, want)
		}
	}
	got := invoke(t, "", strings.Fields("reproduce simulations --cells li_pord")...)
	for _, want := range []string{`--cells: there is no cell "li_pord" (did you mean li_prod?); choose a group, first, cve, ecve, seas, or a model, `, "ecve7", "such as cve1_50_30; see"} {
		if got.code != codeUsage || !strings.Contains(got.err, want) {
			t.Errorf("there is no %q in %+v", want, got)
		}
	}
	got = invoke(t, "", append(append([]string{}, quickSimulations...), "--state", "a.csv")...)
	if want := (outcome{codeFailed, "", "suffice: a.csv is not a state file of suffice-lab reproduce simulations; name another file\n"}); got != want {
		t.Errorf("got %+v", got)
	}
}

func TestSimulationsHelp(t *testing.T) {
	text := must(t, "", "reproduce", "simulations", "--help")
	wantNarrow(t, text)
	_, examples, _ := strings.Cut(text, "Examples:\n")
	if strings.Count(examples, "suffice-lab reproduce simulations") < 2 {
		t.Errorf("there are no two examples in %s", text)
	}
}

// What --json prints is read by programs: the names stay as they are.
func TestSimulationsJSONNames(t *testing.T) {
	text := must(t, "", strings.Fields("reproduce simulations --cells ecve1 --methods pca --replicates 1 --json")...)
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatal(err)
	}
	row := object["rows"].([]any)[0].(map[string]any)
	for _, key := range []string{"cell", "model", "n", "d", "dim", "method", "mean", "standard_error", "max", "seconds", "errors", "best_rival", "published"} {
		if _, ok := row[key]; !ok {
			t.Errorf("a row has no %s", key)
		}
	}
	for _, key := range []string{"replicates", "from", "seed", "rows", "groups", "methods"} {
		if _, ok := object[key]; !ok {
			t.Errorf("there is no %s in %s", key, text)
		}
	}
	if best := row["best_rival"].(map[string]any); best["error"] != .010 || best["method"] != "old sca" || row["standard_error"] != nil {
		t.Errorf("the row is %v", row)
	}
}
