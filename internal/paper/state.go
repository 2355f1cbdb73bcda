package paper

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"suffice/internal/journal"
)

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
