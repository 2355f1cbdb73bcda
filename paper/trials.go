package paper

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"time"

	"suffice/internal/linalg"
	"suffice/internal/pace"
)

// Progress is how far a table is.
type Progress struct {
	Done, All    int
	Data, Method string        // of the trial that was made last
	Left         time.Duration // an estimate; 0 where there is none yet
}

// trials makes those of the entries that are not known yet. They are begun trial by
// trial, each for all entries, so that all methods see the same load of the machine,
// and what is left can be told early. Each of them runs on one core as long as there
// are enough for all cores: see linalg.Parallel.
func (t Table1) trials(ctx context.Context, entries []entry) ([][]Trial, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	s := &session{Table1: t, entries: entries, made: make([][]Trial, len(entries)), stop: stop}
	type task struct{ entry, trial int }
	var tasks []task
	counts := make([]int, len(entries))
	for i := range entries {
		s.made[i] = make([]Trial, t.Trials)
		counts[i] = t.Trials
	}
	s.pace = pace.Start(counts)
	for k := range t.Trials {
		for i, e := range entries {
			if known, ok := t.State.find(e, t.Seed+uint64(k)); ok {
				s.note(i, k, known)
				s.pace.Known(i, known.Seconds)
			} else {
				tasks = append(tasks, task{i, k})
			}
		}
	}
	linalg.Parallel(len(tasks), 1, func(from, to int) {
		for _, task := range tasks[from:to] {
			s.attempt(ctx, task.entry, task.trial)
		}
	})
	if s.err != nil {
		return nil, s.err
	}
	return s.made, ctx.Err()
}

// session is a table in the making.
type session struct {
	Table1
	entries []entry
	stop    func()

	mu   sync.Mutex
	made [][]Trial // by entry and trial
	done int
	pace *pace.Pace
	err  error // the first
}

// attempt makes trial k of entry i. The first failure stops all.
func (s *session) attempt(ctx context.Context, i, k int) {
	if ctx.Err() != nil {
		return
	}
	e, seed := s.entries[i], s.Seed+uint64(k)
	trial, err := e.method.run(ctx, e.data, s.N, seed)
	if err == nil && (math.IsNaN(trial.Error) || math.IsInf(trial.Error, 0)) {
		err = errors.New("the components found are not finite")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil || ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return
	}
	if err != nil {
		s.err = fmt.Errorf("%s on %s with seed %d: %w", e.method.Name, e.data.Name, seed, err)
		s.stop()
		return
	}
	if err := s.State.add(e, seed, trial); err != nil {
		s.err = err
		s.stop()
		return
	}
	s.note(i, k, trial)
	s.pace.Done(i, trial.Seconds)
	if s.Progress != nil {
		s.Progress(Progress{
			Done: s.done, All: len(s.entries) * s.Trials, Data: e.data.Name, Method: e.method.Name, Left: s.pace.Left(),
		})
	}
}

// note keeps a trial that has been made.
func (s *session) note(i, k int, trial Trial) {
	s.made[i][k] = trial
	s.done++
}
