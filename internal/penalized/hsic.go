package penalized

import (
	"cmp"
	"context"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/sampling"
)

// HSIC Lasso of Yamada and others (2014): the kernel of the output is written as a sum of
// kernels of single inputs,
//
//	min ½ |L - Σ α_j K_j|² + λ Σ α_j   over α ≥ 0,
//
// all centred and divided by their norms, so that an input is chosen for what it tells of the
// output, in whatever form, and not chosen where another tells the same. Kernels are Gaussian
// and written as products of few functions, K_j ≈ Φ_jΦ_jᵀ, so that <K_j, K_l> = |Φ_jᵀΦ_l|².

const (
	landmarks    = 6    // of an input, whose kernel functions are Φ
	mostScreened = 1000 // inputs that are looked at together: those that tell most by themselves
)

// screen is HSIC Lasso on the rows outside a fold.
type screen struct {
	functions []linalg.Matrix // Φ_j of the inputs looked at, centred over these rows: r x n
	output    linalg.Matrix   // those of the output
	rows      float64
	h         []float64
	columns   map[int][]float64 // <K_j, K_l>
}

// Screen chooses inputs that tell of the output, given as functions whose products are its
// kernel: as many as asked for, or as cross-validation says where count is 0.
func (t *Table) Screen(ctx context.Context, count int) ([]int, error) {
	looked, functions, err := t.single(ctx)
	if err != nil {
		return nil, err
	}
	whole := newScreen(functions, t.F, 0, 0)
	path := geometricPath()
	limit := slices.Max(whole.h)
	if count > 0 {
		return whole.first(ctx, looked, count, limit)
	}
	chosen := len(path) / 2
	if t.Folds != nil {
		losses := make([]float64, len(path)) // an input too many costs less than one too few, so the least counts
		for k := range t.Folds {
			from, to := t.fold(k)
			train, test := newScreen(functions, t.F, from, to), newScreen(functions, t.F, -from, -to)
			alpha := make([]float64, len(looked))
			for i, share := range path {
				if err := ctx.Err(); err != nil {
					return nil, err
				}
				train.solve(alpha, share*limit)
				losses[i] += test.loss(alpha)
			}
		}
		chosen = slices.Index(losses, slices.Min(losses))
	}
	alpha := make([]float64, len(looked))
	for _, share := range path[:chosen+1] {
		whole.solve(alpha, share*limit)
	}
	return whole.used(looked, alpha, len(alpha)), nil
}

func geometricPath() []float64 {
	path := make([]float64, 20)
	for i := range path {
		path[i] = .95 * math.Pow(.05/.95, float64(i)/float64(len(path)-1))
	}
	return path
}

// single finds the inputs that tell most by themselves, and their functions.
func (t *Table) single(ctx context.Context) (looked []int, functions []linalg.Matrix, err error) {
	type entry struct {
		input int
		tells float64
		phi   linalg.Matrix
	}
	var found []entry
	output := centredRows(t.F, 0, 0)
	for j := range t.X.Rows {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		phi, err := kernelFunctions(t.X.Row(j))
		if err != nil {
			return nil, nil, err
		}
		if phi.Rows == 0 {
			continue
		}
		found = append(found, entry{j, productSquare(phi, output), phi})
		if len(found) >= 2*mostScreened || j == t.X.Rows-1 {
			slices.SortStableFunc(found, func(a, b entry) int { return cmp.Compare(b.tells, a.tells) })
			found = found[:min(len(found), mostScreened)]
		}
	}
	slices.SortFunc(found, func(a, b entry) int { return a.input - b.input })
	for _, e := range found {
		looked, functions = append(looked, e.input), append(functions, e.phi)
	}
	return looked, functions, nil
}

// kernelFunctions are those of an input, r x n: k(x, c) C^-½ for landmarks c at its
// quantiles, centred, levelled, and such that |ΦΦᵀ| = n. There are none where the input is
// constant.
func kernelFunctions(x []float64) (linalg.Matrix, error) {
	sorted := slices.Clone(x)
	slices.Sort(sorted)
	var centres []float64
	for k := range landmarks {
		centres = append(centres, sorted[(2*k+1)*len(sorted)/(2*landmarks)])
	}
	centres = append(centres, sorted[0], sorted[len(sorted)-1]) // rare values count too
	slices.Sort(centres)
	centres = slices.Compact(centres)
	between := gaussians(centres, centres)
	values, axes, err := linalg.Leading(between, len(centres))
	if err != nil {
		return linalg.Matrix{}, err
	}
	kept := linalg.CountAbove(values, 1e-6*values[0])
	for k := range kept {
		linalg.ScaleRow(1/math.Sqrt(values[k]), axes.Row(k))
	}
	phi, n := centredRows(linalg.Times(axes.Slice(0, kept), gaussians(centres, x)), 0, 0), float64(len(x))
	if !(math.Sqrt(productSquare(phi, phi))/n > 1e-12) {
		return linalg.Matrix{}, nil
	}
	if phi, err = levelled(phi); err != nil {
		return phi, err
	}
	linalg.Scale(math.Sqrt(n/math.Sqrt(productSquare(phi, phi))), phi)
	return phi, nil
}

