package crossfit

import (
	"context"
	"math/rand/v2"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// lined draws n rows of 4 inputs whose y is the sum of the first two, with noise, and what is
// made of it: two classes, two labels, words.
func lined(t testing.TB, n int, noise float64) (*rows.Matrix, map[output.Kind]output.Output) {
	t.Helper()
	random := rand.New(rand.NewPCG(uint64(n), 3))
	x, y, class, labels, words := normal(t, n, 4, random), make([]float64, n), make([]int, n), make([]float64, 2*n), make([]string, n)
	for i := range y {
		y[i], words[i] = x.Row(i)[0]+x.Row(i)[1]+noise*random.NormFloat64(), "abab"
		if y[i] > 1 {
			class[i], labels[2*i], words[i] = 1, 1, "cdcd"
		}
		if y[i] < 0 {
			labels[2*i+1] = 1
		}
	}
	sets, err := output.Labels(2, labels)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := output.Strings(words, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	return x, map[output.Kind]output.Output{
		output.KindNumber: output.Numbers(y), output.KindClass: output.Classes(class), output.KindLabels: sets, output.KindSequence: texts,
	}
}

// normal draws rows of inputs that have to do with nothing.
func normal(t testing.TB, n, d int, random *rand.Rand) *rows.Matrix {
	t.Helper()
	data := make([]float64, n*d)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// along is a method whose only component has these weights, whatever the rows.
func along(name string, weights ...float64) Method {
	return Method{Name: name, Find: func(context.Context, rows.Source, output.Output, int, uint64) (Project, error) {
		return projecting(linalg.Of(1, len(weights), weights)), nil
	}}
}

// slopes is a method whose only component has the covariances of inputs with the target, which
// follow noise as those of real methods do.
var slopes = Method{Name: "slopes", Find: func(ctx context.Context, x rows.Source, y output.Output, _ int, _ uint64) (Project, error) {
	values, err := x.Block(ctx, 0, x.Len(), nil)
	if err != nil {
		return nil, err
	}
	targets, err := NewTargets(ctx, y, nil)
	if err != nil {
		return nil, err
	}
	w := linalg.New(1, x.Width())
	for i := range targets.Rows {
		linalg.Axpy(targets.At(i, 0), values[i*x.Width():(i+1)*x.Width()], w.Row(0))
	}
	return projecting(w), nil
}}

// inputs is the method that keeps all of them.
var inputs = Method{Name: "none", KeepsInputs: true, Find: func(_ context.Context, x rows.Source, _ output.Output, _ int, _ uint64) (Project, error) {
	return projecting(linalg.Identity(x.Width())), nil
}}

func projecting(w linalg.Matrix) Project {
	return func(ctx context.Context, x rows.Source) (linalg.Matrix, error) {
		values, err := x.Block(ctx, 0, x.Len(), nil)
		return linalg.TimesT(linalg.Of(x.Len(), x.Width(), values), w), err
	}
}

func mustDivide(t testing.TB, x rows.Source, y output.Output, o Options) *Folds {
	t.Helper()
	folds, err := Divide(t.Context(), x, y, o)
	if err != nil {
		t.Fatal(err)
	}
	return folds
}

func mustScore(t testing.TB, f *Folds, method Method, dim int) *Score {
	t.Helper()
	s := f.begin(method, dim)
	for k := range f.Parts {
		f.judge(t.Context(), s, method, k)
	}
	if s.sumUp(); s.Err != nil {
		t.Fatal(s.Err)
	}
	return s
}
