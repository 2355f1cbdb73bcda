package suffice_test

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// moment is (1/n) Σ weight_i (x_i - centre)(x_i - centre)ᵀ over the given rows, n being
// their number, by its definition.
func moment(x [][]float64, which []int, weight func(i int) float64) linalg.Matrix {
	d := len(x[0])
	centre := meanOf(x, which)
	out := linalg.New(d, d)
	for _, i := range which {
		for a := range d {
			for b := range d {
				out.Data[a*d+b] += weight(i) * (x[i][a] - centre[a]) * (x[i][b] - centre[b]) / float64(len(which))
			}
		}
	}
	return out
}

func meanOf(x [][]float64, which []int) []float64 {
	out := make([]float64, len(x[0]))
	for _, i := range which {
		for j, v := range x[i] {
			out[j] += v / float64(len(which))
		}
	}
	return out
}

func one(int) float64 { return 1 }

// solved is a⁻¹ b.
func solved(t rapid.TB, a, b linalg.Matrix) linalg.Matrix {
	r, out := a.Clone(), b.Clone()
	if err := linalg.Cholesky(r); err != nil {
		t.Fatal(err)
	}
	linalg.CholeskySolveAll(r, out)
	return out
}

// The methods as generalised eigenproblems M w = λ S w in the units of x, S being the
// covariance, from their definitions.
var twins = map[string]struct {
	method suffice.Reducer
	kernel func(t rapid.TB, x [][]float64, y []float64, s linalg.Matrix) linalg.Matrix
}{
	"sir": {suffice.SIR{Dim: 3, Slices: 6, NoScale: true}, func(_ rapid.TB, x [][]float64, y []float64, _ linalg.Matrix) linalg.Matrix {
		all := everyRow(x)
		m, centre := linalg.New(3, 3), meanOf(x, all)
		for _, slice := range sliceRows(y, 6) {
			within := meanOf(x, slice)
			for a := range 3 {
				for b := range 3 {
					m.Data[a*3+b] += float64(len(slice)) / float64(len(x)) * (within[a] - centre[a]) * (within[b] - centre[b])
				}
			}
		}
		return m
	}},
	"save": {suffice.SAVE{Dim: 3, Slices: 6, NoScale: true}, func(t rapid.TB, x [][]float64, y []float64, s linalg.Matrix) linalg.Matrix {
		m := linalg.New(3, 3)
		for _, slice := range sliceRows(y, 6) {
			a := s.Clone()
			v := moment(x, slice, one)
			linalg.Scale(-1, v)
			linalg.Add(a, v)
			linalg.AddMul(m, float64(len(slice))/float64(len(x)), a, solved(t, s, a))
		}
		return m
	}},
	"phd": {suffice.PHd{Dim: 3, NoScale: true}, func(t rapid.TB, x [][]float64, y []float64, s linalg.Matrix) linalg.Matrix {
		all := everyRow(x)
		cross, centre, centreY := linalg.New(3, 1), meanOf(x, all), 0.
		for i := range y {
			centreY += y[i] / float64(len(y))
		}
		for i, row := range x {
			for j, v := range row {
				cross.Data[j] += (v - centre[j]) * (y[i] - centreY) / float64(len(y))
			}
		}
		slope := solved(t, s, cross)
		return moment(x, all, func(i int) float64 {
			r := y[i] - centreY
			for j, v := range x[i] {
				r -= slope.Data[j] * (v - centre[j])
			}
			return r
		})
	}},
}

func everyRow(x [][]float64) []int {
	all := make([]int, len(x))
	for i := range all {
		all[i] = i
	}
	return all
}

func sliceRows(y []float64, count int) [][]int {
	s := output.Numbers(y).(output.Sliced).Slices(count)
	groups := make([][]int, len(s.Sizes))
	for i, j := range s.Of {
		groups[j] = append(groups[j], i)
	}
	return groups
}

// related is data with correlated inputs.
func related(seed uint64, n int) (x [][]float64, y []float64) {
	random := rand.New(rand.NewPCG(seed, 1))
	for range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		x = append(x, []float64{a, 3 + .5*a + b, .1*c - a})
		y = append(y, a+b*b+.5*c)
	}
	return x, y
}

func TestSlicingMethodsMatchTheirDefinitions(t *testing.T) {
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				x, y := related(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(20, 80).Draw(t, "n"))
				p := fitted(t, twin.method, x, output.Numbers(y))
				s := moment(x, everyRow(x), one)
				m := twin.kernel(t, x, y, s)
				for k, w := range p.Components {
					for i := range 3 {
						left, right := linalg.Dot(m.Row(i), w), p.Values[k]*linalg.Dot(s.Row(i), w)
						if math.Abs(left-right) > 1e-11 { // S has condition numbers up to some thousands
							t.Fatalf("component %d: M w is %g, λ S w is %g", k+1, left, right)
						}
					}
				}
			})
		})
	}
}

func fitted(t rapid.TB, method suffice.Reducer, x [][]float64, y output.Output) *suffice.Projection {
	source, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	p, err := method.Fit(context.Background(), source, y)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Any invertible linear map of the inputs leaves the eigenvalues and tests as they were,
// and z up to length.
func TestSlicingMethodsDoNotDependOnCoordinates(t *testing.T) {
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			x, y := related(4, 200)
			want := mustFit(t, twin.method, x, output.Numbers(y))
			turned := times(x, linalg.FromSlices([][]float64{{1, 2, 0}, {0, 1e-6, 3e-6}, {1e5, 0, 1e5}}))
			wantSameFigures(t, mustFit(t, twin.method, turned, output.Numbers(y)), want, 1e-9)
		})
	}
}

