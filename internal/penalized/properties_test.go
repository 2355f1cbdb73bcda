package penalized

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// drawTable has correlated inputs, some of which are the same, and more of them than rows now
// and then.
func drawTable(t *rapid.T) *Table {
	n, d, h := rapid.IntRange(8, 40).Draw(t, "n"), rapid.IntRange(1, 30).Draw(t, "d"), rapid.IntRange(1, 4).Draw(t, "h")
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
	table := &Table{X: linalg.New(d, n), F: linalg.New(h, n)}
	for j := range d {
		for i := range n {
			table.X.Set(j, i, random.NormFloat64())
			if j > 0 {
				table.X.Row(j)[i] += table.X.At(j-1, i)
			}
		}
		if j > 2 && random.IntN(6) == 0 {
			copy(table.X.Row(j), table.X.Row(j-2))
		}
	}
	for k := range h {
		for i := range n {
			table.F.Set(k, i, table.X.At(k%d, i)+random.NormFloat64())
		}
	}
	order, folds := FoldOrder(slices.Collect(func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}), 3)
	if len(order) != n {
		t.Fatalf("%d rows in folds, want %d", len(order), n)
	}
	table.Folds = folds
	return table
}

// The conditions of Karush, Kuhn and Tucker: where b_j is 0 what is left of it is no longer
// than λ; elsewhere it points along b_j and has length λ.
func TestSolutionsAreStationary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		p := table.Without(rapid.IntRange(-1, len(table.Folds)-1).Draw(t, "fold"))
		penalty := Penalty{Lambda: rapid.Float64Range(.02, 1).Draw(t, "lambda") * largestRow(p.U), Rho: rapid.Float64Range(.1, 1).Draw(t, "rho")}
		b := linalg.New(p.U.Rows, p.U.Cols)
		p.Solve(b, p.U, penalty, 1e-12)
		left := p.left(b, p.U, penalty.Rho).Transposed()
		linalg.AddScaled(left, -penalty.Rho, b)
		tolerance := 1e-7 * largestRow(p.U)
		for j := range b.Rows {
			g, w := left.Row(j), b.Row(j)
			length := math.Sqrt(linalg.Dot(w, w))
			if length == 0 {
				if math.Sqrt(linalg.Dot(g, g)) > penalty.Lambda+tolerance {
					t.Fatalf("input %d has weight 0, but %v is left", j, g)
				}
				continue
			}
			for e := range g {
				if math.Abs(g[e]-penalty.Lambda*w[e]/length) > tolerance {
					t.Fatalf("input %d has weights %v, but %v is left at λ = %g", j, w, g, penalty.Lambda)
				}
			}
		}
	})
}

// The naive twin: Σ of all inputs, and U, by their definitions.
func TestMomentsWithoutAFold(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		k := rapid.IntRange(-1, len(table.Folds)-1).Draw(t, "fold")
		from, to := table.fold(k)
		p := table.Without(k)
		var rows []int
		for i := range table.X.Cols {
			if i < from || i >= to {
				rows = append(rows, i)
			}
		}
		covariance := func(a, b []float64) float64 {
			var sum, sumA, sumB float64
			for _, i := range rows {
				sum, sumA, sumB = sum+a[i]*b[i], sumA+a[i], sumB+b[i]
			}
			n := float64(len(rows))
			return sum/n - sumA/n*sumB/n
		}
		for j := range table.X.Rows {
			p.need([]int{j})
			for l := range table.X.Rows {
				if got, want := p.columns[j][l], covariance(table.X.Row(j), table.X.Row(l)); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("Σ(%d, %d) is %g, want %g", j, l, got, want)
				}
			}
			for e := range table.F.Rows {
				if got, want := p.U.At(j, e), covariance(table.X.Row(j), table.F.Row(e)); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("U(%d, %d) is %g, want %g", j, e, got, want)
				}
			}
		}
	})
}

// With all inputs and all components partial least squares is least squares.
func TestPLSOfEverythingIsLeastSquares(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 3))
	table := &Table{X: linalg.New(4, 50), F: linalg.New(1, 50)}
	for i := range table.X.Data {
		table.X.Data[i] = random.NormFloat64()
	}
	for i := range table.F.Data {
		table.F.Data[i] = random.NormFloat64() + table.X.At(1, i)
	}
	p := table.Without(-1)
	s, err := p.PLS([]int{0, 1, 2, 3}, 4)
	if err != nil {
		t.Fatal(err)
	}
	beta := linalg.Times(s.B(4), s.Targets)
	if left := p.left(beta, p.U, 0); linalg.Norm(left) > 1e-12 {
		t.Errorf("%v is left", left.Data)
	}
	if z := p.covariance(s.B(4)); math.Abs(z.At(0, 1)) > 1e-12 || math.Abs(z.At(2, 2)-1) > 1e-12 {
		t.Errorf("the components have covariance %v", z.Data)
	}
}

