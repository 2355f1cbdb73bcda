package suffice_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// wantFrame fails unless a model has dim orthonormal components of finite weights.
func wantFrame(t rapid.TB, p *suffice.Projection, dim int) {
	t.Helper()
	w := linalg.FromSlices(p.Components)
	if w.Rows != dim {
		t.Fatalf("%d components, want %d", w.Rows, dim)
	}
	product := linalg.TimesT(w, w)
	linalg.AddDiagonal(product, -1)
	if e := linalg.Norm(product); !(e < 1e-9) { // nor is it NaN
		t.Fatalf("components %v have products %g away from 1", w.Slices(), e)
	}
}

// wantWords fails unless an error tells a person something.
func wantWords(t rapid.TB, err error) {
	t.Helper()
	text := err.Error()
	for _, jargon := range []string{"positive definite", "canonical:", "linalg:", "stiefel", "NaN", "panic", "runtime"} {
		if strings.Contains(text, jargon) {
			t.Fatalf("an error that tells nobody anything: %s", text)
		}
	}
	if !strings.Contains(text, " ") {
		t.Fatalf("error %q", text)
	}
}

// Whatever a small table looks like, there are components or an error in words.
func TestSCAOfSmallTables(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		x, y := smallTable(t)
		dim := rapid.IntRange(1, len(x[0])).Draw(t, "dim")
		p, err := suffice.SCA{Dim: dim, Seed: 1}.Fit(context.Background(), matrix(t, x), y)
		if err != nil {
			wantWords(t, err)
			return
		}
		wantFrame(t, p, dim)
	})
}

// smallTable draws columns that are normal, constant, heavy-tailed, of few values, or the
// same as another, and an output of any kind.
func smallTable(t *rapid.T) ([][]float64, output.Output) {
	n, d := rapid.IntRange(3, 30).Draw(t, "n"), rapid.IntRange(1, 6).Draw(t, "d")
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	column := func(kind string, other []float64) []float64 {
		values := make([]float64, n)
		for i := range values {
			switch v := rng.NormFloat64(); kind {
			case "normal":
				values[i] = v
			case "constant":
				values[i] = 3
			case "heavy":
				values[i] = v / math.Pow(rng.Float64()+1e-6, 3)
			case "few values":
				values[i] = float64(rng.IntN(3))
			case "one":
				values[i] = float64((n - i) / n)
			case "huge":
				values[i] = 1e12 * (1 + v)
			case "same":
				values[i] = other[i]
			}
		}
		return values
	}
	kinds := rapid.SampledFrom([]string{"normal", "normal", "normal", "constant", "heavy", "few values", "one", "huge", "same"})
	x, last := make([][]float64, n), make([]float64, n)
	for i := range x {
		x[i] = make([]float64, d)
	}
	for j := range d {
		last = column(kinds.Draw(t, "column"), last)
		for i, v := range last {
			x[i][j] = v
		}
	}
	values := column(rapid.SampledFrom([]string{"normal", "heavy", "few values", "one", "huge", "same"}).Draw(t, "y"), last)
	return x, outputOf(t, rapid.SampledFrom([]string{"number", "numbers", "class", "labels", "gram"}).Draw(t, "kind"), values, rng)
}

