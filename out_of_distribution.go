package suffice

import (
	"context"
	"errors"
	"math"
	"slices"

	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/rows"
)

// Training says what the rows of a fit were like, so that others can be told apart: those outside
// the training distribution (out-of-distribution).
type Training struct {
	Rows     int       `json:"rows"`
	Distance float64   `json:"distance"` // that 99.9% of such rows do not exceed; see Unlike
	Low      []float64 `json:"low"`      // of each component, and of few rows wider than these are
	High     []float64 `json:"high"`
}

// TrainingOf looks at the rows that a model was fitted on, once. Of rows that are elsewhere it
// looks at up to 65,536, drawn at random.
func TrainingOf(ctx context.Context, p *Projection, x Rows) (*Training, error) {
	t := &Training{Rows: x.Len(), Low: make([]float64, p.Dim()), High: make([]float64, p.Dim())}
	for k := range t.Low {
		t.Low[k], t.High[k] = math.Inf(1), math.Inf(-1)
	}
	x, _, err := target.Held(ctx, x, nil)
	if err != nil {
		return nil, err
	}
	beyond := x.Len()/1000 + 1 // the least of so many largest distances is the limit
	var largest []float64
	var sum, squares float64 // of the distances
	err = p.eachDistance(ctx, x, func(_ int, distance float64, z []float64) {
		if x.Len() < fewTraining {
			distance = withoutItself(distance, x.Len())
		}
		sum, squares = sum+distance, squares+float64(distance*distance)
		for k, v := range z {
			t.Low[k], t.High[k] = min(t.Low[k], v), max(t.High[k], v)
		}
		if largest = append(largest, distance); len(largest) == 4*beyond+1000 {
			largest = topOf(largest, beyond)
		}
	})
	if err != nil {
		return nil, err
	}
	if len(largest) == 0 || !linalg.Finite(t.Low) || !linalg.Finite(t.High) {
		return nil, errors.New("there are no rows, or components that are not finite")
	}
	t.Distance = slices.Min(topOf(largest, beyond))
	if n := float64(x.Len()); n < fewTraining && n > 2 { // whose largest distance others exceed more often than that
		mean := sum / n
		sd := math.Sqrt(max(0, squares-float64(n*mean*mean)) / (n - 1))
		t.Distance = max(t.Distance, min(furthest*t.Distance, mean+float64(student999(n-1)*math.Sqrt(1+1/n)*sd)))
		for k := range t.Low {
			more := float64(wider / n * (t.High[k] - t.Low[k]))
			t.Low[k], t.High[k] = t.Low[k]-more, t.High[k]+more
		}
	}
	return t, nil
}

// fewTraining is the number of rows below which their largest distance is not enough to tell what
// 99.9% do not exceed: then it is that of a normal distribution, if that is larger.
const fewTraining = 1000

// furthest is by how much that limit may be beyond the largest distance.
const furthest = 10

// wider is by how much the range of few rows is wider on either side, as a share of it times their
// number: normal ones go that far in 99.9%.
const wider = 10

// withoutItself is the distance of one of n rows from the mean of the others in their standard
// deviations, as if the share of all inputs in it were alike: new rows are as far as that.
func withoutItself(distance float64, n int) float64 {
	rows := float64(n)
	square := distance * distance
	left := (rows - 1 - square*rows/(rows-1)) / (rows - 2) // the variance of the others, if that of all is 1
	if n < 4 || left <= 0 {
		return distance
	}
	return distance * rows / (rows - 1) / math.Sqrt(left)
}

// student999 is about the 99.9% point of Student's t (Fisher's expansion).
func student999(degrees float64) float64 {
	const z = 3.0902
	return z * (1 + (z*z+1)/(4*degrees) + (5*z*z*z*z+16*z*z+3)/(96*degrees*degrees))
}

// topOf are the n largest values.
func topOf(values []float64, n int) []float64 {
	slices.Sort(values)
	return values[max(0, len(values)-n):]
}

// beside is how far beyond the range of the training rows a component may be, as a share of
// that range.
const beside = .1

// Unlike lists, counted from 0, the rows of x that are unlike the training rows: further from
// their mean than 99.9% of such rows, or with a component beyond their range by more than a tenth
// of it. The distance is the root of the mean of squares of the standardised inputs that
// have weight. What is predicted there is a guess. It is nil where the model does not know its
// training rows.
func (p *Projection) Unlike(ctx context.Context, x Rows) (which []int, err error) {
	t := p.Training
	if t == nil || len(t.Low) != p.Dim() || len(t.High) != p.Dim() {
		return nil, nil
	}
	err = p.eachDistance(ctx, x, func(i int, distance float64, z []float64) {
		far := !(distance <= t.Distance)
		for k, v := range z {
			margin := beside * (t.High[k] - t.Low[k])
			far = far || !(v >= t.Low[k]-margin && v <= t.High[k]+margin)
		}
		if far {
			which = append(which, i)
		}
	})
	return which, err
}

// eachDistance visits the rows of x in order, with their distance and components.
func (p *Projection) eachDistance(ctx context.Context, x Rows, visit func(i int, distance float64, z []float64)) error {
	used := p.UsedInputs()
	share := 1 / float64(max(1, len(used)))
	if sparse, ok := x.(rows.Sparse); ok {
		return p.eachSparseDistance(ctx, sparse, share, visit)
	}
	m := p.Dim()
	return rows.Each(ctx, x, rows.BlockLen(x.Width()), func(from, to int, block []float64) error {
		part, err := rows.NewMatrix(x.Width(), block)
		if err != nil {
			return err
		}
		z := make([]float64, (to-from)*m)
		if err := p.TransformTo(ctx, z, part); err != nil {
			return err
		}
		distances := make([]float64, to-from)
		linalg.Parallel(to-from, 64, func(a, b int) {
			for i := a; i < b; i++ {
				row := part.Row(i)
				for _, j := range used {
					v := (row[j] - p.Mean[j]) / p.Scale[j]
					distances[i] += v * v
				}
			}
		})
		for i, squares := range distances {
			visit(from+i, math.Sqrt(share*squares), z[i*m:(i+1)*m])
		}
		return nil
	})
}

// eachSparseDistance is the same for rows of which only what is not zero is read.
func (p *Projection) eachSparseDistance(ctx context.Context, x rows.Sparse, share float64, visit func(i int, distance float64, z []float64)) error {
	z, err := p.Transform(ctx, x)
	if err != nil {
		return err
	}
	weighs, nothing := make([]bool, len(p.Inputs)), 0. // nothing is that of a row of zeros
	for _, j := range p.UsedInputs() {
		weighs[j] = true
		nothing += p.Mean[j] * p.Mean[j] / (p.Scale[j] * p.Scale[j])
	}
	return rows.EachSparse(ctx, x, func(from, to int, block rows.Compressed) {
		for i := range to - from {
			squares := nothing
			columns, values := block.Row(i)
			for e, j := range columns {
				if weighs[j] {
					squares += values[e] * (values[e] - 2*p.Mean[j]) / (p.Scale[j] * p.Scale[j])
				}
			}
			visit(from+i, math.Sqrt(share*max(0, squares)), z.Row(from+i))
		}
	})
}