// levelled is Φ with the eigenvalues of ΦΦᵀ replaced by their roots. Those of a Gaussian kernel
// fall by .38 from lines to curves to waves, so that noise along lines outweighs a curve that
// is there; their roots fall by .62, which costs lines little.
func levelled(phi linalg.Matrix) (linalg.Matrix, error) {
	values, axes, err := linalg.Leading(linalg.TimesT(phi, phi), phi.Rows)
	if err != nil {
		return phi, err
	}
	kept := linalg.CountAbove(values, 1e-4*values[0])
	for k := range kept {
		linalg.ScaleRow(math.Pow(values[k], -.25), axes.Row(k))
	}
	return linalg.Times(axes.Slice(0, kept), phi), nil
}

// gaussians is exp(-(a-b)²/2): inputs have standard deviation 1.
func gaussians(a, b []float64) linalg.Matrix {
	out := linalg.New(len(a), len(b))
	for i, u := range a {
		row := out.Row(i)
		for k, v := range b {
			row[k] = (u - v) * (u - v)
		}
		linalg.Gaussian(row, row, .5)
	}
	return out
}

// centredRows is a with the columns [from, to) left out, less the means of its rows. Where
// the bounds are negative, these columns alone.
func centredRows(a linalg.Matrix, from, to int) linalg.Matrix {
	var out linalg.Matrix
	if from < 0 || to < 0 {
		out = a.Columns(-from, -to).Clone()
	} else {
		out = linalg.New(a.Rows, a.Cols-(to-from))
		for k := range a.Rows {
			copy(out.Row(k), a.Row(k)[:from])
			copy(out.Row(k)[from:], a.Row(k)[to:])
		}
	}
	for k := range out.Rows {
		at := mean(out.Row(k))
		for i := range out.Row(k) {
			out.Row(k)[i] -= at
		}
	}
	return out
}

// productSquare is |a bᵀ|², <AᵀA, BᵀB>.
func productSquare(a, b linalg.Matrix) float64 {
	product := linalg.TimesT(a, b)
	return linalg.Inner(product, product)
}

// newScreen is that of the rows outside [from, to), or within where these are negative.
func newScreen(functions []linalg.Matrix, output linalg.Matrix, from, to int) *screen {
	s := &screen{output: centredRows(output, from, to), columns: map[int][]float64{}}
	s.rows = float64(s.output.Cols)
	for _, phi := range functions {
		s.functions = append(s.functions, centredRows(phi, from, to))
		s.h = append(s.h, productSquare(s.functions[len(s.functions)-1], s.output)/(s.rows*s.rows))
	}
	return s
}

func (s *screen) column(j int) []float64 {
	if s.columns[j] == nil {
		column := make([]float64, len(s.functions))
		for l, phi := range s.functions {
			column[l] = productSquare(s.functions[j], phi) / (s.rows * s.rows)
		}
		s.columns[j] = column
	}
	return s.columns[j]
}

// solve finds α from where it is, one input at a time, those that are not 0 first.
func (s *screen) solve(alpha []float64, lambda float64) {
	left := slices.Clone(s.h)
	for j, a := range alpha {
		if a != 0 {
			linalg.Axpy(-a, s.column(j), left)
		}
	}
	for range mostSweeps {
		furthest, entered := 0., false
		for j, a := range alpha {
			if a == 0 && left[j] <= lambda {
				continue
			}
			column := s.column(j)
			next := max(0, a+(left[j]-lambda)/column[j])
			if step := next - a; step != 0 {
				linalg.Axpy(-step, column, left)
				alpha[j], entered = next, entered || a == 0
				furthest = max(furthest, math.Abs(step))
			}
		}
		if !entered && furthest <= 1e-9*linalg.Largest(alpha) {
			return
		}
	}
}

// loss is ½ |L - Σ α_j K_j|² but for ½ |L|².
func (s *screen) loss(alpha []float64) float64 {
	var used []int
	for j, a := range alpha {
		if a != 0 {
			used = append(used, j)
		}
	}
	sum := 0.
	for k, j := range used {
		sum -= alpha[j] * s.h[j]
		for _, l := range used[k:] {
			twice := 1.
			if l == j {
				twice = .5
			}
			sum += twice * alpha[j] * alpha[l] * productSquare(s.functions[j], s.functions[l]) / (s.rows * s.rows)
		}
	}
	return sum
}

// used lists the inputs with the largest α, at most so many, in their order.
func (s *screen) used(looked []int, alpha []float64, most int) []int {
	found := slices.DeleteFunc(sampling.Descending(alpha), func(j int) bool { return alpha[j] == 0 })
	inputs := sampling.Pick(looked, found[:min(most, len(found))])
	slices.Sort(inputs)
	return inputs
}

// first is the inputs that come first as λ falls; those that tell most by themselves where
// too few ever come.
func (s *screen) first(ctx context.Context, looked []int, count int, limit float64) ([]int, error) {
	alpha := make([]float64, len(looked))
	var inputs []int
	for share := .95; share > 1e-4 && len(inputs) < count; share *= .85 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		s.solve(alpha, share*limit)
		inputs = s.used(looked, alpha, count)
	}
	if len(inputs) < count {
		inputs = s.used(looked, s.h, count)
	}
	return inputs, nil
}
