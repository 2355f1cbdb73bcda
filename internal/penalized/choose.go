package penalized

import (
	"context"
	"errors"
	"math"

	"suffice/internal/linalg"
)

// Settings tell what to choose among.
type Settings struct {
	Rank    int
	Rhos    []float64 // shares of the identity in Σ
	Lambdas []float64 // shares of the least λ that leaves no input, descending
	Refined []Refined // of which the one that predicts best is taken, unless coefficients that are not refined are clearly better
	Most    int       // inputs with weight: a path ends where there are more
	Errors  float64   // standard errors by which an answer with fewer inputs may be worse
	Given   bool      // the combinations of functions of the output stay those of the start
}

// Refined coefficients are those of the chosen inputs with less of a penalty.
type Refined struct {
	Share float64 // of λ
	Rho   float64
}

// Chosen is what cross-validation has chosen.
type Chosen struct {
	Fit
	Penalty
	Refined *Refined // coefficients, or nil where they are those with the whole penalty
	Problem *Problem // of all rows
	Losses  []float64
}

// candidate is a solution, with the squared errors of the rows that were left out.
type candidate struct {
	Fit
	Penalty
	inputs int
	losses []float64
	folds  int
}

// tolerances of solutions on the way, and of the last.
const (
	rough = 1e-4
	exact = 1e-11
)

