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

	"suffice/internal/linalg"
	"suffice/lab/truth"
)

// Table is one that was drawn from a model.
type Table = truth.Table

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
