// Package table reads and writes tables with named columns, and chooses inputs and
// outputs from them by name.
//
//	t, err := table.ReadFile(ctx, "houses.csv")
//	…
//	chosen, err := t.Choose([]string{"price"}, nil)
//	…
//	model, err := suffice.SCA{Dim: 2}.Fit(ctx, chosen.X, chosen.Y)
//
// A column is numeric where all its cells are numbers, and text otherwise. A table
// in memory takes eight bytes a cell. CSV is what it reads and writes; other formats
// join behind the same [Table].
package table
