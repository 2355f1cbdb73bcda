package simulations

import (
	"testing"

	"suffice"
)

func BenchmarkLocal(b *testing.B) {
	cells, _ := CellsNamed([]string{"li_rat_400_10"})
	table, _ := cells[0].Model.Table(cells[0].N, cells[0].D, 1)
	x, _ := table.Inputs()
	for name, m := range map[string]suffice.Reducer{"mave": suffice.MAVE{Dim: 2}, "opg": suffice.OPG{Dim: 2}, "csmave": suffice.MAVE{Dim: 2, Central: true}, "csopg": suffice.OPG{Dim: 2, Central: true}} {
		b.Run(name, func(b *testing.B) {
			for range b.N {
				if _, err := m.Fit(b.Context(), x, table.Output()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
