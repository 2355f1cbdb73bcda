package paper

import (
	"encoding/json"
	"errors"
	"fmt"
)

// stateHead is the first line of a state file. Its fields are pointers, as those of
// stateLine, to tell what is not there from 0.
type stateHead struct {
	Format  string  `json:"format"`
	N       *int    `json:"n"`
	Seed    *uint64 `json:"seed"`
	Centres *int    `json:"centres"`
}

func headOf(s StateSettings) stateHead { return stateHead{stateFormat, &s.N, &s.Seed, &s.Centres} }

// settingsOf reads a first line; ok is false where it is none.
func settingsOf(line []byte) (s StateSettings, ok bool) {
	var head stateHead
	if err := json.Unmarshal(line, &head); err != nil || head.Format != stateFormat {
		return s, false
	}
	if head.N == nil || head.Seed == nil || head.Centres == nil {
		return s, false
	}
	return StateSettings{*head.N, *head.Seed, *head.Centres}, true
}

// stateLine is a trial in a state file.
type stateLine struct {
	Data    *string  `json:"data"`
	Method  *string  `json:"method"`
	Seed    *uint64  `json:"seed"`
	Error   *float64 `json:"error"`
	Seconds *float64 `json:"seconds"`
}

func lineOf(key stateKey, trial Trial) stateLine {
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