// outputOf makes an output of a kind of some values.
func outputOf(t rapid.TB, kind string, values []float64, rng *rand.Rand) output.Output {
	n := len(values)
	switch kind {
	case "number":
		return output.Numbers(values)
	case "class":
		class := make([]int, n)
		for i, v := range values {
			class[i] = int(math.Mod(math.Abs(v), 3))
		}
		return output.Classes(class)
	}
	two, gram := make([]float64, 2*n), make([]float64, n*n)
	for i, v := range values {
		two[2*i], two[2*i+1] = v, rng.NormFloat64()
		for j, u := range values {
			gram[i*n+j] = math.Exp(-math.Abs(v - u))
		}
	}
	var out output.Output
	var err error
	switch kind {
	case "numbers":
		out, err = output.Columns(2, two)
	case "labels":
		for i, v := range two {
			two[i] = 0
			if v > .5 {
				two[i] = 1
			}
		}
		out, err = output.Labels(2, two)
	case "gram":
		out, err = output.Gram(n, gram)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Few rows, and as many components as inputs or one less, are no reason to fail.
func TestSCAOfFewRows(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	for _, n := range []int{5, 6, 8, 12} {
		x, y := curved(n, 4, uint64(n))
		rng := rand.New(rand.NewPCG(uint64(n), 1))
		for dim := 1; dim <= 4; dim++ {
			for _, kind := range []string{"number", "numbers", "class", "labels", "gram"} {
				out := outputOf(t, kind, y, rng)
				p, err := suffice.SCA{Dim: dim, Seed: 1}.Fit(t.Context(), matrix(t, x), out)
				if out.Check() != nil { // all rows may be of one class
					continue
				}
				if err != nil {
					t.Errorf("%d rows, %d components, %s: %v", n, dim, kind, err)
					continue
				}
				wantFrame(t, p, dim)
			}
		}
	}
}

// All inputs, and all but one: the subspace of all is known, and that of all but one leaves
// out what does not matter.
func TestSCAOfNearlyAllInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(200, 3, 9)
	wantFrame(t, mustFit(t, suffice.SCA{Dim: 3, Seed: 1}, x, output.Numbers(y)), 3)
	two := mustFit(t, suffice.SCA{Dim: 2, Seed: 1}, x, output.Numbers(y))
	wantSameSubspace(t, two.Components, [][]float64{{1, 0, 0}, {0, 1, 0}}, .1)
	one, line := make([][]float64, 50), make([]float64, 50)
	for i := range one {
		one[i], line[i] = x[i][:1], y[i]
	}
	wantFrame(t, mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, one, output.Numbers(line)), 1)
}

// A constant column gets no weight, and a column that is there twice is not lost: whatever
// the two share of its weight, z is the same.
func TestSCAOfConstantAndRepeatedColumns(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(200, 4, 10)
	for i, row := range x {
		y[i] = row[0] + .2*y[i]/10
		x[i] = append(row, 7, row[0])
	}
	p := mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, x, output.Numbers(y))
	wantFrame(t, p, 1)
	w := p.Components[0]
	if w[4] != 0 {
		t.Errorf("a constant has weight %g", w[4])
	}
	if w[0]*w[0]+w[5]*w[5] < .98 {
		t.Errorf("weights %v, want the first and the last", w)
	}
}

// Two and three classes, several numbers, labels and structures find the direction that
// they all come from.
func TestSCAOfOutputsOfEveryKind(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, _ := curved(250, 5, 11)
	rng := rand.New(rand.NewPCG(12, 12))
	hidden := make([]float64, len(x))
	two := make([]int, len(x))
	for i, row := range x {
		hidden[i] = row[0] + .2*rng.NormFloat64()
		if hidden[i] > 0 {
			two[i] = 1
		}
	}
	outputs := map[string]output.Output{"two classes": output.Classes(two)}
	for _, kind := range []string{"number", "numbers", "class", "labels", "gram"} {
		outputs[kind] = outputOf(t, kind, hidden, rng)
	}
	for kind, y := range outputs {
		p := mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, x, y)
		if c := math.Abs(p.Components[0][0]); c < .95 {
			t.Errorf("%s: the first input has weight %g", kind, c)
		}
	}
}

// A fit that is told to stop while views are climbed, judged or sharpened stops.
func TestSCAStopsAtEveryStage(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(150, 4, 13)
	for _, stage := range []string{"wide", "plain", "ascent"} {
		ctx, cancel := context.WithCancel(t.Context())
		method := suffice.SCA{Dim: 1, Seed: 1, Centres: 30, Progress: func(p suffice.Progress) {
			if p.Stage == stage {
				cancel()
			}
		}}
		if p, err := method.Fit(ctx, matrix(t, x), output.Numbers(y)); !errors.Is(err, context.Canceled) || p != nil {
			t.Errorf("%s: %v", stage, err)
		}
		cancel()
	}
}
