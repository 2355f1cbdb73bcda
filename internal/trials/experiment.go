package trials

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/journal"
)

// Entry is a method on tables whose subspace is known.
type Entry struct {
	Tables, Method string
	Fit            func(ctx context.Context, replicate uint64) (Fit, error)
}

// Experiment fits replicates of entries. A fit is known by a K in its state.
type Experiment[K comparable] struct {
	Entries    []Entry
	Replicates int
	From       uint64 // number of the first replicate
	Numbered   string // what errors call a replicate, such as " with seed %d"

	Key      func(e Entry, replicate uint64) K
	State    *journal.Journal[K, Fit] // fits made before, which are not made again; takes those that are made; may be nil
	Progress func(Progress)           // told after each fit; may be nil
}

// Run makes the fits that State does not have, several at once, by entry and replicate. The
// first failure stops all. Errors do not depend on the number of threads; times of course do.
func (x Experiment[K]) Run(ctx context.Context) ([][]Fit, error) {
	plan := Plan[K, Fit]{
		Kinds: len(x.Entries), Repeats: x.Replicates,
		Try: func(ctx context.Context, i, k int) (Fit, error) {
			return x.Entries[i].try(ctx, x.From+uint64(k), x.Numbered)
		},
		Seconds: func(f Fit) float64 { return f.Seconds },
		Named:   func(i int) string { return x.Entries[i].String() },
		Told:    x.Progress, Journal: x.State,
		Key: func(i, k int) K { return x.Key(x.Entries[i], x.From+uint64(k)) },
	}
	err := plan.Run(ctx)
	return plan.Made, err
}

// String is its name for people.
func (e Entry) String() string { return e.Method + " on " + e.Tables }

func (e Entry) try(ctx context.Context, replicate uint64, numbered string) (Fit, error) {
	made, err := e.Fit(ctx, replicate)
	if err == nil && (math.IsNaN(made.Error) || math.IsInf(made.Error, 0)) {
		err = errors.New("the components found are not finite")
	}
	if err != nil {
		err = fmt.Errorf("%s"+numbered+": %w", e, replicate, err)
	}
	return made, err
}

// StateOf is the kind of a state file of fits, whose lines have these entries of their key.
func StateOf[K comparable](format, command, result string, settings []journal.Setting, fields ...string) journal.Kind[K, Fit] {
	return journal.Kind[K, Fit]{
		Format: format, Command: command, Result: result, Settings: settings,
		Fields: append(fields, "error", "seconds"), Check: func(_ K, f Fit) error { return f.Check() },
	}
}
