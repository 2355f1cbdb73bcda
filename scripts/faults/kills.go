//go:build linux

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// killed ends processes by kill -9 at random moments of their lives, the jobs in turn. What
// was there before must then be there still, or the whole result; and the next run gives what
// it gives otherwise, and clears up.
func (s *suite) killed(times int, seed uint64) error {
	for i, j := range s.jobs {
		random := rand.New(rand.NewPCG(seed, uint64(i)))
		var problems []string
		wanted := (times - i + len(s.jobs) - 1) / len(s.jobs)
		kills, late, leftovers := 0, 0, 0
		for kills < wanted && late < 10*wanted {
			if err := s.ctx.Err(); err != nil {
				return err
			}
			moment := time.Duration(random.Float64() * 1.05 * float64(j.takes))
			problem, ended, left, err := s.killOnce(j, moment, (kills+late)%2 == 1)
			if err != nil {
				return err
			}
			if problem != "" {
				problems = append(problems, fmt.Sprintf("after %v: %s", moment, problem))
			}
			if leftovers += left; ended { // the machine has less to do than when it was timed
				late++
				j.takes = min(j.takes, moment)
			} else {
				kills++
			}
		}
		s.count(fmt.Sprintf("kill -9 of %s (%d leftovers, %d more came late)", j.name, leftovers, late), kills, problems)
	}
	return nil
}

// killOnce kills a job after a while. With an old output, that one must survive.
func (s *suite) killOnce(j job, after time.Duration, old bool) (problem string, ended bool, left int, err error) {
	if err := s.empty(); err != nil {
		return "", false, 0, err
	}
	previous := []byte("what was there before\n")
	if old && j.output != "" {
		if err := os.WriteFile(s.path(j.output), previous, 0o666); err != nil {
			return "", false, 0, err
		}
	}
	if ended, err = s.killedAfter(j, after); err != nil {
		return "", false, 0, err
	}
	if problem := s.wrongAfterKill(j, ended, old, previous); problem != "" {
		return problem, ended, 0, nil
	}
	left = len(s.leftIn("out"))
	if j.cache != "" {
		left += len(s.leftIn(j.cache))
	}
	return s.again(j), ended, left, nil
}

// again runs a job to its end, and says what is not as it must be then.
func (s *suite) again(j job) string {
	if code, said, err := s.suffice(j.args...); err != nil || code != 0 {
		return fmt.Sprintf("the next run ended with %d: %s", code, said)
	}
	return s.wrongIn(j)
}

// wrongAfterKill says where the output is neither what was there nor the whole result.
func (s *suite) wrongAfterKill(j job, ended, old bool, previous []byte) string {
	if j.output == "" {
		return ""
	}
	got, err := os.ReadFile(s.path(j.output))
	switch {
	case err == nil && bytes.Equal(got, j.want):
	case ended:
		return fmt.Sprintf("it had ended, but the output has %d bytes rather than %d (%v)", len(got), len(j.want), err)
	case old && (err != nil || !bytes.Equal(got, previous)):
		return fmt.Sprintf("the output of before is gone, and there are %d bytes (%v)", len(got), err)
	case !old && err == nil:
		return fmt.Sprintf("there is half an output of %d bytes", len(got))
	}
	return ""
}

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
	if _, err := s.killedAfter(j, j.takes/2); err != nil {
		return "", err
	}
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
