package paper

import (
	"context"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// Trial is one fit of one data set.
type Trial struct {
	Error   float64 `json:"error"`   // distance of the subspace found from the answer, in the units of the data
	Seconds float64 `json:"seconds"` // of the fit, by the clock
}

// Run generates n rows with the given seed and fits them.
func (d Data) Run(ctx context.Context, n int, seed uint64, method suffice.Reducer) (Trial, error) {
	data, y := d.Generate(n, seed)
	x, err := rows.NewMatrix(d.D, data)
	if err != nil {
		return Trial{}, err
	}
	start := time.Now()
	model, err := method.Fit(ctx, x, output.Numbers(y))
	if err != nil {
		return Trial{}, err
	}
	seconds := time.Since(start).Seconds()
	found, err := model.Directions()
	if err != nil {
		return Trial{}, err
	}
	return Trial{Error: stiefel.Distance(linalg.FromSlices(found), linalg.FromSlices(d.Truth())), Seconds: seconds}, nil
}
