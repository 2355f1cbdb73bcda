package trials

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"suffice/internal/journal"
)

type key struct{ Kind, Repeat int }

type result struct {
	Key     key
	Seconds float64
	failed  bool
}

func open(t *testing.T, path string) *journal.Journal[key, result] {
	t.Helper()
	j, err := journal.Open(path, journal.Kind[key, result]{
		Format: "suffice/test", Settings: []journal.Setting{{Name: "seed", Value: 1}},
		Key: func(r result) key { return r.Key },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// plan makes 3 kinds of trials 4 times, each of which takes its kind in seconds.
func plan() *Plan[key, result] {
	return &Plan[key, result]{
		Kinds: 3, Repeats: 4,
		Try: func(_ context.Context, kind, repeat int) (result, error) {
			return result{Key: key{kind, repeat}, Seconds: float64(kind)}, nil
		},
		Seconds: func(r result) float64 { return r.Seconds },
		Key:     func(kind, repeat int) key { return key{kind, repeat} },
		Again:   func(r result) bool { return r.failed },
	}
}

// Every trial is made once, and is where it belongs; a repeat is released after its last
// trial.
func TestEveryTrialIsMade(t *testing.T) {
	p := plan()
	var released []int
	done := 0
	p.Release = func(repeat int) { released = append(released, repeat) }
	p.Told = func(at Progress) {
		if done++; at.Done != done || at.All != 12 {
			t.Errorf("trial %d is told as %+v", done, at)
		}
	}
	if err := p.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for kind, row := range p.Made {
		for repeat, made := range row {
			if made.Key != (key{kind, repeat}) {
				t.Errorf("trial %d of kind %d is %+v", repeat, kind, made)
			}
		}
	}
	if slices.Sort(released); !slices.Equal(released, []int{0, 1, 2, 3}) || done != 12 {
		t.Errorf("released %v after %d trials", released, done)
	}
}

// In order, a trial sees those before it, in the journal or just made, and the time that
// is left is what the kinds took.
func TestTrialsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := plan()
		p.InOrder, p.Journal = true, open(t, filepath.Join(t.TempDir(), "state"))
		if err := p.Journal.Add(key{1, 0}, result{Key: key{1, 0}, Seconds: 1}); err != nil {
			t.Fatal(err)
		}
		p.Try = func(_ context.Context, kind, repeat int) (result, error) {
			for before := range repeat*3 + kind {
				if at := (key{before % 3, before / 3}); p.Made[at.Kind][at.Repeat].Key != at {
					t.Errorf("trial %d of kind %d comes before %+v", repeat, kind, at)
				}
			}
			time.Sleep(time.Duration(kind) * time.Second)
			return result{Key: key{kind, repeat}, Seconds: float64(kind)}, nil
		}
		p.Told = func(at Progress) {
			if at.Done == 3 && at.Left != 9*time.Second { // three of 0, 1 and 2 s each
				t.Errorf("%+v", at)
			}
		}
		if err := p.Run(t.Context()); err != nil || p.Journal.Len() != 12 {
			t.Errorf("%d trials kept, %v", p.Journal.Len(), err)
		}
	})
}

// What is to be made again is not kept; the others are not made twice.
func TestOnlyWhatIsKeptIsNotMadeAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	for _, want := range []int64{12, 4} {
		p := plan()
		p.Journal = open(t, path)
		var made atomic.Int64
		p.Try = func(_ context.Context, kind, repeat int) (result, error) {
			made.Add(1)
			return result{Key: key{kind, repeat}, failed: kind == 1}, nil
		}
		if err := p.Run(t.Context()); err != nil || made.Load() != want || p.Journal.Len() != 8 || !p.Made[1][3].failed {
			t.Errorf("%d trials made, %d kept, %v", made.Load(), p.Journal.Len(), err)
		}
		if err := p.Journal.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// A failure ends all and is what is returned, though others end by it; a trial that ends
// because all was cancelled is no failure.
func TestFailureAndCancellation(t *testing.T) {
	failure := errors.New("no good")
	for _, want := range []error{failure, context.Canceled} {
		ctx, cancel := context.WithCancel(t.Context())
		p := plan()
		p.Try = func(ctx context.Context, kind, repeat int) (result, error) {
			if kind == 0 && repeat == 0 {
				if errors.Is(want, failure) {
					return result{}, failure
				}
				cancel()
			}
			<-ctx.Done()
			return result{}, errors.New("stopped in the middle")
		}
		p.Told = func(at Progress) { t.Errorf("told of %+v", at) }
		if err := p.Run(ctx); !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		cancel()
	}
}
