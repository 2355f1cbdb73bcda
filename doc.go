// Package suffice finds the few linear combinations of your inputs that are
// sufficient for predicting your output: supervised, "sufficient" dimension
// reduction.
//
// Given rows of d inputs x and an output y of any kind (a number, several numbers, a
// class, a set of labels, anything with a kernel), a [Reducer] finds m combinations
// z = W x such that z keeps everything x says about y. The result is a [Projection]:
// a plain linear map that can be saved, read in any language, and applied to new rows.
//
//	houses, err := table.ReadFile(ctx, "houses.csv", table.Options{})
//	…
//	chosen, err := houses.Choose(table.Roles{Target: []string{"price"}})
//	…
//	data, err := chosen.Data()
//	…
//	result, err := suffice.Fit(ctx, data, suffice.FitOptions{})
//	…
//	z, err := result.Model.Transform(ctx, chosen.X)
//
// [Fit] finds how many components there are, the components, and what they are worth.
// [Projection.Write] writes the model as a file, [ReadModel] reads that, and package table finds
// its inputs in another file by name: the model knows how columns became inputs, because its
// [Data] do. A method alone takes x and y as they are:
//
//	x, err := rows.FromSlices(table)
//	…
//	model, err := suffice.SCA{Dim: 2}.Fit(ctx, x, output.Numbers(y))
//
// [SCA], sufficient component analysis, is the method to reach for. It maximises an
// estimate of the squared-loss mutual information between z and y (package dependence), so
// it assumes neither a form of the dependence nor a distribution of x.
//
// The zero value of every setting is a default that works. Of the numbers inside the methods some
// were measured, and the page of the method in docs gives the command; others come from the paper
// or from experience with the data of its experiments, and are stated there as such. The same seed
// gives the same bits with any number of cores, and with AVX-512, AVX2 or neither. The seed of
// the library is 0 where nothing is said, that of the command line 1.
package suffice
