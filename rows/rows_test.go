package rows

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// filling is a Source that fills the caller's memory, as one that reads a file does.
type filling struct{ *Matrix }

func (f filling) Block(ctx context.Context, from, to int, buf []float64) ([]float64, error) {
	block, err := f.Matrix.Block(ctx, from, to, nil)
	return buf[:copy(buf, block)], err
}

func matrix(t rapid.TB, width int, data []float64) *Matrix {
	m, err := NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// numbered is a matrix whose values are their own positions.
func numbered(t rapid.TB, n, width int) *Matrix {
	data := make([]float64, n*width)
	for i := range data {
		data[i] = float64(i)
	}
	return matrix(t, width, data)
}

func TestEachVisitsAllRowsOnceInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(0, 40).Draw(t, "n"), rapid.IntRange(1, 4).Draw(t, "width")
		size := rapid.IntRange(1, 50).Draw(t, "size")
		m := numbered(t, n, width)
		for _, x := range []Source{m, filling{m}} {
			seen := make([]float64, 0, n*width)
			err := Each(context.Background(), x, size, func(from, to int, block []float64) error {
				if from*width != len(seen) || to-from > size || len(block) != (to-from)*width {
					t.Fatalf("rows [%d, %d) of %d values after %d values, in blocks of %d", from, to, len(block), len(seen), size)
				}
				seen = append(seen, block...)
				return nil
			})
			if err != nil || !slices.Equal(seen, m.data) {
				t.Fatalf("read %v, %v", seen, err)
			}
		}
	})
}

func TestEachStopsOnACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	visits := 0
	err := Each(ctx, numbered(t, 10, 1), 2, func(_, _ int, _ []float64) error {
		if visits++; visits == 2 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || visits != 2 {
		t.Errorf("%d visits, error %v; want 2 and %v", visits, err, context.Canceled)
	}
}

// A caller that sees no error must be able to rely on the context not having ended.
func TestEachTellsOfACancellationDuringTheLastBlock(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	err := Each(ctx, numbered(t, 10, 1), 10, func(_, _ int, _ []float64) error {
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func TestEachPassesErrorsOn(t *testing.T) {
	want := errors.New("enough")
	visits := 0
	err := Each(context.Background(), numbered(t, 10, 1), 2, func(_, _ int, _ []float64) error {
		visits++
		return want
	})
	if !errors.Is(err, want) || visits != 1 {
		t.Errorf("%d visits, error %v", visits, err)
	}
	bad := broken{numbered(t, 10, 1), want}
	err = Each(context.Background(), bad, 2, func(_, _ int, _ []float64) error {
		t.Error("visited a block that could not be read")
		return nil
	})
	if !errors.Is(err, want) {
		t.Errorf("error %v of the source became %v", want, err)
	}
}

// broken is a Source that cannot be read.
type broken struct {
	*Matrix
	err error
}

func (b broken) Block(context.Context, int, int, []float64) ([]float64, error) { return nil, b.err }

func TestBlockLenIsBounded(t *testing.T) {
	for width, want := range map[int]int{0: 4096, 1: 4096, 64: 4096, 128: 2048, 4096: 64, 1 << 20: 64} {
		if got := BlockLen(width); got != want {
			t.Errorf("BlockLen(%d) = %d, want %d", width, got, want)
		}
	}
}

func TestFromSlicesCopiesRows(t *testing.T) {
	table := [][]float64{{1, 2}, {3, 4}, {5, 6}}
	m, err := FromSlices(table)
	if err != nil {
		t.Fatal(err)
	}
	table[1][0] = math.NaN()
	if m.Len() != 3 || m.Width() != 2 || !slices.Equal(m.data, []float64{1, 2, 3, 4, 5, 6}) || !slices.Equal(m.Row(1), []float64{3, 4}) {
		t.Errorf("%d x %d: %v", m.Len(), m.Width(), m.data)
	}
}

func TestTablesThatAreNoRectangle(t *testing.T) {
	_, ragged := FromSlices([][]float64{{1, 2}, {3, 4}, {5}})
	_, none := FromSlices(nil)
	_, noColumns := FromSlices([][]float64{{}, {}})
	_, odd := NewMatrix(2, make([]float64, 5))
	_, noWidth := NewMatrix(0, nil)
	_, names := numbered(t, 2, 3).WithNames([]string{"a", "b"})
	for _, c := range []struct {
		err  error
		want string
	}{
		{ragged, "row 3 has 1 values, but row 1 has 2"},
		{none, "there are no rows or no columns"},
		{noColumns, "there are no rows or no columns"},
		{odd, "5 values do not make rows of 2 columns"},
		{noWidth, "0 values do not make rows of 0 columns"},
		{names, "2 names for 3 columns"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

func TestNames(t *testing.T) {
	m := numbered(t, 2, 3)
	if got := Names(m); !slices.Equal(got, []string{"x1", "x2", "x3"}) {
		t.Errorf("columns without names are called %q", got)
	}
	given := []string{"crim", "rooms", "tax"}
	named, err := m.WithNames(given)
	if err != nil {
		t.Fatal(err)
	}
	if got := Names(named); !slices.Equal(got, given) {
		t.Errorf("columns called %q are called %q", given, got)
	}
	if m.Names() != nil {
		t.Errorf("naming a copy named the original %q", m.Names())
	}
}
