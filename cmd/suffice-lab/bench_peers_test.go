//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"strings"
	"testing"

	"suffice/internal/peers"
)

// somePeers are results as a run gives them: SCA ends at the limit, sliced fails.
func somePeers() peersResult {
	r := peersResult{
		Inputs: 50, Sizes: []int{1000, 1_000_000}, Limit: 120, Seed: 1, Threads: 2,
		Versions: map[string]string{"suffice": "v1", "python": "3.11.7", "numpy": "2.4.6", "scikit-learn": "1.9.1", "sliced": "0.7.0"},
	}
	for _, n := range r.Sizes {
		for _, set := range peers.Sets() {
			for k, e := range peers.Entrants() {
				row := peers.Result{
					Data: set.Name, N: n, Program: e.Program, Method: e.Method, Status: peers.Done,
					Seconds: 1.234e-5 * float64(n), Runs: 1, Peak: int64(k+1) * 1e8, Error: .0123, RMSE: .456,
				}
				switch {
				case e.Program == "sliced":
					row = peers.Result{Data: set.Name, N: n, Program: e.Program, Method: e.Method, Status: peers.Skipped}
					if n == 1000 && set.Name == "trend" {
						row.Status, row.Problem = peers.Failed, "ImportError: cannot import name 'ComplexWarning' from 'numpy.core.numeric'"
					}
				case e.Method == "SCA" && n > 1000:
					row = peers.Result{Data: set.Name, N: n, Program: e.Program, Method: e.Method, Status: peers.OverTime}
				case e.Method == "NCA" && n > 1000:
					row = peers.Result{Data: set.Name, N: n, Program: e.Program, Method: e.Method, Status: peers.NoMemory}
				}
				r.Rows = append(r.Rows, row)
			}
		}
	}
	return r
}

func TestPeersText(t *testing.T) {
	text := somePeers().text()
	wantNarrow(t, text)
	for _, want := range []string{
		"50 inputs, 2 components, seed 1, 2 threads\ntrend      y = x1 / ",
		"\n1000 rows                    seconds      MB             error        rmse of 5\n                      trend    symm.    most     trend   symm.    trend   symm.\n",
		"\nSCA   suffice        0.0123   0.0123     100    0.0123  0.0123    0.456   0.456\n",
		"\nSCA   suffice          >120     >120\n", "\nNCA   scikit-learn   memory   memory\n",
		"\nSIR   suffice          12.3     12.3     200 ",
		"\n>120: ended after 2m0s; -: not run, because of what came before\nsliced SIR failed with 1000 rows: ImportError",
		"\nversions: suffice v1, python 3.11.7, numpy 2.4.6, scikit-learn 1.9.1, sliced",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the tables lack %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "SIR   sliced") {
		t.Errorf("what never ran has a row:\n%s", text)
	}
}

// The page has a line for each method that ran at each size, all of the same cells.
func TestPeersMarkdown(t *testing.T) {
	page := somePeers().markdown()
	rows := 0
	for l := range strings.Lines(page) {
		if strings.HasPrefix(l, "|") {
			rows++
			if cells := strings.Count(l, "|"); cells != 11 {
				t.Errorf("%d bars in %s", cells, l)
			}
		}
	}
	if rows != 2+2*23 || !strings.Contains(page, "| 1000000 | SCA | suffice | >120 | >120 |  |  |  |  |  |\n") {
		t.Errorf("%d lines:\n%s", rows, page)
	}
}

func TestPeersWithoutResults(t *testing.T) {
	r := somePeers()
	if got := r.find(peers.Entrant{Program: "nobody's", Method: "X"}, "trend", 1000).Status; got != peers.Skipped {
		t.Errorf("got %q", got)
	}
	if panels := len(r.times().Panels); panels != 5 {
		t.Errorf("%d panels of times", panels)
	}
	if panels := len(r.errors().Panels); panels != 2 {
		t.Errorf("%d panels of errors", panels)
	}
}

