package suffice

import (
	"context"
	"fmt"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// MDDM is multi-label dimensionality reduction via dependence maximisation: the
// components P whose linear kernel XPPᵀXᵀ has the largest Hilbert-Schmidt independence
// criterion with the kernel L of the output. It takes any output, made for label sets.
// x counts only through straight lines.
//
// See docs/mddm.md. Reference: Zhang and Zhou (2010).
type MDDM struct {
	Dim          int  // number of components; required
	Uncorrelated bool // components obey PᵀXᵀCXP = I instead of PᵀP = I
	NoScale      bool // keep the columns' own units instead of scaling each to standard deviation 1

	limits coords.Limits
}

// Fit finds the leading eigenvectors of XᵀCLCX, C being the centring matrix; Values are
// their eigenvalues. L is a Gaussian with the median distance as its width where y is
// numbers.
func (m MDDM) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	standard, s, warnings, err := fullRank(ctx, m.limits, x, y, m.Dim, m.NoScale, coords.Trends)
	if err != nil {
		return nil, err
	}
	form, err := dependenceOf(ctx, s, y)
	if err != nil {
		return nil, err
	}
	w, values, err := m.components(s, form)
	if err != nil {
		return nil, err
	}
	if found := len(values); found < m.Dim {
		warnings = append(warnings, fmt.Sprintf("the output tells only %d of %d components apart, the others have eigenvalue 0; they are those along which the inputs vary most", found, m.Dim))
	}
	toInputs := s.Orthonormal
	if m.Uncorrelated {
		toInputs = s.ToInputs
	}
	components, err := toInputs(ctx, w)
	if err != nil {
		return nil, err
	}
	model := newProjection("mddm", standard, y, components)
	model.Values, model.Warnings = make([]float64, m.Dim), warnings
	copy(model.Values, values)
	model.Settings = Settings{"dim": m.Dim, "scale": !m.NoScale, "uncorrelated": m.Uncorrelated}
	if form.drawn != nil {
		model.Sampled = &Sampled{Rows: len(form.drawn), Of: x.Len(), What: "what all rows are compared with"}
	}
	if form.width > 0 {
		model.Settings["width_y"] = form.width
	}
	return finished(ctx, model, standard, y, x)
}

// components returns the components in the coordinates of s, and the eigenvalues that
// are not 0.
func (m MDDM) components(s *coords.FullRank, form *dependence) (w linalg.Matrix, values []float64, err error) {
	n := float64(s.X.Len())
	if !m.Uncorrelated {
		// Eigenvalues are at most n² tr(S) where L is at most 1.
		if values, w, err = form.leading(m.Dim, coords.RoundingOfSums*n*n*coords.Trace(s.Covariance)); err != nil {
			return w, nil, err
		}
		w, err = coords.CompleteOrthonormal(w, s.Covariance, m.Dim)
		return w, values, err
	}
	scatter := s.Covariance.Clone() // XᵀCX
	linalg.Scale(n, scatter)
	c, err := coords.NewConstraint(scatter)
	if err != nil {
		return w, nil, err
	}
	form.whiten(c)
	values, u, err := form.leading(m.Dim, coords.RoundingOfSums*n)
	if err != nil {
		return w, nil, err
	}
	w, err = c.Complete(c.Weights(u), m.Dim)
	return w, values, err
}

// dependence is the form XᵀCLCX, in the coordinates of a span.
type dependence struct {
	factor linalg.Matrix // XᵀCF, where L = FFᵀ
	whole  linalg.Matrix // otherwise the form itself
	width  float64       // of the Gaussian on y, where there is one
	drawn  []int         // the rows that L goes through, where these are not all
}

// dependenceOf takes the sums over rows where L has a factor or there are many rows, over
// pairs of rows otherwise.
func dependenceOf(ctx context.Context, s *coords.FullRank, y output.Output) (*dependence, error) {
	if target.HasFactor(y) {
		factor, err := target.FactorOf(s.X.Source, y)
		if err != nil {
			return nil, err
		}
		centred, err := factor.Centred(ctx)
		if err != nil {
			return nil, err
		}
		cross, err := s.Cross(ctx, centred.Aligned())
		return &dependence{factor: cross}, err
	}
	if err := target.CheckKernel(y); err != nil {
		return nil, err
	}
	width, err := target.WidthOver(ctx, s.X.Source, y)
	if err != nil {
		return nil, err
	}
	d := &dependence{width: width}
	if y.Len() > mostPaired || s.Partial() {
		return d, d.through(ctx, s, y)
	}
	if y, err = target.Subset(ctx, y, nil); err != nil {
		return nil, err
	}
	whole, err := sumOfPairs(ctx, s, y, d.width)
	if err == nil {
		d.whole = s.Form(whole)
	}
	return d, err
}

