package simulations

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

const runsFolder = "../../../shared/data/active"

// Active directions of runs of a solver, whose adjoint gradients tell the truth
// (github.com/paulcon/as-data-sets: NACA0012, lift and drag of an aerofoil of 18 shape parameters
// between -1 and 1). Errors are those of docs/active.md: the mean of draws 0, 1 and 2. With -v they
// are printed.
func TestActiveDirectionsOfRuns(t *testing.T) {
	x, named := solverRuns(t)
	for _, c := range []struct {
		output string
		dim, n int
		at     float64 // what the error is below
	}{
		{"lift", 1, 100, .096}, {"lift", 1, 400, .042}, {"lift", 2, 200, .18},
		{"drag", 1, 100, .127}, {"drag", 1, 400, .038}, {"drag", 2, 200, .182},
	} {
		truth := trueDirections(t, c.output, c.dim)
		var sum, plain float64
		for r := range uint64(3) {
			which := newGenerator(r).permutation(len(x))[:c.n]
			some, y := make([][]float64, c.n), make([]float64, c.n)
			for i, at := range which {
				some[i], y[i] = x[at], named[c.output][at]
			}
			source, err := rows.FromSlices(some)
			if err != nil {
				t.Fatal(err)
			}
			method, options := suffice.Methods()[0], suffice.Options{Dim: c.dim, NoScale: true, Seed: 1}
			for _, m := range []suffice.Method{suffice.Activating(method, 0), method} {
				model, err := m.New(options).Fit(t.Context(), source, output.Numbers(y))
				if err != nil {
					t.Fatal(err)
				}
				off := stiefel.Distance(linalg.FromSlices(model.Components), truth) / 3
				if model.Active != nil {
					sum += off
				} else {
					plain += off
				}
			}
		}
		t.Logf("%s, %d of %d runs: error %.3f; sca by itself %.3f", c.output, c.dim, c.n, sum, plain)
		if !(sum < c.at) || !(sum < plain) {
			t.Errorf("%s, %d of %d runs: error %.3f, must be below %g and %.3f", c.output, c.dim, c.n, sum, c.at, plain)
		}
	}
}

// solverRuns are the inputs and outputs, each run once.
func solverRuns(t *testing.T) (x [][]float64, named map[string][]float64) {
	t.Helper()
	file, err := os.Open(filepath.Join(runsFolder, "naca0012.csv.gz"))
	if err != nil {
		t.Skipf("the runs are not here: %v", err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	table, err := csv.NewReader(unpacked).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	named = map[string][]float64{}
	inputs := slices.Index(table[0], "lift")
	for _, line := range table[1:] {
		row := numbersOf(t, line)
		if slices.ContainsFunc(x, func(other []float64) bool { return slices.Equal(other, row[:inputs]) }) {
			continue
		}
		x = append(x, row[:inputs])
		for j, name := range table[0][inputs:] {
			named[name] = append(named[name], row[inputs+j])
		}
	}
	return x, named
}

// trueDirections are the leading eigenvectors of the adjoint gradients' mean outer product.
func trueDirections(t *testing.T, of string, dim int) linalg.Matrix {
	t.Helper()
	file, err := os.Open(filepath.Join(runsFolder, "naca0012-"+of+"-truth.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	table, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	truth := linalg.New(dim, len(table)-2)
	for j, line := range table[2:] {
		for k, v := range numbersOf(t, line[1:])[:dim] {
			truth.Set(k, j, v)
		}
	}
	if err := stiefel.Orthonormalize(truth); err != nil {
		t.Fatal(err)
	}
	return truth
}

func numbersOf(t *testing.T, line []string) []float64 {
	t.Helper()
	numbers := make([]float64, len(line))
	for j, text := range line {
		var err error
		if numbers[j], err = strconv.ParseFloat(text, 64); err != nil {
			t.Fatal(err)
		}
	}
	return numbers
}
