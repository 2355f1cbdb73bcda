// Package table reads and writes tables with named columns, and chooses inputs and
// outputs from them by name.
//
//	houses, err := table.ReadFile(ctx, "houses.parquet", table.Options{})
//	…
//	chosen, err := houses.Choose(table.Roles{Target: []string{"price"}})
//	…
//	data, err := chosen.Data()
//	…
//	result, err := suffice.Fit(ctx, data, suffice.FitOptions{})
//
// A model finds its inputs in another file, by name and written as they were in the first:
//
//	wanted := table.WantedBy(model)
//	fresh, err := table.ReadFile(ctx, "new.parquet", wanted.Reading(table.Options{}))
//	…
//	found, err := fresh.Apply(wanted)
//	…
//	z, err := model.Transform(ctx, found.X)
//
// CSV and TSV, Parquet, Arrow, Excel workbooks, SQLite, ARFF, LIBSVM, NPY, NPZ and JSON lines are
// read, plain or packed, and recognised by their content; see docs/tables.md. A file is read once,
// a block of rows at a time. In memory a table takes eight bytes a cell, whatever the cell
// holds, and sparse files keep only what is not zero.
//
// A model that is there already needs no table: [OpenStream] gives its inputs a few rows at
// a time, and [NewWriter] writes what was made of them.
//
// A table larger than Options.Memory is on a temporary file, but for its first rows. It is
// the same to those who use it, but slower, may fail, and wants a Close at the end.
//
// What is chosen from a table, or found for a model in it, leaves the table as it is: one
// table serves several choices, also at the same time. An [Error], and the notes and
// warnings of a [Choice], name what to say instead as a [Remedy].
//
// A column is numbers, true and false, a few words that come again and again (nominal),
// or any text. As inputs, nominal columns become a column of 0 and 1 for each word
// (one-hot encoding), made on the fly; missing values are refused, dropped with their rows, or
// imputed by the mean or median of the rows of the fit. What kind of output a target is, from a number to a set of labels, is
// inferred and can be said.
package table