// HSIC Lasso: α ≥ 0, what is left is at most λ, and λ where α is not 0.
func TestScreeningIsStationary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		_, functions, err := table.single(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		s := newScreen(functions, table.F, 0, 0)
		lambda := rapid.Float64Range(.05, 1).Draw(t, "lambda") * slices.Max(s.h)
		alpha := make([]float64, len(functions))
		s.solve(alpha, lambda)
		for j, a := range alpha {
			left := s.h[j]
			for l, other := range alpha {
				left -= other * s.column(l)[j]
			}
			if a < 0 || left > lambda+1e-6*slices.Max(s.h) || a > 0 && math.Abs(left-lambda) > 1e-6*slices.Max(s.h) {
				t.Fatalf("input %d has α %g, and %g is left at λ = %g", j, a, left, lambda)
			}
		}
	})
}

// What tells of the output in any form is found, and what tells nothing is not.
func TestScreeningFindsAnyForm(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	n, d := 200, 60
	table := &Table{X: linalg.New(d, n), F: linalg.New(1, n)}
	for i := range table.X.Data {
		table.X.Data[i] = random.NormFloat64()
	}
	for i := range n {
		a, b := table.X.At(3, i), table.X.At(40, i)
		table.F.Set(0, i, a*a+math.Sin(2*b)+.1*random.NormFloat64())
	}
	var order []int
	for i := range n {
		order = append(order, i)
	}
	_, table.Folds = FoldOrder(order, 5)
	inputs, err := table.Screen(t.Context(), 2)
	if err != nil || !slices.Equal(inputs, []int{3, 40}) {
		t.Errorf("two inputs are %v, %v; want 3 and 40", inputs, err)
	}
	inputs, err = table.Screen(t.Context(), 0)
	if err != nil || !slices.Contains(inputs, 3) || !slices.Contains(inputs, 40) || len(inputs) > 12 {
		t.Errorf("cross-validation chooses %v, %v", inputs, err)
	}
}

// The square of a sum has no trend, and each input tells little of it by itself.
func TestScreeningFindsASquare(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	n, d := 400, 150
	table := &Table{X: linalg.New(d, n), F: linalg.New(1, n)}
	for i := range table.X.Data {
		table.X.Data[i] = random.NormFloat64()
	}
	for i := range n {
		sum := table.X.At(3, i) + table.X.At(40, i) - table.X.At(80, i)
		table.F.Set(0, i, sum*sum+.2*random.NormFloat64())
	}
	if inputs, err := table.Screen(t.Context(), 3); err != nil || !slices.Equal(inputs, []int{3, 40, 80}) {
		t.Errorf("three inputs are %v, %v; want 3, 40 and 80", inputs, err)
	}
}

// Functions are levelled: their products have the roots of the eigenvalues that they had.
func TestLevelledFunctions(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	phi := linalg.New(4, 50)
	for i := range phi.Data {
		phi.Data[i] = random.NormFloat64() * float64(1+i/50)
	}
	flat, err := levelled(phi)
	if err != nil {
		t.Fatal(err)
	}
	want, _, err1 := linalg.Leading(linalg.TimesT(phi, phi), 4)
	got, _, err2 := linalg.Leading(linalg.TimesT(flat, flat), 4)
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for k := range want {
		wantClose(t, "an eigenvalue", got[k], math.Sqrt(want[k]), 1e-9*want[0])
	}
}

// Solve minimises tr(½ Bᵀ((1-ρ)Σ+ρI)B - BᵀC) + λ Σ|b_j| over B, d x m, from where B is. It
// ends when no weight moves by more than tolerance times the largest.
func (p *Problem) Solve(b, c linalg.Matrix, penalty Penalty, tolerance float64) {
	for active := nonzero(b); ; {
		p.settle(b, c, active, penalty, tolerance)
		entering := p.violators(b, c, penalty)
		if len(entering) == 0 {
			return
		}
		active = append(nonzero(b), entering...)
	}
}
