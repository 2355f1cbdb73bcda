package search

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/output"
)

// normal draws n rows of m independent normal numbers.
func normal(n, m int, seed uint64) linalg.Matrix {
	random := rand.New(rand.NewPCG(seed, 3))
	z := linalg.New(n, m)
	for i := range z.Data {
		z.Data[i] = random.NormFloat64()
	}
	return z
}

// judge judges the rows of z themselves, with components w.
func judge(t testing.TB, z linalg.Matrix, y output.Output, w linalg.Matrix, turn bool) *Judged {
	t.Helper()
	x, err := aggregate.AsStandard(z.Cols, z.Data)
	if err != nil {
		t.Fatal(err)
	}
	judged, err := Judge(context.Background(), x, y, w, turn)
	if err != nil {
		t.Fatal(err)
	}
	return judged
}

// signal is f of each row, with a little noise.
func signal(z linalg.Matrix, f func(z []float64) float64) []float64 {
	random := rand.New(rand.NewPCG(9, 9))
	y := make([]float64, z.Rows)
	for i := range y {
		y[i] = f(z.Row(i)) + .1*random.NormFloat64()
	}
	return y
}

// Where y depends on one direction alone, that comes first, and the others have next to no
// relevance.
func TestTheDirectionThatCountsComesFirst(t *testing.T) {
	z := normal(500, 4, 1)
	direction := []float64{.5, .5, -.5, .5}
	for name, y := range map[string]output.Output{
		"trend":    output.Numbers(signal(z, func(z []float64) float64 { return linalg.Dot(z, direction) })),
		"square":   output.Numbers(signal(z, func(z []float64) float64 { return math.Pow(linalg.Dot(z, direction), 2) })),
		"spreadOf": output.Numbers(spreadOf(z, direction)),
		"classes":  output.Classes(classes(z, direction)),
	} {
		t.Run(name, func(t *testing.T) {
			judged := judge(t, z, y, linalg.Identity(4), true)
			if cosine := math.Abs(linalg.Dot(judged.Turn.Row(0), direction)); cosine < .97 {
				t.Errorf("the first direction has cosine %.3f with the one that counts", cosine)
			}
			if r := judged.Relevance; name != "spreadOf" && (r[0] != 1 || slices.Max(r[1:]) > .3) { // neighbours say little of a spreadOf
				t.Errorf("relevance %v", r)
			}
		})
	}
}

// spreadOf is noise of which only the size depends on z.
func spreadOf(z linalg.Matrix, direction []float64) []float64 {
	random := rand.New(rand.NewPCG(8, 8))
	y := make([]float64, z.Rows)
	for i := range y {
		y[i] = math.Exp(1.5*linalg.Dot(z.Row(i), direction)) * random.NormFloat64()
	}
	return y
}

func classes(z linalg.Matrix, direction []float64) []int {
	class := make([]int, z.Rows)
	for i := range class {
		if v := linalg.Dot(z.Row(i), direction); v > .5 {
			class[i] = 1
		} else if v < -.5 {
			class[i] = 2
		}
	}
	return class
}

// Components that all count alike are not scaled.
func TestComponentsThatAllCountKeepTheirScale(t *testing.T) {
	z := normal(1000, 2, 2)
	y := signal(z, func(z []float64) float64 { return z[0] * z[1] })
	if got := judge(t, z, output.Numbers(y), linalg.Identity(2), true).Relevance; !slices.Equal(got, []float64{1, 1}) {
		t.Errorf("relevance %v", got)
	}
}

// Without a turn, components keep their order and are scaled where they are.
func TestWithoutATurn(t *testing.T) {
	z := normal(500, 3, 3)
	y := signal(z, func(z []float64) float64 { return math.Sin(2 * z[1]) })
	judged := judge(t, z, output.Numbers(y), linalg.Identity(3), false)
	if !slices.Equal(judged.Turn.Data, linalg.Identity(3).Data) {
		t.Errorf("turned by %v", judged.Turn.Data)
	}
	if r := judged.Relevance; r[1] != 1 || max(r[0], r[2]) > .3 {
		t.Errorf("relevance %v", r)
	}
}

// The relevance is above 0, at most 1, and 1 for one component; the turn is orthonormal, and
// turning the frame before changes nothing but what undoes it.
func TestJudgedInAnyFrame(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n, m := rapid.IntRange(leastRelevant, 150).Draw(r, "n"), rapid.IntRange(2, 5).Draw(r, "m")
		z := normal(n, m, rapid.Uint64().Draw(r, "seed"))
		for i := range n { // outliers, and an input that is nearly constant
			if z.Set(i, 0, math.Round(z.At(i, 0)/2)); i%17 == 0 {
				linalg.ScaleRow(1e3, z.Row(i))
			}
		}
		y := signal(z, func(z []float64) float64 { return z[0] + z[1]*z[1] })
		judged := judge(t, z, output.Numbers(y), linalg.Identity(m), true)
		if judged == nil {
			r.Skip("nothing to judge")
		}
		if slices.Max(judged.Relevance) != 1 || !(slices.Min(judged.Relevance) >= least) {
			r.Errorf("relevance %v", judged.Relevance)
		}
		wantOrthonormal(r, judged.Turn)
		_, turn, err := linalg.Leading(linalg.TimesT(normal(m, m, 5), normal(m, m, 5)), m)
		if err != nil {
			r.Fatal(err)
		}
		again := judge(t, z, output.Numbers(y), turn, true)
		for k := range m {
			if math.Abs(judged.Relevance[k]-again.Relevance[k]) > 1e-5 {
				r.Errorf("relevance %v in one frame, %v in another", judged.Relevance, again.Relevance)
			}
		}
	})
}

func wantOrthonormal(t rapid.TB, w linalg.Matrix) {
	gram := linalg.TimesT(w, w)
	for i := range gram.Data {
		if math.Abs(gram.Data[i]-linalg.Identity(w.Rows).Data[i]) > 1e-10 {
			t.Fatalf("rows are not orthonormal: %v", gram.Data)
		}
	}
}

// Nothing is judged where there is nothing to judge by.
func TestNothingToJudge(t *testing.T) {
	few, same := normal(leastRelevant-1, 2, 1), linalg.New(30, 2)
	y := signal(normal(30, 2, 4), func(z []float64) float64 { return z[0] })
	if got := judge(t, few, output.Numbers(y[:few.Rows]), linalg.Identity(2), true); got != nil {
		t.Errorf("%d rows: %v", few.Rows, got)
	}
	if got := judge(t, same, output.Numbers(y), linalg.Identity(2), true); got != nil {
		t.Errorf("equal rows: %v", got)
	}
	if got := judge(t, normal(30, 2, 4), output.Numbers(make([]float64, 30)), linalg.Identity(2), true); got != nil {
		t.Errorf("one output: %v", got)
	}
}

func BenchmarkJudge(b *testing.B) {
	for _, m := range []int{2, 5} {
		z := normal(mostRows, m, 1)
		y := output.Numbers(signal(z, func(z []float64) float64 { return z[0] + z[1]*z[1] }))
		b.Run(fmt.Sprintf("%d components", m), func(b *testing.B) {
			for b.Loop() {
				judge(b, z, y, linalg.Identity(m), true)
			}
		})
	}
}
