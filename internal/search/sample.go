package search

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/humanize"
	"suffice/internal/kernel"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/lsmi"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/output"
)

// Limits are sizes from which on a search takes fewer rows or directions. Tests set them
// lower, so that they need no large tables.
type Limits struct {
	coords.Limits
	Tuning int // rows, drawn at random, that tell widths, ridges and scores as well as more would; 0 means 65536
}

// Tuning rows are held in memory: no more than take tuningValues values, but leastTuning.
const (
	tuningValues = 1 << 26
	leastTuning  = sampling.ToLearn
)

// drawn is the tuning rows, drawn from all.
type drawn struct {
	rows []int               // those drawn, in order
	all  *aggregate.Standard // every row, in the units of those drawn
	y    output.Output       // of every row
	own  *aggregate.Standard // every row in its own units, where these are others
}

// place finds the coordinates to search, with no more rows than are enough. Rows that are
// drawn are standardised by their own means and scales, so that all that is found with
// them does not depend on how sums over the other rows are taken.
func (s *Search) place(ctx context.Context) error {
	enough := cmp.Or(s.Limits.Tuning, sampling.ForAll)
	s.Limits.Rows = min(enough, max(leastTuning, tuningValues/s.inputs.Width()))
	kind := s.Limits.ToSearch(s.inputs, s.Y, s.Dim, s.AsPrinted)
	within := kind == coords.Directions
	if !within { // otherwise rows are of fewer coordinates
		enough = s.Limits.Rows
	}
	if s.inputs.Len() > enough {
		which := sampling.Many(s.inputs.Len(), enough, s.Random)
		part, err := target.Subset(ctx, s.Y, which)
		if err != nil {
			return err
		}
		if part.Check() == nil { // or the rows that differ are too rare
			return s.placeDrawn(ctx, &drawn{rows: which, y: s.Y}, part, kind)
		}
	}
	var err error
	if s.Y, err = target.Subset(ctx, s.Y, nil); err != nil {
		return err
	}
	if s.inputs, err = s.inputs.WeightsHere(ctx); err != nil {
		return err
	}
	if s.seen, err = s.near(ctx, s.inputs); err != nil {
		return err
	}
	s.Space, err = s.space(ctx, kind, s.seen, s.Y)
	return err
}

func (s *Search) space(ctx context.Context, kind coords.Kind, x *aggregate.Standard, y output.Output) (*coords.Space, error) {
	return coords.NewSpace(ctx, s.Limits.Limits, kind, x, y, s.Dim, s.AsPrinted)
}

// placeDrawn does so with rows drawn, whose outputs are given. A search space is that of
// all rows.
func (s *Search) placeDrawn(ctx context.Context, d *drawn, y output.Output, kind coords.Kind) error {
	var err error
	if kind == coords.Directions {
		if s.Space, err = s.space(ctx, kind, s.inputs, s.Y); err != nil {
			return err
		}
		d.all = s.X
		s.drawn, s.Y = d, y
		s.X, err = d.all.Subset(ctx, d.rows)
		return err
	}
	held, err := aggregate.Take(ctx, s.inputs.Source, d.rows)
	if err != nil {
		return err
	}
	units, err := aggregate.Standardize(ctx, held, s.NoScale)
	if err != nil {
		return err
	}
	if units, err = s.near(ctx, units); err != nil {
		return err
	}
	// All rows will be looked at too, so that those drawn have no coordinates along them alone.
	if s.Space, err = s.space(ctx, coords.Inputs, units, y); err != nil {
		return fmt.Errorf("%w (among %s of %d, drawn at random)", err, humanize.Count(len(d.rows), "row"), s.inputs.Len())
	}
	d.own, d.all = s.inputs, &aggregate.Standard{Source: s.inputs.Source, Mean: units.Mean, Scale: slices.Clone(units.Scale), Constant: units.Constant}
	for _, j := range d.rare() {
		d.all.Scale[j] = math.Inf(1)
	}
	s.drawn, s.Y = d, y
	return nil
}

// rare are the columns that vary, but not among the rows drawn. They get no weight: in units of
// an infinite scale they count for nothing.
func (d *drawn) rare() []int {
	return slices.DeleteFunc(slices.Clone(d.all.Constant), func(j int) bool {
		_, known := slices.BinarySearch(d.own.Constant, j)
		return known
	})
}

// components returns orthonormal weights on inputs in the units of the rows drawn as
// orthonormal weights on inputs in the units of all rows.
func (d *drawn) components(w linalg.Matrix) (linalg.Matrix, error) {
	if d.own == nil {
		return w, nil
	}
	return toUnits(w, d.all, d.own)
}

// alike reports whether the rows drawn have the means and scales of all, but for chance; there
// is none for a row so far out that it makes a scale by itself, and such are seldom drawn.
func (d *drawn) alike() bool {
	const chance = .05 // of a standard deviation
	for j, scale := range d.own.Scale {
		if near := d.all.Scale[j]; math.Abs(scale-near) > chance*near || math.Abs(d.own.Mean[j]-d.all.Mean[j]) > chance*near {
			return false
		}
	}
	return len(d.own.Constant) == len(d.all.Constant)
}

// warnings name the columns that vary, but not among the rows drawn.
func (d *drawn) warnings() []string {
	if d == nil || d.own == nil || len(d.all.Constant) == len(d.own.Constant) {
		return nil
	}
	return []string{fmt.Sprintf("input columns that are the same in all of %s drawn at random get weight 0: %s", humanize.Count(len(d.rows), "row"), humanize.Quoted(sampling.Pick(d.own.Names(), d.rare())))}
}

// Looked is how many rows the search has looked at, of how many; it is all where none
// were drawn.
func (s *Search) Looked() (looked, all int) {
	if s.drawn == nil {
		return s.inputs.Len(), s.inputs.Len()
	}
	return len(s.drawn.rows), s.inputs.Len()
}

// pairs are rows whose distances tell how wide a kernel should be.
type pairs struct{ x, u linalg.Matrix }

func newPairs(ctx context.Context, x *aggregate.Standard, random *rand.Rand) (p pairs, err error) {
	const rows, centres = 64, 64
	order := random.Perm(x.Len())
	if p.u, err = x.Select(ctx, order[:min(centres, len(order))]); err != nil {
		return p, err
	}
	p.x, err = x.Select(ctx, order[:min(rows, len(order))])
	return p, err
}

// median is the median of the distances in z = w x that are not 0.
func (p pairs) median(w linalg.Matrix) (float64, error) {
	squared := linalg.New(p.x.Rows, p.u.Rows)
	kernel.Project(w, p.u).Distances(squared, linalg.New(p.x.Rows, w.Rows), p.x)
	return learn.MedianDistance(squared.Data, lsmi.ErrNoSpread)
}

// Distances tells the median distance in z = w x between tuning rows.
func (s *Search) Distances(ctx context.Context) (func(w linalg.Matrix) (float64, error), error) {
	p, err := newPairs(ctx, s.X, s.Random)
	return p.median, err
}
