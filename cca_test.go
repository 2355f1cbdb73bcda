package suffice_test

import (
	"cmp"
	"math"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// The definition: S_xy (S_yy + γI)⁻¹ S_yx w = ρ² (S_xx + γ tr(S_xx)/d I) w, in the scaled
// inputs, where S_yy is that of the columns; and w S_xx w = 1.
func TestCCAMatchesTheDefinition(t *testing.T) {
	p := draw(t, 120, 4, 2)
	n := 120.
	for _, ridge := range []float64{0, .1, 2} {
		for _, y := range []output.Output{p.numbers, p.number, p.class, p.labels} {
			dim := map[output.Kind]int{"numbers": 2, "number": 1, "class": 2, "labels": 2}[y.Kind()]
			c := suffice.CCA{Dim: dim, Ridge: cmp.Or(ridge, -1)}
			model := mustFit(t, c, p.x, y)

			x := centredOf(p.x)
			for i := range x.Rows {
				for j := range x.Cols {
					x.Set(i, j, x.At(i, j)/model.Scale[j])
				}
			}
			width, data := y.(output.Columnar).Columns()
			f := centredOf(linalg.Of(y.Len(), width, data).Slices())
			if y.Kind() == "number" {
				linalg.Scale(math.Sqrt(n)/linalg.Norm(f), f)
			}
			sxx, syy, syx := innerOf(x, x, n), innerOf(f, f, n), innerOf(f, x, n)
			for j := range width {
				syy.Row(j)[j] += max(ridge, 1e-9) // labels and classes are dependent columns
			}
			if err := linalg.Cholesky(syy); err != nil {
				t.Fatal(err)
			}
			solved := syx.Clone()
			linalg.CholeskySolveAll(syy, solved)
			shrunk := sxx.Clone()
			for j := range shrunk.Rows {
				shrunk.Row(j)[j] += ridge // the scaled inputs have mean variance 1
			}
			squared := *model
			squared.Values = nil
			for _, v := range model.Values {
				squared.Values = append(squared.Values, v*v)
			}
			wantEigenvectors(t, innerOf(solved, syx, 1), shrunk, &squared, 1e-7) // 1e-9 was added to variances of .1
			for k := range dim {
				one := suffice.Projection{Components: model.Components[k : k+1]}
				wantInner(t, sxx, &one, 1e-12)
			}
			if ridge == 0 {
				wantInner(t, sxx, model, 1e-12)
			}
		}
	}
}

// Beyond these dimensions there is nothing to find.
func TestCCASaysHowManyComponentsThereCanBe(t *testing.T) {
	p := draw(t, 60, 4, 3)
	for _, c := range []struct {
		y    output.Output
		dim  int
		want string
	}{
		{p.number, 2, "2 components, but there are at most 1: the inputs have 4 independent columns and the output 1"},
		{p.class, 3, "3 components, but there are at most 2"},
		{p.labels, 3, "at most 2: the inputs have 4 independent columns and the output 2"},
		{p.gram, 1, "cca needs numbers, classes or labels, but the output is of kind gram"},
	} {
		_, err := suffice.CCA{Dim: c.dim}.Fit(t.Context(), matrix(t, p.x), c.y)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.y.Kind(), err, c.want)
		}
	}
	for _, ridge := range []float64{-.5, -2, math.NaN(), math.Inf(1)} {
		_, err := suffice.CCA{Dim: 1, Ridge: ridge}.Fit(t.Context(), matrix(t, p.x), p.number)
		if err == nil || !strings.Contains(err.Error(), "the ridge is") {
			t.Errorf("ridge %g: got %v", ridge, err)
		}
	}
}

// The unit of a number does not matter, with or without ridge.
func TestCCAIgnoresTheUnitOfTheOutput(t *testing.T) {
	p := draw(t, 60, 3, 4)
	_, y := p.number.(output.Columnar).Columns()
	other := make([]float64, len(y))
	for i, v := range y {
		other[i] = 1e60 * (v - 3)
	}
	a, b := mustFit(t, suffice.CCA{Dim: 1}, p.x, p.number), mustFit(t, suffice.CCA{Dim: 1}, p.x, output.Numbers(other))
	wantValues(t, "correlations", a.Values, b.Values, 1e-13)
	wantSameSubspace(t, a.Components, b.Components, 1e-13)
}

// A second output that has nothing to do with the inputs has a component all the same:
// of correlation 0, with a warning.
func TestCCACompletesUncorrelatedComponents(t *testing.T) {
	x := [][]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	var data []float64
	for _, row := range x {
		data = append(data, row[0], row[0]*row[1])
	}
	y, err := output.Columns(2, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []suffice.CCA{{Dim: 2}, {Dim: 2, Ridge: -1}} {
		model := mustFit(t, c, x, y)
		if model.Values[0] < .5 || model.Values[1] != 0 {
			t.Errorf("correlations %v", model.Values)
		}
		wantWarning(t, model, "only 1 of 2 components are correlated with the output")
		wantInner(t, linalg.Identity(2), model, 1e-12)
	}
}
