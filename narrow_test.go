package suffice

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// correlated draws n rows of d inputs that are correlated, with units of their own, and
// a class that depends on two of them.
func correlated(t interface{ Fatal(...any) }, n, d int, seed uint64) (*rows.Matrix, []int) {
	random := rand.New(rand.NewPCG(seed, 3))
	data, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		row, common := data[i*d:(i+1)*d], random.NormFloat64()
		for j := range row {
			row[j] = float64(1+j%3)*(random.NormFloat64()+.5*common*float64(j%2)) + float64(j)
		}
		for _, j := range []int{0, 1} {
			if row[j]-float64(j) > 0 {
				class[i] += 1 + j
			}
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, class
}

// Coordinates along few rows have the products of the rows, and their axes, as weights on
// the rows, are orthonormal, sum up to what z is, and have the variances that are given.
func TestCoordinatesAlongFewRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 20).Draw(t, "n")
		d := rapid.IntRange(n, 60).Draw(t, "d")
		x, _ := correlated(t, n, d, rapid.Uint64().Draw(t, "seed"))
		standard, err := blocks.Standardize(t.Context(), x, rapid.Bool().Draw(t, "no scale"))
		if err != nil {
			t.Fatal(err)
		}
		a, err := alongRows(t.Context(), standard, n)
		if err != nil {
			t.Fatal(err)
		}
		if a.rank() != n-1 {
			t.Fatalf("%d axes of %d rows", a.rank(), n)
		}
		axes, err := a.inputs(t.Context(), linalg.Identity(a.rank()))
		if err != nil {
			t.Fatal(err)
		}
		gram := linalg.New(a.rank(), a.rank())
		linalg.MulT(gram, axes, axes)
		linalg.Add(gram, negated(linalg.Identity(a.rank())))
		if size := linalg.Norm(gram); size > 1e-9 { // rounding by the spread of the variances
			t.Fatalf("the axes are orthonormal to %g", size)
		}
		z := linalg.New(n, a.rank())
		if err := standard.Times(t.Context(), z, axes); err != nil {
			t.Fatal(err)
		}
		got, err := a.z.Block(t.Context(), 0, n, make([]float64, n*a.rank()))
		if err != nil {
			t.Fatal(err)
		}
		linalg.Add(z, negated(linalg.Of(n, a.rank(), got)))
		if size := linalg.Norm(z); size > 1e-9 {
			t.Fatalf("the coordinates are right to %g", size)
		}
	})
}

func negated(a linalg.Matrix) linalg.Matrix {
	linalg.Scale(-1, a)
	return a
}

// SCA in the coordinates along few rows finds what it finds among the inputs themselves,
// with matrices of their square.
func TestSCAAlongFewRowsIsSCAOnTheInputs(t *testing.T) {
	const dim = 3 // as many as tell four classes of few rows apart completely: any two of them would do so as well as others
	x, class := correlated(t, 30, 40, 1)
	y := output.Classes(class)
	standard, err := blocks.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := spaceFor(t.Context(), standard, y, dim, false)
	if err != nil {
		t.Fatal(err)
	}
	if narrow.narrow == nil || !narrow.many {
		t.Fatal("30 rows of 40 inputs are not narrowed")
	}
	wide := &space{x: standard, many: true}
	if wide.metric, err = metricOf(t.Context(), standard, dim, true); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []Stage{AfterFirstStep, AfterPasses} { // the climb magnifies rounding
		var found []linalg.Matrix
		for _, in := range []*space{narrow, wide} {
			f := &scaFit{SCA: SCA{Dim: dim, Stop: stop}, space: in, y: y, random: rand.New(rand.NewPCG(1, 1))}
			if err := f.run(t.Context()); err != nil {
				t.Fatal(err)
			}
			w, err := in.inputs(t.Context(), f.w)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, w)
		}
		if d := stiefel.Distance(found[0], found[1]); d > 1e-8 {
			t.Errorf("stage %d: the subspaces differ by %g", stop, d)
		}
	}
}

