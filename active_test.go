package suffice

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// quadratic is y = bᵀx + xᵀAx/2 at rows evenly between -1 and 1, where E ∇f ∇fᵀ = ggᵀ + AVAᵀ with the
// mean gradient g = b + A E x, and V the variances of the columns, which are independent.
func quadratic(t *testing.T, n int, units []float64) (x *rows.Matrix, y []float64, c linalg.Matrix) {
	t.Helper()
	const d = 6
	random := rand.New(rand.NewPCG(3, 4))
	a, b := linalg.New(d, d), linalg.FromSlices([][]float64{{1, -.6, .3, 0, 0, 0}})
	for j, v := range []float64{.9, -.4, .7, .5, .2, 0} {
		a.Set(j, j, v)
	}
	a.Set(0, 3, .8)
	a.Set(3, 0, .8)
	data := make([]float64, n*d)
	for i := range n {
		row := linalg.New(1, d)
		for j := range d {
			row.Set(0, j, 2*random.Float64()-1)
			data[i*d+j] = row.At(0, j) * units[j]
		}
		y = append(y, linalg.TimesT(row, b).At(0, 0)+linalg.Inner(linalg.Times(row, a), row)/2)
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	mean, root := linalg.New(1, d), a.Clone()
	for j := range d {
		var sum, squares float64
		for i := range n {
			v := data[i*d+j] / units[j]
			sum, squares = sum+v/float64(n), squares+v*v/float64(n)
		}
		mean.Set(0, j, sum)
		linalg.ScaleRow(math.Sqrt(squares-sum*sum), root.Row(j))
	}
	g := linalg.Times(mean, a)
	linalg.Add(g, b)
	c = linalg.TTimes(g, g)
	linalg.AddTMul(c, 1, root, root)
	return x, y, c
}

var sameUnits = []float64{1, 1, 1, 1, 1, 1}

func mustActivate(t *testing.T, x Rows, y output.Output, o Options) *Projection {
	t.Helper()
	model, err := Activating(Methods()[0], 0).New(o).Fit(t.Context(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// Eigenvalues and directions of a quadratic are those of its formula.
func TestActiveDirectionsOfAQuadratic(t *testing.T) {
	t.Parallel()
	x, y, c := quadratic(t, 250, sameUnits)
	values, want, err := linalg.Leading(c, 3)
	if err != nil {
		t.Fatal(err)
	}
	model := mustActivate(t, x, output.Numbers(y), Options{Dim: 3, NoScale: true, Seed: 1})
	a := model.Active
	for k := range 3 {
		if off := math.Abs(a.Values[k]/values[k] - 1); !(off < .03) {
			t.Errorf("eigenvalue %d is %g, must be %g", k+1, a.Values[k], values[k])
		}
		if off := stiefel.Distance(linalg.FromSlices(a.Directions[k:k+1]), want.Slice(k, k+1)); !(off < .03) {
			t.Errorf("direction %d is %.3f off", k+1, off)
		}
	}
	if !a.Recombined || a.R2 < .999 || a.Rows != 250 {
		t.Errorf("recombined %t, R2 %g, %d rows", a.Recombined, a.R2, a.Rows)
	}
}

// Eigenvalues fall, and the activity scores add up to those of the directions that they are of.
func TestActivityScoresAddUp(t *testing.T) {
	t.Parallel()
	x, y, _ := quadratic(t, 80, sameUnits)
	for _, o := range []output.Output{output.Numbers(y), mustColumns(t, 2, slices.Concat(y, y))} {
		part, err := rows.Subset(t.Context(), x, firstRows(o.Len()))
		if err != nil {
			t.Fatal(err)
		}
		a := mustActivate(t, part, o, Options{Dim: 2, Seed: 1}).Active
		var scores, leading, total float64
		for _, v := range a.Scores {
			scores += v
		}
		for k, v := range a.Values {
			if total += v; k < 2 {
				leading += v
			}
			if k > 0 && v > a.Values[k-1] || v < 0 {
				t.Errorf("eigenvalues %v", a.Values)
			}
		}
		if math.Abs(scores-leading) > 1e-9*leading || math.Abs(total-a.Total) > 1e-9*total {
			t.Errorf("scores add up to %g of %g, eigenvalues to %g of %g", scores, leading, total, a.Total)
		}
	}
}

func firstRows(n int) []int {
	which := make([]int, n)
	for i := range which {
		which[i] = i
	}
	return which
}

func mustColumns(t *testing.T, width int, y []float64) output.Output {
	t.Helper()
	o, err := output.Columns(width, y)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// On standardised inputs the units of the columns make no difference; kept, they do: an input that is
// written a thousand times as large has a slope a thousandth of that.
func TestActiveDirectionsKnowTheUnits(t *testing.T) {
	t.Parallel()
	x, y, c := quadratic(t, 80, sameUnits)
	other, _, _ := quadratic(t, 80, []float64{1024, 1, 1, 1, 1, 1. / 64})
	fit := func(x Rows, noScale bool) *Active {
		return mustActivate(t, x, output.Numbers(y), Options{Dim: 1, NoScale: noScale, Seed: 1}).Active
	}
	if a, b := fit(x, false), fit(other, false); math.Abs(a.Values[0]/b.Values[0]-1) > 1e-6 || stiefel.Distance(linalg.FromSlices(a.Directions), linalg.FromSlices(b.Directions)) > 1e-6 {
		t.Errorf("standardised: %v %v and %v %v", a.Values[0], a.Directions[0], b.Values[0], b.Directions[0])
	}
	model, err := PLS{Dim: 6, NoScale: true}.Fit(t.Context(), x, output.Numbers(y))
	if err != nil {
		t.Fatal(err)
	}
	a, err := ActiveDirections(t.Context(), &Data{X: x, Y: output.Numbers(y)}, model, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if model, err = (PLS{Dim: 6, NoScale: true}).Fit(t.Context(), other, output.Numbers(y)); err != nil {
		t.Fatal(err)
	}
	b, err := ActiveDirections(t.Context(), &Data{X: other, Y: output.Numbers(y)}, model, 6, 1)
	if err != nil {
		t.Fatal(err)
	}
	if first := b.Scores[0] * 1024 * 1024; math.Abs(a.Directions[0][0]) < .5 || math.Abs(first/c.At(0, 0)-1) > .1 || b.Scores[0] > 1e-3*b.Scores[1] {
		t.Errorf("in own units: %v and %v, the first has %g of %g", a.Directions[0], b.Scores, first, c.At(0, 0))
	}
}

// A fit has the directions as its components, with a verdict of them, and a file has them too.
func TestFitOfActiveDirections(t *testing.T) {
	t.Parallel()
	x, y, _ := quadratic(t, 120, sameUnits)
	found, err := Fit(t.Context(), &Data{X: x, Y: output.Numbers(y)}, FitOptions{Active: 2, Options: Options{Dim: 4, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	model := found.Model
	if model.Dim() != 2 || model.Verdict == nil || model.Settings["among"] != 4 || !slices.Equal(model.Components[1], model.Active.Directions[1]) {
		t.Errorf("%d components, verdict %v, settings %v", model.Dim(), model.Verdict, model.Settings)
	}
	if _, ok := model.Settings["spread"]; ok || model.Verdict.Apart != 0 {
		t.Errorf("spread %v of the searches for other components, %g degrees apart", model.Settings["spread"], model.Verdict.Apart)
	}
	if score, ok := model.Score(); ok {
		t.Errorf("a score of %g, which is that of other components", score)
	}
	var file bytes.Buffer
	if err := model.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := ReadModel(bytes.NewReader(file.Bytes()))
	if err != nil || !slices.Equal(again.Active.Values, model.Active.Values) {
		t.Fatalf("%v", err)
	}
	again.Active.Scores = again.Active.Scores[1:]
	file.Reset()
	if err := again.Write(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadModel(&file); err == nil {
		t.Error("a file that lacks a score was read")
	}
	later, err := ActiveDirections(t.Context(), &Data{X: x, Y: output.Numbers(y)}, model, 1, 1)
	if err != nil || len(later.Directions) != 1 {
		t.Errorf("of a model: %v, %v", later, err)
	}
}

// What cannot be had is an error that says why.
func TestNoActiveDirections(t *testing.T) {
	t.Parallel()
	x, y, _ := quadratic(t, 30, sameUnits)
	ctx, data := context.Background(), &Data{X: x, Y: output.Numbers(y)}
	model, err := PCA{Dim: 1}.Fit(ctx, x, nil)
	if err != nil {
		model, err = PLS{Dim: 1}.Fit(ctx, x, data.Y)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, count := range []int{0, 7} {
		if _, err := ActiveDirections(ctx, data, model, count, 1); err == nil {
			t.Errorf("%d of 6 inputs: no error", count)
		}
	}
	if _, err := ActiveDirections(ctx, &Data{X: x}, model, 1, 1); err == nil {
		t.Error("no output: no error")
	}
	if _, err := Fit(ctx, data, FitOptions{Active: 1, Auto: true}); err == nil {
		t.Error("by a method that is yet to be chosen: no error")
	}
	for _, name := range []string{"seas", "lassosir", "spls"} {
		if _, err := Fit(ctx, data, FitOptions{Active: 1, Method: named(t, name)[0]}); err == nil {
			t.Errorf("by %s, which selects inputs: no error", name)
		}
	}
	if _, err := Fit(ctx, data, FitOptions{Active: 1, Options: Options{Screen: 3}}); err == nil {
		t.Error("of screened inputs: no error")
	}
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := ActiveDirections(cancelled, data, model, 1, 1); err == nil {
		t.Error("cancelled: no error")
	}
}

// Few rows of noise have a verdict, which finds nothing, although R2 is near 1; fewer than a regression
// takes are refused by their number in the table.
func TestActiveDirectionsOfFewRows(t *testing.T) {
	t.Parallel()
	for _, n := range []int{9, 10, 14, 20} {
		random := rand.New(rand.NewPCG(5, uint64(n)))
		values, y := make([]float64, n*30), make([]float64, n)
		for _, some := range [][]float64{values, y} {
			for i := range some {
				some[i] = random.NormFloat64()
			}
		}
		x, err := rows.NewMatrix(30, values)
		if err != nil {
			t.Fatal(err)
		}
		found, err := Fit(t.Context(), &Data{X: x, Y: output.Numbers(y)}, FitOptions{Active: 1, Options: Options{Seed: 1}})
		switch {
		case n < leastPredictorRows:
			if err == nil || !strings.Contains(err.Error(), "9 rows are too few") {
				t.Errorf("%d rows: %v", n, err)
			}
		case err != nil:
			t.Errorf("%d rows: %v", n, err)
		case found.Model.Verdict == nil || found.Model.Verdict.Found:
			t.Errorf("%d rows of noise: verdict %+v, warnings %q", n, found.Model.Verdict, found.Model.Warnings)
		}
	}
}

// With too many inputs for a regression on all of them, the directions are within what the components
// span, and no more than these.
func TestActiveDirectionsOfManyInputs(t *testing.T) {
	t.Parallel()
	const n, d = 60, mostActiveInputs + 5
	random := rand.New(rand.NewPCG(1, 2))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64() * float64(1+i%3)
	}
	for i := range y {
		y[i] = data[i*d] + data[i*d+1]*data[i*d+1]
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	for _, noScale := range []bool{false, true} {
		model, err := PLS{Dim: 3, NoScale: noScale}.Fit(t.Context(), x, output.Numbers(y))
		if err != nil {
			t.Fatal(err)
		}
		a, err := ActiveDirections(t.Context(), &Data{X: x, Y: output.Numbers(y)}, model, 3, 1)
		if err != nil {
			t.Fatal(err)
		}
		w := linalg.FromSlices(model.Components)
		if err := stiefel.Orthonormalize(w); err != nil {
			t.Fatal(err)
		}
		if off := stiefel.Distance(linalg.FromSlices(a.Directions), w); !(off < 1e-9) {
			t.Errorf("without scaling %t: %g from what the components span", noScale, off)
		}
		if _, err := ActiveDirections(t.Context(), &Data{X: x, Y: output.Numbers(y)}, model, 4, 1); err == nil {
			t.Error("4 directions of 3 components: no error")
		}
	}
}
