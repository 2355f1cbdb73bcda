package suffice

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/parts"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// vastTable is a table that says it has the rows of a small one many times over, to see what is asked
// of so many. Sums over all rows cost those over the small table and a few merges.
type vastTable struct {
	*scatteredTable
	times int

	Answer int // the largest sum over all rows, in bytes
}

// newVast is a table with a target, so many times.
func newVast(x rows.Source, target *output.Target, times int) *vastTable {
	return &vastTable{scatteredTable: newScattered(x, target, 1), times: times}
}

// Weighed is the table by its weights, where it has any.
func (v *vastTable) Weighed() rows.Source { return v.weighed(v) }

// Len implements rows.Source.
func (v *vastTable) Len() int { return v.hidden.Len() * v.times }

// Aggregate implements aggregate.Aggregator.
func (v *vastTable) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	question := v.ask(s, v.Len(), y)
	s, err := aggregate.Decode(question[0], parts.Statistics()...)
	if err != nil {
		return nil, err
	}
	x, target, weights := v.hidden, aggregate.Aligned(aggregate.InMemory{Matrix: v.target}), aggregate.Aligned(aggregate.InMemory{Matrix: v.weights})
	only := s.Plan(v.Len(), x.Width()).Only != nil
	if only {
		x, target, weights = rowsAgain{x, v.times}, alignedAgain{v.target}, alignedAgain{v.weights}
	}
	if v.weights.Rows == 0 {
		weights = nil
	}
	if kind := s.Kind(); !only && (kind == "rows" || kind == "beside rows" || kind == "times") {
		return nil, fmt.Errorf("%s: all rows were asked for, or something of each", kind)
	}
	beside, err := besideRows(question[1:], v.Len(), target, weights)
	if err != nil {
		return nil, err
	}
	sum, err := aggregate.SumPart(ctx, x, 0, v.Len(), s, beside...)
	if err != nil || only {
		return sum, err
	}
	v.Answer = max(v.Answer, len(aggregate.EncodeSum(s, sum)))
	return manyTimes(s, sum, v.times)
}

// Largest is the largest question, in bytes.
func (v *vastTable) Largest() (kind string, size int) {
	for name, bytes := range v.Questions {
		if bytes > size {
			kind, size = name, bytes
		}
	}
	return kind, size
}

// manyTimes is so many of a sum, merged.
func manyTimes(s aggregate.Statistic, sum aggregate.Partial, count int) (aggregate.Partial, error) {
	one := aggregate.EncodeSum(s, sum)
	if count == 1 {
		return aggregate.DecodeSum(s, one)
	}
	half, err := manyTimes(s, sum, count/2)
	if err != nil {
		return nil, err
	}
	parts := [][]byte{aggregate.EncodeSum(s, half), one}
	for _, part := range parts[:1+count%2] {
		more, err := aggregate.DecodeSum(s, part)
		if err == nil {
			err = half.Merge(more)
		}
		if err != nil {
			return nil, err
		}
	}
	return half, nil
}

// rowsAgain is rows, many times.
type rowsAgain struct {
	rows.Source
	times int
}

func (a rowsAgain) Len() int { return a.Source.Len() * a.times }

func (a rowsAgain) Block(ctx context.Context, from, to int, dst []float64) ([]float64, error) {
	d := a.Width()
	for i := from; i < to; i++ {
		at := i % a.Source.Len()
		row, err := a.Source.Block(ctx, at, at+1, make([]float64, d))
		if err != nil {
			return nil, err
		}
		copy(dst[(i-from)*d:], row)
	}
	return dst[:(to-from)*d], nil
}

// alignedAgain is what is aligned with them.
type alignedAgain struct{ linalg.Matrix }

func (a alignedAgain) Width() int { return a.Cols }

func (a alignedAgain) Rows(from, to int, memory *[]float64) []float64 {
	out := linalg.Of(to-from, a.Cols, aggregate.Room(memory, (to-from)*a.Cols))
	for i := range out.Rows {
		copy(out.Row(i), a.Row((from+i)%a.Matrix.Rows))
	}
	return out.Data
}

// Rows are drawn from however many in questions of at most 100 kB, and are those that were drawn,
// in the order in which they were asked for, with the weights that they have.
func TestDrawnRowsTakeSmallQuestions(t *testing.T) {
	t.Parallel()
	const n = 1009
	data, y, weights := make([]float64, 2*n), make([]float64, n), make([]float64, n)
	for i := range n {
		data[2*i], data[2*i+1], y[i], weights[i] = float64(i), -float64(i), float64(3*i), float64(1+i%5)
	}
	matrix, err := rows.NewMatrix(2, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := rows.WithWeights(matrix, weights)
	if err != nil {
		t.Fatal(err)
	}
	for _, all := range []int{1e5, 1e6, 1e7, 1e8, 1e11, 1e14} {
		t.Run(fmt.Sprint(all), func(t *testing.T) {
			vast := newVast(x, &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, all/n)
			random := rand.New(rand.NewPCG(1, uint64(all)))
			which := sampling.Many(vast.Len(), 1<<16, random)
			random.Shuffle(len(which), func(i, j int) { which[i], which[j] = which[j], which[i] })
			taken, err := aggregate.Take(t.Context(), vast.Weighed(), which)
			if err != nil {
				t.Fatal(err)
			}
			target, err := aggregate.TakeAligned(t.Context(), vast, aggregate.Elsewhere{Source: vast, Columns: 1}, which)
			if err != nil {
				t.Fatal(err)
			}
			got, err := taken.Block(t.Context(), 0, len(which), make([]float64, 2*len(which)))
			if err != nil {
				t.Fatal(err)
			}
			by := rows.Weights(taken)
			for k, i := range which {
				if share := by[k] / by[0] * weights[which[0]%n]; math.Abs(share-weights[i%n]) > 1e-12 {
					t.Fatalf("row %d has weight %g, want %g", i, share, weights[i%n])
				}
				if want := float64(i % n); got[2*k] != want || got[2*k+1] != -want || target.Data[k] != 3*want {
					t.Fatalf("row %d is %v with %g", i, got[2*k:2*k+2], target.Data[k])
				}
			}
			if kind, size := vast.Largest(); size > 100_000 {
				t.Errorf("a question for %s has %d bytes", kind, size)
			}
			if count := len(vast.Asked); slices.Contains(vast.Asked, "rows") && count > 12 {
				t.Errorf("%d questions", count)
			}
			if _, err := aggregate.WeightsHere(t.Context(), vast.Weighed()); err == nil {
				t.Error("the weights of all rows were given")
			}
		})
	}
}
