package paper

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"

	"suffice"
	"suffice/internal/journal"
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

// leastSquares is the fit of y = a + bᵀx; b is its single direction. On Data1 that is
// the true model, so nothing that has to find out the model as well can be expected
// to do better.
func leastSquares(_ context.Context, d Data, n int, seed uint64) (Trial, error) {
	if n < d.D+2 {
		return Trial{}, fmt.Errorf("%d rows, but at least %d are needed", n, d.D+2)
	}
	data, y := d.Generate(n, seed)
	start := time.Now()
	b, err := slope(linalg.Of(n, d.D, data), y)
	if err != nil {
		return Trial{}, err
	}
	seconds := time.Since(start).Seconds()
	direction := linalg.Of(1, d.D, b)
	if err := stiefel.Orthonormalize(direction); err != nil {
		return Trial{}, err
	}
	return Trial{Error: stiefel.Distance(direction, linalg.FromSlices(d.Truth())), Seconds: seconds}, nil
}

// slope solves the normal equations XᵀX b = Xᵀy of centred x and y.
func slope(x linalg.Matrix, y []float64) ([]float64, error) {
	n, d := x.Rows, x.Cols
	mean, meanY := make([]float64, d), 0.
	for i := range n {
		linalg.Axpy(1/float64(n), x.Row(i), mean)
		meanY += y[i] / float64(n)
	}
	gram, b, row := linalg.New(d, d), make([]float64, d), make([]float64, d)
	for i := range n {
		copy(row, x.Row(i))
		linalg.Axpy(-1, mean, row)
		linalg.Axpy(y[i]-meanY, row, b)
		for j, v := range row {
			linalg.Axpy(v, row, gram.Row(j))
		}
	}
	if err := linalg.Cholesky(gram); err != nil {
		return nil, err
	}
	linalg.CholeskySolve(gram, b)
	return b, nil
}

// State is a file that remembers the trials of a Table1, so that a run that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows
// nothing and forgets all.
type State = journal.Journal[stateKey, Trial]

// StateSettings are those that trials in a file must share. More trials, methods and
// data sets may come later.
type StateSettings struct {
	N       int
	Seed    uint64
	Centres int
}

type stateKey struct {
	Data   string `json:"data"`
	Method string `json:"method"`
	Seed   uint64 `json:"seed"`
}

// OpenState opens the file at path, or begins a new one. A file of other settings is
// an error.
func OpenState(path string, settings StateSettings) (*State, error) {
	return journal.Open(path, journal.Kind[stateKey, Trial]{
		Format: "suffice/table1", Command: "suffice reproduce table1", Result: "trial",
		Settings: []journal.Setting{
			{Name: "n", Value: settings.N}, {Name: "seed", Value: settings.Seed}, {Name: "centres", Value: settings.Centres},
		},
		Line: func(key stateKey, trial Trial) any { return stateLine{key, trial} }, Read: trialOf,
	})
}

// stateLine is a trial in a state file.
type stateLine struct {
	stateKey
	Trial
}

const largestError = 1 + 1e-9 // it is at most 1, but for rounding

// trialOf reads a line, or says what is wrong with it. What is not there is no number.
func trialOf(line []byte) (stateKey, Trial, error) {
	l := stateLine{Trial: Trial{math.NaN(), math.NaN()}}
	seed := struct{ Seed *uint64 }{}
	err := errors.Join(json.Unmarshal(line, &l), json.Unmarshal(line, &seed))
	switch {
	case err != nil:
		err = errors.New("it cannot be read")
	case l.Data == "":
		err = errors.New("it has no data")
	case l.Method == "":
		err = errors.New("it has no method")
	case seed.Seed == nil:
		err = errors.New("it has no seed")
	case math.IsNaN(l.Error):
		err = errors.New("it has no error")
	case math.IsNaN(l.Seconds):
		err = errors.New("it has no seconds")
	case l.Error < 0 || l.Error > largestError:
		err = fmt.Errorf("the error is %g, but must be from 0 to 1", l.Error)
	case l.Seconds < 0:
		err = fmt.Errorf("it took %g seconds", l.Seconds)
	}
	return l.stateKey, l.Trial, err
}
