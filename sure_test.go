package suffice

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// sureRows are normal inputs, the third of which goes with the first, and y = x1.
func sureRows(t *testing.T, n int) (*rows.Matrix, output.Output) {
	t.Helper()
	random := rand.New(rand.NewPCG(9, 9))
	table, y := make([][]float64, n), make([]float64, n)
	for i := range table {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		table[i], y[i] = []float64{a, 5 * b, a + c}, a
	}
	x, err := rows.FromSlices(table)
	if err != nil {
		t.Fatal(err)
	}
	return x, output.Numbers(y)
}

// Correlations with z are those of the columns with the columns that Transform makes.
func TestCorrelateIsTheCorrelation(t *testing.T) {
	x, y := sureRows(t, 100)
	for _, noScale := range []bool{false, true} {
		p, err := CCA{Dim: 1, NoScale: noScale}.Fit(context.Background(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		if err := p.Correlate(context.Background(), x); err != nil {
			t.Fatal(err)
		}
		z, err := p.Transform(context.Background(), x)
		if err != nil {
			t.Fatal(err)
		}
		for j := range 3 {
			var sx, sz, sxx, szz, sxz float64
			for i := range x.Len() {
				a, b := x.Row(i)[j], z.Row(i)[0]
				sx, sz, sxx, szz, sxz = sx+a, sz+b, sxx+a*a, szz+b*b, sxz+a*b
			}
			n := float64(x.Len())
			want := (sxz - sx*sz/n) / math.Sqrt((sxx-sx*sx/n)*(szz-sz*sz/n))
			if got := p.Correlations[0][j]; math.Abs(got-want) > 1e-9 {
				t.Errorf("x%d: %v, want %v", j+1, got, want)
			}
		}
	}
}

// A model file keeps correlations and intervals, and does not take those of another model.
func TestModelFileKeepsHowSureItIs(t *testing.T) {
	x, y := sureRows(t, 50)
	p, err := CCA{Dim: 1}.Fit(context.Background(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Correlate(context.Background(), x); err != nil {
		t.Fatal(err)
	}
	p.Bootstrap = &Bootstrap{Resamples: 2, Rows: 50, Level: .95, Low: [][]float64{{0, 1, 2}}, High: [][]float64{{1, 2, 3}}, Angles: []float64{4}, Angle: 4, Doubts: []string{"none"}}
	var file bytes.Buffer
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	text := file.String()
	back, err := ReadModel(&file)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(back.Bootstrap, p.Bootstrap) || !reflect.DeepEqual(back.Correlations, p.Correlations) {
		t.Errorf("%+v", back.Bootstrap)
	}
	p.Bootstrap.Low = [][]float64{{0, 1}}
	file.Reset()
	if err := p.Write(&file); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadModel(&file); err == nil || !strings.Contains(err.Error(), "low ends of intervals") {
		t.Errorf("%v of\n%s", err, text)
	}
}

// The model of the inputs that have weight has their intervals and correlations.
func TestUsedKeepsIntervals(t *testing.T) {
	p := &Projection{
		Inputs: []string{"a", "b", "c"}, Components: [][]float64{{1, 0, 2}}, Mean: make([]float64, 3), Scale: []float64{1, 1, 1},
		Correlations: [][]float64{{.1, .2, .3}}, Bootstrap: &Bootstrap{Low: [][]float64{{1, 2, 3}}, High: [][]float64{{4, 5, 6}}},
	}
	used := p.Used()
	if !slices.Equal(used.Correlations[0], []float64{.1, .3}) || !slices.Equal(used.Bootstrap.Low[0], []float64{1, 3}) || !slices.Equal(used.Bootstrap.High[0], []float64{4, 6}) {
		t.Errorf("%+v", used)
	}
	if len(p.Bootstrap.Low[0]) != 3 {
		t.Error("the model itself has changed")
	}
}

// A nominal column has the weight of all its levels.
func TestNominalColumns(t *testing.T) {
	p := &Projection{
		Inputs: []string{"a", "c=red", "c=blue"}, Components: [][]float64{{1, 3, 4}},
		Levels: map[string]Level{"c=red": {Column: "c", Value: "red"}, "c=blue": {Column: "c", Value: "blue"}},
	}
	columns := p.NominalColumns()
	if len(columns) != 1 || columns[0].Name != "c" || columns[0].Weight[0] != 5 || !slices.Equal(columns[0].Levels, []int{1, 2}) {
		t.Errorf("%+v", columns)
	}
}

// A method on selected inputs finds what it finds on a table of these alone, and so does a refit.
func TestSelectedIsTheMethodOnFewerColumns(t *testing.T) {
	x, y := sureRows(t, 80)
	few := make([][]float64, x.Len())
	for i := range few {
		few[i] = []float64{x.Row(i)[0], x.Row(i)[2]}
	}
	less, err := rows.FromSlices(few)
	if err != nil {
		t.Fatal(err)
	}
	want, err := SCA{Dim: 1, Centres: 20}.Fit(context.Background(), less, y)
	if err != nil {
		t.Fatal(err)
	}
	selected := Selected{SCA{Dim: 1, Centres: 20}, []int{0, 2}}
	got, err := selected.Fit(context.Background(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	w := want.Components[0]
	if !slices.Equal(got.Components[0], []float64{w[0], 0, w[1]}) || got.Settings["selected"] != 2 {
		t.Errorf("%v, want %v", got.Components, w)
	}
	refit, err := selected.Refit(context.Background(), x, y, got)
	if err != nil || refit == nil {
		t.Fatal(refit, err)
	}
	half := make([]int, 40)
	for i := range half {
		half[i] = 2 * i
	}
	some, err := refit.Some(context.Background(), half)
	if err != nil {
		t.Fatal(err)
	}
	if some[0][1] != 0 || math.Abs(math.Abs(some[0][0]*w[0]+some[0][2]*w[1])-1) > .05 {
		t.Errorf("%v, want near %v", some, w)
	}
}
