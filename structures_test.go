package suffice_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// disguised draws n rows of 6 inputs, of which two vary together and so attract principal
// components, and z = w x for a direction w among the others.
func disguised(n int, seed uint64) (x [][]float64, z []float64, w []float64) {
	random := rand.New(rand.NewPCG(seed, 17))
	w = []float64{.8, -.6, 0, 0, 0, 0}
	for range n {
		row := make([]float64, 6)
		for j := range row {
			row[j] = random.NormFloat64()
		}
		row[5] = .9*row[4] + math.Sqrt(1-.9*.9)*row[5]
		x = append(x, row)
		z = append(z, w[0]*row[0]+w[1]*row[1])
	}
	return x, z, w
}

// letters writes strings in which the share of a rises with z.
func letters(z []float64, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 18))
	y := make([]string, len(z))
	for i, v := range z {
		word := make([]byte, 40)
		for k := range word {
			if word[k] = "bcd"[random.IntN(3)]; random.Float64() < 1/(1+math.Exp(-1.5*v)) {
				word[k] = 'a'
			}
		}
		y[i] = string(word)
	}
	return y
}

// bracketed writes trees whose nodes branch the more often the larger z is.
func bracketed(z []float64, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 19))
	y := make([]string, len(z))
	for i, v := range z {
		var grow func(levels int) string
		grow = func(levels int) string {
			if levels == 1 {
				return "x"
			}
			if random.Float64() < 1/(1+math.Exp(-1.5*v)) {
				return "(A " + grow(levels-1) + " " + grow(levels-1) + ")"
			}
			return "(B " + grow(levels-1) + ")"
		}
		y[i] = grow(5)
	}
	return y
}

// edges writes graphs of 10 nodes that have the more chords in a ring the larger z is.
func edges(z []float64, seed uint64) []string {
	random := rand.New(rand.NewPCG(seed, 20))
	y := make([]string, len(z))
	for i, v := range z {
		var list []string
		for a := range 10 {
			list = append(list, fmt.Sprint(a, " ", (a+1)%10))
			if random.Float64() < 1/(1+math.Exp(-1.5*v)) {
				list = append(list, fmt.Sprint(a, " ", (a+2+random.IntN(7))%10))
			}
		}
		y[i] = strings.Join(list, "; ")
	}
	return y
}

// far is the distance of the first component, in the units of x, from w.
func far(t *testing.T, p *suffice.Projection, w []float64) float64 {
	t.Helper()
	a := linalg.FromSlices(p.Components)
	for j, s := range p.Scale {
		a.Row(0)[j] /= s
	}
	return distance(t, a.Row(0), w)
}

func distance(t *testing.T, a, b []float64) float64 {
	t.Helper()
	u, v := linalg.FromSlices([][]float64{a}), linalg.FromSlices([][]float64{b})
	if errA, errB := stiefel.Orthonormalize(u), stiefel.Orthonormalize(v); errA != nil || errB != nil {
		t.Fatal(errA, errB)
	}
	return stiefel.Distance(u, v)
}

// Over 20 seeds the mean error is .032, the largest .084.
func TestSCAFindsTheDirectionBehindStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	for seed := range uint64(3) {
		x, z, w := disguised(1000, seed)
		if pca := distance(t, mustFit(t, suffice.PCA{Dim: 1, NoScale: true}, x, nil).Components[0], w); pca < .5 {
			t.Fatalf("seed %d: principal components are %.3f away, so this is too easy", seed, pca)
		}
		y, err := output.Strings(letters(z, seed), output.Spectrum{})
		if err != nil {
			t.Fatal(err)
		}
		p := mustFit(t, suffice.SCA{Dim: 1, Seed: seed}, x, y)
		if got := far(t, p, w); !(got <= .1) || p.Output.Kind != "sequence" {
			t.Errorf("seed %d: %s, error %.3f", seed, p.Output.Kind, got)
		}
	}
}

// Trees and graphs say less about z than strings: over 20 seeds the mean error is .061 for
// both, the largest .134 and .162.
func TestSCAFindsTheDirectionBehindStructures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, z, w := disguised(1000, 1)
	mismatch, err1 := output.Strings(letters(z, 1), output.Spectrum{Mismatches: 1})
	trees, err2 := output.TreeTexts(bracketed(z, 1), output.TreeKernel{})
	whole, err3 := output.TreeTexts(bracketed(z, 1), output.TreeKernel{Whole: true})
	graphs, err4 := output.GraphTexts(edges(z, 1), output.GraphKernel{})
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	for k, y := range []output.Output{mismatch, trees, whole, graphs} {
		p := mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, x, y)
		if got := far(t, p, w); !(got <= .15) || p.Output.Kind != y.Kind() {
			t.Errorf("output %d: %s, error %.3f", k, p.Output.Kind, got)
		}
	}
}

// With many inputs for their rows, the functions that single trees carry must not be
// mistaken for dependence.
func TestManyInputsAndFewStructures(t *testing.T) {
	x, z, w := disguised(300, 1)
	random := rand.New(rand.NewPCG(1, 21))
	for i := range x {
		for range 6 {
			x[i] = append(x[i], random.NormFloat64())
		}
	}
	y, err := output.TreeTexts(bracketed(z, 1), output.TreeKernel{})
	if err != nil {
		t.Fatal(err)
	}
	p := mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, x, y)
	if got := far(t, p, append(w, make([]float64, 6)...)); !(got <= .3) {
		t.Errorf("error %.3f", got)
	}
}

func TestImpossibleStructuresAreErrors(t *testing.T) {
	x, _, _ := disguised(4, 1)
	same, err := output.Strings([]string{"abc", "abc", "abc", "abc"}, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (suffice.SCA{Dim: 1}).Fit(t.Context(), matrix(t, x), same); !errors.Is(err, output.ErrConstant) {
		t.Errorf("got %v", err)
	}
	other, err := output.Strings([]string{"abc", "bcd", "cde", "def"}, output.Spectrum{}) // L is the identity
	if err != nil {
		t.Fatal(err)
	}
	mustFit(t, suffice.SCA{Dim: 1}, x, other)
}
