//go:build unix

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"suffice/internal/cli"
)

// recorder is a suffice that only notes how it was called, and with which table.
const recorder = `#!/bin/sh
echo "$(basename "$0") $GOMAXPROCS $*" >>"$(dirname "$0")/calls"
cp "$2" "$(dirname "$0")/table"
`

func programs(t *testing.T, texts map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range texts {
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
}

// Two programs make the same fits in turn, each with one thread, and nothing of them is left.
func TestBenchDefault(t *testing.T) {
	programs(t, map[string]string{"old": recorder, "new": recorder})
	t.Setenv("TMPDIR", t.TempDir())
	var report defaultReport
	out := must(t, "", strings.Fields("bench default --old ./old --new ./new --rows 400x4,intervals --seeds 7,8 --repeats 2 -o d.md --json")...)
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	if len(report.Rows) != 2 || report.Rows[1].Name != "intervals" || len(report.Rows[0].OldOf) != 2 || len(report.Rows[0].NewOf) != 2 || report.Rows[0].Ratio <= 0 {
		t.Errorf("%+v", report)
	}
	calls, err := os.ReadFile("calls")
	if err != nil {
		t.Fatal(err)
	}
	got := regexp.MustCompile(`\S+/`).ReplaceAllString(string(calls), "")
	fit := " 1 fit table.csv --target y --seed 7 -o model.json\n"
	if want := "old" + fit + "new" + fit + "new" + fit + "old" + fit; !strings.HasPrefix(got, want) || strings.Count(got, "\n") != 16 || !strings.Contains(got, " --bootstrap 200 --seed 8 ") {
		t.Errorf("got\n%s", got)
	}
	if left, err := os.ReadDir(os.TempDir()); err != nil || len(left) > 0 {
		t.Errorf("%v, left %v", err, left)
	}
	if page, err := os.ReadFile("d.md"); err != nil || !bytes.Contains(page, []byte("\n| fit | old s | new s | new / old |\n|---|---|---|---|\n| 400x4 | ")) {
		t.Errorf("%v: %s", err, page)
	}
}

// A table that is not there is left out and a program that fails is told of; both in a line.
func TestBenchDefaultGoesOn(t *testing.T) {
	programs(t, map[string]string{"new": recorder, "old": "#!/bin/sh\necho >&2 'warning: all'\necho >&2 'suffice: there is no option'\nexit 2\n"})
	if err := errors.Join(os.MkdirAll("data/sub", 0o700), os.WriteFile("data/sub/emotions.arff.gz", []byte("e"), 0o600), os.WriteFile("data/emotions.xml", nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	got := invoke(t, "", strings.Fields("bench default --new ./new --rows abalone,emotions --seeds 1 --repeats 1 --data data")...)
	if want := "suffice-lab: warning: abalone is left out: its table is not there: data has no file abalone.arff.gz; name another folder with --data\n"; got.err != want || got.code != cli.Done {
		t.Errorf("%+v", got)
	}
	if calls, err := os.ReadFile("calls"); err != nil || !strings.HasPrefix(string(calls), "new 1 fit data/sub/emotions.arff.gz --labels data/emotions.xml --seed 1 -o ") {
		t.Errorf("%v: %s", err, calls)
	}
	if !strings.Contains(got.out, "\n| fit | new s |\n|---|---|\n| emotions | 0.00") {
		t.Errorf("got\n%s", got.out)
	}
	got = invoke(t, "", strings.Fields("bench default --old ./old --new ./new --rows one --seeds 1")...)
	if !strings.Contains(got.out, "\n| one | - | - | - |\n") || !strings.Contains(got.out, "\none: old: suffice: there is no option (exit status 2)\n") {
		t.Errorf("%+v", got)
	}
	wantNarrow(t, got.out)
}

func TestBenchDefaultUsage(t *testing.T) {
	programs(t, map[string]string{"new": recorder})
	t.Setenv("PATH", "")
	for args, want := range map[string]string{
		"--new ./new --rows 400x5":             `--rows: there is no fit "400x5" (did you mean 400x4?); choose from 400x4, 1000x10`,
		"--new ./new --rows one,one":           "--rows: one is there twice",
		"--new ./new --rows=":                  "--rows: name at least one fit",
		"--new ./new --seeds=":                 `--seeds "" is not a list of whole numbers from 0 up`,
		"--new ./new --repeats 0":              "--repeats 0: there must be at least 1",
		"--new ./new -o a.csv":                 "-o a.csv: the file must end in .md",
		"--new ./none":                         "--new: ",
		"--new ./new --old ./none":             "--old: ",
		"":                                     "there is no suffice beside suffice-lab, nor on the PATH; name the program with --new",
		"--new ./new --rows emotions --data .": "no fit is left to measure; name others with --rows, or where the tables are with --data",
	} {
		got := invoke(t, "", append([]string{"bench", "default"}, strings.Fields(args)...)...)
		if got.code == cli.Done || strings.Count(got.err, "\n") > 2 || !strings.Contains(got.err, want) {
			t.Errorf("%s: exit code %d, said %q", args, got.code, got.err)
		}
	}
}

// The figure of a row is the geometric mean over the seeds.
func TestDefaultMeans(t *testing.T) {
	var row defaultRow
	row.add([]float64{3, 2, 5}, []float64{1})
	row.add([]float64{8}, []float64{9, 4})
	if got := row.summed(); got.Old != 4 || got.New != 2 || got.Ratio != .5 {
		t.Errorf("%+v", got)
	}
}

// A seed draws the same table each time, and every label is there and not there.
func TestOrdinaryTables(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	written := func(draw func(*csvWriter, *rand.Rand), seed uint64) string {
		if err := writeDrawn(path, draw, seed); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	first := written(bent(5, 3), 1)
	if first != written(bent(5, 3), 1) || first == written(bent(5, 3), 2) || strings.Count(first, "\n") != 6 || !strings.HasPrefix(first, "x1,x2,x3,y\n") {
		t.Errorf("got\n%s", first)
	}
	counts := make([]int, 14)
	lines := bufio.NewScanner(strings.NewReader(written(labelled(300, 20, 14), 1)))
	lines.Scan()
	if !strings.HasSuffix(lines.Text(), ",x20,l1,l2,l3,l4,l5,l6,l7,l8,l9,l10,l11,l12,l13,l14") {
		t.Errorf("got %s", lines.Text())
	}
	for lines.Scan() {
		for l, cell := range strings.Split(lines.Text(), ",")[20:] {
			counts[l] += strings.Count(cell, "1")
		}
	}
	for l, count := range counts {
		if count < 60 || count > 240 {
			t.Errorf("label %d is there %d times of 300", l+1, count)
		}
	}
}
