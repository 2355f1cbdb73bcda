package paper

import (
	"context"
	"fmt"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/linalg"
	"suffice/internal/trials"
)

// Table draws n rows.
func (d Data) Table(n int, seed uint64) trials.Table {
	x, y := d.Generate(n, seed)
	return trials.Table{X: linalg.Of(n, d.D, x), Y: y, Directions: linalg.FromSlices(d.Truth())}
}

// Run generates n rows with the given seed and fits them.
func (d Data) Run(ctx context.Context, n int, seed uint64, method suffice.Reducer) (trials.Fit, error) {
	return d.Table(n, seed).Fit(ctx, method)
}

// leastSquares is the fit of y = a + bᵀx; b is its single direction, that of canonical correlation.
// On Data1 that is the true model, so nothing that has to find out the model as well can be
// expected to do better.
func leastSquares(ctx context.Context, d Data, n int, seed uint64) (trials.Fit, error) {
	if n < d.D+2 {
		return trials.Fit{}, fmt.Errorf("%d rows, but at least %d are needed", n, d.D+2)
	}
	return d.Run(ctx, n, seed, suffice.CCA{Dim: 1, Ridge: -1})
}

// State is a file that remembers the trials of a Table1, so that a run that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows
// nothing and forgets all.
type State = journal.Journal[stateKey, trials.Fit]

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
	return journal.Open(path, trials.StateOf[stateKey]("suffice/table1", "suffice reproduce table1", "trial", []journal.Setting{
		{Name: "n", Value: settings.N}, {Name: "seed", Value: settings.Seed}, {Name: "centres", Value: settings.Centres},
	}, "data", "method", "seed"))
}