func TestPeersUsage(t *testing.T) {
	inDirectory(t, nil)
	for args, want := range map[string]string{
		"--sizes 10":        "--sizes 10: the number of rows must be from 200 to 20000000",
		"--sizes 2000,1000": "--sizes: name the numbers of rows in ascending order, each once",
		"--limit 0s":        "--limit 0s: the time must be above 0",
		"--limit 20":        "--limit \"20\" is not a time such as 90s or 2m",
		"--state -":         "--state -: the state must be a file",
		"here":              "peers takes options only, but got \"here\"",
	} {
		got := invoke(t, "", append([]string{"bench", "peers"}, strings.Fields(args)...)...)
		if got.code != codeUsage || !strings.HasPrefix(got.err, "suffice: "+want) {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
	wantOnly(t, nil)
}

// Without Python our methods are measured alone, one line says so, and all files appear.
func TestPeersWithoutPython(t *testing.T) {
	takesLong(t)
	program := build(t)
	inDirectory(t, nil)
	command := exec.Command(program, "bench", "peers", "--sizes", "300", "--python", "no-such-python", "--env", "env", "-o", "out", "--json")
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	if want := "suffice: warning: only our methods are measured: there is no program no-such-python; see --python and --env\n"; errs.String() != want {
		t.Errorf("said %q", errs.String())
	}
	var got peersResult
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 24 || got.Inputs != 50 || got.Limit != 120 {
		t.Errorf("got %+v", got)
	}
	for _, row := range got.Rows {
		if row.Status != peers.Done || row.Program != "suffice" || row.Seconds <= 0 || row.Error > 1 || row.RMSE <= 0 {
			t.Errorf("got %+v", row)
		}
	}
	wantOnly(t, map[string]string{"out": ""})
	for _, name := range []string{"peers.json", "peers.md", "peers-time.png", "peers-error.png"} {
		if info, err := os.Stat("out/" + name); err != nil || info.Size() < 100 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Twice as long with ten times the rows is 2 a decade; with a hundred times, √2.
func TestScaleDecade(t *testing.T) {
	for n, want := range map[int]float64{10_000: 2, 100_000: math.Sqrt2} {
		if got := aDecade(scaleRow{N: 1000, Seconds: 1}, scaleRow{N: n, Seconds: 2}); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d: got %v, want %v", n, got, want)
		}
	}
	report := scaleReport{D: 49, Centres: 200, Seed: 1, Threads: 2}
	report.add(fitRate{N: 1000, D: 49, Seconds: 1, PeakMemory: 600_000, Error: .01})
	report.add(fitRate{N: 10_000, D: 49, Seconds: 10.5, PeakMemory: 6_000_000, Error: .002})
	want := "sca, 49 inputs, 200 centres, seed 1, 2 threads\n\n" +
		"      rows    seconds   a decade         MB    of data      error\n" +
		"      1000       1.00                     1       1.50     0.0100\n" +
		"     10000       10.5       10.5          6       1.50     0.0020\n"
	if got := report.text(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s", got)
	}
	wantNarrow(t, report.text())
}

func TestScaleUsage(t *testing.T) {
	for args, want := range map[string]string{
		"--sizes 100":        "--centres 200, but --sizes 100: centres are rows, so there cannot be more",
		"--sizes 2000,1000":  "--sizes: name the numbers of rows in ascending order, each once",
		"--sizes 1000 --d 0": "--d 0: the number of inputs must be at least 1",
		"--sizes 1000 more":  "scale takes options only, but got \"more\"",
		"--sizes 300000000":  "--sizes 300000000: the number of rows must be from 20 to 100000000",
	} {
		got := invoke(t, "", append([]string{"bench", "scale"}, strings.Fields(args)...)...)
		if got.code != codeUsage || !strings.HasPrefix(got.err, "suffice: "+want) {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
}

// Each fit is a process of its own, and what it says in the end is told.
func TestScaleRun(t *testing.T) {
	takesLong(t)
	program := build(t)
	var out bytes.Buffer
	b := benchScale{Streams: streams{out: &out, err: new(bytes.Buffer), asJSON: true}, sizes: []int{300, 600}, d: 4, centres: 30, seed: 2, program: program}
	if err := b.run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var report scaleReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 2 || report.Rows[0].N != 300 || report.Rows[1].Decade <= 0 || report.Rows[1].Error > .2 {
		t.Errorf("got %+v", report)
	}
	b.centres = 1000
	if err := b.run(t.Context(), nil); err == nil || !strings.Contains(fmt.Sprint(err), "the fit of 300 rows failed: suffice: --centres 1000, but --n 300") {
		t.Errorf("got %v", err)
	}
	b.program = "no-such-program"
	if err := b.run(t.Context(), nil); err == nil {
		t.Errorf("got %v", err)
	}
}