// Where there are more than mostPaired rows, they are not compared with each other but
// through some of them.
const (
	mostPaired    = 1 << 14
	throughRows   = 256
	throughSeed   = 1 // any
	throughStream = 2 // of random numbers
)

// through takes the sums over rows with L approximated through some rows, drawn at random.
// The rows of x are centred, so that CF need not be.
func (d *dependence) through(ctx context.Context, s *coords.FullRank, y output.Output) error {
	d.drawn = sampling.Many(y.Len(), throughRows, sampling.Random(throughSeed, throughStream))
	f, err := target.Through(ctx, y, d.drawn, d.width)
	if err != nil {
		return err
	}
	d.factor, err = s.Cross(ctx, f)
	return err
}

// leading returns the leading eigenvalues and eigenvectors of the form, as long as they
// are above least.
func (d *dependence) leading(most int, least float64) ([]float64, linalg.Matrix, error) {
	if d.factor.Rows > 0 {
		return coords.LeftSingular(d.factor, most, least)
	}
	return coords.Strongest(d.whole, most, least)
}

// whiten turns the form to the coordinates of a constraint.
func (d *dependence) whiten(c *coords.Constraint) {
	if d.factor.Rows > 0 {
		c.Whiten(d.factor)
		return
	}
	d.whole = c.WhitenForm(d.whole)
}

// pairRows is how many rows meet how many others at a time. Up to pairValues of all rows
// are held meanwhile.
const (
	pairRows   = sampling.ToScale
	pairValues = 1 << 24
)

// sumOfPairs is Σ_ij x_i L_ij x_jᵀ for centred rows, each times its weight, block by block of
// L: those above the diagonal count for those below it too.
func sumOfPairs(ctx context.Context, s *coords.FullRank, y output.Output, width float64) (linalg.Matrix, error) {
	n, d := s.X.Len(), s.X.Width()
	diagonal, above := linalg.New(d, d), linalg.New(d, d)
	all := sampling.All(n)
	size := min(n, pairRows)
	weights, err := aggregate.AllWeights(ctx, s.X.Source)
	if err != nil {
		return linalg.Matrix{}, err
	}
	get := func(from, to int) (linalg.Matrix, error) {
		x, err := s.X.Select(ctx, all[from:to])
		if err == nil && weights != nil {
			aggregate.ScaleRows(x, weights[from:to])
		}
		return x, err
	}
	if n*d <= pairValues {
		x, err := get(0, n)
		if err != nil {
			return linalg.Matrix{}, err
		}
		get = func(from, to int) (linalg.Matrix, error) { return x.Slice(from, to), nil }
	}
	l, lx := linalg.New(size, size), linalg.New(size, d)
	for i := 0; i < n; i += size {
		end := min(i+size, n)
		a, err := get(i, end)
		if err != nil {
			return linalg.Matrix{}, err
		}
		for j := i; j < n; j += size {
			if err := ctx.Err(); err != nil {
				return linalg.Matrix{}, err
			}
			stop := min(j+size, n)
			b, err := get(j, stop)
			if err != nil {
				return linalg.Matrix{}, err
			}
			block := linalg.Of(end-i, stop-j, l.Data)
			linalg.Parallel(block.Rows, 64, func(from, to int) {
				kernel.Outputs(block.Slice(from, to), y, i+from, all[j:stop], width)
			})
			product := lx.Slice(0, block.Rows)
			linalg.Mul(product, block, b)
			sum := above
			if i == j {
				sum = diagonal
			}
			linalg.AddTMul(sum, 1, a, product)
		}
	}
	linalg.Add(diagonal, above)
	linalg.Add(diagonal, above.Transposed())
	return diagonal, ctx.Err()
}
