package simulations

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"suffice"
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

	State    *State         // fits made before, which are not made again; takes those that are made; may be nil
	Progress func(Progress) // told after each fit; may be nil
}

// Progress is how far an experiment is.
type Progress struct {
	Done, All    int
	Cell, Method string        // of the fit that was made last
	Left         time.Duration // an estimate; 0 where there is none yet
}

// Fit is what came of one fit.
type Fit struct {
	Error   float64 `json:"error"`   // distance of the subspace found from the true one
	Seconds float64 `json:"seconds"` // by the clock

	*Selection // nil where no input was left out
}

// Selection tells which inputs a method that leaves some out has kept.
type Selection struct {
	Found float64 `json:"found"` // share of the inputs that y depends on which have weight
	False float64 `json:"false"` // share of the others which have weight
}

// entry is a method on a cell.
type entry struct {
	cell   Cell
	method suffice.Method
}

// Run makes the fits that State does not have, several at once, and returns what they
// came to. A method that does not apply to a cell has no row there. Errors do not depend
// on the number of threads; times of course do.
func (e Experiment) Run(ctx context.Context) (Result, error) {
	if e.Replicates < 1 {
		return Result{}, fmt.Errorf("%d replicates, but at least 1 is needed", e.Replicates)
	}
	var entries []entry
	for _, c := range e.Cells {
		for _, m := range e.Methods {
			if Applies(m, c) {
				entries = append(entries, entry{c, m})
			}
		}
	}
	plan := trials.Plan[stateKey, Fit]{
		Kinds: len(entries), Repeats: e.Replicates,
		Try: func(ctx context.Context, i, k int) (Fit, error) {
			return entries[i].fit(ctx, e.From+uint64(k), e.Seed)
		},
		Seconds: func(f Fit) float64 { return f.Seconds },
		Journal: e.State, Key: func(i, k int) stateKey {
			return stateKey{entries[i].cell.Name(), entries[i].method.Name, e.From + uint64(k)}
		},
	}
	if e.Progress != nil {
		plan.Told = func(p trials.Progress) {
			last := entries[p.Kind]
			e.Progress(Progress{Done: p.Done, All: p.All, Cell: last.cell.Name(), Method: last.method.Name, Left: p.Left})
		}
	}
	if err := plan.Run(ctx); err != nil {
		return Result{}, err
	}
	return e.summarize(entries, plan.Made), nil
}

// Applies reports whether a method can find the directions of a cell.
func Applies(m suffice.Method, c Cell) bool {
	if m.KeepsInputs || c.Model.Classes > 0 && m.Outputs == "one number" {
		return false
	}
	return m.Most == nil || c.Dim() <= m.Most(c.values())
}

// fit draws a replicate and fits it.
func (e entry) fit(ctx context.Context, replicate, seed uint64) (Fit, error) {
	made, err := e.try(ctx, replicate, seed)
	if err == nil && (math.IsNaN(made.Error) || math.IsInf(made.Error, 0)) {
		err = errors.New("the components found are not finite")
	}
	if err != nil {
		err = fmt.Errorf("%s on %s, replicate %d: %w", e.method.Name, e.cell.Name(), replicate, err)
	}
	return made, err
}

func (e entry) try(ctx context.Context, replicate, seed uint64) (Fit, error) {
	table, err := e.cell.Table(replicate)
	if err != nil {
		return Fit{}, err
	}
	x, err := table.Inputs()
	if err != nil {
		return Fit{}, err
	}
	start := time.Now()
	model, err := e.method.New(suffice.Options{Dim: table.Dim(), Seed: seed}).Fit(ctx, x, table.Output())
	if err != nil {
		return Fit{}, err
	}
	seconds := time.Since(start).Seconds()
	found, err := model.Directions()
	if err != nil {
		return Fit{}, err
	}
	missed, err := table.Error(found)
	return Fit{Error: missed, Seconds: seconds, Selection: table.selection(model)}, err
}
