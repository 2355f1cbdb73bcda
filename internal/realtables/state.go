package realtables

import (
	"encoding/json"
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

type stateLine struct {
	stateKey
	Trial
}

// OpenState opens the file at path, or begins a new one. A file of another seed is an
// error; more tables, methods, dimensions, splits and seeds may come later.
func OpenState(path string, seed uint64) (*State, error) {
	return journal.Open(path, journal.Kind[stateKey, Trial]{
		Format: "suffice/real", Command: "suffice bench real", Result: "result",
		Settings: []journal.Setting{{Name: "seed", Value: seed}},
		Line:     func(key stateKey, t Trial) any { return stateLine{key, t} }, Read: trialOf,
	})
}

// trialOf reads a line, or says what is wrong with it. What is not there stays below 0.
func trialOf(line []byte) (stateKey, Trial, error) {
	l := stateLine{stateKey{Fit: -1, Split: -1}, Trial{Neighbours: -1, Ridge: -1, OneRow: -1, Seconds: -1}}
	err := json.Unmarshal(line, &l)
	switch {
	case err != nil:
		err = errors.New("it cannot be read")
	case l.Table == "" || l.Method == "":
		err = errors.New("it has no table or no method")
	case l.Dim < 1 || l.Fit < 0 || l.Split < 0:
		err = errors.New("it has no dim, fit or split")
	case l.Neighbours < 0 || l.Ridge < 0 || l.OneRow < 0 || l.Seconds < 0:
		err = errors.New("it has no errors or no seconds")
	}
	return l.stateKey, l.Trial, err
}
