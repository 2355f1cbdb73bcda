package paper

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"suffice/internal/trials"
)

// Progress is how far a table is.
type Progress struct {
	Done, All    int
	Data, Method string        // of the trial that was made last
	Left         time.Duration // an estimate; 0 where there is none yet
}

// trials makes those of the entries that are not known yet, by entry and trial. The first
// failure stops all.
func (t Table1) trials(ctx context.Context, entries []entry) ([][]Trial, error) {
	plan := trials.Plan[stateKey, Trial]{
		Kinds: len(entries), Repeats: t.Trials,
		Try:     func(ctx context.Context, i, k int) (Trial, error) { return entries[i].try(ctx, t.N, t.Seed+uint64(k)) },
		Seconds: func(trial Trial) float64 { return trial.Seconds },
		Journal: t.State, Key: func(i, k int) stateKey {
			return stateKey{entries[i].data.Name, entries[i].method.Name, t.Seed + uint64(k)}
		},
	}
	if t.Progress != nil {
		plan.Told = func(p trials.Progress) {
			e := entries[p.Kind]
			t.Progress(Progress{Done: p.Done, All: p.All, Data: e.data.Name, Method: e.method.Name, Left: p.Left})
		}
	}
	err := plan.Run(ctx)
	return plan.Made, err
}

func (e entry) try(ctx context.Context, n int, seed uint64) (Trial, error) {
	trial, err := e.method.run(ctx, e.data, n, seed)
	if err == nil && (math.IsNaN(trial.Error) || math.IsInf(trial.Error, 0)) {
		err = errors.New("the components found are not finite")
	}
	if err != nil {
		err = fmt.Errorf("%s on %s with seed %d: %w", e.method.Name, e.data.Name, seed, err)
	}
	return trial, err
}
