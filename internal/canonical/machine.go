package canonical

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice/internal/learn"
	"suffice/internal/linalg"
)

// Machine is the recursive feature machine of Radhakrishnan, Beaglehole, Pandit and Belkin
// (2024): kernel ridge regressions on M^½ x, where M = G^½ is learnt from the mean outer product
// G of the gradients of the one before. It starts without knowing anything of the subspace.
// Width and ridge are chosen by the exact leave-one-out error.
type Machine struct {
	Problem Problem       // x, and the functions of y to predict
	Base    linalg.Matrix // orthonormal rows: the directions of x to look at; none means all
	Rounds  int           // regressions, at most: after two that are worse than one before there are no more
	Centres int           // of the kernel, drawn anew for each
	Slopes  int           // rows that gradients are averaged over, at most; 0 means all
	Random  *rand.Rand
	Median  func(w linalg.Matrix) (float64, error) // of the distances between rows in z = w x

	// Judge tells what G is worth; nil means the leave-one-out score of its own regression.
	Judge func(ctx context.Context, g linalg.Matrix) (float64, error)

	Told func(round int, learnt Learnt) // of each regression; may be nil
}

// Learnt is a regression.
type Learnt struct {
	G     linalg.Matrix // mean outer product of its gradients, in the directions looked at
	At    Choice
	Score float64 // as it is judged
}

// Learn returns the regression with the best score.
func (m Machine) Learn(ctx context.Context) (best Learnt, err error) {
	best.Score = math.Inf(-1)
	root, worse := linalg.Identity(m.width()), 0
	from, around := point{len(learn.Widths) / 2, len(learn.Ridges) / 2}, farther
	for round := 0; round < m.Rounds && worse < 2; round++ {
		learnt, err := m.regress(ctx, root, from, around)
		if err != nil {
			return best, err
		}
		if m.Told != nil {
			m.Told(round+1, learnt)
		}
		if worse++; learnt.Score > best.Score {
			best, worse = learnt, 0
		}
		from = learnt.At.at
		if around = neighbours; round > 0 { // x is so scaled that the width is right
			around = nextRidges
		}
		if root, err = quarterRoot(learnt.G); err != nil {
			return best, err
		}
	}
	return best, nil
}

// Again is a regression with what one before has learnt, and settings near those of it.
func (m Machine) Again(ctx context.Context, before Learnt) (Learnt, error) {
	root, err := quarterRoot(before.G)
	if err != nil {
		return before, err
	}
	return m.regress(ctx, root, before.At.at, neighbours)
}

// regress is the regression on root x.
func (m Machine) regress(ctx context.Context, root linalg.Matrix, from point, around func(point) []point) (Learnt, error) {
	problem, w := m.Problem, root
	problem.By = SquaredError
	if m.Base.Rows > 0 {
		w = linalg.Times(root, m.Base)
	}
	n := problem.X.Len()
	u, err := problem.X.Select(ctx, m.Random.Perm(n)[:min(n, m.Centres)])
	if err != nil {
		return Learnt{}, err
	}
	median, err := m.Median(w)
	if err != nil {
		return Learnt{}, err
	}
	s, err := problem.newSearch(ctx, w, u, median, leastOut)
	if err != nil {
		return Learnt{}, err
	}
	defer s.release()
	if err := s.found(s.climb(ctx, from, around)); err != nil {
		return Learnt{}, err
	}
	g, err := s.gradients(ctx, m.Slopes)
	if err != nil {
		return Learnt{}, err
	}
	learnt := Learnt{linalg.Times(linalg.Times(root, g), root), s.best, s.best.Score}
	if m.Judge != nil {
		learnt.Score, err = m.Judge(ctx, learnt.G)
	}
	return learnt, err
}

func (m Machine) width() int {
	if m.Base.Rows > 0 {
		return m.Base.Rows
	}
	return m.Problem.X.Width()
}

// quarterRoot is the square root of M = G^½, up to a factor.
func quarterRoot(g linalg.Matrix) (linalg.Matrix, error) {
	scaled, vectors, err := learn.QuarterRoot(g)
	if err != nil {
		return g, err
	}
	return linalg.Times(vectors.Transposed(), scaled), nil
}
