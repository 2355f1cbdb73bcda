package learn

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// penalisedLoss is the mean log loss of a logistic regression and its ridge, term by term: f is of
// rows of z, whose columns are standardised for the ridge.
func penalisedLoss(r *Ridge, z, y linalg.Matrix, classes bool, ridge float64) float64 {
	f := r.Predict(z)
	var loss, offsets float64
	for i := range z.Rows {
		if classes {
			var total float64
			for _, v := range f.Row(i) {
				total += math.Exp(v)
			}
			for j, v := range f.Row(i) {
				loss -= y.At(i, j) * (v - math.Log(total))
			}
			continue
		}
		for j, v := range f.Row(i) {
			loss += math.Log(1+math.Exp(v)) - y.At(i, j)*v
		}
	}
	_, mean, _ := standardise(z)
	for j, offset := range r.Mean { // of standardised columns
		for k := range mean {
			offset += r.Slopes.At(k, j) * r.Scales[k] * mean[k]
		}
		offsets += offset * offset
	}
	return loss/float64(z.Rows) + ridge/2*(linalg.Dot(r.Slopes.Data, r.Slopes.Data)+offsetPenalty*offsets)
}

// Nothing near a logistic regression has less loss: it is where slopes of the loss, by finite
// differences, are 0.
func TestLogisticIsAtItsLeast(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, d, k := rapid.IntRange(6, 60).Draw(t, "rows"), rapid.IntRange(1, 6).Draw(t, "columns"), rapid.IntRange(2, 4).Draw(t, "classes")
		classes, ridge := rapid.Bool().Draw(t, "exclusive"), rapid.SampledFrom([]float64{.1, .01, .001}).Draw(t, "ridge")
		z, y := normal(n, d, rapid.Uint64().Draw(t, "seed")), linalg.New(n, k)
		for i := range n {
			z.Row(i)[0] = 3 + 10*z.Row(i)[0]
			y.Set(i, (i+int(math.Abs(z.At(i, 0))/5))%k, 1)
		}
		r := FitLogistic(z, y, classes, ridge)
		for at := range r.Slopes.Data {
			const step = 1e-4
			before := r.Slopes.Data[at]
			r.Slopes.Data[at] = before + step
			up := penalisedLoss(r, z, y, classes, ridge)
			r.Slopes.Data[at] = before - step
			down := penalisedLoss(r, z, y, classes, ridge)
			r.Slopes.Data[at] = before
			// the offsets stay as they are in units of z, and not of standardised columns
			if slope := (up - down) / (2 * step); math.Abs(slope) > 1e-4 {
				t.Fatalf("slope %v at %d of %d x %d", slope, at, d, k)
			}
		}
	})
}

// A line is that of the normal equations with its ridge, and all but the line that is there.
func TestLineIsItsFormula(t *testing.T) {
	z := normal(80, 3, 5)
	y := linalg.New(80, 2)
	for i := range z.Rows {
		z.Row(i)[2] = 100 + 7*z.Row(i)[2]
		y.Set(i, 0, 1+2*z.At(i, 0)-.1*z.At(i, 2))
		y.Set(i, 1, z.At(i, 1)*z.At(i, 1))
	}
	r, err := FitLine(z, y, true)
	if err != nil {
		t.Fatal(err)
	}
	_, _, x := standardise(z)
	for j := range y.Cols {
		left, right := linalg.Gram(x), linalg.New(3, 1)
		linalg.AddDiagonal(left, 80*r.Lambdas[j])
		for i := range x.Rows {
			linalg.Axpy(y.At(i, j)-linalg.MeanRow(y, nil)[j], x.Row(i), right.Data)
		}
		if err := linalg.Cholesky(left); err != nil {
			t.Fatal(err)
		}
		linalg.CholeskySolveAll(left, right)
		wantNear(t, r.Slopes.Columns(j, j+1), right, 1e-9)
	}
	wantNear(t, r.Predict(z).Columns(0, 1), y.Columns(0, 1), 1e-3)
}

// A column that does not vary has no part.
func TestLineOfAConstant(t *testing.T) {
	z, y := normal(20, 2, 5), normal(20, 1, 6)
	for i := range z.Rows {
		z.Set(i, 1, 1e6)
	}
	r, err := FitLine(z, y, true)
	if err != nil || !linalg.Finite(r.Predict(z).Data) || r.Slopes.At(1, 0) != 0 {
		t.Errorf("%+v, %v", r, err)
	}
}
