//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"suffice/internal/cli"
)

// built is the program, compiled once for all tests, in a folder that TestMain removes.
var built = sync.OnceValues(func() (program string, err error) {
	if builtIn, err = os.MkdirTemp("", "suffice-command-"); err != nil {
		return "", err
	}
	program = filepath.Join(builtIn, "suffice")
	if out, err := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, ".").CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return program, nil
})

var builtIn string

func TestMain(m *testing.M) {
	cli.AllowGarbage(400) // tables of tests are small; collected more often, garbage would be a quarter of their work
	code := m.Run()
	_ = os.RemoveAll(builtIn) // where there is none, this does nothing
	os.Exit(code)
}

// build is the program; the first test that asks for it must be in the folder of the package.
func build(t *testing.T) string {
	t.Helper()
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return program
}

// Tests that run in the background are kept from Ctrl-C, and what they start would be too.
func init() {
	if signal.Ignored(os.Interrupt) {
		signal.Notify(make(chan os.Signal, 1), os.Interrupt)
	}
}

// Ctrl-C while a table comes from standard input, or from a pipe with a name, ends the
// program with one line and without a file.
func TestInterrupt(t *testing.T) {
	program := build(t)
	inDirectory(t, nil)
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, source := range []string{"-", "/dev/stdin"} {
			t.Run(signal.String()+" "+source, func(t *testing.T) {
				command := exec.Command(program, "fit", source, "-t", "b", "-d", "1", "-o", "m.json")
				interrupt(t, command, signal, someLines)
				wantOnly(t, nil)
			})
		}
	}
}

// Nor does transform leave a part of its file behind.
func TestInterruptTransform(t *testing.T) {
	program := build(t)
	inDirectory(t, map[string]string{"m.json": halves})
	interrupt(t, exec.Command(program, "transform", "m.json", "-", "-o", "z.csv"), syscall.SIGINT, someLines)
	wantOnly(t, map[string]string{"m.json": ""})
}

// Ctrl-C during a comparison, which would take days, ends it; with a state file, what was
// finished is there, and the same command finishes the rest.
func TestInterruptCompare(t *testing.T) {
	program := build(t)
	inDirectory(t, generated(t, "data1", 60))
	args := strings.Fields("compare d.csv -t y --methods sca --dims 1 --centres 20 --repeats 100000 --state s.jsonl --json")
	interruptOnce(t, exec.Command(program, args...), syscall.SIGINT, func(io.Writer) { // a fit is finished
		eventually(func() bool { return hasLines("s.jsonl", 2) })
	})
	if kept := strings.Count(readFile(t, "s.jsonl"), "\n") - 1; kept < 1 {
		t.Errorf("%d fits were finished", kept)
	}
	wantOnly(t, map[string]string{"d.csv": "", "s.jsonl": ""})
	args[11] = "2" // repeats
	resumed, straight := comparedOf(t, args...), comparedOf(t, append(slices.Clone(args[:12]), "--json")...)
	if *resumed.Rows[0].Mean != *straight.Rows[0].Mean {
		t.Errorf("resumed %+v, at one go %+v", resumed, straight)
	}
}

func comparedOf(t *testing.T, args ...string) (report comparedReport) {
	t.Helper()
	if err := json.Unmarshal([]byte(must(t, "", args...)), &report); err != nil {
		t.Fatal(err)
	}
	return report
}

// someLines is a table that no pipe holds: who has written it knows that it is being read.
var someLines = "a,b\n" + strings.Repeat("1,2\n3,5\n", 1<<19)

// interrupt starts a program that reads a table from standard input, which stays open, and
// ends it when its work is under way: it cannot end by itself.
func interrupt(t *testing.T, command *exec.Cmd, signal syscall.Signal, table string) {
	t.Helper()
	interruptOnce(t, command, signal, func(stdin io.Writer) {
		if _, err := io.WriteString(stdin, table); err != nil {
			t.Error(err)
		}
	})
}

// interruptOnce starts a program, and ends it after wait.
func interruptOnce(t *testing.T, command *exec.Cmd, signal syscall.Signal, wait func(stdin io.Writer)) {
	t.Helper()
	var out, errs bytes.Buffer
	command.Stdout, command.Stderr = &out, &errs
	stdin, err := command.StdinPipe() // stays open: nobody types anything
	if err != nil {
		t.Fatal(err)
	}
	defer func(c io.Closer) { _ = c.Close() }(stdin)
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	wait(stdin)
	if err := command.Process.Signal(signal); err != nil {
		t.Error(err)
	}
	_ = command.Wait()
	if code := command.ProcessState.ExitCode(); code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
		t.Errorf("exit code %d, printed %q, said %q", code, out.String(), errs.String())
	}
}

// A reader that has seen enough, such as head, ends the program without a word.
func TestReaderThatGoesAway(t *testing.T) {
	program := build(t)
	inDirectory(t, map[string]string{"m.json": halves, "d.csv": someLines})
	command := exec.Command(program, "transform", "m.json", "d.csv")
	var errs bytes.Buffer
	command.Stderr = &errs
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	_ = out.Close()
	_ = command.Wait()
	if errs.Len() > 0 {
		t.Errorf("said %q", errs.String())
	}
}
