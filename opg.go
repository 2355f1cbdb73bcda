package suffice

import (
	"cmp"
	"context"
	"math/rand/v2"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/locallinear"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/output"
)

// OPG is the outer product of gradients: the directions along which the mean of y changes,
// by the gradients of local linear regressions around anchors. With Central it looks at
// functions of y that tell its whole distribution (csOPG).
//
// See docs/opg.md. Reference: Xia, Tong, Li and Zhu (2002), with the conventions of the R
// package MAVE.
type OPG struct {
	Dim     int    // number of components; required
	Central bool   // look for all that the distribution of y depends on, not for its mean alone
	Anchors int    // points around which lines are fitted, about; 0 means 100, or √n where that is more
	NoScale bool   // give components in the columns' own units instead of on inputs of standard deviation 1
	Seed    uint64 // of the rows that are drawn, where they are many

	limits search.Limits
}

// Fit finds the leading eigenvectors of the mean outer product of gradients, taken again
// and again with windows along fewer and fewer directions.
func (o OPG) Fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	return local{OPG: o, name: "opg"}.fit(ctx, x, y)
}

const (
	localInputs = 128    // coordinates in which lines are fitted, at most
	localStream = 0x10ca // of random numbers
)

// local is what OPG and MAVE share, settings too: directions by local linear regression.
type local struct {
	OPG
	name   string
	refine bool // MAVE
}

// method is its name in files and on the command line.
func (l local) method() string {
	if l.Central {
		return "cs" + l.name
	}
	return l.name
}

func (l local) fit(ctx context.Context, x Rows, y output.Output) (*Projection, error) {
	if err := atLeastOne(l.Anchors, "anchors"); err != nil {
		return nil, err
	}
	white, err := whiten(ctx, coords.Limits{Square: cmp.Or(l.limits.Square, localInputs)}, x, y, l.Dim)
	if err != nil {
		return nil, err
	}
	random := sampling.Random(l.Seed, localStream)
	f, err := l.functions(ctx, x, y, random)
	if err != nil {
		return nil, err
	}
	n := white.X.Len()
	held := sampling.Many(n, cmp.Or(l.limits.Tuning, locallinear.Most), random)
	found, err := locallinear.Descend(ctx, &locallinear.Table{X: white.X, T: white.Root, F: f}, held, locallinear.Settings{Dim: l.Dim, Refine: l.refine, Anchors: l.Anchors})
	if err != nil {
		return nil, err
	}
	p, err := white.projection(ctx, l.method(), y, found.B, l.NoScale)
	if err != nil {
		return nil, err
	}
	p.Seed, p.Values = l.Seed, found.Values
	p.Settings = Settings{"dim": l.Dim, "anchors": found.Anchors, "functions": f.Width(), "scale": !l.NoScale}
	if len(held) < n {
		p.Sampled = &Sampled{Rows: len(held), Of: n, What: "anchors and the start"}
	}
	return diagnosed(ctx, p, x)
}

// functions are those of y whose means are looked at.
func (l local) functions(ctx context.Context, x Rows, y output.Output, random *rand.Rand) (aggregate.Aligned, error) {
	if l.Central {
		return locallinear.Central(ctx, x, y, random)
	}
	return locallinear.Mean(ctx, l.name, x, y)
}
