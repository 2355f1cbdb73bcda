package target

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

// apart is a table on several machines that have the target of their rows too. All that is
// asked for goes there and back in its binary form.
type apart struct {
	x       rows.Source
	target  linalg.Matrix
	weights []float64 // nil where all rows count the same
	count   int
	largest int // bytes of a question
}

var errRead = errors.New("rows were read here")

func (a *apart) Len() int   { return a.x.Len() }
func (a *apart) Width() int { return a.x.Width() }

func (a *apart) Block(context.Context, int, int, []float64) ([]float64, error) { return nil, errRead }

func (a *apart) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	state, n := aggregate.Encode(s), a.Len()
	question := len(state)
	var forms [][]byte
	for _, one := range y {
		forms = append(forms, aggregate.EncodeAligned(one, n))
		question += len(forms[len(forms)-1])
	}
	a.largest = max(a.largest, question)
	sum := s.Zero()
	for k := range a.count {
		answer, err := a.machine(ctx, state, forms, k*n/a.count, (k+1)*n/a.count)
		if err != nil {
			return nil, err
		}
		part, err := aggregate.DecodeSum(s, answer)
		if err != nil {
			return nil, err
		}
		if err := sum.Merge(part); err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// machine is what one does that has rows [from, to).
func (a *apart) machine(ctx context.Context, state []byte, forms [][]byte, from, to int) ([]byte, error) {
	s, err := aggregate.Decode(state, aggregate.Known(), Known())
	if err != nil {
		return nil, err
	}
	own := aggregate.Shifted{Aligned: aggregate.InMemory{Matrix: a.target.Slice(from, to)}, First: from}
	var weights aggregate.Aligned
	if a.weights != nil {
		weights = aggregate.Shifted{Aligned: aggregate.InMemory{Matrix: linalg.Of(to-from, 1, a.weights[from:to])}, First: from}
	}
	var y []aggregate.Aligned
	for _, form := range forms {
		one, err := aggregate.DecodeAligned(form, a.Len(), own, weights, KnownFunctions())
		if err != nil {
			return nil, err
		}
		y = append(y, one)
	}
	held := make([]float64, (to-from)*a.Width())
	if held, err = a.x.Block(ctx, from, to, held); err != nil {
		return nil, err
	}
	inputs, err := rows.NewMatrix(a.Width(), held)
	if err != nil {
		return nil, err
	}
	sum, err := aggregate.SumPart(ctx, inputs, from, a.Len(), s, y...)
	if err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(s, sum), nil
}

// newApart is a table whose inputs nobody asks for.
func newApart(t testing.TB, target linalg.Matrix, machines int) *apart {
	x, err := rows.NewMatrix(1, make([]float64, target.Rows))
	if err != nil {
		t.Fatal(err)
	}
	return &apart{x: x, target: target, count: machines}
}

func opened(t testing.TB, of *output.Target, values linalg.Matrix, machines, held int) (output.Output, *apart) {
	x := newApart(t, values, machines)
	y, err := Open(t.Context(), x, of, held)
	if err != nil {
		t.Fatal(err)
	}
	return y, x
}

// Few rows are an output in memory, whatever the machines.
func TestFewRowsAreTaken(t *testing.T) {
	t.Parallel()
	y, _ := opened(t, &output.Target{Kind: output.KindClass, Names: []string{"c"}, Classes: []string{"a", "b"}}, linalg.Of(5, 1, []float64{0, 1, 1, 0, 1}), 2, 0)
	if got := output.TargetOf(y).Class; !slices.Equal(got, []int{0, 1, 1, 0, 1}) {
		t.Errorf("classes %v", got)
	}
}

// Many rows stay where they are; some are taken, in any order.
func TestSomeRowsAreTaken(t *testing.T) {
	t.Parallel()
	values := linalg.Of(7, 1, []float64{5, 3, 3, 5, 9, 3, 5})
	y, _ := opened(t, &output.Target{Kind: output.KindClass, Names: []string{"c"}}, values, 3, 2)
	if err := y.Check(); err != nil || output.CountClasses(y) != 3 {
		t.Errorf("%d classes, %v", output.CountClasses(y), err)
	}
	part, err := Subset(t.Context(), y, []int{4, 0, 2})
	if err != nil {
		t.Fatal(err)
	}
	want := output.Some(output.Classes(whole(values.Data)), []int{4, 0, 2})
	_, a := part.(output.Columnar).Columns()
	_, b := want.(output.Columnar).Columns()
	if !slices.Equal(a, b) {
		t.Errorf("columns %v, want %v", a, b)
	}
}

// A value that is not a number is told by its row, wherever that is.
func TestBadValuesAreTold(t *testing.T) {
	t.Parallel()
	values := linalg.New(9, 2)
	values.Set(7, 1, math.Inf(1))
	y, _ := opened(t, &output.Target{Kind: output.KindNumbers, Names: []string{"a", "b"}}, values, 4, 2)
	var bad output.NotFinite
	if err := y.Check(); !errors.As(err, &bad) || bad.Row != 7 {
		t.Errorf("%v, want row 8", err)
	}
	y, _ = opened(t, &output.Target{Kind: output.KindNumber, Names: []string{"a"}}, linalg.New(9, 1), 4, 2)
	if err := y.Check(); !errors.Is(err, output.ErrConstant) {
		t.Errorf("%v, want that all are the same", err)
	}
}

// drawValues draws columns with ties and outliers.
func drawValues(t *rapid.T, width int) linalg.Matrix {
	n := rapid.IntRange(3, 300).Draw(t, "n")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	kind, values := rapid.IntRange(0, 4).Draw(t, "kind"), linalg.New(n, width)
	for i := range values.Data {
		v := random.NormFloat64()
		switch kind {
		case 1:
			v = math.Round(v * 2)
		case 2:
			v = math.Exp(4 * v)
		case 3:
			v = max(v, 0)
		case 4:
			if random.IntN(40) == 0 {
				v *= 1e12
			}
		}
		values.Data[i] = v
	}
	return values
}

// Numbers that are elsewhere are drawn in, scaled and cut into slices as those in memory are.
func TestNumbersElsewhereAreThoseInMemory(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		width := rapid.IntRange(1, 3).Draw(r, "width")
		values := drawValues(r, width)
		n := values.Rows
		of := output.Target{Kind: output.KindNumbers, Names: []string{"a", "b", "c"}[:width], Values: values.Data}
		if width == 1 {
			of.Kind = output.KindNumber
		}
		want, err := of.Output()
		if err != nil {
			r.Fatal(err)
		}
		machines := rapid.IntRange(1, 4).Draw(r, "machines")
		of.Values = nil
		y, x := opened(t, &of, values, machines, 2)
		if a, b := y.Check(), want.Check(); !errors.Is(a, b) {
			r.Fatalf("%v, want %v", a, b)
		} else if b != nil {
			return // refused before anything is drawn
		}
		all, err := Subset(t.Context(), y, sampling.All(n))
		if err != nil {
			r.Fatal(err)
		}
		_, a := all.(output.Columnar).Columns()
		_, b := want.(output.Columnar).Columns()
		for i := range b {
			if a[i] != b[i] && (machines == 1 || math.Abs(a[i]-b[i]) > 1e-12*math.Abs(b[i])+1e-12) {
				r.Fatalf("row %d: %v, want %v", i/width, a[i], b[i])
			}
		}
		count := rapid.IntRange(2, 12).Draw(r, "slices")
		wantSlices(t, r, x, y, want, count)
		x.weights = drawWeights(r, n, machines == 1)
		wantSlices(t, r, x, y, want, count)
	})
}

