package suffice

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"suffice/internal/humanize"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/output"
)

// Bootstrap is how sure the components of a model are: how much they change from one half
// of the rows to another, which is how far those of all rows are from the truth. These halves are
// drawn without replacement (a delete-half jackknife, by subsampling): the name, which model files
// have, is older than the method.
type Bootstrap struct {
	Resamples int         `json:"resamples"` // halves of the rows, drawn at random, that it was found with
	Rows      int         `json:"rows"`      // that they are halves of: all, or some of many
	Level     float64     `json:"level"`     // of intervals and bounds, such as 0.95
	Low       [][]float64 `json:"low"`       // of each weight of each component, the ends of its interval
	High      [][]float64 `json:"high"`
	Angles    []float64   `json:"angles"`           // of each component with the truth, in degrees: a bound
	Angle     float64     `json:"angle"`            // of the subspace with the true one, in degrees: a bound
	Turned    bool        `json:"turned"`           // components were turned within their subspace to be compared
	Seeds     []float64   `json:"seeds,omitempty"`  // angles of the subspaces that other seeds find, in degrees
	Doubts    []string    `json:"doubts,omitempty"` // what is not determined, a sentence each
	Seed      uint64      `json:"seed"`
}

// Error is half the length of the interval of a weight.
func (b *Bootstrap) Error(component, input int) float64 {
	return (b.High[component][input] - b.Low[component][input]) / 2
}

// Clear reports whether the interval of a weight leaves out 0.
func (b *Bootstrap) Clear(component, input int) bool {
	return b.Low[component][input] > 0 || b.High[component][input] < 0
}

// LargestSeed is the largest angle to what another seed finds, in degrees.
func (b *Bootstrap) LargestSeed() float64 {
	if len(b.Seeds) == 0 {
		return 0
	}
	return slices.Max(b.Seeds)
}

// checkSure finds correlations and intervals that are not those of the weights.
func (m *modelFile) checkSure() error {
	parts := map[string][][]float64{"correlations": m.Correlations}
	if b := m.Bootstrap; b != nil {
		if len(b.Low) != len(m.Components) || len(b.High) != len(m.Components) || len(b.Angles) != len(m.Components) {
			return fmt.Errorf("the model has %s, but not as many intervals", humanize.Count(len(m.Components), "component"))
		}
		parts["low ends of intervals"], parts["high ends of intervals"] = b.Low, b.High
	}
	for _, what := range slices.Sorted(maps.Keys(parts)) {
		table := parts[what]
		if len(table) != 0 && len(table) != len(m.Components) || slices.ContainsFunc(table, func(row []float64) bool { return len(row) != len(m.Inputs) }) {
			return fmt.Errorf("the %s of the model are not those of %s of %s", what, humanize.Count(len(m.Components), "component"), humanize.Count(len(m.Inputs), "input"))
		}
	}
	return nil
}

// Refitter is a method that can find the components of a model again with some of the rows
// at little cost, from where they are with all.
type Refitter interface {
	// Refit prepares for the rows x and y that the model was fitted on. It returns nil where
	// only whole fits show how the components move with the rows.
	Refit(ctx context.Context, x Rows, y output.Output, p *Projection) (*Refit, error)
}

// Refit finds the components of a model again, each time in the same way but for the rows.
type Refit struct {
	All  [][]float64                                                 // with all rows: what the others are to be compared with
	Some func(ctx context.Context, which []int) ([][]float64, error) // with some rows, in ascending order; several may be asked for at once
}

// Refit climbs on from the components, with the settings and the weights of the views of y
// that all rows choose. It does not search anew.
func (s SCA) Refit(ctx context.Context, x Rows, y output.Output, p *Projection) (*Refit, error) {
	if s.last() != AfterAscent || s.Screen != 0 || tooWide(x, s.Dim) {
		return nil, nil
	}
	centres, err := centresOr(s.Centres)
	if err != nil {
		return nil, err
	}
	standard, _, err := prepare(ctx, x, y, p.Dim(), s.NoScale)
	if err != nil {
		return nil, err
	}
	f, err := search.New(ctx, standard, y, search.Settings{
		Dim: p.Dim(), Centres: centres, NoScale: s.NoScale, Seed: s.Seed, Stream: 0xa9a1, Limits: s.limits,
	})
	if err != nil {
		return nil, err
	}
	again, err := f.Again(ctx, linalg.FromSlices(p.Components))
	if errors.Is(err, search.ErrNotAgain) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	all, err := again.All(ctx)
	return &Refit{All: all.Slices(), Some: func(ctx context.Context, which []int) ([][]float64, error) {
		w, err := again.Some(ctx, which)
		if err != nil {
			return nil, err
		}
		return w.Slices(), nil
	}}, err
}
