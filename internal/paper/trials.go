package paper

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/trials"
	"suffice/output"
	"suffice/rows"
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

// Trial is one fit of one data set.
type Trial struct {
	Error   float64 `json:"error"`   // distance of the subspace found from the answer, in the units of the data
	Seconds float64 `json:"seconds"` // of the fit, by the clock
}

// Run generates n rows with the given seed and fits them.
func (d Data) Run(ctx context.Context, n int, seed uint64, method suffice.Reducer) (Trial, error) {
	data, y := d.Generate(n, seed)
	x, err := rows.NewMatrix(d.D, data)
	if err != nil {
		return Trial{}, err
	}
	start := time.Now()
	model, err := method.Fit(ctx, x, output.Numbers(y))
	if err != nil {
		return Trial{}, err
	}
	seconds := time.Since(start).Seconds()
	found, err := model.Directions()
	if err != nil {
		return Trial{}, err
	}
	return Trial{Error: stiefel.Distance(linalg.FromSlices(found), linalg.FromSlices(d.Truth())), Seconds: seconds}, nil
}
