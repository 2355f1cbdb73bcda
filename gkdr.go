package suffice

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/coords"
	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// GKDR is gradient-based kernel dimension reduction: the directions along which a kernel
// regression of functions of y on x changes most. It takes any output and finds any
// dependence, by an eigenvalue problem instead of a search.
//
// See docs/gkdr.md. Reference: Fukumizu and Leng (2014).
type GKDR struct {
	Dim     int     // number of components; required
	Centres int     // of the kernel; 0 means all rows up to 1000, and otherwise 500
	Width   float64 // of the Gaussian kernel on x, in median distances; 0 means 1
	Ridge   float64 // ε: nε is added to the kernel matrix of n rows; 0 means the best of leave-one-out
	NoScale bool    // keep the columns' own units instead of scaling each to standard deviation 1
	Seed    uint64  // of the centres, where they are not all rows

	limits coords.Limits
}

const (
	allCentres     = 1000 // rows up to which all are centres
	defaultCentres = 500  // beyond
	gkdrStream     = 0x96d
	gkdrFunctions  = 64                 // of y, at most
	gkdrLeaves     = 1e-10              // share of the kernel of y that they may leave out
	gkdrCandidates = sampling.ToCompare // rows that they are found with
)

// Fit finds the leading eigenvectors of the mean outer product of the gradients of f = Φᵀα,
// α = (K + nεI)⁻¹ k, ΦΦᵀ being the centred kernel of y; Values are their eigenvalues. The
// kernel of y is a Gaussian with the median distance as its width where y is numbers.
func (g GKDR) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	standard, s, warnings, err := fullRank(ctx, g.limits, x, y, g.Dim, g.NoScale, coords.Trends)
	if err != nil {
		return nil, err
	}
	f := &gkdrFit{FullRank: s}
	if f.y, err = functionsOf(ctx, x, y); err != nil {
		return nil, err
	}
	if err := f.choose(ctx, g); err != nil {
		return nil, err
	}
	values, w, err := f.directions(ctx, g.Dim)
	if err != nil {
		return nil, err
	}
	components, err := s.Orthonormal(ctx, w)
	if err != nil {
		return nil, err
	}
	model := newProjection("gkdr", standard, y, components)
	model.Values, model.Seed, model.Warnings = values, g.Seed, warnings
	model.Settings = Settings{"dim": g.Dim, "centres": f.u.Rows, "width": f.Width, "ridge": f.Ridge, "scale": !g.NoScale}
	return finished(ctx, model, standard, y, x)
}

func (g GKDR) check() error {
	switch {
	case g.Centres < 0:
		return fmt.Errorf("%d kernel centres, but there must be at least 1; 0 means the default", g.Centres)
	case !(g.Width >= 0) || math.IsInf(g.Width, 0):
		return fmt.Errorf("the width is %g median distances, but must be a number above 0; 0 means the default", g.Width)
	case !(g.Ridge >= 0) || math.IsInf(g.Ridge, 0):
		return fmt.Errorf("the ridge is %g, but must be a number above 0; 0 means the best of leave-one-out", g.Ridge)
	}
	return nil
}

// functionsOf are functions of y, centred, whose products are its kernel.
func functionsOf(ctx context.Context, x Rows, y output.Output) (aggregate.Aligned, error) {
	if target.HasFactor(y) {
		factor, err := target.FactorOf(x, y)
		if err != nil {
			return nil, err
		}
		centred, err := factor.Centred(ctx)
		if err != nil {
			return nil, err
		}
		return centred.Aligned(), nil
	}
	if err := target.CheckKernel(y); err != nil {
		return nil, err
	}
	width, err := target.WidthOver(ctx, x, y)
	if err != nil {
		return nil, err
	}
	some := sampling.Many(y.Len(), gkdrCandidates, sampling.Random(uint64(y.Len()), gkdrStream))
	f, err := target.FactorFunctions(ctx, x, y, some, width, gkdrFunctions, gkdrLeaves)
	held, here := f.(aggregate.InMemory)
	if err != nil || !here {
		return f, err
	}
	weights, err := aggregate.AllWeights(ctx, x)
	if weights != nil {
		aggregate.CentreBy(held.Matrix, weights)
	}
	return f, err
}

type gkdrFit struct {
	*coords.FullRank
	Width, Ridge float64           // of the Gaussian; ε
	y            aggregate.Aligned // functions of y
	u            linalg.Matrix     // centres
}

