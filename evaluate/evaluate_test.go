package evaluate

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

func matrix(t rapid.TB, width int, data []float64) *rows.Matrix {
	m, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Every row is in one part, both parts are in order, and the same seed gives the same.
func TestSplitParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		train, seed := rapid.IntRange(1, n-1).Draw(t, "train"), rapid.Uint64().Draw(t, "seed")
		training, testing, err := Split(n, train, seed)
		if err != nil {
			t.Fatal(err)
		}
		if len(training) != train || !slices.IsSorted(training) || !slices.IsSorted(testing) {
			t.Fatalf("%d of %d for training: %v and %v", train, n, training, testing)
		}
		both := slices.Sorted(slices.Values(slices.Concat(training, testing)))
		for i, row := range both {
			if row != i || len(both) != n {
				t.Fatalf("the parts of %d rows have %v", n, both)
			}
		}
		again, _, err := Split(n, train, seed)
		if err != nil || !slices.Equal(again, training) {
			t.Fatalf("seed %d gave %v, then %v (%v)", seed, training, again, err)
		}
	})
}

// Over many seeds each row is for training equally often: 2000 draws of ½ have a
// standard deviation of 22, so 120 is more than five of them.
func TestSplitIsFair(t *testing.T) {
	times := make([]int, 10)
	for seed := range uint64(2000) {
		training, _, err := Split(10, 5, seed)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range training {
			times[i]++
		}
	}
	for i, k := range times {
		if k < 880 || k > 1120 {
			t.Errorf("row %d was for training %d times of 2000", i, k)
		}
	}
}

func TestSplitThatLeavesNothing(t *testing.T) {
	for _, c := range [][2]int{{10, 0}, {10, -1}, {10, 10}, {10, 11}, {0, 0}, {1, 1}} {
		if a, b, err := Split(c[0], c[1], 1); err == nil {
			t.Errorf("%d of %d: %v and %v", c[1], c[0], a, b)
		}
	}
}

func TestNearestTakesTheLowestOfEqualRows(t *testing.T) {
	train, test := matrix(t, 1, []float64{9, 1, 3, 1, 3}), matrix(t, 1, []float64{2, 1, 3, 8})
	got, err := Nearest(t.Context(), train, test)
	if err != nil || !slices.Equal(got, []int{1, 1, 2, 0}) {
		t.Errorf("nearest %v (%v), want [1 1 2 0]", got, err)
	}
}

// overSoon is a context that is done once it was asked so often.
type overSoon struct {
	context.Context
	left atomic.Int64
}

func (c *overSoon) Err() error {
	if c.left.Add(-1) >= 0 {
		return nil
	}
	return context.Canceled
}

// A search that nobody waits for any more stops: this one would take hours.
func TestNearestStops(t *testing.T) {
	many := matrix(t, 1, make([]float64, 2_000_000))
	ctx := &overSoon{Context: t.Context()}
	ctx.left.Store(3)
	if got, err := Nearest(ctx, many, many); !errors.Is(err, context.Canceled) || got != nil {
		t.Errorf("%d rows, error %v", len(got), err)
	}
}

func TestNearestErrors(t *testing.T) {
	if _, err := Nearest(t.Context(), matrix(t, 2, make([]float64, 4)), matrix(t, 3, make([]float64, 3))); err == nil {
		t.Error("no error for rows of 2 and of 3 columns")
	}
	if got, err := Nearest(t.Context(), matrix(t, 2, nil), matrix(t, 2, make([]float64, 4))); err == nil {
		t.Errorf("without training rows the nearest are %v", got)
	}
}
