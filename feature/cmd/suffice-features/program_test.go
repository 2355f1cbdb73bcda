package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"suffice/internal/cli"
	"suffice/internal/termtext"
)

// outcome is what a command did.
type outcome struct {
	code     int
	out, err string
}

func invoke(t *testing.T, args ...string) outcome {
	t.Helper()
	var out, errs bytes.Buffer
	code := program.Run(t.Context(), args, cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errs})
	return outcome{code, out.String(), errs.String()}
}

// must runs a command that must succeed and returns what it printed.
func must(t *testing.T, args ...string) string {
	t.Helper()
	got := invoke(t, args...)
	if got.code != cli.Done {
		t.Fatalf("suffice-features %s: exit code %d: %s", strings.Join(args, " "), got.code, got.err)
	}
	return got.out
}

// built are this program and suffice, which takes its tables; each is built once.
var built = struct {
	folder         string
	ours, suffices func() (string, error)
}{}

func TestMain(m *testing.M) {
	var err error
	if built.folder, err = os.MkdirTemp("", "suffice-features"); err != nil {
		panic(err)
	}
	here, err := os.Getwd()
	if err != nil {
		panic(err)
	}
	of := func(module, name string) func() (string, error) {
		return sync.OnceValues(func() (string, error) {
			path := filepath.Join(built.folder, name)
			said, err := exec.Command("go", "build", "-C", filepath.Join(here, module), "-o", path, "./cmd/"+name).CombinedOutput()
			if err != nil {
				err = fmt.Errorf("%w: %s", err, said)
			}
			return path, err
		})
	}
	built.ours, built.suffices = of("../..", "suffice-features"), of("../../..", "suffice")
	code := m.Run()
	_ = os.RemoveAll(built.folder)
	os.Exit(code)
}

// suffice runs it, and returns what it printed.
func suffice(t *testing.T, args ...string) string {
	t.Helper()
	path, err := built.suffices()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), path, args...).Output()
	if err != nil {
		t.Fatalf("suffice %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func wantNarrow(t *testing.T, text string) {
	t.Helper()
	for line := range strings.Lines(text) {
		if width := len([]rune(strings.TrimSuffix(line, "\n"))); width > termtext.Width {
			t.Errorf("a line of %d columns: %s", width, line)
		}
	}
}

// Help teaches by two examples, and fits a terminal of 80 columns.
func TestHelp(t *testing.T) {
	for _, args := range [][]string{{}, {"images", "--help"}, {"audio", "--help"}} {
		text := must(t, args...)
		if _, examples, ok := strings.Cut(text, "Examples:\n"); !ok || strings.Count(strings.SplitN(examples, "\n\n", 2)[0], "suffice-features ") < 2 {
			t.Errorf("%v: there are no two examples in %s", args, text)
		}
		wantNarrow(t, text)
	}
	if got := must(t, "--version"); !strings.HasPrefix(got, "suffice-features ") || strings.Count(got, "\n") != 1 {
		t.Errorf("got %q", got)
	}
}