// choose draws the centres, and finds the width and the ridge.
func (f *gkdrFit) choose(ctx context.Context, g GKDR) (err error) {
	n := f.X.Len()
	count := cmp.Or(g.Centres, defaultCentres)
	if g.Centres == 0 && n <= allCentres {
		count = n
	}
	which := sampling.AtMost(n, count, sampling.Random(g.Seed, gkdrStream))
	if f.u, err = f.X.Select(ctx, which); err != nil {
		return err
	}
	among := linalg.New(f.u.Rows, f.u.Rows)
	kernel.SquaredDistances(among, f.u, f.u)
	median, err := learn.MedianDistance(among.Data, lsmi.ErrNoSpread)
	if err != nil {
		return err
	}
	f.Width = median * cmp.Or(g.Width, 1)
	if f.Ridge = g.Ridge; f.Ridge == 0 {
		y, err := aggregate.TakeAligned(ctx, f.X.Source, f.y, which)
		if err != nil {
			return err
		}
		weights, err := f.X.WeightsOf(ctx, which)
		if err != nil {
			return err
		}
		f.Ridge, err = bestRidge(f.u, y, f.Width, weights)
		return err
	}
	return err
}

// bestRidge is the one with the smallest leave-one-out error among the rows u with functions
// y, or among some of them.
func bestRidge(u, y linalg.Matrix, width float64, weights []float64) (float64, error) {
	const judged = 500
	some := sampling.Rows(u.Rows, judged, sampling.Random(uint64(u.Rows), 0x10))
	o := learn.RidgeOptions{Centres: sampling.All(len(some)), Median: width, Widths: []float64{1}, Weights: aggregate.Some(weights, some), Uncentred: true}
	fit, err := learn.FitRidge(u.Pick(some), y.Pick(some), o)
	if err != nil {
		return 0, err
	}
	return fit.Lambdas[0], nil
}

// coefficients are those of f(x) = Σ_l β_l K(x, u_l) that minimise the mean of |y - f(x)|²
// over the rows, plus ε |f|² with the norm of the kernel. Where the centres are all rows,
// β = (K + nεI)⁻¹ Y, or (K + nε diag(1/w))⁻¹ Y with weights w.
func (f *gkdrFit) coefficients(ctx context.Context) (linalg.Matrix, error) {
	n := float64(f.X.Len())
	among := linalg.New(f.u.Rows, f.u.Rows)
	kernel.SquaredDistances(among, f.u, f.u)
	kernel.Gaussian.Matrix(among, among, f.Width)
	if f.u.Rows < f.X.Len() {
		kk, ky, err := canonical.Regress(ctx, f.X, f.y, f.u, f.Width)
		if err != nil {
			return linalg.Matrix{}, err
		}
		linalg.Symmetrize(kk)
		return f.amongCentres(among, kk, ky, n)
	}
	linalg.AddDiagonal(among, n*f.Ridge)
	weights, err := aggregate.AllWeights(ctx, f.X.Source)
	if err != nil {
		return linalg.Matrix{}, err
	}
	for i, w := range weights {
		among.Set(i, i, among.At(i, i)+n*f.Ridge*(1/w-1))
	}
	if err := linalg.Cholesky(among); err != nil {
		return linalg.Matrix{}, err
	}
	beta, err := aggregate.TakeAligned(ctx, f.X.Source, f.y, sampling.All(f.X.Len()))
	if err != nil {
		return linalg.Matrix{}, err
	}
	beta = beta.Clone()
	linalg.CholeskySolveAll(among, beta)
	return beta, nil
}

// amongCentres solves (KᵀK + nεK_uu) β = KᵀY on the span of K_uu = QΛQᵀ: with P = QΛ^-½ it
// is β = P (PᵀKᵀKP + nεI)⁻¹ PᵀKᵀY.
func (f *gkdrFit) amongCentres(among, kk, ky linalg.Matrix, n float64) (linalg.Matrix, error) {
	values, p, err := coords.Strongest(among, among.Rows, 0)
	if err != nil {
		return linalg.Matrix{}, err
	}
	for k, v := range values {
		linalg.ScaleRow(1/math.Sqrt(v), p.Row(k))
	}
	system := linalg.TimesT(linalg.Times(p, kk), p)
	linalg.AddDiagonal(system, n*f.Ridge)
	if err := linalg.Cholesky(system); err != nil {
		return linalg.Matrix{}, err
	}
	right := linalg.Times(p, ky)
	linalg.CholeskySolveAll(system, right)
	return linalg.TTimes(p, right), nil
}

// directions are the leading eigenvalues and eigenvectors, in the coordinates of the span.
func (f *gkdrFit) directions(ctx context.Context, dim int) ([]float64, linalg.Matrix, error) {
	beta, err := f.coefficients(ctx)
	if err != nil {
		return nil, beta, err
	}
	outer, err := canonical.OuterProducts(ctx, f.X, f.u, beta, f.Width)
	if err != nil {
		return nil, beta, err
	}
	found, w, err := coords.Strongest(f.Form(outer), dim, 0)
	if err != nil {
		return nil, w, err
	}
	values := make([]float64, dim)
	copy(values, found)
	w, err = coords.CompleteOrthonormal(w, f.Covariance, dim)
	return values, w, err
}
