//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"suffice/internal/testing/artificial"
)

// suite is what is tried, and what came of it.
type suite struct {
	ctx          context.Context
	out          io.Writer
	program      string // suffice
	features     string // suffice-features, for commands that begin with this word
	folder       string
	jobs         []job
	tried, wrong int
	problems     []string // the first of each kind of trouble
}

// job is a command whose result is known.
type job struct {
	name   string
	args   []string
	output string // the file that it writes; "" where the state is the result
	state  string // that it goes on from; may be ""
	cache  string // a folder that it keeps work in; may be ""

	want  []byte   // of the output
	known []string // results of the state, in order
	takes time.Duration
}

// prepare makes the inputs, and the results of runs that nothing happens to.
func (s *suite) prepare() error {
	if err := photographs(filepath.Join(s.folder, "photos")); err != nil {
		return err
	}
	for name, n := range map[string]int{"small.csv": 400, "large.csv": 150_000, "large.jsonl": 150_000} {
		if err := s.table(name, n); err != nil {
			return err
		}
	}
	if err := s.must("fit", "small.csv", "-t", "y", "-d", "2", "--method", "sir", "-o", "model.json"); err != nil {
		return err
	}
	s.jobs = []job{
		{name: "fit", args: []string{"fit", "small.csv", "-t", "y", "-d", "2", "--centres", "100", "--no-verdict", "-o", "out/fit.json"}, output: "out/fit.json"},
		{name: "transform", args: []string{"transform", "model.json", "large.csv", "--keep", "y", "-o", "out/z.csv"}, output: "out/z.csv"},
		{name: "features", args: []string{"features", "images", "photos", "--words", "8", "--cache", "out/cache", "-o", "out/words.csv"}, output: "out/words.csv", cache: "out/cache"},
		{name: "compare", args: []string{"compare", "small.csv", "-t", "y", "--methods", "pca,sir,none", "--dims", "1,2", "--repeats", "4", "--state", "out/compare.state"}, state: "out/compare.state"},
	}
	for i := range s.jobs {
		if err := s.learn(&s.jobs[i]); err != nil {
			return err
		}
	}
	return nil
}

// table writes one of the paper's data sets.
func (s *suite) table(name string, n int) error {
	data, err := artificial.ByName("data3")
	if err != nil {
		return err
	}
	return data.WriteFile(s.ctx, s.path(name), n, 1)
}

// learn runs a job to see what it gives and how long it takes.
func (s *suite) learn(j *job) error {
	if err := s.empty(); err != nil {
		return err
	}
	start := time.Now()
	if err := s.must(j.args...); err != nil {
		return err
	}
	j.takes = time.Since(start)
	var err error
	if j.output != "" {
		j.want, err = os.ReadFile(s.path(j.output))
	}
	if err == nil && j.state != "" {
		j.known, err = s.results(j.state)
	}
	return err
}

// must runs suffice, which may not fail.
func (s *suite) must(args ...string) error {
	code, said, err := s.suffice(args...)
	if err == nil && code != 0 {
		err = fmt.Errorf("suffice %s ended with %d: %s", strings.Join(args, " "), code, said)
	}
	return err
}

// empty empties the folder of results.
func (s *suite) empty() error {
	return errors.Join(os.RemoveAll(s.path("out")), os.Mkdir(s.path("out"), 0o777))
}

func (s *suite) path(name string) string { return filepath.Join(s.folder, name) }

// command is suffice in the folder.
func (s *suite) command(args ...string) *exec.Cmd {
	words := s.words(args)
	cmd := exec.CommandContext(s.ctx, words[0], words[1:]...)
	cmd.Dir = s.folder
	return cmd
}

// words are a command with its program.
func (s *suite) words(args []string) []string {
	if args[0] == "features" {
		return append([]string{s.features}, args[1:]...)
	}
	return append([]string{s.program}, args...)
}

// suffice runs it to its end.
func (s *suite) suffice(args ...string) (code int, said string, err error) {
	return during(s.command(args...), func() error { return nil })
}

// during does something while a command runs, and tells how that ended.
func during(cmd *exec.Cmd, do func() error) (code int, said string, err error) {
	var text bytes.Buffer
	cmd.Stderr = &text
	if err := cmd.Start(); err != nil {
		return 0, "", err
	}
	err = do()
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), text.String(), err
}

// killedAfter begins a job in an empty folder and kills it after a while, unless it has ended.
func (s *suite) killedAfter(j job, after time.Duration) (ended bool, err error) {
	cmd := s.command(j.args...)
	code, _, err := during(cmd, func() error {
		time.Sleep(after)
		_ = cmd.Process.Kill()
		return nil
	})
	return code == 0, err
}

// results are the lines of a state file without what differs from run to run.
func (s *suite) results(path string) ([]string, error) {
	text, err := os.ReadFile(s.path(path))
	if err != nil {
		return nil, err
	}
	var all []string
	for line := range bytes.Lines(text) {
		var object map[string]any
		if err := json.Unmarshal(line, &object); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, line, err)
		}
		delete(object, "seconds")
		delete(object, "sum")
		again, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		all = append(all, string(again))
	}
	slices.Sort(all)
	return all, nil
}

// wrongIn says what is not as it must be after a run to the end; "" where nothing is.
func (s *suite) wrongIn(j job) string {
	if j.output != "" {
		got, err := os.ReadFile(s.path(j.output))
		if err != nil || !bytes.Equal(got, j.want) {
			return fmt.Sprintf("the output has %d bytes rather than %d, or others (%v)", len(got), len(j.want), err)
		}
	}
	if j.state != "" {
		got, err := s.results(j.state)
		if err != nil || !slices.Equal(got, j.known) {
			return fmt.Sprintf("the state has %d results rather than %d, or others (%v)", len(got), len(j.known), err)
		}
	}
	for _, folder := range []string{"out", j.cache} {
		if left := s.leftIn(folder); folder != "" && len(left) > 0 {
			return fmt.Sprintf("left in %s: %s", folder, strings.Join(left, ", "))
		}
	}
	return ""
}

// leftIn are the temporary files in a folder.
func (s *suite) leftIn(folder string) []string {
	entries, err := os.ReadDir(s.path(folder))
	if err != nil {
		return nil
	}
	var left []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			left = append(left, entry.Name())
		}
	}
	return left
}

// count writes a line of the table.
func (s *suite) count(what string, times int, problems []string) {
	fmt.Fprintf(s.out, "%-60s %6d %6d\n", what, times, len(problems))
	s.tried, s.wrong = s.tried+times, s.wrong+len(problems)
	for _, text := range problems[:min(3, len(problems))] {
		s.problems = append(s.problems, what+": "+text)
	}
}
