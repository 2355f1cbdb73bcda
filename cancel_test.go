package suffice_test

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// watched is a table that counts the blocks it is asked for, and cancels a context when
// it is asked for a given one.
type watched struct {
	rows.Source
	at     int64 // the block at which it cancels; 0 is never
	cancel context.CancelFunc
	asked  atomic.Int64
}

func (w *watched) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	if w.asked.Add(1) == w.at {
		w.cancel()
	}
	return w.Source.Block(ctx, from, to, buf)
}

// inquired is a context that counts how often it is asked whether it is cancelled, and
// is from the given time on.
type inquired struct {
	context.Context
	at     int64 // 0 is never
	cancel context.CancelFunc
	asked  atomic.Int64
}

func (c *inquired) Err() error {
	if c.asked.Add(1) == c.at {
		c.cancel()
	}
	return c.Context.Err()
}

// inquire returns one that also says when it is cancelled.
func inquire(t *testing.T, at int64, say func()) *inquired {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &inquired{Context: ctx, at: at, cancel: func() { say(); cancel() }}
}

// spreadOver is some of the whole numbers from 1 to n: the ends, and between them.
func spreadOver(n int64) []int64 {
	parts := int64(8)
	if testing.Short() {
		parts = 2
	}
	var some []int64
	for k := range parts + 1 {
		if at := 1 + k*(n-1)/parts; len(some) == 0 || some[len(some)-1] < at {
			some = append(some, at)
		}
	}
	return some
}

// shapes are tables that methods go through in different ways: fewer rows than inputs, some
// rows, and more than a search takes.
func shapes() []struct{ n, d int } {
	all := []struct{ n, d int }{{20, 60}, {600, 4}, {5000, 6}}
	if testing.Short() {
		return all[:2]
	}
	return all
}

// fewBlocks is how many blocks a fit may ask for after it was cancelled, whatever the
// number of cores: blocks are asked for one after the other.
const fewBlocks = 1

// wantCancelled fits and fails where the fit goes on after it was cancelled.
func wantCancelled(t *testing.T, ctx context.Context, method suffice.Reducer, x rows.Source, y []float64) {
	t.Helper()
	p, err := method.Fit(ctx, x, output.Numbers(y))
	if p != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("there is a model: %t; the error is %v", p != nil, err)
	}
}

// A fit that is cancelled while it reads a block ends there, whichever it is.
func TestCancelledAtABlock(t *testing.T) {
	forEach(t, func(t *testing.T, c contract) {
		for _, s := range shapes() {
			x, y := curved(s.n, s.d, 12)
			method := c.method(2, false)
			undisturbed := &watched{Source: matrix(t, x)}
			if _, err := method.Fit(t.Context(), undisturbed, output.Numbers(y)); err != nil {
				t.Fatal(err)
			}
			all := undisturbed.asked.Load()
			for _, at := range spreadOver(all) {
				t.Run(fmt.Sprintf("%dx%d at %d of %d", s.n, s.d, at, all), func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					source := &watched{Source: matrix(t, x), at: at, cancel: cancel}
					wantCancelled(t, ctx, method, source, y)
					if after := source.asked.Load() - at; after > fewBlocks {
						t.Errorf("asked for %d more blocks", after)
					}
				})
			}
		}
	})
}

// Nor does one read on that is cancelled between blocks, say after a step of its search.
func TestCancelledBetweenBlocks(t *testing.T) {
	forEach(t, func(t *testing.T, c contract) {
		for _, s := range shapes() {
			x, y := curved(s.n, s.d, 12)
			method := c.method(2, false)
			undisturbed := inquire(t, 0, func() {})
			if _, err := method.Fit(undisturbed, matrix(t, x), output.Numbers(y)); err != nil {
				t.Fatal(err)
			}
			all := undisturbed.asked.Load()
			for _, at := range spreadOver(all) {
				t.Run(fmt.Sprintf("%dx%d at %d of %d", s.n, s.d, at, all), func(t *testing.T) {
					source := &watched{Source: matrix(t, x)}
					var before int64
					ctx := inquire(t, at, func() { before = source.asked.Load() })
					wantCancelled(t, ctx, method, source, y)
					if after := source.asked.Load() - before; after > fewBlocks {
						t.Errorf("asked for %d more blocks", after)
					}
				})
			}
		}
	})
}
