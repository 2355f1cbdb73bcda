package evaluate

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

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
	Method string `json:"method"`
	Dim    int    `json:"dim"`
	Split  int    `json:"split"`
}

// OpenState opens the file at path, or begins a new one, for a comparison of methods on
// x and y. More methods, dimensions and random splits may come later; other inputs or
// outputs, other training rows, folds, groups, times, blocks, centres, scaling, another judge or
// another seed are an error.
func OpenState(ctx context.Context, path string, x rows.Source, y *output.Target, c CompareOptions) (*State, error) {
	if err := c.settle(x.Len(), y); err != nil {
		return nil, err
	}
	data, err := fingerprint(ctx, x, y)
	if err != nil {
		return nil, err
	}
	kind := journal.Kind[stateKey, trial]{
		Format: "suffice/compare/3", Command: "suffice compare", Result: "result",
		Settings: []journal.Setting{
			{Name: "table", Value: data, Other: "another table, target or choice of inputs"},
			{Name: "train", Value: c.Splits.Train}, {Name: "folds", Value: c.Splits.Folds}, {Name: "seed", Value: c.Splits.Seed},
			{Name: "centres", Value: c.Centres}, {Name: "no-scale", Value: c.NoScale}, {Name: "judge", Value: c.Judge}, {Name: "test", Value: c.Splits.Test},
			{Name: "apart", Value: c.Splits.apart(), Other: "other groups, times or blocks"},
		},
		Fields: []string{"method", "dim", "split", "error", "seconds", "measures"}, Check: checkTrial,
	}
	trials, err := journal.Open(path, kind)
	return &State{trials}, err
}

// apart tells groups, times and blocks from others. Parts of time are others where there are more.
func (s Splits) apart() string {
	switch {
	case s.Time != nil:
		return fmt.Sprintf("time %d %x", s.Count(), sha256.Sum256(fmt.Append(nil, s.Time)))[:40]
	case s.Group != nil:
		return fmt.Sprintf("group %x", sha256.Sum256(fmt.Append(nil, s.Group)))[:40]
	case s.Block != nil:
		return fmt.Sprintf("block %x", sha256.Sum256(fmt.Append(nil, s.Block)))[:40]
	}
	return ""
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

// checkTrial says what is wrong with a line.
func checkTrial(key stateKey, t trial) error {
	switch {
	case key.Dim < 1:
		return errors.New("it has no dim of at least 1")
	case key.Split < 0:
		return errors.New("it has no split of at least 0")
	case t.Error < 0:
		return errors.New("it has no error of at least 0")
	case t.Seconds < 0:
		return errors.New("it has no seconds of at least 0")
	}
	return nil
}

// fingerprint tells inputs and outputs from others.
func fingerprint(ctx context.Context, x rows.Source, y *output.Target) (string, error) {
	hash := sha256.New()
	add := func(values []float64) error { return binary.Write(hash, binary.LittleEndian, values) }
	_, _ = fmt.Fprintf(hash, "%d %d %s %q %q %q %d", x.Len(), x.Width(), y.Kind, y.Names, y.Classes, y.Texts, y.Class)
	if err := add(y.Values); err != nil {
		return "", err
	}
	err := rows.Each(ctx, x, rows.BlockLen(x.Width()), func(_, _ int, block []float64) error { return add(block) })
	return fmt.Sprintf("%x", hash.Sum(nil)[:8]), err
}
