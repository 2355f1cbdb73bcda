package simulations

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"suffice/internal/journal"
)

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
func OpenState(path string, seed uint64) (*State, error) {
	return journal.Open(path, journal.Kind[stateKey, Fit]{
		Format: "suffice/simulations", Command: "suffice reproduce simulations", Result: "fit",
		Settings: []journal.Setting{{Name: "seed", Value: seed}},
		Line:     func(key stateKey, fit Fit) any { return stateLine{key, fit} }, Read: fitOf,
	})
}

// stateLine is a fit in a state file.
type stateLine struct {
	stateKey
	Fit
}

const largestError = 1 + 1e-9 // it is at most 1, but for rounding

// fitOf reads a line, or says what is wrong with it. What is not there is no number.
func fitOf(line []byte) (stateKey, Fit, error) {
	l := stateLine{Fit: Fit{Error: math.NaN(), Seconds: math.NaN()}}
	replicate := struct{ Replicate *uint64 }{}
	err := errors.Join(json.Unmarshal(line, &l), json.Unmarshal(line, &replicate))
	switch {
	case err != nil:
		err = errors.New("it cannot be read")
	case l.Cell == "":
		err = errors.New("it has no cell")
	case l.Method == "":
		err = errors.New("it has no method")
	case replicate.Replicate == nil:
		err = errors.New("it has no replicate")
	case math.IsNaN(l.Error):
		err = errors.New("it has no error")
	case math.IsNaN(l.Seconds):
		err = errors.New("it has no seconds")
	case l.Error < 0 || l.Error > largestError:
		err = fmt.Errorf("the error is %g, but must be from 0 to 1", l.Error)
	case l.Seconds < 0:
		err = fmt.Errorf("it took %g seconds", l.Seconds)
	}
	return l.stateKey, l.Fit, err
}
