package penalized

import (
	"math"

	"suffice/internal/linalg"
)

// Fit is a solution of rank m.
type Fit struct {
	B linalg.Matrix // d x m: rows of inputs that do not matter are 0
	V linalg.Matrix // h x m, orthonormal columns: which functions of the output they predict
}

// Inputs are those that have weight.
func (f Fit) Inputs() []int { return nonzero(f.B) }

// start is no weights, and the m combinations of functions of the output that have most to
// do with the inputs one by one: the leading eigenvectors of UᵀU.
func (p *Problem) start(m int) (Fit, error) {
	_, v, err := linalg.Leading(linalg.Gram(p.U), m)
	return Fit{B: linalg.New(p.U.Rows, m), V: v.Transposed()}, err
}

// mostTurns bounds how often V follows B.
const mostTurns = 50

// improve alternates between the best B for V and the best V for B, until V moves by no more
// than the tolerance. Where V is given, B follows alone.
func (p *Problem) improve(f Fit, penalty Penalty, given bool, tolerance float64) (Fit, error) {
	for active := f.Inputs(); ; {
		var err error
		if f, err = p.alternate(f, active, penalty, given, tolerance); err != nil {
			return f, err
		}
		entering := p.violators(f.B, linalg.Times(p.U, f.V), penalty)
		if len(entering) == 0 {
			return f, nil
		}
		active = append(f.Inputs(), entering...)
	}
}

// refine does the same for those inputs alone that have weight.
func (p *Problem) refine(f Fit, penalty Penalty, given bool, tolerance float64) (Fit, error) {
	f = Fit{f.B.Clone(), f.V.Clone()}
	return p.alternate(f, f.Inputs(), penalty, given, tolerance)
}

// alternate is improve for the given inputs alone.
func (p *Problem) alternate(f Fit, active []int, penalty Penalty, given bool, tolerance float64) (Fit, error) {
	for range mostTurns {
		p.settle(f.B, linalg.Times(p.U, f.V), active, penalty, tolerance)
		if given {
			break
		}
		v, ok, err := p.follow(f.B)
		if err != nil || !ok {
			return f, err
		}
		linalg.AddScaled(f.V, -1, v)
		moved := linalg.Norm(f.V)
		f.V = v
		if moved <= tolerance {
			break
		}
	}
	return f, nil
}

// follow is the V that goes best with B, the orthonormal factor of UᵀB; there is none where B
// has not the full rank.
func (p *Problem) follow(b linalg.Matrix) (v linalg.Matrix, ok bool, err error) {
	m := b.Cols
	a := linalg.TTimes(p.U, b)
	values, axes, err := linalg.Leading(linalg.Gram(a), m)
	if err != nil || !(values[m-1] > 1e-14*values[0]) {
		return v, false, err
	}
	root := axes.Clone()
	for k, value := range values {
		linalg.ScaleRow(1/math.Sqrt(value), root.Row(k))
	}
	return linalg.Times(a, linalg.TTimes(axes, root)), true, nil
}

// Components are those of the span of B whose z are uncorrelated, as rows, the one that
// varies most first, and these variances.
func (c *Chosen) Components() (w linalg.Matrix, values []float64, err error) {
	values, axes, err := linalg.Leading(c.Problem.covariance(c.B), c.B.Cols)
	for k := range values {
		values[k] = max(0, values[k]) // rounding may leave them below
	}
	return linalg.TimesT(axes, c.B), values, err
}
