package penalized

import (
	"context"

	"suffice/internal/linalg"
)

// LassoSIR is what the lasso makes of the leading directions of sliced inverse regression.
type LassoSIR struct {
	Components linalg.Matrix // m x d
	Values     []float64     // eigenvalues of UUᵀ, the largest first
	Lambdas    []float64     // of each component
}

// LassoSIR takes the m combinations v_k of the functions of the output with the largest |U v|
// as outputs, and regresses each on the inputs: Lin, Zhao and Liu (2019), whose output ỹ_k is
// a multiple of F v_k.
func (t *Table) LassoSIR(ctx context.Context, s Settings) (*LassoSIR, error) {
	whole := t.Without(-1)
	start, err := whole.start(s.Rank)
	if err != nil {
		return nil, err
	}
	out := &LassoSIR{Components: linalg.New(0, t.X.Rows)}
	leading := linalg.Times(whole.U, start.V).Transposed()
	one := s
	one.Rank, one.Given = 1, true
	for k, v := range start.V.Transposed().Slices() {
		single := &Table{X: t.X, F: linalg.Times(linalg.Of(1, len(v), v), t.F), Folds: t.Folds, roots: t.roots}
		chosen, err := single.Choose(ctx, one)
		if err != nil {
			return nil, err
		}
		if err := chosen.tellApart(&out.Components); err != nil {
			return nil, err
		}
		out.Values = append(out.Values, linalg.Dot(leading.Row(k), leading.Row(k)))
		out.Lambdas = append(out.Lambdas, chosen.Lambda)
	}
	return out, nil
}

// tellApart appends the component to others. Its penalty is halved for as long as it is a
// combination of them.
func (c *Chosen) tellApart(others *linalg.Matrix) error {
	for range 40 {
		with := appended(others.Clone(), c.B.Transposed().Data)
		full, err := Fit{B: with.Transposed()}.fullRank()
		if err != nil || full {
			*others = with
			return err
		}
		c.Lambda /= 2
		if c.Fit, err = c.Problem.improve(c.Fit, c.Penalty, true, exact); err != nil {
			return err
		}
	}
	return errNoRank
}
