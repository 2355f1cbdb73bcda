//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// build compiles the program.
func build(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "suffice")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// Ctrl-C during a long fit, or while it waits for standard input, ends the program
// within a second, with one line and without a file.
func TestInterrupt(t *testing.T) {
	program := build(t)
	inDirectory(t, nil)
	must(t, "", "generate", "data2", "--n", "5000", "-o", "d.csv")
	for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		for _, source := range []string{"d.csv", "-"} {
			t.Run(signal.String()+" "+source, func(t *testing.T) {
				command := exec.Command(program, "fit", source, "-t", "y", "-d", "2", "--centres", "400", "-o", "m.json")
				interrupt(t, command, signal)
				wantOnly(t, map[string]string{"d.csv": ""})
			})
		}
	}
}

// Nor does transform leave a part of its file behind.
func TestInterruptTransform(t *testing.T) {
	program := build(t)
	inDirectory(t, map[string]string{"m.json": halves})
	interrupt(t, exec.Command(program, "transform", "m.json", "-", "-o", "z.csv"), syscall.SIGINT)
	wantOnly(t, map[string]string{"m.json": ""})
}

func TestInterruptBench(t *testing.T) {
	program := build(t)
	for _, what := range []string{"kernels", "fit", "transform", "scale"} {
		t.Run(what, func(t *testing.T) { interrupt(t, exec.Command(program, "bench", what), syscall.SIGINT) })
	}
}

// Ctrl-C during a table ends it within a second; with a state file, what was finished is
// there, and the same command finishes the rest.
func TestInterruptReproduce(t *testing.T) {
	program := build(t)
	inDirectory(t, nil)
	args := strings.Fields("reproduce table1 --trials 200 --n 60 --centres 20 --methods sca0 --state s.jsonl -o t.csv")
	interruptOnce(t, exec.Command(program, args...), syscall.SIGINT, func() { // a trial is finished
		eventually(t, "a trial", func() bool { return hasLines("s.jsonl", 2) })
	})
	kept := strings.Count(readFile(t, "s.jsonl"), "\n") - 1
	if kept < 1 || kept >= 1000 {
		t.Errorf("%d trials were finished", kept)
	}
	wantOnly(t, map[string]string{"s.jsonl": ""})
	args[3] = "2" // trials
	resumed, straight := must(t, "", args...), must(t, "", args[:len(args)-4]...)
	if a, b := meansOf(resumed), meansOf(straight); a != b {
		t.Errorf("resumed\n%s\nat one go\n%s", a, b)
	}
}

// meansOf takes the times away from a table.
func meansOf(table string) string {
	var kept []string
	for line := range strings.Lines(table) {
		if strings.HasPrefix(line, "data") {
			kept = append(kept, line[:40])
		}
	}
	return strings.Join(kept, "\n")
}

// interrupt starts a program, and ends it when its work is under way.
func interrupt(t *testing.T, command *exec.Cmd, signal syscall.Signal) {
	t.Helper()
	interruptOnce(t, command, signal, func() { time.Sleep(300 * time.Millisecond) })
}

// interruptOnce starts a program, and ends it after wait.
func interruptOnce(t *testing.T, command *exec.Cmd, signal syscall.Signal, wait func()) {
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
	waitForHandler(t, command.Process.Pid)
	wait()
	start := time.Now()
	if err := command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	_ = command.Wait()
	if took := time.Since(start); took > 5*time.Second { // one, and some for a busy machine
		t.Errorf("took %v to stop", took)
	}
	if code := command.ProcessState.ExitCode(); code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
		t.Errorf("exit code %d, printed %q, said %q", code, out.String(), errs.String())
	}
}

// A reader that has seen enough, such as head, ends the program without a word.
func TestReaderThatGoesAway(t *testing.T) {
	command := exec.Command(build(t), "generate", "data2", "--n", "20000")
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

// waitForHandler waits until the program has asked to be told of signals, which on a
// busy machine takes a while; before, a signal just kills it.
func waitForHandler(t *testing.T, pid int) {
	t.Helper()
	for range 200 {
		status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if err != nil { // no such place on this system: hope that it is quick
			time.Sleep(time.Second)
			return
		}
		var caught uint64
		for _, line := range strings.Split(string(status), "\n") {
			if mask, ok := strings.CutPrefix(line, "SigCgt:"); ok {
				caught, _ = strconv.ParseUint(strings.TrimSpace(mask), 16, 64)
			}
		}
		if caught&(1<<(syscall.SIGINT-1)) != 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatal("the program did not start")
}
