//go:build linux

// Faults does to suffice what happens to programs: it kills it at random moments, fills its
// disk, makes folders read-only, changes files while they are read, sets odd dates, and lets
// two processes use one file. Nothing may be lost, nothing be half, and every run after that
// must give what one gives that nothing happened to.
//
//	go run ./scripts/faults
//	go run ./scripts/faults --kills 20 --seed 7
//	go run ./scripts/faults --program ./suffice
//
// It prints a table, and ends with 1 where something is not as it must be.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

func main() {
	kills := flag.Int("kills", 200, "processes to kill")
	seed := flag.Uint64("seed", 1, "seed of the moments")
	program := flag.String("program", "", "suffice, where it is built already")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	failures, err := run(ctx, os.Stdout, *program, *kills, *seed)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "faults:", err)
	}
	if err != nil || failures > 0 {
		os.Exit(1)
	}
}

// run does it all in a folder of its own, and returns how often something was wrong.
func run(ctx context.Context, out io.Writer, program string, kills int, seed uint64) (failures int, err error) {
	folder, err := os.MkdirTemp("", "suffice-faults-")
	if err != nil {
		return 0, err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	root, err := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		return 0, err
	}
	build := func(module, name string) (string, error) {
		path := filepath.Join(folder, name)
		text, err := exec.CommandContext(ctx, "go", "build", "-C", filepath.Join(strings.TrimSpace(string(root)), module), "-o", path, "./cmd/"+name).CombinedOutput()
		if err != nil {
			err = fmt.Errorf("cannot build %s: %w: %s", name, err, text)
		}
		return path, err
	}
	if program == "" {
		program, err = build("", "suffice")
	} else {
		program, err = filepath.Abs(program)
	}
	if err != nil {
		return 0, err
	}
	features, err := build("feature", "suffice-features")
	if err != nil {
		return 0, err
	}
	s := &suite{ctx: ctx, out: out, program: program, features: features, folder: folder}
	if err := s.prepare(); err != nil {
		return 0, err
	}
	fmt.Fprintf(out, "%-60s %6s %6s\n", "what", "times", "wrong")
	for _, step := range []func() error{
		func() error { return s.killed(kills, seed) }, s.fullDisk, s.readOnly, s.changedInput,
		func() error { return s.changedFit(max(1, kills/20), seed) }, s.oddDates,
		func() error { return s.pairs(max(1, kills/20)) },
	} {
		if err := step(); err != nil {
			return s.wrong, err
		}
	}
	fmt.Fprintf(out, "%-60s %6d %6d\n", "all", s.tried, s.wrong)
	for _, text := range s.problems {
		fmt.Fprintln(out, text)
	}
	return s.wrong, nil
}
