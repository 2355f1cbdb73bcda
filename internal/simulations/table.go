// Package simulations has the models of the literature on sufficient dimension reduction
// whose subspace is known, and measures methods on tables that are drawn from them.
//
// A table is determined by the name of the model, the numbers of rows and inputs, and the
// number of the replicate. Its numbers are those that NumPy's default_rng gives when it is
// seeded with the CRC-32 of the name and these three, so that programs in Python and R can
// be measured on the same tables.
package simulations

import (
	"fmt"
	"hash/crc32"
	"math"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/internal/wording"
	"suffice/output"
	"suffice/rows"
)

// Table is one that was drawn from a model.
type Table struct {
	X          linalg.Matrix
	Y          []float64     // numbers, or classes counted from 0
	Directions linalg.Matrix // that y depends on, one a row, in the units of X; not orthonormal
	Classes    bool          // whether Y are classes
}

// Table draws a replicate of n rows and d inputs.
func (m Model) Table(n, d int, replicate uint64) (Table, error) {
	if d < m.Least || n < 2 {
		return Table{}, fmt.Errorf("%s of %d rows and %d inputs, but it needs at least 2 rows and %d inputs", m.Name, n, d, m.Least)
	}
	g := newGenerator(uint64(crc32.ChecksumIEEE([]byte(m.Name))), uint64(n), uint64(d), replicate)
	x := linalg.Of(n, d, each(n*d, g.normal))
	e := each(n, g.normal)
	// Normal inputs and noise are drawn by all models, even those that replace them.
	if m.inputs != nil {
		m.inputs(g, x)
	}
	t := Table{X: x, Y: make([]float64, n), Directions: m.directions(g, d), Classes: m.Classes > 0}
	noise := make([]float64, n)
	if m.noise != nil {
		noise = m.noise(g, n)
	}
	z := make([]float64, t.Directions.Rows)
	for i := range n {
		for k := range z {
			z[k] = dot(t.Directions.Row(k), x.Row(i))
		}
		t.Y[i] = m.y(z, e[i], noise[i])
	}
	if m.spoil != nil {
		m.spoil(g, t)
	}
	return t, nil
}

// dot is summed in one order on all machines.
func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// Dim is the number of true directions.
func (t Table) Dim() int { return t.Directions.Rows }

// Inputs are those that a method reads.
func (t Table) Inputs() (*rows.Matrix, error) { return rows.NewMatrix(t.X.Cols, t.X.Data) }

// Output is what a method explains.
func (t Table) Output() output.Output {
	if !t.Classes {
		return output.Numbers(t.Y)
	}
	classes := make([]string, len(t.Y))
	for i, v := range t.Y {
		classes[i] = fmt.Sprintf("c%g", v)
	}
	return output.ClassNames(classes)
}

// selection compares the inputs that have weight in a model with those that y depends on.
func (t Table) selection(m *suffice.Projection) *Selection {
	used := m.UsedInputs()
	if len(used) == t.X.Cols {
		return nil
	}
	matter := make([]bool, t.X.Cols)
	count := 0.
	for j := range matter {
		for k := range t.Directions.Rows {
			matter[j] = matter[j] || t.Directions.At(k, j) != 0
		}
		if matter[j] {
			count++
		}
	}
	s := &Selection{}
	for _, j := range used {
		if matter[j] {
			s.Found += 1 / count
		} else {
			s.False += 1 / (float64(t.X.Cols) - count)
		}
	}
	return s
}

// Error is |P - P*| / √(2m) in the Frobenius norm, P and P* being the projectors on the
// directions found, of which there are m as well, and on the true ones.
func (t Table) Error(found [][]float64) (float64, error) {
	a, b := linalg.FromSlices(found), t.Directions.Clone()
	if a.Rows != b.Rows || a.Cols != b.Cols {
		return math.NaN(), fmt.Errorf("%s of %d inputs found, but there are %d of %d", wording.Count(a.Rows, "direction"), a.Cols, b.Rows, b.Cols)
	}
	for _, frame := range []linalg.Matrix{a, b} {
		if err := stiefel.Orthonormalize(frame); err != nil {
			return math.NaN(), err
		}
	}
	return stiefel.Distance(a, b), nil
}