// withSmallSquares makes inputs and rows too many from 20 on.
func withSmallSquares(t *testing.T) {
	before := mostSquare
	mostSquare = 20
	t.Cleanup(func() { mostSquare = before })
}

// A search space of no fewer directions than there are inputs is all of them: every
// method finds there what it finds with matrices of their square.
func TestASearchSpaceOfAllDirectionsLosesNothing(t *testing.T) {
	x, class := correlated(t, 400, 30, 2)
	y := output.Classes(class)
	for name, method := range map[string]Reducer{
		"pca": PCA{Dim: 2}, "cca": CCA{Dim: 2}, "cca without ridge": CCA{Dim: 2, NoRidge: true}, "mddm": MDDM{Dim: 2},
		"mddm uncorrelated": MDDM{Dim: 2, Uncorrelated: true}, "sir": SIR{Dim: 2}, "save": SAVE{Dim: 2}, "sir unscaled": SIR{Dim: 2, NoScale: true},
		"cca unscaled": CCA{Dim: 2, NoScale: true},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := method.Fit(t.Context(), x, y)
			if err != nil {
				t.Fatal(err)
			}
			withSmallSquares(t)
			got, err := method.Fit(t.Context(), x, y)
			if err != nil {
				t.Fatal(err)
			}
			for k, row := range want.Components {
				for j, w := range row {
					if d := got.Components[k][j] - w; d > 1e-6 || d < -1e-6 { // eigenvectors to a tolerance of 1e-8, over their gaps
						t.Fatalf("weight %d of component %d is %g, want %g", j+1, k+1, got.Components[k][j], w)
					}
				}
			}
		})
	}
}

// Few of many directions hold what a class of two inputs shows along, and PCA is exact.
func TestASearchSpaceHoldsWhatTheOutputSuggests(t *testing.T) {
	const d = 300
	x, class := correlated(t, 2000, d, 3)
	y := output.Classes(class)
	withSmallSquares(t)
	standard, err := blocks.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := narrowed(t.Context(), standard, y, 2, false)
	if err != nil {
		t.Fatal(err)
	}
	if a.rank() >= d || !a.partial() {
		t.Fatalf("%d of %d directions", a.rank(), d)
	}
	for _, j := range []int{0, 1} {
		var length float64
		for k := range a.rank() {
			length += a.axes.At(k, j) * a.axes.At(k, j)
		}
		if length < .8 {
			t.Errorf("input %d lies within the space by %.2f", j+1, length)
		}
	}
}

// Where the largest variances tell all there is to tell, directions made of the same rows
// and their outputs would add nothing but noise that these rows cannot tell from more.
func TestASearchSpaceLeavesOutWhatIsOnlyNoise(t *testing.T) {
	withSmallSquares(t)
	const n, d, many = 600, 600, 60
	random := rand.New(rand.NewPCG(5, 0))
	data, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		factor := random.NormFloat64()
		for j := range d {
			data[i*d+j] = random.NormFloat64()
			if j < many {
				data[i*d+j] += factor
			}
		}
		if factor > 0 {
			class[i] = 1
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	w := fitTo(t, SIR{Dim: 1}, x, output.Classes(class))
	var share float64
	for _, v := range w.Row(0)[:many] {
		share += v * v
	}
	if share < .5 { // .64; with directions of noise it is .13
		t.Errorf("the inputs that follow the factor have %.2f of the weight", share)
	}
}

// A search space is cancelled soon.
func TestACancelledSearchSpace(t *testing.T) {
	x, class := correlated(t, 300, 100, 3)
	withSmallSquares(t)
	ctx, cancel := context.WithCancel(t.Context())
	standard, err := blocks.Standardize(ctx, x, false)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := narrowed(ctx, standard, output.Classes(class), 2, false); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if _, _, _, err := iteratedAxes(ctx, standard, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("the error of the iteration is %v", err)
	}
}
