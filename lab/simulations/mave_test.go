package simulations

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/locallinear"
	"suffice/internal/sampling"
	"suffice/internal/stiefel"
	"suffice/lab/truth"
)

// goldenMAVE is what the R package MAVE 1.3.11 has found; see testdata/README.md.
type goldenMAVE struct {
	Error      map[string]map[string]map[string]float64 // by cell, method and replicate
	Directions map[string]map[string][][]float64        // of replicate 1, one a row, in the units of the table
}

func readMAVE(t *testing.T) (g goldenMAVE) {
	t.Helper()
	text, err := os.ReadFile("testdata/mave.json")
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Given y as R has it, the directions are R's to the digits that were kept of them. OPG's on
// var_exp and lw_d, whose mean has fewer directions, make more of rounding. With 200 rows
// anchors are one of two each, which are equally far from their mean, so that R's choice is
// one by rounding; and R takes the output of three classes in another way.
func TestLocalLinesAreThoseOfR(t *testing.T) {
	t.Parallel()
	few := []string{"fl_A_100_10", "li_prod_100_10", "censored_400_10", "lw_b_400_10"}
	for name, want := range readMAVE(t).Directions {
		if strings.Contains(name, "_200_") || name == "rings_400_10" || testing.Short() && !strings.Contains(strings.Join(few, " "), name) {
			continue
		}
		table := replicate(t, name, 1)
		for method, directions := range want {
			if name == "bin_sq_400_10" && method == "csMAVE" { // two indicators here, one there
				continue
			}
			limit := 1e-7
			if method == "meanOPG" && (name == "var_exp_400_10" || name == "lw_d_400_10") {
				limit = 1e-4
			}
			r := linalg.FromSlices(directions)
			if err := stiefel.Orthonormalize(r); err != nil {
				t.Fatal(err)
			}
			if apart := stiefel.Distance(asR(t, table, method), r); !(apart < limit) {
				t.Errorf("%s, %s: %.2g from R", name, method, apart)
			}
		}
	}
}

func replicate(t *testing.T, name string, number uint64) Table {
	t.Helper()
	cells, err := CellsNamed([]string{name})
	if err != nil {
		t.Fatal(err)
	}
	table, err := cells[0].Model.Table(cells[0].N, cells[0].D, number)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// asR finds directions with y as R has it: neither centred nor scaled for its mean.
func asR(t *testing.T, table Table, method string) linalg.Matrix {
	t.Helper()
	x, err := table.Inputs()
	if err != nil {
		t.Fatal(err)
	}
	standard, err := aggregate.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	var f aggregate.Aligned = aggregate.InMemory{Matrix: linalg.Of(len(table.Y), 1, table.Y)}
	if strings.HasPrefix(method, "cs") {
		if f, err = locallinear.Central(t.Context(), x, table.Output(), rand.New(rand.NewPCG(1, 1))); err != nil {
			t.Fatal(err)
		}
	}
	all, root := sampling.All(x.Len()), whiteRoot(t, standard)
	found, err := locallinear.Descend(t.Context(), &locallinear.Table{X: standard, T: root, F: f}, all, locallinear.Settings{Dim: table.Dim(), Refine: strings.HasSuffix(method, "MAVE")})
	if err != nil {
		t.Fatal(err)
	}
	w := linalg.Times(found.B, root)
	for k := range w.Rows {
		for j, scale := range standard.Scale {
			w.Row(k)[j] /= scale
		}
	}
	if err := stiefel.Orthonormalize(w); err != nil {
		t.Fatal(err)
	}
	return w
}

// whiteRoot is T with T x white.
func whiteRoot(t *testing.T, x *aggregate.Standard) linalg.Matrix {
	t.Helper()
	z, err := x.Select(t.Context(), sampling.All(x.Len()))
	if err != nil {
		t.Fatal(err)
	}
	c := linalg.New(z.Cols, z.Cols)
	linalg.AddGram(c, z)
	linalg.Scale(1/float64(z.Rows), c)
	if err := linalg.Cholesky(c); err != nil {
		t.Fatal(err)
	}
	root := linalg.Identity(z.Cols)
	linalg.ForwardSolveAll(c, root)
	return root
}

// Errors of the methods as they are, in the mean of two replicates, beside those of R on
// the same tables: at most a tenth above.
func TestErrorsOfMAVEAreThoseOfR(t *testing.T) {
	t.Parallel()
	ours := map[string]string{"mave": "meanMAVE", "opg": "meanOPG", "csmave": "csMAVE", "csopg": "csOPG"}
	g := readMAVE(t)
	cells, err := CellsNamed([]string{"li_prod_100_10", "fl_A_100_10"})
	if err != nil {
		t.Fatal(err)
	}
	for cell, by := range errorsOf(t, cells, Replicates{Methods: methodsNamed(t, "mave", "opg", "csmave", "csopg"), Count: 2, From: 1, Seed: 1}) {
		for method, row := range by {
			if ours[method] == "" {
				continue
			}
			errors, mean := g.Error[cell][ours[method]], row.Figures[truth.Error].Mean
			if want := (errors["1"] + errors["2"]) / 2; mean > 1.1*want {
				t.Errorf("%s of %s: error %.3f, but R's is %.3f", method, cell, mean, want)
			}
		}
	}
}
