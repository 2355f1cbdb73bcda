package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"suffice/internal/page"

	library "suffice"
)

// outcome is what a command did.
type outcome struct {
	code     int
	out, err string
}

func invoke(t *testing.T, in string, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(in), &out, &errs)
	return outcome{code, out.String(), errs.String()}
}

// must runs a command that must succeed and returns what it printed.
func must(t *testing.T, in string, args ...string) string {
	t.Helper()
	got := invoke(t, in, args...)
	if got.code != codeDone {
		t.Fatalf("suffice %s: exit code %d: %s", strings.Join(args, " "), got.code, got.err)
	}
	return got.out
}

// takesLong leaves a test out of short runs, such as those of the race detector.
func takesLong(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("takes a while")
	}
}

// inDirectory works in an empty directory that holds the given files.
func inDirectory(t *testing.T, files map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// wantOnly fails where the directory holds anything but the given files.
func wantOnly(t *testing.T, files map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, ok := files[entry.Name()]; !ok {
			t.Errorf("there is a file %s that should not be", entry.Name())
		}
	}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// methodNames lists the methods as a message does.
func methodNames() string {
	var names []string
	for _, m := range library.Methods() {
		names = append(names, m.Name)
	}
	return strings.Join(names, ", ")
}

func TestWrongUsage(t *testing.T) {
	table := map[string]string{"d.csv": "a,y\n1,2\n2,4\n3,5\n"}
	inDirectory(t, table)
	for _, test := range []struct{ args, want string }{
		{"fti", `there is no command "fti" (did you mean fit?); see suffice --help`},
		{"fit", `fit takes one file, or several of the same columns, but got none; see suffice fit --help`},
		{"fit a.csv --target y --dim 0", `--dim 0: the number of components must be at least 1, or auto; see suffice fit --help`},
		{"fit a.csv --target y --dim two", `--dim two: the number of components must be at least 1, or auto; see suffice fit --help`},
		{"fit a.csv --target y --permutations -1", `--permutations -1: there must be at least 1; see suffice fit --help`},
		{"fit a.csv --target y --permutations 9 --no-verdict", `--permutations are for the verdict; leave out --no-verdict; see suffice fit --help`},
		{"dims a.csv --target y --most 0", `--most 0: there must be at least 1; see suffice dims --help`},
		{"dims a.csv --target y --method none", `--method: none keeps all inputs; see suffice dims --help`},
		{"dims a.csv --target y -o a.gif", `-o a.gif: a picture ends in .png, .svg or .pdf; see suffice dims --help`},
		{"fit a.csv --target y --dim 1 --seed -1", `--seed "-1" is not a whole number from 0 up; see suffice fit --help`},
		{"fit a.csv --target y --dim", `--dim needs a value; see suffice fit --help`},
		{"fit a.csv --targte y", `there is no option --targte (did you mean --target?); see suffice fit --help`},
		{"fit a.csv -q", `there is no option -q; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --json=maybe", `--json "maybe" is not true or false; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --method scb", `--method: there is no method "scb"; choose one of ` + methodNames() + `, or auto; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --method sca0 --no-refine", `--no-refine does not apply to method sca0; leave it out; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --method sir --seed 2", `--seed does not apply to method sir; leave it out; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --centres -5", `--centres -5: the number of centres must be at least 1; see suffice fit --help`},
		{"fit a.csv -t y -d 1 --json -o -", `--json and -o - both want standard output; write the model to a file; see suffice fit --help`},
		{"fit d.csv -t y -i y -d 1", `column "y" is on both sides; name it with --inputs or with --target, not with both; see suffice fit --help`},
		{"fit d.csv -t y -i a,y -d 1", `column "y" is on both sides; name it with --inputs or with --target, not with both; see suffice fit --help`},
		{"transform m.json", `transform takes a model and a file, but got 1 argument; see suffice transform --help`},
		{"transform - -", `only one of model and file can be standard input; see suffice transform --help`},
		{"generate data5", `there is no artificial data set "data5"; choose data1, data2, data3 or data4; see suffice generate --help`},
		{"generate data1 --n 0", `--n 0: the number of rows must be from 1 to 100000000; see suffice generate --help`},
		{"methods sca", `methods takes options only, but got "sca"; see suffice methods --help`},
		{"reproduce table2", `there is no command "table2" (did you mean table1?); see suffice reproduce --help`},
		{"reproduce table1 data1", `table1 takes options only, but got "data1"; see suffice reproduce table1 --help`},
		{"reproduce table1 --trials 0", `--trials 0: there must be at least 1; see suffice reproduce table1 --help`},
		{"reproduce table1 --n 1", `--n 1: the number of rows must be from 2 to 100000000; see suffice reproduce table1 --help`},
		{"reproduce table1 --data data0", `--data: there is no artificial data set "data0"; choose data1, data2, data3 or data4; see suffice reproduce table1 --help`},
		{"bench kernel", `there is no command "kernel" (did you mean kernels?); see suffice bench --help`},
		{"bench kernels 1024", `kernels takes options only, but got "1024"; see suffice bench kernels --help`},
		{"bench kernels --n 5", `there is no option --n; see suffice bench kernels --help`},
		{"bench fit a.csv", `fit takes options only, but got "a.csv"; see suffice bench fit --help`},
		{"bench fit --n 19", `--n 19: the number of rows must be from 20 to 100000000; see suffice bench fit --help`},
		{"bench fit --n 100000001", `--n 100000001: the number of rows must be from 20 to 100000000; see suffice bench fit --help`},
		{"bench fit --d 0", `--d 0: the number of inputs must be at least 1; see suffice bench fit --help`},
		{"bench fit --d 50001", `--n 20000 and --d 50001: that is more than 1000000000 numbers; lower one of them; see suffice bench fit --help`},
		{"bench fit --dim 0", `--dim 0: the number of components must be at least 1; see suffice bench fit --help`},
		{"bench fit --dim 2 --d 1", `--dim 2, but --d 1: there cannot be more components than inputs; see suffice bench fit --help`},
		{"bench fit --centres 0", `--centres 0: the number of centres must be at least 1; see suffice bench fit --help`},
		{"bench fit --n 400", `--centres 500, but --n 400: centres are rows, so there cannot be more; see suffice bench fit --help`},
		{"reproduce table1 --methods sca,scb", `--methods: there is no method "scb"; choose one of ` + methodNames() + `; see suffice reproduce table1 --help`},
		{"reproduce table1 --methods sca,sca0,sca", `--methods: sca is there twice; see suffice reproduce table1 --help`},
		{"reproduce table1 --data data1,data1", `--data: data1 is there twice; see suffice reproduce table1 --help`},
		{"reproduce table1 --data=", `--data: name at least one data set; see suffice reproduce table1 --help`},
		{"reproduce table1 --methods=", `--methods: name at least one method; see suffice reproduce table1 --help`},
		{"reproduce table1 --methods sca,none", `--methods: none does not reduce, so it has no subspace to be wrong about; leave it out; see suffice reproduce table1 --help`},
		{"reproduce table1 --methods sca,cca", `--methods: cca cannot find 2 components of one number (data3); leave it out or choose --data data1,data2,data4; see suffice reproduce table1 --help`},
		{"reproduce table1 --methods cca --data data3", `--methods: cca cannot find 2 components of one number (data3); leave it out; see suffice reproduce table1 --help`},
		{"reproduce table1 --state t.md -o ./t.md", `--state t.md and -o ./t.md are the same file; name another one for the state; see suffice reproduce table1 --help`},
		{"reproduce table1 --centres -1", `--centres -1: the number of centres must be at least 1; see suffice reproduce table1 --help`},
		{"reproduce table1 -o table1.gif", `-o table1.gif: the file must end in .md, .csv, .png, .svg or .pdf; see suffice reproduce table1 --help`},
		{"reproduce table1 -o -", `-o -: the file must end in .md, .csv, .png, .svg or .pdf; see suffice reproduce table1 --help`},
		{"reproduce figure1", `figure1 needs -o, the file to draw to; see suffice reproduce figure1 --help`},
		{"reproduce figure1 -o a.gif", `-o a.gif: a picture ends in .png, .svg or .pdf; see suffice reproduce figure1 --help`},
		{"reproduce figure1 -o a.png --n 1", `--n 1: the number of rows must be from 2 to 100000; see suffice reproduce figure1 --help`},
	} {
		got := invoke(t, "", strings.Fields(test.args)...)
		if want := (outcome{codeUsage, "", "suffice: " + test.want + "\n"}); got != want {
			t.Errorf("suffice %s\ngot  %+v\nwant %+v", test.args, got, want)
		}
	}
	wantOnly(t, table)
}

// Help teaches by two examples, fits a terminal of 80 columns, and goes to standard
// output, because it was asked for.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{
		{}, {"--help"}, {"fit", "--help"}, {"transform", "--help"}, {"predict", "--help"}, {"evaluate", "--help"}, {"generate", "--help"}, {"reproduce", "--help"},
		{"reproduce"}, {"reproduce", "table1", "--help"}, {"reproduce", "figure1", "--help"}, {"methods", "--help"},
		{"bench"}, {"bench", "--help"}, {"bench", "cluster", "--help"}, {"bench", "kernels", "--help"}, {"bench", "fit", "--help"},
		{"inspect", "--help"}, {"export", "--help"}, {"completion", "--help"}, {"describe", "--help"}, {"explore", "--help"}, {"dims", "--help"},
		{"inputs", "--help"}, {"dependence", "--help"}, {"compare", "--help"}, {"plot", "--help"}, {"report", "--help"},
		{"engine"}, {"engine", "spark", "--help"}, {"engine", "dask", "--help"},
		{"features"}, {"features", "images", "--help"}, {"features", "audio", "--help"},
	} {
		text := must(t, "", args...)
		if _, examples, ok := strings.Cut(text, "Examples:\n"); !ok || strings.Count(strings.SplitN(examples, "\n\n", 2)[0], "suffice ") < 2 {
			t.Errorf("%v: there are no two examples in %s", args, text)
		}
		wantNarrow(t, text)
	}
}

func wantNarrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > page.Width {
			t.Errorf("a line of %d columns: %s", width, line)
		}
	}
}

func TestVersion(t *testing.T) {
	if got := must(t, "", "--version"); !strings.HasPrefix(got, "suffice ") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q", got)
	}
}

// brokenPipe is standard output whose reader has gone.
type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.EPIPE}
}

func TestBrokenPipeIsQuiet(t *testing.T) {
	var errs bytes.Buffer
	code := run(context.Background(), []string{"generate", "data1", "--n", "10"}, nil, brokenPipe{}, &errs)
	if code != codeBrokenPipe || errs.Len() > 0 {
		t.Errorf("exit code %d, said %q", code, errs.String())
	}
}

// fullDisk is standard output that cannot be written.
type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) {
	return 0, &os.PathError{Op: "write", Path: "/dev/stdout", Err: errors.New("no space left on device")}
}

func TestFullDisk(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	for _, args := range []string{"generate data1 --n 10", "fit a.csv -t y -d 1 --method sca0 --no-verdict", "fit a.csv -t y -d 1 --method sca0 --no-verdict --json", "", "--help", "fit --help", "--version"} {
		var errs bytes.Buffer
		code := run(context.Background(), strings.Fields(args), nil, fullDisk{}, &errs)
		if want := "suffice: cannot write to standard output: no space left on device\n"; code != codeFailed || errs.String() != want {
			t.Errorf("%s: exit code %d, said %q", args, code, errs.String())
		}
	}
}

func TestCancelled(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range []string{"fit a.csv -t y -d 1 -o m.json", "generate data1 -o b.csv", "reproduce table1", "bench kernels", "bench fit"} {
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(args), nil, &out, &errs)
		if code != codeInterrupted || out.Len() > 0 || errs.String() != "suffice: interrupted\n" {
			t.Errorf("%s: exit code %d, printed %q, said %q", args, code, out.String(), errs.String())
		}
	}
	wantOnly(t, map[string]string{"a.csv": ""})
}
