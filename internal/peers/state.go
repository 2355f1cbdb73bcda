package peers

import (
	"encoding/json"
	"errors"
	"time"

	"suffice/internal/journal"
)

// State is a file that remembers what was measured, so that a run that was interrupted
// goes on where it stopped. All methods of a nil *State work: it knows nothing and
// forgets all.
type State = journal.Journal[stateKey, Result]

type stateKey struct {
	data, program, method string
	n                     int
}

func keyOf(r Result) stateKey { return stateKey{r.Data, r.Program, r.Method, r.N} }

// OpenState opens the file at path, or begins a new one. A file of another seed, limit or
// number of threads is an error.
func OpenState(path string, seed uint64, limit time.Duration, threads int) (*State, error) {
	return journal.Open(path, journal.Kind[stateKey, Result]{
		Format: "suffice/peers", Command: "suffice bench peers", Result: "result",
		Settings: []journal.Setting{
			{Name: "seed", Value: seed}, {Name: "limit", Value: limit.String()},
			{Name: "threads", Value: threads, Other: "another number of threads"},
		},
		Line: func(_ stateKey, r Result) any { return r },
		Read: readResult,
	})
}

func readResult(text []byte) (stateKey, Result, error) {
	var r Result
	if err := json.Unmarshal(text, &r); err != nil {
		return stateKey{}, r, err
	}
	if r.Data == "" || r.Program == "" || r.Method == "" || r.N < 1 || r.Status == "" {
		return stateKey{}, r, errors.New("it is no result of suffice bench peers")
	}
	return keyOf(r), r, nil
}
