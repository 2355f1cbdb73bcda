package simulations

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// goldenMAVE is what the R package MAVE 1.3.11 has found; see testdata/README.md.
type goldenMAVE struct {
	Error      map[string]map[string]map[string]float64 // by cell, method and replicate
	Directions map[string]map[string][][]float64        // of replicate 1, one a row, in the units of the file
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

// likeR is our methods by their names in R.
func likeR(dim int) map[string]suffice.Reducer {
	return map[string]suffice.Reducer{
		"meanMAVE": suffice.MAVE{Dim: dim}, "meanOPG": suffice.OPG{Dim: dim},
		"csMAVE": suffice.MAVE{Dim: dim, Central: true}, "csOPG": suffice.OPG{Dim: dim, Central: true},
	}
}

func TestXX(t *testing.T) {
	g := readMAVE(t)
	for name, methods := range g.Directions {
		if strings.HasSuffix(name, "_20") { continue }
		cells, err := CellsNamed([]string{name})
		if err != nil {
			t.Fatal(err)
		}
		table, err := cells[0].Model.Table(cells[0].N, cells[0].D, 1)
		if err != nil {
			t.Fatal(err)
		}
		x, err := table.Inputs()
		if err != nil {
			t.Fatal(err)
		}
		for method, reducer := range likeR(table.Dim()) {
			p, err := reducer.Fit(t.Context(), x, table.Output())
			if err != nil {
				t.Fatal(err)
			}
			found, err := p.Directions()
			if err != nil {
				t.Fatal(err)
			}
			want := linalg.FromSlices(methods[method])
			if err := stiefel.Orthonormalize(want); err != nil {
				t.Fatal(err)
			}
			t.Logf("%s %s: %.2g", name, method, stiefel.Distance(linalg.FromSlices(found), want))
		}
	}
}
