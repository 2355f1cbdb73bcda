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

	"suffice/internal/cli"
	"suffice/lab/experiment"
)

func TestPeersUsage(t *testing.T) {
	t.Chdir(t.TempDir())
	for args, want := range map[string]string{
		"--sizes 10":        "--sizes 10: the number of rows must be from 200 to 20000000",
		"--sizes 2000,1000": "--sizes: name the numbers of rows in ascending order, each once",
		"--limit 0s":        "--limit 0s: the time must be above 0",
		"--limit 20":        "--limit \"20\" is not a time such as 90s or 2m",
		"--state -":         "--state -: the state must be a file",
		"here":              "peers takes options only, but got \"here\"",
	} {
		got := invoke(t, "", append([]string{"bench", "peers"}, strings.Fields(args)...)...)
		if got.code != cli.WrongUsage || !strings.HasPrefix(got.err, "suffice-lab: "+want) {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
}

// Without Python our methods are measured alone, one line says so, and all files appear.
func TestPeersWithoutPython(t *testing.T) {
	takesLong(t)
	program := build(t)
	t.Chdir(t.TempDir())
	command := exec.Command(program, "bench", "peers", "--sizes", "300", "--python", "no-such-python", "--env", "env", "-o", "p.md", "-o", "p.png", "--json")
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.String())
	}
	if want := "suffice-lab: warning: only our methods are measured: there is no program no-such-python; see --python and --env\n"; errs.String() != want {
		t.Errorf("said %q", errs.String())
	}
	var got experiment.Result
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 24 {
		t.Errorf("%d rows", len(got.Rows))
	}
	for _, row := range got.Rows {
		if row.Failed > 0 || row.Inputs != 50 || row.Figures["seconds"].Mean <= 0 || row.Figures["error"].Mean > 1 || row.Figures["rmse"].Mean <= 0 {
			t.Errorf("got %+v", row)
		}
	}
	for _, name := range []string{"p.md", "p.png"} {
		if info, err := os.Stat(name); err != nil || info.Size() < 100 {
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
		if got.code != cli.WrongUsage || !strings.HasPrefix(got.err, "suffice-lab: "+want) {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
}

// Each fit is a process of its own, and what it says in the end is told.
func TestScaleRun(t *testing.T) {
	takesLong(t)
	program := build(t)
	var out bytes.Buffer
	b := benchScale{Streams: cli.Streams{Out: &out, Err: new(bytes.Buffer), AsJSON: true}, sizes: []int{300, 600}, d: 4, centres: 30, seed: 2, program: program}
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
	if err := b.run(t.Context(), nil); err == nil || !strings.Contains(fmt.Sprint(err), "the fit of 300 rows failed: suffice-lab: --centres 1000, but --n 300") {
		t.Errorf("got %v", err)
	}
	b.program = "no-such-program"
	if err := b.run(t.Context(), nil); err == nil {
		t.Errorf("got %v", err)
	}
}
