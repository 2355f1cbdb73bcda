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

// spreadOver is some of the whole numbers from 1 to n: the ends, and between them; of a table of
// many rows, which takes a while, one between them.
func spreadOver(n int64, rows int) []int64 {
	const parts = int64(2)
	if rows > 1000 {
		return []int64{1 + (n-1)/parts}
	}
	var some []int64
	for k := range parts + 1 {
		if at := 1 + k*(n-1)/parts; len(some) == 0 || some[len(some)-1] < at {
			some = append(some, at)
		}
	}
	return some
}

// shapes are tables that a method goes through in different ways: fewer rows than inputs, some
// rows, and more than a search takes.
func (c contract) shapes() []struct{ n, d int } {
	all := []struct{ n, d int }{{12, 24}, {60, 4}, {4200, 3}}
	switch {
	case testing.Short():
		return all[1:2]
	case c.variant() || c.searches && c.name != "sca":
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

// A fit that is cancelled ends there: while it reads a block, whichever it is, and between
// blocks too, say after a step of its search.
func TestCancelled(t *testing.T) {
	t.Parallel()
	forEach(t, func(t *testing.T, c contract) {
		for _, s := range c.shapes() {
			x, y := curved(s.n, s.d, 12)
			method := c.method(2, false)
			undisturbed, source := inquire(t, 0, func() {}), &watched{Source: matrix(t, x)}
			if _, err := method.Fit(undisturbed, source, output.Numbers(y)); err != nil {
				t.Fatal(err)
			}
			blocks, questions := source.asked.Load(), undisturbed.asked.Load()
			for _, at := range spreadOver(blocks, s.n) {
				t.Run(fmt.Sprintf("%dx%d at block %d of %d", s.n, s.d, at, blocks), func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					source := &watched{Source: matrix(t, x), at: at, cancel: cancel}
					wantCancelled(t, ctx, method, source, y)
					if after := source.asked.Load() - at; after > fewBlocks {
						t.Errorf("asked for %d more blocks", after)
					}
				})
			}
			for _, at := range spreadOver(questions, s.n) {
				t.Run(fmt.Sprintf("%dx%d at question %d of %d", s.n, s.d, at, questions), func(t *testing.T) {
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
