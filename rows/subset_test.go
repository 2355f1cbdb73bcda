package rows

import (
	"context"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// forward is a source that copies into buf, as one on disk does, and counts its readings.
type forward struct {
	*Matrix
	blocks int
}

func (f *forward) Block(_ context.Context, from, to int, buf []float64) ([]float64, error) {
	f.blocks++
	return append(buf[:0], f.data[from*f.width:to*f.width]...), nil
}

func TestSubsetTakesTheRowsAskedFor(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 9000).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		data := make([]float64, n*d)
		for i := range data {
			data[i] = float64(i)
		}
		x := &forward{Matrix: &Matrix{width: d, data: data}}
		which := rapid.SliceOfN(rapid.IntRange(0, n-1), 0, 20).Draw(t, "which")
		got, err := Subset(t.Context(), x, which)
		if err != nil {
			t.Fatal(err)
		}
		if got.Len() != len(which) || len(got.Names()) != d {
			t.Fatalf("%d rows named %v", got.Len(), got.Names())
		}
		for k, i := range which {
			if !slices.Equal(got.Row(k), x.Row(i)) {
				t.Fatalf("row %d is %v, want %v", k, got.Row(k), x.Row(i))
			}
		}
	})
}

func TestSubsetInOrderReadsOnce(t *testing.T) {
	x := &forward{Matrix: &Matrix{width: 1, data: make([]float64, 10_000)}}
	which := make([]int, 5000)
	for k := range which {
		which[k] = 2 * k
	}
	if _, err := Subset(t.Context(), x, which); err != nil || x.blocks != 3 {
		t.Errorf("%d blocks of 4096 rows were read for 10,000 rows (%v)", x.blocks, err)
	}
}

func TestSubsetErrors(t *testing.T) {
	x := &Matrix{width: 1, data: make([]float64, 3)}
	for _, row := range []int{-1, 3} {
		if _, err := Subset(t.Context(), x, []int{0, row}); err == nil {
			t.Errorf("no error for row %d of 3", row)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Subset(ctx, x, []int{0}); err == nil {
		t.Error("no error after the context was cancelled")
	}
}

// A model fitted on a part of a table is applied to the table by name and level.
func TestSubsetsKeepNamesAndLevels(t *testing.T) {
	levels := map[string]Level{"colour=red": {Column: "colour", Value: "red"}}
	names := []string{"size", "colour=red"}
	dense := &Matrix{width: 2, data: []float64{1, 0, 2, 1, 3, 0}, names: names, levels: levels}
	sparse := &CompressedMatrix{width: 2, data: Compressed{Starts: []int{0, 0, 1, 1}, Columns: []uint32{1}, Values: []float64{1}}, names: names, levels: levels}
	for _, x := range []Source{dense, sparse} {
		part, err := Take(t.Context(), x, []int{2, 1})
		if err != nil || !slices.Equal(Names(part), names) || !maps.Equal(Levels(part), levels) {
			t.Errorf("%T: columns %q with levels %v; %v", x, Names(part), Levels(part), err)
		}
	}
}
