package aggregate

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/rows"
)

// statistics of a table of 3 columns with 2 numbers aligned, for some.
func statistics() map[string]Statistic {
	units := NewUnits([]float64{1, 2, 3}, []float64{1, 4, 2})
	weights := linalg.FromSlices([][]float64{{1, 2, 3}, {0, -1, 5}})
	dense, sparse := factor{units, []int{1}, false}, factor{units, []int{1}, true}
	return map[string]Statistic{
		"moments": &columns{3}, "products": NewProducts(units, true, 2), "cross": NewProducts(units, false, 2), "squares": NewProducts(units, true, 0),
		"sparse values": &sparseColumns{columns{3}}, "sparse deviations": &sparseDeviations{[]float64{1, 2, 3}},
		"some rows": &gather{Which: []int{0, 3, 4, 70}, To: 3, Width: 3}, "no rows": &gather{Which: []int{}, To: 3, Width: 3},
		"sparse rows": &gather{Which: []int{0, 3, 4, 70}, To: 3, Width: 3, Sparse: true}, "a column": &gather{All: true, From: 1, To: 2, Width: 3},
		"times": newTimes(dense, weights, false, 0), "near times": newTimes(dense, weights, true, 0), "sparse times": newTimes(sparse, weights, false, 0),
		"combinations": &combine{dense, 2, 64, false}, "sparse combinations": &combine{sparse, 2, 64, true},
		"mean square": &meanSquare{dense, 7}, "sparse mean square": &meanSquare{sparse, 7},
	}
}

// blockFor makes rows for a statistic, of which the first is row 0.
func blockFor(t *rapid.T, s Statistic, n int, seed uint64) Block {
	x := random(t, n+1, 5, seed)
	block := Block{Rows: n, X: valuesOf(x)[:3*n]}
	switch s := s.(type) {
	case *productsOf:
		if s.Outputs > 0 {
			block.Y = [][]float64{valuesOf(x)[3*n : 5*n]}
		}
	case *combine:
		block.Y = [][]float64{valuesOf(x)[3*n : 5*n]}
	}
	if s.Plan(n, 3).Sparse {
		block.Sparse = rows.Compressed{Starts: []int{0}}
		for i := range n {
			block.Sparse.Columns, block.Sparse.Values = append(block.Sparse.Columns, 0, 2), append(block.Sparse.Values, block.X[3*i], block.X[3*i+2])
			block.Sparse.Starts = append(block.Sparse.Starts, 2*i+2)
		}
		block.X = nil
	}
	return block
}

// Whoever has only the bytes of the state sums the same bytes.
func TestDecodedStatisticsAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, seed := rapid.IntRange(0, 400).Draw(t, "n"), rapid.Uint64().Draw(t, "seed")
		for name, s := range statistics() {
			block := blockFor(t, s, n, seed)
			state := Encode(s)
			sent, err := Decode(state, Known())
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if !bytes.Equal(state, Encode(sent)) {
				t.Fatalf("%s: another state after a journey", name)
			}
			here, there := s.Zero(), sent.Zero()
			if err := errors.Join(here.Add(block), there.Add(block)); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			want := EncodeSum(s, here)
			data := EncodeSum(sent, there)
			if !bytes.Equal(data, want) {
				t.Fatalf("%s: other sums with the decoded state", name)
			}
			back, err := DecodeSum(s, data)
			if err != nil || back.Count() != here.Count() {
				t.Fatalf("%s: %v, %d rows, want %d", name, err, back.Count(), here.Count())
			}
			if !bytes.Equal(data, EncodeSum(s, back)) {
				t.Fatalf("%s: other bytes after a journey", name)
			}
			if err := back.Merge(here); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// The first of the values that are not finite is told, whatever the order of merging.
func TestMomentsTellTheFirstNotFinite(t *testing.T) {
	of := &columns{1}
	a, b := newMoments(of), newMoments(of)
	for _, block := range []struct {
		to   *moments
		from int
		x    []float64
	}{{a, 10, []float64{1, math.NaN()}}, {b, 4, []float64{math.Inf(1), 2}}} {
		if err := block.to.Add(Block{From: block.from, Rows: 2, X: block.x}); err != nil {
			t.Fatal(err)
		}
	}
	if err := a.Merge(b); err != nil || a.Bad.Row != 4 {
		t.Errorf("told of %+v, %v", a.Bad, err)
	}
}

func TestSumsThatDoNotMatch(t *testing.T) {
	all := statistics()
	for name, s := range all {
		for other, o := range all {
			if same := s.Kind() == o.Kind() && name == other; (s.Zero().Merge(o.Zero()) == nil) != same {
				t.Errorf("%s and %s: merged, or not", name, other)
			}
			data := EncodeSum(o, o.Zero())
			if _, err := DecodeSum(s, data); (err == nil) != (name == other) {
				t.Errorf("%s and %s: %v", name, other, err)
			}
		}
	}
	if err := all["products"].Zero().Add(Block{Rows: 2, X: make([]float64, 6), Y: [][]float64{make([]float64, 3)}}); err == nil {
		t.Error("a block with too few outputs was added")
	}
}

func FuzzDecode(f *testing.F) {
	for _, s := range statistics() {
		data := Encode(s)
		f.Add(data[:len(data)-4])
	}
	f.Add([]byte("sfst"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = Decode(data, Known())
		if len(data) > 8 { // with the right checksum, too
			s, err := Decode(sealed(data), Known())
			if err != nil {
				return
			}
			if again := Encode(s); !bytes.Equal(again, sealed(data)) {
				t.Errorf("%x became %x", sealed(data), again)
			}
		}
	})
}

// Sums that come from elsewhere may be anything.
func FuzzDecodeSum(f *testing.F) {
	names := slices.Sorted(maps.Keys(statistics()))
	for k, name := range names {
		s := statistics()[name]
		data := EncodeSum(s, s.Zero())
		f.Add(k, data[10:len(data)-4])
	}
	f.Fuzz(func(t *testing.T, k int, sums []byte) {
		s := statistics()[names[(k%len(names)+len(names))%len(names)]]
		data := sealed(append(sumHeader(s), sums...))
		sum, err := DecodeSum(s, data)
		if err != nil {
			return
		}
		if again := EncodeSum(s, sum); !bytes.Equal(again, data) {
			t.Errorf("%s: %x became %x", s.Kind(), data, again)
		}
		if err := s.Zero().Merge(sum); err != nil {
			t.Error(err)
		}
	})
}

// careless is a source that takes some rows twice, or none, or sums something else.
type careless struct {
	*rows.Matrix
	times int
	other Statistic
}

func (c *careless) Aggregate(ctx context.Context, s Statistic, y ...Aligned) (Partial, error) {
	if c.other != nil {
		return c.other.Zero(), nil
	}
	total := s.Zero()
	for range c.times {
		sum, err := s.Plan(c.Len(), c.Width()).Sum(ctx, c.Matrix, s, y...)
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
		_, err := Sum[*Products](t.Context(), source, NewProducts(units, true, 0))
		_, standardErr := Standardize(t.Context(), source, false)
		_, takeErr := Take(t.Context(), source, []int{2, 1})
		for _, err := range []error{err, standardErr, takeErr} {
			if (err == nil) != right || !right && !strings.Contains(err.Error(), "each row once") {
				t.Errorf("each row %d times: %v", times, err)
			}
		}
	}
	if _, err := Standardize(t.Context(), &careless{Matrix: x, other: NewProducts(units, true, 0)}, false); err == nil {
		t.Error("products were taken for moments")
	}
}
