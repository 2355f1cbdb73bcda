package paper

import (
	"encoding/json"
	"errors"
	"fmt"

	"suffice/internal/journal"
)

// State is a file that remembers the trials of a Table1, so that a run that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows
// nothing and forgets all.
type State struct {
	trials *journal.Journal[stateKey, Trial]
}

// StateSettings are those that trials in a file must share. More trials, methods and
// data sets may come later.
type StateSettings struct {
	N       int
	Seed    uint64
	Centres int
}

type stateKey struct {
	data, method string
	seed         uint64
}

// OpenState opens the file at path, or begins a new one. A file of other settings is
// an error.
func OpenState(path string, settings StateSettings) (*State, error) {
	trials, err := journal.Open(path, journal.Kind[stateKey, Trial]{
		Format: "suffice/table1", Command: "suffice reproduce table1", Result: "trial",
		Settings: []journal.Setting{
			{Name: "n", Value: settings.N}, {Name: "seed", Value: settings.Seed}, {Name: "centres", Value: settings.Centres},
		},
		Line: lineOf, Read: trialOf,
	})
	if err != nil {
		return nil, err
	}
	return &State{trials}, nil
}

// Len is how many trials the file has.
func (s *State) Len() int { return s.journal().Len() }

// Close closes the file.
func (s *State) Close() error { return s.journal().Close() }

func (s *State) journal() *journal.Journal[stateKey, Trial] {
	if s == nil {
		return nil
	}
	return s.trials
}

// stateLine is a trial in a state file. Its fields are pointers to tell what is not
// there from 0.
type stateLine struct {
	Data    *string  `json:"data"`
	Method  *string  `json:"method"`
	Seed    *uint64  `json:"seed"`
	Error   *float64 `json:"error"`
	Seconds *float64 `json:"seconds"`
}

func lineOf(key stateKey, trial Trial) any {
	return stateLine{&key.data, &key.method, &key.seed, &trial.Error, &trial.Seconds}
}

const largestError = 1 + 1e-9 // it is at most 1, but for rounding

// trialOf reads a line, or says what is wrong with it.
func trialOf(line []byte) (stateKey, Trial, error) {
	var l stateLine
	if json.Unmarshal(line, &l) != nil {
		return stateKey{}, Trial{}, errors.New("it cannot be read")
	}
	switch {
	case l.Data == nil || *l.Data == "":
		return stateKey{}, Trial{}, errors.New("it has no data")
	case l.Method == nil || *l.Method == "":
		return stateKey{}, Trial{}, errors.New("it has no method")
	case l.Seed == nil:
		return stateKey{}, Trial{}, errors.New("it has no seed")
	case l.Error == nil:
		return stateKey{}, Trial{}, errors.New("it has no error")
	case l.Seconds == nil:
		return stateKey{}, Trial{}, errors.New("it has no seconds")
	case *l.Error < 0 || *l.Error > largestError:
		return stateKey{}, Trial{}, fmt.Errorf("the error is %g, but must be from 0 to 1", *l.Error)
	case *l.Seconds < 0:
		return stateKey{}, Trial{}, fmt.Errorf("it took %g seconds", *l.Seconds)
	}
	return stateKey{*l.Data, *l.Method, *l.Seed}, Trial{*l.Error, *l.Seconds}, nil
}
