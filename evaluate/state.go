package evaluate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"suffice/internal/journal"
	"suffice/output"
	"suffice/rows"
)

// State is a file that remembers the fits of a comparison, so that one that was
// interrupted goes on where it stopped. All methods of a nil *State work: it knows
// nothing and forgets all.
type State struct {
	trials *journal.Journal[stateKey, trial]
}

type stateKey struct {
	method     string
	dim, split int
}

// OpenState opens the file at path, or begins a new one, for a comparison of methods on
// x and y. More methods, dimensions and random splits may come later; other inputs or
// outputs, other training rows, folds, centres, scaling or another seed are an error.
func OpenState(ctx context.Context, path string, x rows.Source, y *output.Target, c Comparison) (*State, error) {
	splits, err := c.Splits.Filled(x.Len())
	if err != nil {
		return nil, err
	}
	data, err := fingerprint(ctx, x, y)
	if err != nil {
		return nil, err
	}
	trials, err := journal.Open(path, journal.Kind[stateKey, trial]{
		Format: "suffice/compare", Command: "suffice compare or reproduce figure", Result: "result",
		Settings: []journal.Setting{
			{Name: "table", Value: data, Other: "another table, target or choice of inputs"},
			{Name: "train", Value: splits.Train}, {Name: "folds", Value: splits.Folds}, {Name: "seed", Value: splits.Seed},
			{Name: "centres", Value: c.Centres}, {Name: "no-scale", Value: c.NoScale},
		},
		Line: lineOf, Read: trialOf,
	})
	if err != nil {
		return nil, err
	}
	return &State{trials}, nil
}

// Len is how many fits the file has.
func (s *State) Len() int { return s.journal().Len() }

// Close closes the file.
func (s *State) Close() error { return s.journal().Close() }

func (s *State) journal() *journal.Journal[stateKey, trial] {
	if s == nil {
		return nil
	}
	return s.trials
}

// stateLine is a fit in a state file. Its fields are pointers to tell what is not there
// from 0.
type stateLine struct {
	Method  *string  `json:"method"`
	Dim     *int     `json:"dim"`
	Split   *int     `json:"split"`
	Error   *float64 `json:"error"`
	Seconds *float64 `json:"seconds"`
}

func lineOf(key stateKey, t trial) any {
	return stateLine{&key.method, &key.dim, &key.split, &t.Error, &t.Seconds}
}

// trialOf reads a line, or says what is wrong with it.
func trialOf(line []byte) (key stateKey, t trial, err error) {
	var l stateLine
	if json.Unmarshal(line, &l) != nil {
		return key, t, errors.New("it cannot be read")
	}
	switch {
	case l.Method == nil || *l.Method == "":
		return key, t, errors.New("it has no method")
	case l.Dim == nil || *l.Dim < 1:
		return key, t, errors.New("it has no dim of at least 1")
	case l.Split == nil || *l.Split < 0:
		return key, t, errors.New("it has no split of at least 0")
	case l.Error == nil || *l.Error < 0:
		return key, t, errors.New("it has no error of at least 0")
	case l.Seconds == nil || *l.Seconds < 0:
		return key, t, errors.New("it has no seconds of at least 0")
	}
	return stateKey{*l.Method, *l.Dim, *l.Split}, trial{Error: *l.Error, Seconds: *l.Seconds}, nil
}

// fingerprint tells inputs and outputs from others.
func fingerprint(ctx context.Context, x rows.Source, y *output.Target) (string, error) {
	hash := sha256.New()
	var bits []byte
	add := func(values []float64) {
		bits = bits[:0]
		for _, v := range values {
			bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(v))
		}
		_, _ = hash.Write(bits) // never fails
	}
	_, _ = fmt.Fprintf(hash, "%d %d %s %q %q %q %d", x.Len(), x.Width(), y.Kind, y.Names, y.Classes, y.Texts, y.Class)
	add(y.Values)
	err := rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error {
		add(block)
		return nil
	})
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), err
}
