//go:build linux

package main

import (
	"fmt"
	"strings"
)

// pairs runs each job twice at the same time. Of one output both make the same; of one state
// file one of them is told that it is taken, unless the other has ended.
func (s *suite) pairs(times int) error {
	for _, j := range s.jobs {
		var problems []string
		for range times {
			if err := s.empty(); err != nil {
				return err
			}
			problem, err := s.pair(j)
			if err != nil {
				return err
			}
			if problem == "" {
				problem = s.wrongIn(j)
			}
			if problem != "" {
				problems = append(problems, problem)
			}
		}
		s.count("two at once: "+j.name, times, problems)
	}
	return nil
}

// pair says where one of two ended otherwise than it may.
func (s *suite) pair(j job) (string, error) {
	var codes [2]int
	var said [2]string
	var err error
	codes[0], said[0], err = during(s.command(j.args...), func() error {
		var err error
		codes[1], said[1], err = s.suffice(j.args...)
		return err
	})
	if err != nil {
		return "", err
	}
	good := 0
	for i, code := range codes {
		switch {
		case code == 0:
			good++
		case j.state == "" || !strings.Contains(said[i], "another process uses the state file"):
			return fmt.Sprintf("one ended with %d: %s", code, said[i]), nil
		}
	}
	if good == 0 {
		return "none of them did the work", nil
	}
	return "", nil
}
