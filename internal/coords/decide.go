package coords

import (
	"cmp"
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/output"
)

// Need is what a method needs of its coordinates.
type Need int

// The needs of methods.
const (
	Variances  Need = iota // the leading principal axes: PCA
	Moments                // all directions along which x varies: CCA, SIR, SAVE, pHd
	Trends                 // and XᵀF for functions F of y among them, whatever it predicts: MDDM
	Whitened               // to search in coordinates that are uncorrelated as far as the rows tell: SCA, LSDR, KDR
	Unwhitened             // to search in the units of x: the same with fewer rows than degrees of freedom
	Narrowed               // to search among fewer directions, with rows that can tell many but not all
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
	// Rows is how many a search holds of the inputs themselves, so that these are all that can
	// tell its directions; 0 means all.
	Rows int
}

// fewestSearched is how many rows are enough to tell a search space; fewer span directions
// so few that each is worth a look.
const fewestSearched = 100

// tooManyToSearch reports whether inputs are more than can be searched, or a quarter of that
// and the rows too few to tell more about them than a search space does.
func tooManyToSearch(n, d, many int) bool {
	const rows = 8 // for each input
	return d > many || d > many/4 && n < rows*d
}

// Decide tells which coordinates a method takes for n rows of d inputs. The table in the package's
// documentation is this function.
func (l Limits) Decide(n, d int, need Need) Kind {
	many := l.square()
	searches := need >= Whitened
	if searches {
		n = l.held(n)
	}
	switch {
	case min(n, d) > many && need == Variances:
		return Iteration
	case min(n, d) > many, need == Narrowed, searches && n > fewestSearched && tooManyToSearch(n, d, many):
		return Directions
	case n > d, need == Whitened:
		return Inputs
	}
	return Rows
}

func (l Limits) square() int { return cmp.Or(l.Square, 4096) }

// held is how many of n rows a search holds of the inputs themselves.
func (l Limits) held(n int) int {
	if l.Rows == 0 {
		return n
	}
	return min(n, l.Rows)
}

// ToSearch tells where a search for dim components of a table looks: decided once, since rows drawn of
// the table are searched where all its rows are.
func (l Limits) ToSearch(x *aggregate.Standard, y output.Output, dim int, plain bool) Kind {
	const inputs = 8 // with at most this share of Square none is left out
	n, d := x.Len(), x.Width()
	need := needOf(l.held(n), d, y, dim, plain)
	if !plain && need == Unwhitened && d > l.square()/inputs && n == l.held(n) && directionsTold(n, dim) >= 256 {
		need = Narrowed
	}
	return l.Decide(n, d, need)
}

// needOf is what a search of n rows needs.
func needOf(n, d int, y output.Output, dim int, plain bool) Need {
	if plain || manyDirections(n, d, y, dim) {
		return Unwhitened
	}
	return Whitened
}

// directionsTold is among how many directions n rows can tell dim components: ten for each degree of
// freedom, as a class or a set of labels says less about a direction than a number does.
func directionsTold(n, dim int) int { return n / (10 * dim) }

// table is x as the decision has it: by its covariance, or by coordinates along fewer axes.
type table struct {
	x          *aggregate.Standard
	covariance linalg.Matrix // of the inputs; none where there are axes
	axes       *Axes
}

// read finds the coordinates of x for dim components. Y is asked only where neither rows
// nor inputs are few.
func (l Limits) read(ctx context.Context, x *aggregate.Standard, y output.Output, dim int, need Need) (*table, error) {
	return l.readAs(ctx, l.Decide(x.Len(), x.Width(), need), x, y, dim, need)
}

func (l Limits) readAs(ctx context.Context, kind Kind, x *aggregate.Standard, y output.Output, dim int, need Need) (*table, error) {
	t := &table{x: x}
	var err error
	switch kind {
	case Rows:
		most := x.Len()
		if need == Variances {
			most = dim
		}
		t.axes, err = alongRows(ctx, x, most)
	case Directions:
		t.axes, err = l.searchSpace(ctx, x, y, dim, need)
	default:
		t.covariance, _, err = covariance(ctx, x)
	}
	return t, err
}

// covariance is XᵀX/n, with the mean of |x|⁴ over the rows.
func covariance(ctx context.Context, x *aggregate.Standard) (c linalg.Matrix, fourth float64, err error) {
	products, err := aggregate.Sum[*aggregate.Products](ctx, x.Source, aggregate.NewProducts(x.Units(), true, 0))
	if err != nil {
		return c, 0, err
	}
	n := float64(x.Len())
	linalg.Scale(1/n, products.XX)
	linalg.Symmetrize(products.XX)
	return products.XX, products.Fourth() / n, nil
}

// cross is XᵀF for numbers F aligned with the rows.
func cross(ctx context.Context, x *aggregate.Standard, f aggregate.Aligned) (linalg.Matrix, error) {
	sum, err := aggregate.Sum[*aggregate.Products](ctx, x.Source, aggregate.NewProducts(x.Units(), false, f.Width()), f)
	if err != nil {
		return linalg.Matrix{}, err
	}
	return sum.XY, nil
}

// dependent lists the columns that are combinations of others.
func (t *table) dependent(ctx context.Context) ([]int, error) {
	if t.axes != nil {
		return t.axes.dependent(ctx)
	}
	return dependentColumns(t.covariance), nil
}

// principal returns the variances (with 1/n) along the most leading principal axes,
// and these as orthonormal rows; fewer where x varies along fewer.
func (t *table) principal(ctx context.Context, most int) ([]float64, linalg.Matrix, error) {
	if t.axes != nil {
		return t.axes.principal(ctx, most)
	}
	values, axes, err := linalg.Leading(t.covariance, most)
	if err != nil {
		return nil, linalg.Matrix{}, err
	}
	for i := range axes.Rows {
		for _, j := range t.x.Constant {
			axes.Set(i, j, 0) // but for rounding it is
		}
	}
	rank := CountReal(values, 0)
	return values[:rank], axes.Slice(0, rank), nil
}
