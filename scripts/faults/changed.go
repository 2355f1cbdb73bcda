//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"time"
)

// changes are what can happen to a file while it is read, and whether the reader must notice.
// One that is exchanged stays what it was for who has it open.
var changes = []struct {
	name    string
	change  func(path string) error
	notices bool
}{
	{"truncated", func(path string) error { return os.Truncate(path, 100_000) }, true},
	{"truncated to nothing", func(path string) error { return os.Truncate(path, 0) }, true},
	{"appended to", appendTo, true},
	{"written over", func(path string) error {
		return os.WriteFile(path, bytes.Repeat([]byte("9,9,9,9,9\n"), 1000), 0o666)
	}, true},
	{"replaced", func(path string) error {
		return errors.Join(os.WriteFile(path+".new", []byte("x1,x2,x3,x4,y\n1,2,3,4,5\n"), 0o666), os.Rename(path+".new", path))
	}, false},
	{"removed", os.Remove, false},
}

// copied copies a file of the folder.
func (s *suite) copied(from, to string) error {
	text, err := os.ReadFile(s.path(from))
	return errors.Join(err, os.WriteFile(s.path(to), text, 0o666))
}

func appendTo(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("1,2,3,4,5\n")
	return errors.Join(err, file.Close())
}

// changedInput changes a file while transform reads it: it waits for its reader, a pipe, and
// the file is much longer than what it reads ahead. So all is as it must be whatever the clock
// says.
func (s *suite) changedInput() error {
	whole, err := s.command("transform", "model.json", "large.csv").Output()
	if err != nil {
		return err
	}
	for _, c := range changes {
		var problems []string
		for _, ending := range []string{".csv", ".jsonl"} {
			name := "x" + ending
			if err := s.copied("large"+ending, name); err != nil {
				return err
			}
			code, got, said, err := s.whileRead(name, c.change)
			if err != nil {
				return err
			}
			noticed := code == 1 && strings.Contains(said, "the file changed while it was read")
			if c.notices && !noticed || !c.notices && (code != 0 || !bytes.Equal(got, whole)) {
				problems = append(problems, fmt.Sprintf("it ended with %d after %d bytes and said %q", code, len(got), said))
			}
			_ = os.Remove(s.path(name))
		}
		s.count("input "+c.name+" while it is read", 2, problems)
	}
	return nil
}

// whileRead runs transform, whose rows go to a pipe, and changes its input after the first of
// them came.
func (s *suite) whileRead(name string, change func(path string) error) (code int, got []byte, said string, err error) {
	cmd := s.command("transform", "model.json", name)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, nil, "", err
	}
	code, said, err = during(cmd, func() error {
		got = make([]byte, 1000)
		if _, err := io.ReadFull(out, got); err != nil {
			return err
		}
		if err := change(s.path(name)); err != nil {
			return err
		}
		rest, err := io.ReadAll(out)
		got = append(got, rest...)
		return err
	})
	return code, got, said, err
}

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
	start := time.Now()
	before, err := s.fitOf(func(string) error { return nil })
	if err != nil {
		return err
	}
	takes := time.Since(start)
	for i, c := range changes {
		random := rand.New(rand.NewPCG(seed, uint64(100+i)))
		var problems []string
		for range times {
			moment := time.Duration(random.Float64() * float64(takes))
			got, err := s.fitOf(func(path string) error {
				time.Sleep(moment)
				return c.change(path)
			})
			if err != nil {
				return err
			}
			after, err := s.outcome(func() error { return nil })
			if err != nil {
				return err
			}
			if noticed := got.code == 1 && strings.Contains(got.said, "the file changed while it was read"); !noticed && !got.is(before) && !got.is(after) {
				problems = append(problems, fmt.Sprintf("after %v it ended with %d and said %q; otherwise with %d, %q", moment, got.code, got.said, after.code, after.said))
			}
		}
		s.count("input of fit "+c.name+" at any moment", times, problems)
	}
	return nil
}

// fitOf fits a fresh file, to which something is done while that goes on.
func (s *suite) fitOf(do func(path string) error) (fitted, error) {
	path := s.path("x.csv")
	err := errors.Join(s.empty(), s.copied("large.csv", "x.csv"), os.Chtimes(path, jumps[1], jumps[1])) // models have the date of the file
	if err != nil {
		return fitted{}, err
	}
	got, err := s.outcome(func() error { return do(path) })
	return got, errors.Join(err, s.empty())
}

var fitChanged = []string{"fit", "x.csv", "-t", "y", "-d", "2", "--method", "pca", "--no-verdict", "-o", "out/x.json"}

// outcome is that of a fit during which something is done.
func (s *suite) outcome(do func() error) (fitted, error) {
	code, said, err := during(s.command(fitChanged...), do)
	model, _ := os.ReadFile(s.path("out/x.json"))
	return fitted{code, said, model}, err
}