// drawWeights draws weights that are multiples of one, or of nothing where they may.
func drawWeights(r *rapid.T, n int, uneven bool) []float64 {
	weights, whole := make([]float64, n), !uneven || rapid.Bool().Draw(r, "whole")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(r, "weights"), 0))
	for i := range weights {
		if weights[i] = float64(1 + random.IntN(4)); !whole {
			weights[i] = math.Exp(random.NormFloat64())
		}
	}
	return weights
}

// wantSlices compares slices of an output elsewhere, by the weights that the rows have there, with
// those in memory.
func wantSlices(t *testing.T, r *rapid.T, x *apart, y, here output.Output, count int) {
	n, weighed, weights := x.Len(), rows.Source(x), []float64(nil)
	if x.weights != nil {
		held, err := rows.WithWeights(x.x, x.weights)
		if err != nil {
			r.Fatal(err)
		}
		if weights = rows.Weights(held); weights != nil {
			largest := slices.Max(x.weights)
			var mean float64
			for _, w := range x.weights {
				mean += w / largest / float64(n)
			}
			weighed = aggregate.WeighElsewhere(x, largest, mean)
		}
	}
	got, err := SlicesOf(t.Context(), weighed, y, count)
	if err != nil {
		r.Fatal(err)
	}
	cut := output.SlicesOf(here.(output.Sliced), count, weights)
	labels, err := aggregate.TakeAligned(t.Context(), x, got.Of, sampling.All(n))
	if err != nil {
		r.Fatal(err)
	}
	if !slices.Equal(whole(labels.Data), cut.Of) || !slices.Equal(got.Sizes, cut.Sizes) {
		r.Fatalf("slices %v %v, want %v %v by %v", labels.Data, got.Sizes, cut.Of, cut.Sizes, weights)
	}
	for j := range cut.Sizes {
		if a, b := got.Weight(j), cut.Weight(j); math.Abs(a-b) > 1e-12*b {
			r.Fatalf("slice %d has weight %v, want %v", j, a, b)
		}
	}
}

// Of many rows, those drawn tell where slices end, and all how large they are. A value that none of
// those has is too rare to cut by.
func TestSlicesOfManyRows(t *testing.T) {
	t.Parallel()
	const n, count = 150_000, 8
	values, random := linalg.New(n, 1), rand.New(rand.NewPCG(1, 2))
	for i := range values.Data {
		values.Data[i] = random.NormFloat64()
	}
	of := &output.Target{Kind: output.KindNumber, Names: []string{"y"}}
	y, x := opened(t, of, values, 3, 0)
	s, err := SlicesOf(t.Context(), x, y, count)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0
	for k, size := range s.Sizes {
		if sum += size; math.Abs(float64(size)/n-1./count) > .005 {
			t.Errorf("slice %d has %d of %d rows", k, size, n)
		}
	}
	if sum != n || len(s.Sizes) != count {
		t.Errorf("%d slices of %d rows", len(s.Sizes), sum)
	}
	drawn, rare := Sample(n), 0
	for rare < len(drawn) && drawn[rare] == rare {
		rare++
	}
	clear(values.Data)
	values.Data[rare] = 1
	y, x = opened(t, of, values, 3, 0)
	if err := y.Check(); err != nil {
		t.Error(err)
	}
	if _, err := SlicesOf(t.Context(), x, y, count); err == nil {
		t.Error("rows are cut by a value that was not drawn")
	}
}

func whole(values []float64) []int {
	out := make([]int, len(values))
	for i, v := range values {
		out[i] = int(v)
	}
	return out
}
