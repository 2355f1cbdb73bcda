package suffice_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// dependenceForm is XᵀCLCX by its definition, with whole matrices.
func dependenceForm(x linalg.Matrix, y output.Output) linalg.Matrix {
	n := y.Len()
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	L := linalg.New(n, n)
	switch y := y.(type) {
	case output.Kernel:
		y.Kernel(L.Data, 0, n, all)
	case output.Metric:
		y.SquaredDistances(L.Data, 0, n, all)
		var distances []float64
		for _, v := range L.Data {
			if v > 0 {
				distances = append(distances, math.Sqrt(v))
			}
		}
		slices.Sort(distances)
		width := (distances[len(distances)/2] + distances[(len(distances)-1)/2]) / 2
		for i, v := range L.Data {
			L.Data[i] = math.Exp(-v / (2 * width * width))
		}
	}
	lx := linalg.New(n, x.Cols)
	linalg.Mul(lx, L, x)
	return innerOf(x, lx, 1)
}

func TestMDDMMatchesTheDefinition(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	p := draw(t, 300, 4, 5)
	x := centredOf(p.x)
	scatter := innerOf(x, x, 1)
	for _, y := range []output.Output{p.number, p.numbers, p.class, p.labels, p.gram} {
		form := dependenceForm(x, y)
		for dim := 1; dim <= 4; dim++ {
			plain := mustFit(t, suffice.MDDM{Dim: dim, NoScale: true}, p.x, y)
			wantEigenvectors(t, form, linalg.Identity(4), plain, 1e-11)
			wantInner(t, linalg.Identity(4), plain, 1e-12)
			uncorrelated := mustFit(t, suffice.MDDM{Dim: dim, NoScale: true, Uncorrelated: true}, p.x, y)
			wantEigenvectors(t, form, scatter, uncorrelated, 1e-11)
			wantInner(t, scatter, uncorrelated, 1e-12)
		}
	}
}

// Blocks of L, the last one short, add up to the whole; a Gram matrix of the labels'
// cosines is the labels.
func TestMDDMOfBlocksIsThatOfTheFactor(t *testing.T) {
	const n = 1100
	p := draw(t, n, 3, 6)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	L := make([]float64, n*n)
	p.labels.(output.Kernel).Kernel(L, 0, n, all)
	gram, err := output.Gram(n, L)
	if err != nil {
		t.Fatal(err)
	}
	for _, uncorrelated := range []bool{false, true} {
		m := suffice.MDDM{Dim: 2, Uncorrelated: uncorrelated}
		byRows, byPairs := mustFit(t, m, p.x, p.labels), mustFit(t, m, p.x, gram)
		wantValues(t, "eigenvalues", byPairs.Values, byRows.Values, 1e-12)
		wantSameSubspace(t, byPairs.Components, byRows.Components, 1e-9)
	}
}

// Two classes tell one direction. The others are those of the largest variance, within
// the constraint, also where there are few rows.
func TestMDDMCompletesComponents(t *testing.T) {
	for _, n := range []int{50, 7} {
		p := draw(t, n, 7, 7)
		class := make([]int, n)
		for i := range class {
			class[i] = i % 2
		}
		x := centredOf(p.x)
		for _, m := range []suffice.MDDM{{Dim: 4, NoScale: true}, {Dim: 4, NoScale: true, Uncorrelated: true}} {
			model := mustFit(t, m, p.x, output.Classes(class))
			if model.Values[0] <= 0 || model.Values[1] != 0 || model.Values[3] != 0 {
				t.Errorf("eigenvalues %v", model.Values)
			}
			wantWarning(t, model, "the output tells only 1 of 4 components apart")
			one := mustFit(t, suffice.MDDM{Dim: 1, NoScale: true, Uncorrelated: m.Uncorrelated}, p.x, output.Classes(class))
			wantSameSubspace(t, model.Components[:1], one.Components, 1e-14)
			if len(one.Warnings) > 0 && n == 50 {
				t.Errorf("warnings %q", one.Warnings)
			}
			constraint := linalg.Identity(7)
			if m.Uncorrelated {
				constraint = innerOf(x, x, 1)
			}
			wantInner(t, constraint, model, 1e-9)
		}
	}
}

// One rare value of 5000 may be in no sample of the rows, and is still seen.
func TestMDDMFindsTheWidthOfARareValue(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	p := draw(t, 5000, 3, 8)
	y := make([]float64, 5000)
	y[4321] = 10
	model := mustFit(t, suffice.MDDM{Dim: 1}, p.x, output.Numbers(y))
	if model.Settings["width_y"] != 10. {
		t.Errorf("settings %v, want a width of 10", model.Settings)
	}
	if strings.Join(model.Warnings, "") != "" {
		t.Errorf("warnings %q", model.Warnings)
	}
}
