package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"suffice/internal/cli"
	"suffice/internal/termtext"
	"suffice/internal/testing/artificial"
	"suffice/rows"
	"suffice/table"

	library "suffice"
)

// Codes and words, as commands have them.
const (
	codeDone        = cli.Done
	codeFailed      = cli.Failed
	codeUsage       = cli.WrongUsage
	codeInterrupted = cli.Interrupted
	codeBrokenPipe  = cli.BrokenPipe
	interrupted     = "suffice: interrupted"
)

func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	return program.Run(ctx, args, cli.Streams{In: in, Out: out, Err: errs})
}

// drawnCSV is one of the paper's data sets.
func drawnCSV(t *testing.T, name string, n int, seed uint64) string {
	t.Helper()
	var text bytes.Buffer
	if err := table.Write(t.Context(), &text, drawnRows(t, name, n, seed), "csv"); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// writeDrawn writes one, in the format that the ending says.
func writeDrawn(t *testing.T, path, name string, n int, seed uint64) {
	t.Helper()
	data, err := artificial.ByName(name)
	if err == nil {
		err = data.WriteFile(t.Context(), path, n, seed)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func drawnRows(t *testing.T, name string, n int, seed uint64) *rows.Matrix {
	t.Helper()
	data, err := artificial.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := data.Rows(n, seed)
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

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
		{"methods sca", `methods takes options only, but got "sca"; see suffice methods --help`},
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
		{}, {"--help"}, {"fit", "--help"}, {"transform", "--help"}, {"predict", "--help"}, {"evaluate", "--help"},
		{"methods", "--help"},
		{"inspect", "--help"}, {"export", "--help"}, {"completion", "--help"}, {"describe", "--help"}, {"explore", "--help"}, {"dims", "--help"},
		{"inputs", "--help"}, {"dependence", "--help"}, {"compare", "--help"}, {"compress", "--help"}, {"plot", "--help"}, {"report", "--help"},
		{"engine"}, {"engine", "spark", "--help"}, {"engine", "dask", "--help"},
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
		if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > termtext.Width {
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
	code := run(context.Background(), []string{"methods"}, nil, brokenPipe{}, &errs)
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
	for _, args := range []string{"methods", "fit a.csv -t y -d 1 --method sca0 --no-verdict", "fit a.csv -t y -d 1 --method sca0 --no-verdict --json", "", "--help", "fit --help", "--version"} {
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
	for _, args := range []string{"fit a.csv -t y -d 1 -o m.json", "describe a.csv"} {
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(args), nil, &out, &errs)
		if code != codeInterrupted || out.Len() > 0 || errs.String() != "suffice: interrupted\n" {
			t.Errorf("%s: exit code %d, printed %q, said %q", args, code, out.String(), errs.String())
		}
	}
	wantOnly(t, map[string]string{"a.csv": ""})
}

// A program that runs a fit reads how far it is.
func TestFitTellsItsProgress(t *testing.T) {
	drawable(t)
	out, errs := new(bytes.Buffer), new(bytes.Buffer)
	if code := run(t.Context(), strings.Fields("fit d.csv --target y --method sir --dim 1 --progress"), nil, out, errs); code != codeDone {
		t.Fatalf("exit code %d, said %q", code, errs.String())
	}
	var told int
	for line := range strings.Lines(errs.String()) {
		if strings.HasPrefix(line, "suffice: progress: ") && strings.HasSuffix(line, " fits\n") {
			told++
		}
	}
	if told < 2 {
		t.Errorf("told %d steps: %q", told, errs.String())
	}
}

// The null device is no terminal: a picture may go there.
func TestNullDeviceIsNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	drawable(t)
	var errs bytes.Buffer
	if code := run(t.Context(), strings.Fields("plot m.json d.csv -o - --to png"), nil, null, &errs); code != codeDone {
		t.Errorf("exit code %d, said %q", code, errs.String())
	}
}
