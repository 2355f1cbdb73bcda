//go:build linux

package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// jumps are dates of a clock that is wrong.
var jumps = []time.Time{
	time.Unix(0, 0), time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC), time.Unix(1<<31, 0), time.Date(2100, 2, 28, 0, 0, 0, 0, time.UTC),
}

// oddDates kills jobs halfway, gives all that they wrote a date that cannot be, and lets them
// go on. The clock itself stays as it is: nothing that suffice keeps is judged by it.
func (s *suite) oddDates() error {
	var problems []string
	times := 0
	for _, j := range s.jobs {
		if j.state == "" && j.cache == "" {
			continue
		}
		for _, date := range jumps {
			times++
			problem, err := s.atDate(j, date)
			if err != nil {
				return err
			}
			if problem != "" {
				problems = append(problems, fmt.Sprintf("%s, %s: %s", j.name, date.Format(time.DateOnly), problem))
			}
		}
	}
	s.count("state and cache with dates of 1970 to 2100", times, problems)
	return nil
}

func (s *suite) atDate(j job, date time.Time) (problem string, err error) {
	if err := s.empty(); err != nil {
		return "", err
	}
	cmd := s.command(j.args...)
	if err := cmd.Start(); err != nil {
		return "", err
	}
	time.Sleep(j.takes / 2)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	err = filepath.WalkDir(s.path("out"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, date, date)
	})
	if err != nil {
		return "", err
	}
	return s.again(j), nil
}
