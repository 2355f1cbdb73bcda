package suffice

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"suffice/internal/aggregate"
	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
)

const (
	rareRows   = 10  // fewer are rare, where they are also less than a 200th of all
	largeShare = .3  // of the length of a component: a weight that matters
	rareShare  = 200 // see rareRows
)

// diagnosed is the model with warnings of inputs that have a large weight though they are
// the same in nearly all rows of x. Scaled to standard deviation 1, what differs is far
// from all others, and a component can live on these few rows alone.
func diagnosed(ctx context.Context, p *Projection, x Rows) (*Projection, error) {
	large := map[int][]string{} // inputs, and the components in which they have large weights
	for k, row := range p.Components {
		var length float64
		for _, w := range row {
			length = math.Hypot(length, w)
		}
		for j, w := range row {
			if math.Abs(w) > largeShare*length {
				large[j] = append(large[j], fmt.Sprintf("z%d", k+1))
			}
		}
	}
	same, err := aggregate.NearlyConstant(ctx, x, slices.Sorted(maps.Keys(large)), rareRows)
	if err != nil {
		return nil, err
	}
	for j, name := range p.Inputs {
		counted, ok := same[j]
		if !ok || counted.Differ() == 0 || counted.Differ()*rareShare >= x.Len() {
			continue
		}
		column := name
		if level, ok := p.Levels[name]; ok {
			column = level.Column
		}
		p.Warnings = append(p.Warnings, fmt.Sprintf("input %q differs from %.6g in only %d of %s, yet has a large weight in %s; leave out column %q if it does not matter",
			name, counted.Usual(), counted.Differ(), humanize.Count(x.Len(), "row"), strings.Join(large[j], ", "), column))
	}
	return p, nil
}

// finished is the model with the relevance of its components, and with warnings of the inputs x.
func finished(ctx context.Context, p *Projection, standard *aggregate.Standard, y output.Output, x Rows) (*Projection, error) {
	p, err := judged(ctx, p, standard, y)
	if err != nil {
		return nil, err
	}
	return diagnosed(ctx, p, x)
}

// judged is the model with the relevance of its components, on the standardised inputs x.
// It is for methods whose components have an order and a meaning of their own, such as
// canonical variates: they stay as they are.
func judged(ctx context.Context, p *Projection, x *aggregate.Standard, y output.Output) (*Projection, error) {
	if p.Dim() == 1 {
		return p, nil
	}
	found, err := search.Judge(ctx, x, y, linalg.FromSlices(p.Components), false)
	if err == nil && found != nil {
		p.Relevance = found.Relevance
	}
	return p, err
}
