package simulations

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/internal/blocks"
	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/internal/locallinear"
	"suffice/internal/stiefel"
)

func TestYY(t *testing.T) {
	g := readMAVE(t)
	for name, methods := range g.Directions {
		if strings.Contains(name, "_200_") || name=="rings_400_10" {
			continue
		}
		cells, _ := CellsNamed([]string{name})
		table, _ := cells[0].Model.Table(cells[0].N, cells[0].D, 1)
		x, _ := table.Inputs()
		standard, _ := blocks.Standardize(t.Context(), x, false)
		z, _ := standard.Select(t.Context(), draw.All(x.Len()))
		c := linalg.New(z.Cols, z.Cols)
		linalg.AddGram(c, z)
		linalg.Scale(1/float64(z.Rows), c)
		if err := linalg.Cholesky(c); err != nil {
			t.Fatal(err)
		}
		root := linalg.Identity(z.Cols)
		linalg.ForwardSolveAll(c, root)
		for _, method := range []string{"meanMAVE", "meanOPG","csMAVE","csOPG"} {
			var f blocks.Aligned = blocks.InMemory{Matrix: linalg.Of(len(table.Y), 1, table.Y)}
			if method[0] == 'c' {
				f, _ = locallinear.Central(t.Context(), table.Output(), rand.New(rand.NewPCG(1,1)))
			}
			found, err := locallinear.Descend(t.Context(), &locallinear.Table{X: standard, T: root, F: f}, draw.All(x.Len()), locallinear.Settings{Dim: table.Dim(), Refine: strings.HasSuffix(method, "MAVE")})
			if err != nil {
				t.Fatal(err)
			}
			w := linalg.Times(found.B, root)
			for k := range w.Rows {
				for j := range w.Row(k) {
					w.Row(k)[j] /= standard.Scale[j]
				}
			}
			stiefel.Orthonormalize(w)
			want := linalg.FromSlices(methods[method])
			stiefel.Orthonormalize(want)
			d := stiefel.Distance(w, want)
			t.Logf("%s %s: %.2g %d", name, method, d, f.Width())
			_ = math.Pi
		}
	}
}
