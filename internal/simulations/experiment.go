package simulations

import (
	"context"
	"fmt"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/trials"
)

// Experiment measures the error of methods with their defaults, which are told the true
// number of directions, on replicates of cells.
type Experiment struct {
	Cells      []Cell
	Methods    []suffice.Method
	Replicates int
	From       uint64 // number of the first replicate
	Seed       uint64 // of all fits

	State    *State                // fits made before, which are not made again; takes those that are made; may be nil
	Progress func(trials.Progress) // told after each fit; may be nil
}

// Fit is what came of a fit.
type Fit = trials.Fit

// Selection is which inputs a fit has chosen.
type Selection = trials.Selection

// Run makes the fits that State does not have, several at once, and returns what they
// came to. A method that does not apply to a cell has no row there. Errors do not depend
// on the number of threads; times of course do.
func (e Experiment) Run(ctx context.Context) (Result, error) {
	if e.Replicates < 1 {
		return Result{}, fmt.Errorf("%d replicates, but at least 1 is needed", e.Replicates)
	}
	var entries []trials.Entry
	var cells []Cell
	for _, c := range e.Cells {
		for _, m := range e.Methods {
			if Applies(m, c) {
				cells = append(cells, c)
				entries = append(entries, trials.Entry{Tables: c.Name(), Method: m.Name, Fit: func(ctx context.Context, replicate uint64) (Fit, error) {
					return c.fit(ctx, m, replicate, e.Seed)
				}})
			}
		}
	}
	fits, err := trials.Experiment[stateKey]{
		Entries: entries, Replicates: e.Replicates, From: e.From, Numbered: ", replicate %d", State: e.State, Progress: e.Progress,
		Key: func(e trials.Entry, replicate uint64) stateKey { return stateKey{e.Tables, e.Method, replicate} },
	}.Run(ctx)
	if err != nil {
		return Result{}, err
	}
	return e.summarize(cells, entries, fits), nil
}

// Applies reports whether a method can find the directions of a cell.
func Applies(m suffice.Method, c Cell) bool {
	if m.KeepsInputs || c.Model.Classes > 0 && m.Outputs == "one number" {
		return false
	}
	return m.Most == nil || c.Dim() <= m.Most(c.values())
}

// fit draws a replicate and fits it.
func (c Cell) fit(ctx context.Context, m suffice.Method, replicate, seed uint64) (Fit, error) {
	table, err := c.Table(replicate)
	if err != nil {
		return Fit{}, err
	}
	return table.Fit(ctx, m.New(suffice.Options{Dim: table.Dim(), Seed: seed}))
}

// State is a file that remembers the fits of an Experiment, so that one that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows nothing
// and forgets all.
type State = journal.Journal[stateKey, Fit]

type stateKey struct {
	Cell      string `json:"cell"`
	Method    string `json:"method"`
	Replicate uint64 `json:"replicate"`
}

// OpenState opens the file at path, or begins a new one. A file of fits with another seed
// is an error. More replicates, methods and cells may come later.
func OpenState(path string, seed uint64) (*State, error) { return journal.Open(path, stateOf(seed)) }

func stateOf(seed uint64) journal.Kind[stateKey, Fit] {
	return trials.StateOf[stateKey]("suffice/simulations", "suffice reproduce simulations", "fit",
		[]journal.Setting{{Name: "seed", Value: seed}}, "cell", "method", "replicate")
}
