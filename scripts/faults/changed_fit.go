//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// fitted is what came of a fit.
type fitted struct {
	code  int
	said  string
	model []byte
}

func (f fitted) is(other fitted) bool {
	return f.code == other.code && f.said == other.said && bytes.Equal(f.model, other.model)
}

// changedFit changes a file at random moments while fit reads it. What comes of it must be the
// model of the file as it was, or what a fit gives of the file as it is then, or the error
// that it changed; never a model of both.
func (s *suite) changedFit(times int, seed uint64) error {
	text, err := os.ReadFile(s.path("large.csv"))
	if err != nil {
		return err
	}
	start := time.Now()
	before, err := s.fitOf(text, 0, nil)
	if err != nil {
		return err
	}
	takes := time.Since(start)
	for i, c := range changes {
		random := rand.New(rand.NewPCG(seed, uint64(100+i)))
		var problems []string
		for range times {
			moment := time.Duration(random.Float64() * float64(takes))
			got, err := s.fitOf(text, moment, c.change)
			if err != nil {
				return err
			}
			after := s.outcome()
			if noticed := got.code == 1 && strings.Contains(got.said, "the file changed while it was read"); !noticed && !got.is(before) && !got.is(after) {
				problems = append(problems, fmt.Sprintf("after %v it ended with %d and said %q; otherwise with %d, %q", moment, got.code, got.said, after.code, after.said))
			}
		}
		s.count("input of fit "+c.name+" at any moment", times, problems)
	}
	return nil
}

// fitOf fits a fresh file, which is changed after a while, unless there is no change.
func (s *suite) fitOf(text []byte, after time.Duration, change func(path string) error) (fitted, error) {
	path := s.path("x.csv")
	if err := s.empty(); err != nil {
		return fitted{}, err
	}
	if err := os.WriteFile(path, text, 0o666); err != nil {
		return fitted{}, err
	}
	if err := os.Chtimes(path, jumps[1], jumps[1]); err != nil { // models have the date of the file
		return fitted{}, err
	}
	if change == nil {
		return s.outcome(), nil
	}
	cmd := s.command(fitChanged...)
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		return fitted{}, err
	}
	time.Sleep(after)
	if err := change(path); err != nil {
		return fitted{}, err
	}
	_ = cmd.Wait()
	model, _ := os.ReadFile(s.path("out/x.json"))
	return fitted{cmd.ProcessState.ExitCode(), said.String(), model}, s.empty()
}

var fitChanged = []string{"fit", "x.csv", "-t", "y", "-d", "2", "--method", "pca", "--no-verdict", "-o", "out/x.json"}

// outcome is that of a fit that nothing happens to.
func (s *suite) outcome() fitted {
	code, said, _ := s.suffice(fitChanged...)
	model, _ := os.ReadFile(s.path("out/x.json"))
	return fitted{code, said, model}
}
