package suffice

import (
	"context"
	"math/rand/v2"
	"slices"

	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/output"
)

// dependence is the form XᵀCLCX, in the coordinates of a span.
type dependence struct {
	factor linalg.Matrix // XᵀCF, where L = FFᵀ
	whole  linalg.Matrix // otherwise the form itself
	width  float64       // of the Gaussian on y, where there is one
	drawn  []int         // the rows that L goes through, where these are not all
}

// dependenceOf takes the sums over rows where L has a factor or there are many rows, over
// pairs of rows otherwise.
func dependenceOf(ctx context.Context, s *span, y output.Output) (*dependence, error) {
	if factored, ok := y.(output.Factored); ok {
		if err := output.CheckColumns(y); err != nil {
			return nil, err
		}
		width, data := factored.Factor()
		f := linalg.Of(y.Len(), width, slices.Clone(data))
		centre(f)
		cross, err := s.cross(ctx, columnsOf{f})
		return &dependence{factor: cross}, err
	}
	if err := output.CheckKernel(y); err != nil {
		return nil, err
	}
	d := &dependence{}
	if metric, ok := y.(output.Metric); ok {
		var err error
		if d.width, err = medianWidth(metric); err != nil {
			return nil, err
		}
	}
	if y.Len() > mostPaired || s.partial() {
		return d, d.through(ctx, s, y)
	}
	whole, err := sumOfPairs(ctx, s, y, d.width)
	if err == nil {
		d.whole = s.form(whole)
	}
	return d, err
}

// Where there are more than mostPaired rows, they are not compared with each other but
// through some of them.
const (
	mostPaired    = 1 << 14
	throughRows   = 256
	throughStream = 2 // of random numbers
)

// through takes the sums over rows with L approximated through some rows, drawn at random.
// The rows of x are centred, so that CF need not be.
func (d *dependence) through(ctx context.Context, s *span, y output.Output) error {
	d.drawn = drawRows(y.Len(), min(throughRows, y.Len()), rand.New(rand.NewPCG(medianSeed, throughStream)))
	f, err := canonical.Through(y, d.drawn, d.width)
	if err != nil {
		return err
	}
	d.factor, err = s.cross(ctx, f)
	return err
}

// leading returns the leading eigenvalues and eigenvectors of the form, as long as they
// are above least.
func (d *dependence) leading(most int, least float64) ([]float64, linalg.Matrix, error) {
	if d.factor.Rows > 0 {
		return leftSingular(d.factor, most, least)
	}
	return strongest(d.whole, most, least)
}

// whiten turns the form to the coordinates of a constraint.
func (d *dependence) whiten(c *constraint) {
	if d.factor.Rows > 0 {
		c.whiten(d.factor)
		return
	}
	d.whole = c.whitenForm(d.whole)
}

// pairRows is how many rows meet how many others at a time.
const pairRows = 512

// sumOfPairs is Σ_ij x_i L_ij x_jᵀ for centred rows, block by block of L: those above
// the diagonal count for those below it too.
func sumOfPairs(ctx context.Context, s *span, y output.Output, width float64) (linalg.Matrix, error) {
	n, d := s.rows.Len(), s.rows.Width()
	diagonal, above := linalg.New(d, d), linalg.New(d, d)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	size := min(n, pairRows)
	left, right := make([]float64, size*d), make([]float64, size*d)
	l, lx := linalg.New(size, size), linalg.New(size, d)
	for i := 0; i < n; i += size {
		end := min(i+size, n)
		a, err := s.rows.Block(ctx, i, end, left)
		if err != nil {
			return linalg.Matrix{}, err
		}
		for j := i; j < n; j += size {
			if err := ctx.Err(); err != nil {
				return linalg.Matrix{}, err
			}
			stop := min(j+size, n)
			b, err := s.rows.Block(ctx, j, stop, right)
			if err != nil {
				return linalg.Matrix{}, err
			}
			block := linalg.Of(end-i, stop-j, l.Data)
			linalg.Parallel(block.Rows, 64, func(from, to int) {
				kernel.Outputs(block.Slice(from, to), y, i+from, all[j:stop], width)
			})
			product := lx.Slice(0, block.Rows)
			linalg.Mul(product, block, linalg.Of(stop-j, d, b))
			sum := above
			if i == j {
				sum = diagonal
			}
			linalg.AddTMul(sum, 1, linalg.Of(end-i, d, a), product)
		}
	}
	linalg.Add(diagonal, above)
	linalg.Add(diagonal, above.Transposed())
	return diagonal, ctx.Err()
}

// medianSample is how many rows the median distance is taken over; any seed will do,
// so that it is the same each time.
const medianSample, medianSeed = 512, 1

// medianWidth is the median of the distances in y that are not 0, between all pairs of
// a sample of rows.
func medianWidth(y output.Metric) (float64, error) {
	sample := rand.New(rand.NewPCG(medianSeed, 0)).Perm(y.Len())[:min(y.Len(), medianSample)]
	if width, err := lsmi.MedianDistance(y, sample, sample); err == nil {
		return width, nil
	}
	return lsmi.MedianDistance(y, upTo(y.Len()), []int{0}) // a rare value differs from the first
}