// Choose finds λ and ρ by cross-validation: the ρ with the least error, and of the answers
// whose error is not clearly larger that with the fewest inputs; and whether refined
// coefficients predict better.
func (t *Table) Choose(ctx context.Context, s Settings) (*Chosen, error) {
	whole := t.Without(-1)
	start, err := whole.start(s.Rank)
	if err != nil {
		return nil, err
	}
	top := largestRow(linalg.Times(whole.U, start.V))
	grid := make([]candidate, len(s.Rhos)*len(s.Lambdas))
	err = whole.path(ctx, s, top, func(at int, f Fit, penalty Penalty) error {
		grid[at] = candidate{Fit: f, Penalty: penalty, inputs: len(f.Inputs()), losses: make([]float64, t.X.Cols)}
		return nil
	})
	if err != nil {
		return nil, err
	}
	folds := make([]*Problem, len(t.Folds))
	for k := range folds {
		folds[k] = t.Without(k)
		err := folds[k].path(ctx, s, top, func(at int, f Fit, _ Penalty) error {
			if grid[at].losses == nil {
				return nil
			}
			grid[at].folds++
			folds[k].judge(f, grid[at].losses)
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	at := t.pick(grid, s.Errors)
	if at < 0 {
		return whole.halve(s, top)
	}
	f, err := whole.improve(grid[at].Fit, grid[at].Penalty, s.Given, exact)
	if err != nil {
		return nil, err
	}
	chosen := &Chosen{Fit: f, Penalty: grid[at].Penalty, Problem: whole, Losses: grid[at].losses}
	return chosen, chosen.refine(ctx, folds, s, top, at)
}

// path visits the solutions for all penalties that have the full rank.
func (p *Problem) path(ctx context.Context, s Settings, top float64, visit func(at int, f Fit, penalty Penalty) error) error {
	for i, rho := range s.Rhos {
		f, err := p.start(s.Rank)
		if err != nil {
			return err
		}
		for k, share := range s.Lambdas {
			if err := ctx.Err(); err != nil {
				return err
			}
			penalty := Penalty{Lambda: share * top, Rho: rho}
			if f, err = p.improve(f, penalty, s.Given, rough); err != nil {
				return err
			}
			if len(f.Inputs()) > s.Most {
				break
			}
			full, err := f.fullRank()
			if err == nil && full {
				err = visit(i*len(s.Lambdas)+k, Fit{f.B.Clone(), f.V.Clone()}, penalty)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// refine takes refined coefficients unless they predict rows that are left out clearly worse.
// In each fold they are those of the inputs that the fold has chosen for the same penalty.
func (c *Chosen) refine(ctx context.Context, folds []*Problem, s Settings, top float64, at int) error {
	if len(s.Refined) == 0 {
		return nil
	}
	losses := make([][]float64, len(s.Refined))
	for i := range losses {
		losses[i] = make([]float64, len(c.Losses))
	}
	same := s
	same.Rhos, same.Lambdas = []float64{c.Rho}, s.Lambdas[:at%len(s.Lambdas)+1]
	for _, p := range folds {
		err := p.path(ctx, same, top, func(k int, f Fit, _ Penalty) error {
			if k < len(same.Lambdas)-1 {
				return nil
			}
			for i, r := range s.Refined {
				refined, err := p.refine(f, r.of(c.Penalty), s.Given, rough)
				if err != nil {
					return err
				}
				p.judge(refined, losses[i])
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	best := 0
	for i := range losses {
		if mean(losses[i]) < mean(losses[best]) {
			best = i
		}
	}
	if worse, spread := compared(losses[best], c.Losses); worse > s.Errors*spread {
		return nil
	}
	refined, err := c.Problem.refine(c.Fit, s.Refined[best].of(c.Penalty), s.Given, exact)
	if full, rankErr := refined.fullRank(); err != nil || rankErr != nil || !full {
		return errors.Join(err, rankErr)
	}
	c.Fit, c.Refined, c.Losses = refined, &s.Refined[best], losses[best]
	return nil
}

// of is the penalty for refined coefficients.
func (r Refined) of(p Penalty) Penalty { return Penalty{Lambda: r.Share * p.Lambda, Rho: r.Rho} }

// judge sets the squared errors of the rows of the fold that is left out, where the functions
// of the output are predicted by least squares from z = Bᵀx: what counts is the subspace.
func (p *Problem) judge(f Fit, losses []float64) {
	covariance, coefficients := p.covariance(f.B), linalg.TTimes(f.B, p.U)
	if err := linalg.Cholesky(covariance); err != nil {
		coefficients.Zero() // z are nearly the same: they predict nothing that could be trusted
	} else {
		linalg.CholeskySolveAll(covariance, coefficients)
	}
	p.leftOut(f.B, coefficients.Transposed(), losses)
}

// covariance is BᵀΣB.
func (p *Problem) covariance(b linalg.Matrix) linalg.Matrix {
	out := linalg.Times(p.left(b, linalg.New(b.Rows, b.Cols), 0), b)
	linalg.Scale(-1, out)
	return out
}

// leftOut sets the squared errors of predictions V Bᵀx of the rows that are left out.
func (p *Problem) leftOut(b, v linalg.Matrix, losses []float64) {
	z := linalg.New(b.Cols, p.to-p.from)
	for _, j := range nonzero(b) {
		for e, w := range b.Row(j) {
			row := z.Row(e)
			for i, x := range p.table.X.Row(j)[p.from:p.to] {
				row[i] += w * (x - p.table.root(p.from+i)*p.MeanX[j])
			}
		}
	}
	predicted := linalg.Times(v, z)
	for i := range z.Cols {
		sum := 0.
		for k := range predicted.Rows {
			missed := p.table.F.At(k, p.from+i) - p.table.root(p.from+i)*p.MeanF[k] - predicted.At(k, i)
			sum += missed * missed
		}
		losses[p.from+i] = sum
	}
}

// pick is the place of the candidate to take, or -1 where none was judged.
func (t *Table) pick(grid []candidate, errors float64) int {
	best := -1
	judged := func(c candidate) bool { return c.losses != nil && c.folds > 0 && c.folds == len(t.Folds) }
	for i, c := range grid {
		if judged(c) && (best < 0 || mean(c.losses) < mean(grid[best].losses)) {
			best = i
		}
	}
	if best < 0 {
		return best
	}
	chosen := best
	for i, c := range grid {
		if !judged(c) || c.Rho != grid[best].Rho || c.inputs >= grid[chosen].inputs {
			continue
		}
		if worse, spread := compared(c.losses, grid[best].losses); worse <= errors*spread {
			chosen = i
		}
	}
	return chosen
}

// compared is how much larger a is than b on average, and the standard error of that.
func compared(a, b []float64) (worse, spread float64) {
	worse = mean(a) - mean(b)
	for i := range a {
		off := a[i] - b[i] - worse
		spread += off * off
	}
	return worse, math.Sqrt(spread) / float64(len(a))
}

func mean(v []float64) float64 { return linalg.Sum(v) / float64(len(v)) }

// Fewest is the answer with the fewest components whose error is not clearly larger than the
// least: the last, where there are as many as the order goes down. Where rows were too few to
// leave some out, it is the first.
func Fewest(all []*Chosen, errors float64) *Chosen {
	best := all[0]
	for _, c := range all {
		if c.Losses != nil && mean(c.Losses) < mean(best.Losses) {
			best = c
		}
	}
	chosen := best
	for _, c := range all {
		if c.Losses == nil || c.B.Cols >= chosen.B.Cols {
			continue
		}
		if worse, spread := compared(c.Losses, best.Losses); worse <= errors*spread {
			chosen = c
		}
	}
	return chosen
}

var errNoRank = errors.New("the inputs do not tell so many components of the output apart; ask for fewer components")

// halve is the choice where there is none by cross-validation, as with few rows: λ is halved
// until the rank is full.
func (p *Problem) halve(s Settings, top float64) (*Chosen, error) {
	f, err := p.start(s.Rank)
	if err != nil {
		return nil, err
	}
	penalty := Penalty{Lambda: top, Rho: s.Rhos[len(s.Rhos)-1]}
	for range 40 {
		penalty.Lambda /= 2
		if f, err = p.improve(f, penalty, s.Given, exact); err != nil {
			return nil, err
		}
		full, err := f.fullRank()
		if err != nil || full {
			return &Chosen{Fit: f, Penalty: penalty, Problem: p}, err
		}
	}
	return nil, errNoRank
}

// fullRank reports whether no combination of the components has weights 0.
func (f Fit) fullRank() (bool, error) {
	m := f.B.Cols
	if m == 1 {
		return len(f.Inputs()) > 0, nil
	}
	values, _, err := linalg.Leading(linalg.Gram(f.B), m)
	return err == nil && values[m-1] > 1e-8*values[0], err
}

func largestRow(a linalg.Matrix) float64 {
	largest := 0.
	for j := range a.Rows {
		largest = max(largest, linalg.Dot(a.Row(j), a.Row(j)))
	}
	return math.Sqrt(largest)
}