// wantSameFigures compares eigenvalues and tests.
func wantSameFigures(t *testing.T, got, want *suffice.Projection, tolerance float64) {
	t.Helper()
	for k, v := range want.Values {
		wantNear(t, "eigenvalue", got.Values[k], v, tolerance)
	}
	for k, test := range want.Tests {
		wantNear(t, "statistic", got.Tests[k].Statistic, test.Statistic, tolerance*test.Statistic+tolerance)
		if got.Tests[k].DF != test.DF {
			t.Errorf("%d degrees of freedom, want %d", got.Tests[k].DF, test.DF)
		}
	}
}

// Columns that follow from others change neither eigenvalues, tests nor z, and the
// warning names one of those concerned.
func TestSlicingMethodsWithDependentColumns(t *testing.T) {
	x, y := related(5, 200)
	wider := make([][]float64, len(x))
	for i, row := range x {
		wider[i] = []float64{row[0], row[1], row[2], -7 * row[1], 5}
	}
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			want := mustFit(t, twin.method, x, output.Numbers(y))
			got := mustFit(t, twin.method, wider, output.Numbers(y))
			wantSameFigures(t, got, want, 1e-10)
			a, b := transformed(t, want, x), transformed(t, got, wider)
			for k := range 3 {
				wantParallel(t, a[k], b[k], 1e-10)
			}
			if warnings := strings.Join(got.Warnings, "\n"); !strings.Contains(warnings, `vary along only 3 directions: columns such as "x4" follow`) || !strings.Contains(warnings, `constant input columns get weight 0: "x5"`) {
				t.Errorf("warnings %q", got.Warnings)
			}
		})
	}
	_, err := suffice.SIR{Dim: 4}.Fit(t.Context(), matrix(t, wider), output.Numbers(y))
	if err == nil || !strings.Contains(err.Error(), `4 components, but the inputs vary along only 3 directions, since columns such as "x4" follow from the others`) {
		t.Errorf("got %v", err)
	}
}

// transformed is z, a slice a component.
func transformed(t *testing.T, p *suffice.Projection, x [][]float64) [][]float64 {
	t.Helper()
	z, err := p.Transform(t.Context(), matrix(t, x))
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]float64, p.Dim())
	for k := range out {
		for i := range x {
			out[k] = append(out[k], z.Row(i)[k])
		}
	}
	return out
}

// wantParallel compares vectors up to a factor.
func wantParallel(t *testing.T, a, b []float64, tolerance float64) {
	t.Helper()
	cosine := linalg.Dot(a, b) / math.Sqrt(linalg.Dot(a, a)*linalg.Dot(b, b))
	if math.Abs(math.Abs(cosine)-1) > tolerance {
		t.Errorf("the cosine is %v", cosine)
	}
}

// Columns that differ by 1e-4 of their size, given the others, are not taken for the same, and cost no
// digits that the data has.
func TestWhiteningKeepsTheDigitsOfNearlyDependentColumns(t *testing.T) {
	x, y := related(6, 300)
	near := make([][]float64, len(x))
	for i, row := range x {
		near[i] = []float64{row[0], row[1], row[0] + 1e-3*row[2]}
	}
	for name, twin := range twins {
		t.Run(name, func(t *testing.T) {
			got := mustFit(t, twin.method, near, output.Numbers(y))
			wantSameFigures(t, got, mustFit(t, twin.method, x, output.Numbers(y)), 1e-10)
			if got.Warnings != nil {
				t.Errorf("warnings %q", got.Warnings)
			}
		})
	}
}

// Scaled inputs give the same directions, once they are in the units of the file.
func TestScalingChangesOnlyTheUnitsOfTheComponents(t *testing.T) {
	x, y := related(7, 200)
	for k, pair := range [][2]suffice.Reducer{
		{suffice.SIR{Dim: 3}, suffice.SIR{Dim: 3, NoScale: true}},
		{suffice.SAVE{Dim: 3}, suffice.SAVE{Dim: 3, NoScale: true}},
		{suffice.PHd{Dim: 3}, suffice.PHd{Dim: 3, NoScale: true}},
	} {
		scaled, raw := mustFit(t, pair[0], x, output.Numbers(y)), mustFit(t, pair[1], x, output.Numbers(y))
		for c, row := range scaled.Components {
			wantNear(t, "length", linalg.Dot(row, row), 1, 1e-14)
			wantNear(t, "length", linalg.Dot(raw.Components[c], raw.Components[c]), 1, 1e-14)
			for j := range row {
				row[j] /= scaled.Scale[j]
			}
			wantParallel(t, row, raw.Components[c], 1e-14)
		}
		for j := range raw.Scale {
			if raw.Scale[j] != 1 {
				t.Errorf("pair %d: scale %v", k, raw.Scale)
			}
		}
	}
}

// Two columns that tell about x₁ and x₂ each need slices of both.
func TestSIRWithSeveralNumbers(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	var x [][]float64
	var y []float64
	for range 1000 {
		row := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		x = append(x, row)
		y = append(y, row[0]+.3*random.NormFloat64(), 1e3*row[1]+100*random.NormFloat64())
	}
	columns, err := output.Columns(2, y)
	if err != nil {
		t.Fatal(err)
	}
	p := mustFit(t, suffice.SIR{Dim: 2}, x, columns)
	wantSameSubspace(t, p.Components, [][]float64{{1, 0, 0, 0}, {0, 1, 0, 0}}, .1)
	if p.Tests[1].P > 1e-9 || p.Tests[2].P < 1e-3 {
		t.Errorf("tests %v", p.Tests)
	}
}
