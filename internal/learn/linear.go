package learn

import (
	"math"
	"slices"

	"suffice/internal/linalg"
)

// FitLine is ridge regression on z itself, each column with a standard deviation of 1 for it: the
// ridge is that with the least leave-one-out error.
func FitLine(z, y linalg.Matrix, apart bool) (*Ridge, error) {
	scales, mean, standard := standardise(z)
	r := &regression{RidgeOptions: RidgeOptions{Ridges: lineRidges, Leverage: 1, Apart: apart}}
	r.from = len(r.Ridges) / 2
	r.centre(y)
	phi := standard.Transposed()
	s, along := linalg.TimesT(phi, phi), linalg.Times(phi, r.y)
	n := float64(z.Rows)
	linalg.Scale(1/n, s)
	linalg.Scale(1/n, along)
	lambdas, loss, err := r.ridges(s, phi, along)
	if err != nil {
		return nil, err
	}
	if err := solveEach(s, along, lambdas); err != nil {
		return nil, err
	}
	line := linear(scales, mean, along, r.mean)
	line.Lambdas, line.Loss = lambdas, loss
	return line, nil
}

// lineRidges are those of lines, to choose from.
var lineRidges = []float64{1e-6, 1e-5, 1e-4, 1e-3, 1e-2, .03, .1, .3, 1, 3}

// standardise has z centred and scaled to a standard deviation of 1, or 0 where it does not vary.
func standardise(z linalg.Matrix) (scales, mean []float64, standard linalg.Matrix) {
	mean, standard, scales = linalg.MeanRow(z, nil), z.Clone(), make([]float64, z.Cols)
	for i := range z.Rows {
		row := standard.Row(i)
		linalg.Axpy(-1, mean, row)
		linalg.AddProducts(scales, row, row)
	}
	for j, v := range scales {
		if scales[j] = 0; v > rounded*float64(z.Rows)*mean[j]*mean[j] {
			scales[j] = 1 / math.Sqrt(v/float64(z.Rows))
		}
	}
	for i := range z.Rows {
		linalg.Products(standard.Row(i), standard.Row(i), scales)
	}
	return scales, mean, standard
}

// linear has slopes on standardised z and what is added.
func linear(scales, mean []float64, slopes linalg.Matrix, offset []float64) *Ridge {
	line := &Ridge{Kernel: Gaussian, Scales: scales, Centres: linalg.New(0, len(scales)), Weights: linalg.New(0, len(offset)), Slopes: slopes, Mean: slices.Clone(offset)}
	for j, s := range scales {
		linalg.Axpy(-s*mean[j], slopes.Row(j), line.Mean)
	}
	return line
}

// FitLogistic is logistic regression on z, each column with a standard deviation of 1 for it, of rows
// y with 1 for the class that a row has, or for each label, and 0 for others: slopes B and offsets
// with the least mean log loss plus λ|B|²/2. Its f are to be made probabilities by [Softmax] or
// [Logistic].
func FitLogistic(z, y linalg.Matrix, classes bool, ridge float64) *Ridge {
	scales, mean, standard := standardise(z)
	p := &logistic{withOnes(standard), y, classes, ridge}
	at := p.minimise(linalg.New(z.Cols+1, y.Cols))
	return linear(scales, mean, at.Slice(0, z.Cols).Clone(), at.Row(z.Cols))
}

func withOnes(z linalg.Matrix) linalg.Matrix {
	x := linalg.New(z.Rows, z.Cols+1)
	for i := range z.Rows {
		copy(x.Row(i), z.Row(i))
		x.Set(i, z.Cols, 1)
	}
	return x
}

// logistic is the loss of a logistic regression: parameters are a row for each column of x, the
// last of which are 1 and stand for the offsets.
type logistic struct {
	x, y    linalg.Matrix
	classes bool
	ridge   float64
}

const (
	newtonSteps   = 30
	conjugates    = 60   // steps of conjugate gradients, at most
	flat          = 1e-6 // gradient: there the loss is at its least
	offsetPenalty = 1e-4 // share of the ridge that offsets have, for classes that no row has
)

// minimise goes down by Newton's method, whose steps are found by conjugate gradients. A step is
// halved where it goes up again, which its slope at the end tells.
func (p *logistic) minimise(at linalg.Matrix) linalg.Matrix {
	const uphill, shortest = .1, 1e-6
	probability := p.probabilities(at)
	gradient := p.gradient(at, probability)
	for range newtonSteps {
		if linalg.Norm(gradient) < flat {
			break
		}
		step := p.solve(probability, gradient)
		slope := linalg.Dot(step.Data, gradient.Data)
		for size := 1.; size > shortest; size /= 2 {
			next := at.Clone()
			linalg.AddScaled(next, -size, step)
			probability = p.probabilities(next)
			if gradient = p.gradient(next, probability); linalg.Dot(step.Data, gradient.Data) >= -uphill*slope {
				at = next
				break
			}
		}
	}
	return at
}

// probabilities are those of the rows.
func (p *logistic) probabilities(at linalg.Matrix) linalg.Matrix {
	f := linalg.Times(p.x, at)
	if p.classes {
		Softmax(f)
	} else {
		Logistic(f)
	}
	return f
}

// penalise multiplies parameters by their ridge.
func (p *logistic) penalise(at linalg.Matrix) {
	linalg.Scale(p.ridge, at)
	linalg.ScaleRow(offsetPenalty, at.Row(at.Rows-1))
}

// gradient is that of the loss: Xᵀ(P - Y)/n and the ridge.
func (p *logistic) gradient(at, probability linalg.Matrix) linalg.Matrix {
	off := probability.Clone()
	linalg.AddScaled(off, -1, p.y)
	return p.back(off, at)
}

// back is Xᵀ times rows / n, plus the ridge of parameters.
func (p *logistic) back(values, at linalg.Matrix) linalg.Matrix {
	sum, penalised := linalg.TTimes(p.x, values), at.Clone()
	linalg.Scale(1/float64(p.x.Rows), sum)
	p.penalise(penalised)
	linalg.Add(sum, penalised)
	return sum
}

// curve is the second derivative of the loss times a direction.
func (p *logistic) curve(probability, direction linalg.Matrix) linalg.Matrix {
	f := linalg.Times(p.x, direction)
	for i := range f.Rows {
		row, of := f.Row(i), probability.Row(i)
		mean := linalg.Dot(row, of)
		for j, q := range of {
			if p.classes {
				row[j] = q * (row[j] - mean)
			} else {
				row[j] *= q * (1 - q)
			}
		}
	}
	return p.back(f, direction)
}

// solve is roughly the second derivative's inverse times the gradient, by conjugate gradients: the
// nearer the end, the more exactly.
func (p *logistic) solve(probability, gradient linalg.Matrix) linalg.Matrix {
	x, rest := linalg.New(gradient.Rows, gradient.Cols), gradient.Clone()
	direction, square := rest.Clone(), linalg.Dot(rest.Data, rest.Data)
	enough := square * min(.01, math.Sqrt(square))
	for range conjugates {
		curved := p.curve(probability, direction)
		size := square / linalg.Dot(direction.Data, curved.Data)
		linalg.AddScaled(x, size, direction)
		linalg.AddScaled(rest, -size, curved)
		before := square
		if square = linalg.Dot(rest.Data, rest.Data); square <= enough {
			break
		}
		linalg.ScaleRow(square/before, direction.Data)
		linalg.Add(direction, rest)
	}
	return x
}
