//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
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
		return firstOf(os.WriteFile(path+".new", []byte("x1,x2,x3,x4,y\n1,2,3,4,5\n"), 0o666), func() error { return os.Rename(path+".new", path) })
	}, false},
	{"removed", os.Remove, false},
}

func firstOf(err error, next func() error) error {
	if err != nil {
		return err
	}
	return next()
}

func appendTo(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString("1,2,3,4,5\n")
	return firstOf(err, file.Close)
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
			text, err := os.ReadFile(s.path("large" + ending))
			if err != nil {
				return err
			}
			if err := os.WriteFile(s.path(name), text, 0o666); err != nil {
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
	var text bytes.Buffer
	cmd.Stderr = &text
	out, err := cmd.StdoutPipe()
	if err != nil {
		return 0, nil, "", err
	}
	if err := cmd.Start(); err != nil {
		return 0, nil, "", err
	}
	first := make([]byte, 1000)
	if _, err := io.ReadFull(out, first); err != nil {
		return 0, nil, "", err
	}
	if err := change(s.path(name)); err != nil {
		return 0, nil, "", err
	}
	rest, err := io.ReadAll(out)
	if err != nil {
		return 0, nil, "", err
	}
	_ = cmd.Wait()
	return cmd.ProcessState.ExitCode(), append(first, rest...), text.String(), nil
}
