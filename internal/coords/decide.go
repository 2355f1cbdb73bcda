package coords

import "cmp"

// Need is what a method needs of its coordinates.
type Need int

// The needs of methods.
const (
	Variances  Need = iota // the leading principal axes: PCA
	Moments                // all directions along which x varies: CCA, SIR, SAVE, pHd
	Trends                 // and XᵀF for functions F of y among them, whatever it predicts: MDDM
	Whitened               // to search in coordinates that are uncorrelated as far as the rows tell: SCA, LSDR, KDR
	Unwhitened             // to search in the units of x: the same with fewer rows than degrees of freedom
)

// Kind is a kind of coordinates.
type Kind int

// The kinds of coordinates.
const (
	Inputs     Kind = iota // the columns themselves
	Rows                   // the principal axes of few rows
	Directions             // a search space
	Iteration              // none: the leading principal axes are found by an iteration
)

// Limits are the sizes from which on coordinates are others. Tests set them lower, so that
// they need no large tables.
type Limits struct {
	// Square is the order of the largest square matrix that is made of inputs or of rows;
	// 0 means 4096, where it takes 128 MiB.
	Square int
}

// fewestSearched is how many rows are enough to tell a search space; fewer span directions
// so few that each is worth a look.
const fewestSearched = 100

// Decide tells which coordinates a method takes for n rows of d inputs. The table in the package's
// documentation is this function.
func (l Limits) Decide(n, d int, need Need) Kind {
	many := cmp.Or(l.Square, 4096)
	searches := need == Whitened || need == Unwhitened
	switch {
	case min(n, d) > many && need == Variances:
		return Iteration
	case min(n, d) > many, searches && d > many && n > fewestSearched:
		return Directions
	case n > d, need == Whitened:
		return Inputs
	}
	return Rows
}
