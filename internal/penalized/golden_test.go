package penalized

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"suffice/internal/linalg"
)

// golden is what testdata/golden.py has found with NumPy and scikit-learn.
type golden struct {
	X, F [][]float64
	Y    []float64

	Group []struct {
		Lambda, Rho, Objective float64
		B                      [][]float64
	}
	Lasso []struct {
		Lambda, Rho float64
		B           []float64
	}
	Rank []struct {
		Lambda, Rho, Objective float64
		BV                     [][]float64
	}
	SPLS []struct {
		K     int
		Share float64
		Beta  []float64
	}
}

func readGolden(t *testing.T) golden {
	data, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

// slices is the problem with functions of slices, output that with y itself.
func (g golden) slices() *Problem {
	return (&Table{X: linalg.FromSlices(g.X).Transposed(), F: linalg.FromSlices(g.F).Transposed()}).Without(-1)
}

func (g golden) output() *Problem {
	return (&Table{X: linalg.FromSlices(g.X).Transposed(), F: linalg.Of(1, len(g.Y), g.Y)}).Without(-1)
}

// objective is tr(½ Bᵀ((1-ρ)Σ+ρI)B - BᵀC) + λ Σ|b_j|.
func (p *Problem) objective(b, c linalg.Matrix, penalty Penalty) float64 {
	quadratic := (1-penalty.Rho)*trace(p.covariance(b)) + penalty.Rho*linalg.Inner(b, b)
	sum := quadratic/2 - linalg.Inner(b, c)
	for j := range b.Rows {
		sum += penalty.Lambda * math.Sqrt(linalg.Dot(b.Row(j), b.Row(j)))
	}
	return sum
}

func trace(a linalg.Matrix) (sum float64) {
	for i := range a.Rows {
		sum += a.At(i, i)
	}
	return sum
}

func wantClose(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.12g, want %.12g", what, got, want)
	}
}

func wantMatrix(t *testing.T, what string, got linalg.Matrix, want [][]float64, tolerance float64) {
	t.Helper()
	for i, row := range want {
		for j, v := range row {
			if math.Abs(got.At(i, j)-v) > tolerance {
				t.Fatalf("%s (%d, %d) is %.12g, want %.12g", what, i, j, got.At(i, j), v)
			}
			if v == 0 && got.At(i, j) != 0 {
				t.Errorf("%s (%d, %d) is %g, want exactly 0", what, i, j, got.At(i, j))
			}
		}
	}
}

func TestGroupLassoMatchesNumPy(t *testing.T) {
	g := readGolden(t)
	for _, want := range g.Group {
		p := g.slices()
		b, penalty := linalg.New(p.U.Rows, p.U.Cols), Penalty{want.Lambda, want.Rho}
		p.Solve(b, p.U, penalty, 1e-12)
		wantMatrix(t, "B", b, want.B, 1e-8)
		wantClose(t, "the objective", p.objective(b, p.U, penalty), want.Objective, 1e-10)
	}
}

func TestLassoMatchesScikitLearn(t *testing.T) {
	g := readGolden(t)
	for _, want := range g.Lasso {
		p := g.output()
		b := linalg.New(p.U.Rows, 1)
		p.Solve(b, p.U, Penalty{want.Lambda, want.Rho}, 1e-13)
		for j, v := range want.B {
			wantClose(t, "weight", b.At(j, 0), v, 1e-8)
			if (v == 0) != (b.At(j, 0) == 0) {
				t.Errorf("weight %d is %g, want %g", j, b.At(j, 0), v)
			}
		}
	}
}

func TestRankTwoMatchesNumPy(t *testing.T) {
	g := readGolden(t)
	for _, want := range g.Rank {
		p := g.slices()
		penalty := Penalty{want.Lambda, want.Rho}
		start, err := p.start(2)
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.improve(start, penalty, false, 1e-9)
		if err != nil {
			t.Fatal(err)
		}
		wantMatrix(t, "BVᵀ", linalg.TimesT(f.B, f.V), want.BV, 1e-6)
		wantClose(t, "the objective", p.objective(f.B, linalg.Times(p.U, f.V), penalty), want.Objective, 1e-9)
	}
}

func TestSparsePLSMatchesScikitLearn(t *testing.T) {
	g := readGolden(t)
	for _, want := range g.SPLS {
		p := g.output()
		s, err := p.SparsePLS(want.K, want.Share)
		if err != nil {
			t.Fatal(err)
		}
		beta := linalg.Times(s.B(p.U.Rows), s.Targets)
		for j, v := range want.Beta {
			wantClose(t, "coefficient", beta.At(j, 0), v, 1e-8)
		}
	}
}
