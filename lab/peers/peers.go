// Package peers measures our methods beside those of other programs: the same data, the
// same machine, one fresh process for each fit, so that memory is measured too. The other
// programs are Python's, and live in an environment that this package makes.
package peers

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"suffice"
	"suffice/output"
)

// Entrant is a method of a program.
type Entrant struct {
	Program string // whose it is, such as "scikit-learn"
	Method  string // its name there, such as "PLS"
}

// refined is the entrant that has a script of its own.
var refined = Entrant{"numpy", "MAVE"}

// Ours is the program that this package belongs to.
const Ours = "suffice"

// Entrants are all of them, ours first, then by what they are compared with.
func Entrants() []Entrant {
	return []Entrant{
		{Ours, "SCA"}, {Ours, "SIR"}, {Ours, "SAVE"}, {Ours, "PCA"}, {Ours, "CCA"},
		{Ours, "DR"}, {Ours, "gKDR"}, {Ours, "PLS"}, {Ours, "LDA"}, {Ours, "NCA"}, {Ours, "OPG"}, {Ours, "MAVE"},
		{"scikit-learn", "PCA"}, {"scikit-learn", "PLS"}, {"scikit-learn", "LDA"}, {"scikit-learn", "NCA"},
		{"statsmodels", "SIR"}, {"statsmodels", "SAVE"},
		{"sliced", "SIR"}, {"sliced", "SAVE"},
		{"direpack", "SIR"}, {"direpack", "SAVE"},
		{"numpy", "DR"}, {"numpy", "gKDR"}, refined,
	}
}

// Key is the name of an entrant in files and on command lines.
func (e Entrant) Key() string { return e.Program + "/" + strings.ToLower(e.Method) }

// String is its name for people.
func (e Entrant) String() string { return e.Program + " " + e.Method }

const (
	dim  = 2  // components that are looked for
	cuts = 10 // of y, for all methods that cut it; also the classes of LDA and NCA

	gkdrRidge = 1e-3 // given, since NumPy's gKDR does not choose it
)

// reducer is one of ours, with the settings that make it do the same work as the others:
// as many slices, and no scaling for PCA, which scikit-learn's does not do either.
func reducer(method string, seed uint64) (suffice.Reducer, error) {
	m, err := suffice.MethodNamed(method)
	if err != nil {
		return nil, fmt.Errorf("there is no method %q to measure", method)
	}
	o := suffice.Options{Dim: dim, Slices: cuts, Seed: seed}
	switch method {
	case "pca":
		o.NoScale = true
	case "lda", "nca":
		o.NoScale = true
		return ofClasses{m.New(o)}, nil
	case "cca":
		o.Dim = 1 // one output has no more
	case "gkdr":
		return suffice.GKDR{Dim: dim, Ridge: gkdrRidge, Seed: seed}, nil
	}
	return m.New(o), nil
}

// ofClasses gives classes of equally many rows to a method that takes no numbers. To make
// them is a part of the fit, as it is for all that cut y.
type ofClasses struct{ suffice.Reducer }

// Fit implements suffice.Reducer.
func (c ofClasses) Fit(ctx context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	_, values := y.(output.Columnar).Columns()
	sorted, class := slices.Sorted(slices.Values(values)), make([]int, len(values))
	for i, v := range values {
		place, _ := slices.BinarySearch(sorted, v)
		class[i] = place * cuts / len(values)
	}
	return c.Reducer.Fit(ctx, x, output.Classes(class))
}
