package aggregate

import (
	"bytes"
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// doubled is a function of a target.
type doubled struct{ By float64 }

func (d *doubled) Kind() string { return "doubled" }

func (d *doubled) Takes() int { return 1 }

func (d *doubled) Width() int { return 1 }

func (d *doubled) Of(dst, target linalg.Matrix, from int) {
	for i := range target.Rows {
		dst.Set(i, 0, d.By*target.At(i, 0)+float64(from+i))
	}
}

// A function of a target elsewhere is sent as it is, and numbers that are here one by one.
func TestFunctionsAreSent(t *testing.T) {
	t.Parallel()
	target := InMemory{linalg.Of(4, 1, []float64{1, 2, 3, 4})}
	far := Elsewhere{Source: standardised(t, 4), Columns: 1}
	for name, y := range map[string]Aligned{"elsewhere": Apply(&doubled{2}, far), "here": Apply(&doubled{2}, target)} {
		form := EncodeAligned(y, 4)
		there, err := DecodeAligned(form, 4, target, nil, Functions{&doubled{}})
		if err != nil {
			t.Fatal(err)
		}
		if got := there.Rows(1, 4, new([]float64)); !slices.Equal(got, []float64{5, 8, 11}) {
			t.Errorf("%s: %v", name, got)
		}
		if large := EncodeAligned(Apply(&doubled{2}, far), 1<<40); name == "elsewhere" && !bytes.Equal(large, form) {
			t.Errorf("with more rows, %d bytes became %d", len(form), len(large))
		}
	}
	if _, err := DecodeAligned(EncodeAligned(target, 4), 5, target, nil); err == nil {
		t.Error("numbers of other rows were taken")
	}
	if _, err := DecodeAligned(EncodeAligned(Apply(&doubled{2}, far), 4), 4, InMemory{linalg.New(4, 3)}, nil, Functions{&doubled{}}); err == nil {
		t.Error("a function was applied to another target")
	}
}

func standardised(t *testing.T, n int) rows.Source {
	t.Helper()
	x, err := rows.NewMatrix(1, make([]float64, n))
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// Rows drawn are named in few bytes.
func TestNumbersOfRowsAreSmall(t *testing.T) {
	t.Parallel()
	which := sampling.Many(1e6, 1<<16, rand.New(rand.NewPCG(1, 2)))
	state := Encode(&gather{Which: which, To: 20, Width: 20})
	if len(state) > 100_000 {
		t.Errorf("%d bytes", len(state))
	}
	again, err := Decode(state, Known())
	if err != nil || !slices.Equal(again.(*gather).Which, which) {
		t.Errorf("other rows: %v", err)
	}
}

// However a table is divided, its parts together give the rows that a plan names, with and
// without their zeros, and what is aligned with them.
func TestPartsMakeTheTable(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.IntRange(1, 60).Draw(t, "n"), rapid.IntRange(1, 3).Draw(t, "d")
		random := rand.New(rand.NewPCG(uint64(n), uint64(d)))
		data := make([]float64, n*d)
		compressed := rows.Compressed{Starts: []int{0}}
		for i := range data {
			if random.IntN(2) == 0 {
				data[i] = random.NormFloat64()
				compressed.Columns, compressed.Values = append(compressed.Columns, uint32(i%d)), append(compressed.Values, data[i])
			}
			if (i+1)%d == 0 {
				compressed.Starts = append(compressed.Starts, len(compressed.Values))
			}
		}
		dense, err := rows.NewMatrix(d, data)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := rows.NewSparse(d, compressed)
		if err != nil {
			t.Fatal(err)
		}
		which := sampling.Many(n, rapid.IntRange(1, n).Draw(t, "k"), random)
		y := InMemory{linalg.Of(n, d, data)}
		for _, x := range []rows.Source{dense, sparse} {
			for _, s := range []Statistic{
				&gather{Which: which, To: d, Width: d}, &gather{Which: which, To: d, Width: d, Sparse: x == sparse},
				&besides{Which: which, Width: d}, &besides{All: true, Width: d},
			} {
				var beside []Aligned
				if _, ok := s.(*besides); ok {
					beside = append(beside, y)
				}
				sum := s.Zero()
				for at := 0; at < n; {
					to := min(n, at+rapid.IntRange(1, n).Draw(t, "size"))
					part, err := SumPart(context.Background(), partOf(t, x, at, to), at, n, s, beside...)
					if err == nil {
						err = sum.Merge(part)
					}
					if err != nil {
						t.Fatal(err)
					}
					at = to
				}
				whole, err := s.Plan(n, d).Sum(context.Background(), x, s, beside...)
				if err != nil || !bytes.Equal(EncodeSum(s, sum), EncodeSum(s, whole)) {
					t.Fatalf("%s: %v, want %v (%v)", s.Kind(), sum, whole, err)
				}
			}
		}
	})
}

// partOf is rows [from, to) of a table.
func partOf(t *rapid.T, x rows.Source, from, to int) rows.Source {
	which := make([]int, to-from)
	for k := range which {
		which[k] = from + k
	}
	part, err := rows.Take(context.Background(), x, which)
	if err != nil {
		t.Fatal(err)
	}
	return part
}
