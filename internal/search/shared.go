package search

import (
	"context"

	"suffice/internal/canonical"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// Shared is what searches with parts of the same rows have in common: coordinates and units,
// which the inputs of all rows tell.
type Shared struct {
	s        *Search
	machines *Machines
}

// Share prepares to search with parts of the rows. It fails with [ErrNotAgain] where only whole
// fits can tell what is found. Searches for other numbers of components, with the same parts, have
// the same machines.
func (s *Search) Share(ctx context.Context, machines *Machines) (*Shared, error) {
	if s.drawn != nil || !s.OnInputs() || s.X.Width()-len(s.X.Constant) <= s.Dim {
		return nil, ErrNotAgain
	}
	return &Shared{s, machines}, s.Draw(ctx, s.Centres, 0)
}

// Begin searches with some rows, in ascending order, so that the components of other rows, among
// which these are, can be found from there ([Again.Some]). Functions of y are known for all rows,
// by centres among those given: which of the other rows has which value of y makes no difference.
func (p *Shared) Begin(ctx context.Context, common []int, seed uint64) (*Again, error) {
	a, err := p.among(ctx, common, seed)
	if err != nil {
		return nil, err
	}
	if a.Y.Check() != nil || len(common) < leastRelevant {
		return nil, ErrNotAgain
	}
	// No more than machines for any number of components have.
	centres := sampling.Pick(common, a.Random.Perm(len(common))[:min(a.Centres, max(len(common)/a.Tuning.CentreRows, min(len(common), a.Tuning.CentresLeast)))])
	views, err := a.viewsOf(ctx, p.s.X, p.s.Y, centres)
	if err != nil {
		return nil, err
	}
	sharp := canonical.Problem{X: p.s.X, By: a.sharpCriterion()}
	sharp.Y, err = p.machines.once(machine{"S", seed, true}, func() (linalg.Matrix, error) {
		whole, err := (&ascent{Search: p.s}).sharp(ctx, centres)
		return whole.Y, err
	})
	if err != nil {
		return nil, err
	}
	return a.begin(ctx, views, sharp, common)
}

// among is a search with some rows alone.
func (p *Shared) among(ctx context.Context, common []int, seed uint64) (*ascent, error) {
	some := *p.s
	x, err := some.X.Subset(ctx, common)
	if err != nil {
		return nil, err
	}
	some.Y = output.Some(some.Y, common)
	some.Space = some.Of(x, some.Y, some.Dim)
	some.Seed, some.Random = seed, sampling.Random(seed, some.Stream)
	some.Progress = nil
	a := &ascent{Search: &some, few: x, rows: sampling.All(len(common)), machines: p.machines}
	a.pairs, err = newPairs(ctx, x, some.Random)
	return a, err
}

// begin searches for views and S, which are known for all rows, with some.
func (a *ascent) begin(ctx context.Context, views []*view, sharp canonical.Problem, common []int) (*Again, error) {
	whole := make([]canonical.Problem, len(views))
	for i, v := range views {
		var err error
		whole[i] = v.problem
		if v.problem, err = v.problem.Subset(ctx, common); err != nil {
			return nil, err
		}
	}
	here, err := sharp.Subset(ctx, common)
	if err != nil {
		return nil, err
	}
	if err := a.look(ctx, views, here); err != nil {
		return nil, err
	}
	again, share := &Again{ascent: a, common: common}, a.sharpShare()
	for i, v := range views {
		if v.weight >= leastWeight {
			again.climbs = append(again.climbs, climbed{weight: (1 - share) * v.weight, view: *v, frame: v.mean, curvature: v.curvature})
			again.climbs[len(again.climbs)-1].view.problem = whole[i]
		}
	}
	if share > 0 {
		if err := a.sharpen(ctx, here, share); err != nil {
			return nil, err
		}
		s := view{problem: sharp, in: a.Whitening, at: a.last.at}
		again.climbs = append(again.climbs, climbed{weight: share, view: s, frame: a.parts[len(a.parts)-1].frame, curvature: a.last.curvature})
	}
	for i := range again.climbs {
		c := &again.climbs[i]
		u, err := a.few.Select(ctx, a.centres(len(a.rows)))
		if err != nil {
			return nil, err
		}
		c.u = a.Whitening.Within(u, c.frame)
	}
	if again.all, err = again.ends(); err != nil {
		return nil, err
	}
	a.machines.remember(found{a.Dim, a.Seed}, a.Whitening.ToInputs(again.all))
	return again, again.turn(ctx)
}
