package realtables

import (
	"errors"

	"suffice/internal/journal"
)

// State is a file that remembers the fits of an experiment, so that one that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows nothing
// and forgets all.
type State = journal.Journal[stateKey, Trial]

type stateKey struct {
	Table  string `json:"table"`
	Method string `json:"method"`
	Dim    int    `json:"dim"`
	Fit    int    `json:"fit"` // with the first seed, the second …
	Split  int    `json:"split"`
}

// OpenState opens the file at path, or begins a new one. A file of another seed is an
// error; more tables, methods, dimensions, splits and seeds may come later.
func OpenState(path string, seed uint64) (*State, error) {
	return journal.Open(path, stateOf(seed))
}

func stateOf(seed uint64) journal.Kind[stateKey, Trial] {
	return journal.Kind[stateKey, Trial]{
		Format: "suffice/real", Command: "suffice bench real", Result: "result",
		Settings: []journal.Setting{{Name: "seed", Value: seed}},
		Fields:   []string{"table", "method", "dim", "fit", "split", "neighbours", "ridge", "one_row", "seconds"},
		Check: func(key stateKey, t Trial) error {
			if key.Dim < 1 || key.Fit < 0 || key.Split < 0 || min(t.Neighbours, t.Ridge, t.OneRow, t.Seconds) < 0 {
				return errors.New("a number is below 0")
			}
			return nil
		},
	}
}
