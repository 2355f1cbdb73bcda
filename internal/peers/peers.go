// Package peers measures our methods beside those of other programs: the same data, the
// same machine, one fresh process for each fit, so that memory is measured too. The other
// programs are Python's, and live in an environment that this package makes.
package peers

import (
	"fmt"
	"strings"

	"suffice"
)

// Entrant is a method of a program.
type Entrant struct {
	Program string // whose it is, such as "scikit-learn"
	Method  string // its name there, such as "PLS"
}

// Ours is the program that this package belongs to.
const Ours = "suffice"

// Entrants are all of them, ours first, then by what they are compared with.
func Entrants() []Entrant {
	return []Entrant{
		{Ours, "SCA"}, {Ours, "SIR"}, {Ours, "SAVE"}, {Ours, "PCA"}, {Ours, "CCA"},
		{"scikit-learn", "PCA"}, {"scikit-learn", "PLS"}, {"scikit-learn", "LDA"}, {"scikit-learn", "NCA"},
		{"statsmodels", "SIR"}, {"statsmodels", "SAVE"},
		{"sliced", "SIR"}, {"sliced", "SAVE"},
		{"direpack", "SIR"}, {"direpack", "SAVE"},
	}
}

// Key is the name of an entrant in files and on command lines.
func (e Entrant) Key() string { return e.Program + "/" + strings.ToLower(e.Method) }

// String is its name for people.
func (e Entrant) String() string { return e.Program + " " + e.Method }

const (
	dim  = 2  // components that are looked for
	cuts = 10 // of y, for all methods that cut it; also the classes of LDA and NCA
)

// reducer is one of ours, with the settings that make it do the same work as the others:
// as many slices, and no scaling for PCA, which scikit-learn's does not do either.
func reducer(method string, seed uint64) (suffice.Reducer, error) {
	switch method {
	case "sca":
		return suffice.SCA{Dim: dim, Seed: seed}, nil
	case "sir":
		return suffice.SIR{Dim: dim, Slices: cuts}, nil
	case "save":
		return suffice.SAVE{Dim: dim, Slices: cuts}, nil
	case "pca":
		return suffice.PCA{Dim: dim, NoScale: true}, nil
	case "cca":
		return suffice.CCA{Dim: 1}, nil // one output has no more
	}
	return nil, fmt.Errorf("there is no method %q to measure", method)
}
