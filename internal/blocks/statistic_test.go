package blocks

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"suffice/rows"

	"pgregory.net/rapid"
)

// statistics of a table of 3 columns with 2 numbers beside.
func questions() map[string]Statistic {
	units := NewUnits([]float64{1, 2, 3}, []float64{1, 4, 2})
	return map[string]Statistic{"moments": newMoments(3), "products": NewProducts(units, true, 2), "cross": NewProducts(units, false, 2)}
}

func TestDecodedStatisticsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 400).Draw(t, "n")
		x := random(t, n+1, 5, rapid.Uint64().Draw(t, "seed"))
		for name, s := range questions() {
			if n > 0 {
				block := Block{Rows: n, X: valuesOf(x)[:3*n], Y: valuesOf(x)[3*n : 5*n]}
				if err := s.Add(block); err != nil {
					t.Fatal(err)
				}
			}
			data, err := Encode(s)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Decode(data)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			again, err := Encode(back)
			if err != nil || !bytes.Equal(data, again) {
				t.Fatalf("%s: other bytes after a journey (%v)", name, err)
			}
			if err := back.Merge(s); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The first of the values that are not finite is told, whatever the order of merging.
func TestMomentsTellTheFirstNotFinite(t *testing.T) {
	a, b := newMoments(1), newMoments(1)
	for _, block := range []struct {
		to   *moments
		from int
		x    []float64
	}{{a, 10, []float64{1, math.NaN()}}, {b, 4, []float64{math.Inf(1), 2}}} {
		if err := block.to.Add(Block{From: block.from, Rows: 2, X: block.x}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Merge(b); err != nil || a.bad == nil || a.bad.row != 4 {
		t.Errorf("told of %+v, %v", a.bad, err)
	}
}

func TestStatisticsThatDoNotMatch(t *testing.T) {
	all := questions()
	for _, pair := range [][2]Statistic{{all["moments"], all["products"]}, {all["products"], all["cross"]}, {all["moments"], newMoments(2)}} {
		if err := pair[0].Merge(pair[1]); err == nil || !strings.Contains(err.Error(), "cannot be merged") {
			t.Errorf("%s and %s: %v", pair[0].Kind(), pair[1].Kind(), err)
		}
	}
	if err := all["products"].Add(Block{Rows: 2, X: make([]float64, 6), Y: make([]float64, 3)}); err == nil {
		t.Error("a block with too few outputs was added")
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range questions() {
		data, err := Encode(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data[:len(data)-4])
	}
	f.Add([]byte("sfst"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = Decode(data)
		if len(data) > 8 { // with the right checksum, too
			s, err := Decode(sealed(data))
			if err != nil {
				return
			}
			if again, err := Encode(s); err != nil || !bytes.Equal(again, sealed(data)) {
				t.Errorf("%x became %x (%v)", sealed(data), again, err)
			}
		}
	})
}

// careless is a source that takes some rows twice, or none, or answers another question.
type careless struct {
	*rows.Matrix
	times int
	other Statistic
}

func (c *careless) Sum(ctx context.Context, y Beside, question Statistic) (Statistic, error) {
	if c.other != nil {
		return c.other, nil
	}
	total := question.Empty()
	for range c.times {
		sum, err := Sum(ctx, c.Matrix, y, question)
		if err != nil {
			return nil, err
		}
		if err := total.Merge(sum); err != nil {
			return nil, err
		}
	}
	return total, nil
}

func TestCarelessSourcesAreFoundOut(t *testing.T) {
	x, err := rows.FromSlices([][]float64{{1, 2, 3}, {2, 3, 5}, {0, 1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	units := NewUnits(make([]float64, 3), []float64{1, 1, 1})
	for times, right := range map[int]bool{0: false, 1: true, 2: false} {
		source := &careless{Matrix: x, times: times}
		_, err := Sum(t.Context(), source, nil, NewProducts(units, true, 0))
		_, standardErr := Standardize(t.Context(), source, false)
		for _, err := range []error{err, standardErr} {
			if (err == nil) != right || !right && !strings.Contains(err.Error(), "each row once") {
				t.Errorf("each row %d times: %v", times, err)
			}
		}
	}
	if _, err := Standardize(t.Context(), &careless{Matrix: x, other: NewProducts(units, true, 0)}, false); err == nil {
		t.Error("products were taken for moments")
	}
}
