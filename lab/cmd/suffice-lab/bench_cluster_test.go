//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/lab/costmodel"
)

// Costs of one question: a row takes a microsecond, and an answer has a megabyte.
const someCosts = `{"kinds": [{"name": "a", "row": [0, 1e-6, 0], "answer": [0, 1e6, 0], "merge": 1e-9, "gives": "sums"}], "asked": ["a"], "own": [0, 5, 0], "crowd": 1}`

// With one worker, 1e6 rows take a second, and the driver 5; ten workers take a tenth of the second.
func TestBenchClusterSimulates(t *testing.T) {
	inDirectory(t, map[string]string{"c.json": someCosts})
	args := strings.Fields("bench cluster --simulate --costs c.json --rows 1e6 --inputs 9 --workers 1,10 --part 80MB --job 0 --task 0 --bandwidth 1TB")
	var got playReport
	if err := json.Unmarshal([]byte(must(t, "", append(args, "--json")...)), &got); err != nil {
		t.Fatal(err)
	}
	if len(got.Rows) != 2 || got.Rows[0].Parts != 1 || got.Rows[1].Parts != 10 {
		t.Fatalf("got %+v", got)
	}
	for k, want := range []float64{6, 5.1} {
		// Ten answers are merged in 10 ms.
		if seconds := got.Rows[k].Alone.Seconds; seconds < want || seconds > want+.02 {
			t.Errorf("%d workers take %g s, want %g", got.Rows[k].Workers, seconds, want)
		}
	}
	text := must(t, "", args...)
	if !strings.Contains(text, "| 1e+06 | 10 | 10 | 5 s | 2% |") || !strings.Contains(text, "driver's own work") {
		t.Errorf("got %s", text)
	}
}

func TestBenchClusterRefuses(t *testing.T) {
	inDirectory(t, map[string]string{"c.json": someCosts, "bad.json": `{"asked": ["a"]}`, "t.csv": "x1,y\n1,2\n"})
	for args, want := range map[string]string{
		"--simulate --check":                        "--simulate and --check are two commands; leave one of them out",
		"--simulate --costs c.json t.csv":           "--simulate takes no tables where --costs are given",
		"--simulate --costs c.json --rows x":        "--rows x: write numbers as 1e9,1e11",
		"--simulate --costs c.json --rows 0":        "--rows 0: the number of rows must be from 1 to 1e+15",
		"--simulate --costs c.json --workers 0":     "--workers 0: their number must be from 1 to 1048576",
		"--simulate --costs c.json --part 1kB":      "--part 1kB: that is more than 1048576 parts; name a larger size",
		"--simulate --costs c.json --bandwidth lot": "--bandwidth lot is no size; write it as 1GB",
		"--simulate --costs c.json --job -1":        "--job -1: it must be from 0 to 3600 seconds",
		"--simulate --costs c.json --groups 0":      "--groups 0: there must be at least 1",
		"--method nope":                             "--method: ",
		"--dim 0":                                   "--dim 0: the number of components must be at least 1",
		"--simulate --costs bad.json":               `bad.json has no costs: what a question of kind "a" costs is not said`,
	} {
		got := invoke(t, "", append([]string{"bench", "cluster"}, strings.Fields(args)...)...)
		if got.code == cli.Done || !strings.Contains(got.err, want) {
			t.Errorf("%s\ngot  %+v\nwant %s", args, got, want)
		}
	}
}

// A table is measured by workers, and the costs are such that it can be simulated with.
func TestBenchClusterMeasures(t *testing.T) {
	takesLong(t)
	program := build(t)
	t.Chdir(t.TempDir())
	if err := os.Mkdir("parts", 0o700); err != nil {
		t.Fatal(err)
	}
	must(t, "", "generate", "data1", "--n", "50000", "-o", "parts/1.csv")
	must(t, "", "generate", "data1", "--n", "20000", "-o", "parts/2.csv")
	run := func(args string) (string, error) {
		out, err := exec.CommandContext(t.Context(), program, append([]string{"bench", "cluster"}, strings.Fields(args)...)...).CombinedOutput()
		return string(out), err
	}
	text, err := run("parts --method pca --dim 1 --costs c.json --inputs 4")
	if err != nil || !strings.Contains(text, "| outline | 1 |") || !strings.Contains(text, ", 65536 drawn | 1 |") {
		t.Errorf("%v, %s", err, text)
	}
	if text, err = run("--simulate --costs c.json --inputs 4"); err != nil || strings.Count(text, "| 1e+11 |") != 3 {
		t.Errorf("%v, %s", err, text)
	}
	if text, err = run("parts/2.csv"); err == nil || !strings.Contains(text, "20000 rows are all brought to the driver") {
		t.Errorf("%v, %s", err, text)
	}
}

// A fit is within a fifth where both figures are.
func TestChecksOfSimulations(t *testing.T) {
	row := checkedRow{Inputs: 20, Rows: 1000, Parts: 2, Workers: 1, Measured: seconds{10, 4}, Simulated: seconds{11.9, 4.7}}
	if !row.good() {
		t.Error("19% and 18% are not good")
	}
	if text := (checkReport{Rows: []checkedRow{row}}).text(); !strings.Contains(text, "| 20 | 1000 | 2 | 1 | 10.0 | 11.9 | 1.19 | 4.00 | 4.70 | 1.18 |") {
		t.Errorf("got %s", text)
	}
	if row.Simulated.Questions = 3.1; row.good() {
		t.Error("23% too few are good")
	}
}

// A run that was measured is played with its own parts and questions.
func TestRunsArePlayedAgain(t *testing.T) {
	var costs costmodel.Costs
	if err := json.Unmarshal([]byte(someCosts), &costs); err != nil {
		t.Fatal(err)
	}
	asked := cluster.Question{Kind: "a", Parts: []cluster.Part{{Rows: 3e6}, {Rows: 1e6}}, Seconds: 3.5}
	got, err := playAgain(t.Context(), &costs, costmodel.Run{Inputs: 3, Workers: 2, Seconds: 9, Questions: []cluster.Question{asked}}, 1)
	// The larger part takes 3 s, and two answers are merged in 1 ms each.
	want := checkedRow{Inputs: 3, Rows: 4e6, Parts: 2, Workers: 2, Measured: seconds{9, 3.5}, Simulated: seconds{8.002, 3.002}}
	if err != nil || got.Rows != want.Rows || got.Parts != 2 || got.Measured != want.Measured {
		t.Errorf("got %+v, %v, want %+v", got, err, want)
	}
	if d := got.Simulated.All - want.Simulated.All; d > 1e-9 || d < -1e-9 {
		t.Errorf("%g s, want %g", got.Simulated.All, want.Simulated.All)
	}
}
