package simulations

import (
	"context"
	"math"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
)

// Coverage measures how often the intervals of weights hold the truth. The true directions,
// on standardised inputs, are made orthonormal and turned to the model's components
// (Procrustes); the coverage is the share of weights, over replicates, components and
// inputs, whose interval holds the true weight.
type Coverage struct {
	Replicates
	Resamples int // of each table
}

// Covered is what came of a cell.
type Covered struct {
	Cell       string  `json:"cell"`
	Replicates int     `json:"replicates"`
	Weights    int     `json:"weights"`     // over all replicates
	Within     int     `json:"within"`      // of these, true weights within their interval
	Share      float64 `json:"share"`       // of these
	Error      float64 `json:"error"`       // of the subspaces, on average
	Length     float64 `json:"length"`      // of an interval, on average
	Size       float64 `json:"size"`        // of errors, in standard errors: their root mean square, which should be 1
	Angles     float64 `json:"angles"`      // share of replicates whose angle to the truth is within its bound
	Seconds    float64 `json:"seconds"`     // of a bootstrap, on average, by the clock
	FitSeconds float64 `json:"fit_seconds"` // of a fit
}

// Of measures tables of each kind.
func (c Coverage) Of(ctx context.Context, kinds []Drawn) (all []Covered, err error) {
	made, err := over(ctx, c.Replicates, kinds, c.measure)
	if err != nil {
		return nil, err
	}
	for i, kind := range kinds {
		total := Covered{Cell: kind.Name, Replicates: len(made[i])}
		for _, one := range made[i] {
			total.add(one)
		}
		n, weights := float64(total.Replicates), float64(total.Weights)
		total.Share, total.Length, total.Size = float64(total.Within)/weights, total.Length/weights, math.Sqrt(total.Size/weights)
		total.Error, total.Angles, total.Seconds, total.FitSeconds = total.Error/n, total.Angles/n, total.Seconds/n, total.FitSeconds/n
		all = append(all, total)
	}
	return all, nil
}

// add adds what was counted on a table.
func (c *Covered) add(o Covered) {
	c.Weights, c.Within, c.Length, c.Size = c.Weights+o.Weights, c.Within+o.Within, c.Length+o.Length, c.Size+o.Size
	c.Error, c.Angles, c.Seconds, c.FitSeconds = c.Error+o.Error, c.Angles+o.Angles, c.Seconds+o.Seconds, c.FitSeconds+o.FitSeconds
}

// measure fits a table, and counts.
func (c Coverage) measure(ctx context.Context, table Table) (one Covered, err error) {
	x, err := table.Inputs()
	if err != nil {
		return one, err
	}
	y, options := table.Output(), suffice.Options{Dim: table.Dim(), Seed: c.Seed}
	start := time.Now()
	model, err := c.Method.New(options).Fit(ctx, x, y)
	if err != nil {
		return one, err
	}
	one.FitSeconds = time.Since(start).Seconds()
	start = time.Now()
	sure, err := suffice.Intervals(ctx, suffice.NewData(x, y), model, suffice.IntervalOptions{Method: c.Method, Options: options, Resamples: c.Resamples, Seeds: -1, Seed: c.Seed})
	if err != nil {
		return one, err
	}
	one.Seconds = time.Since(start).Seconds()
	err = one.count(table, model, sure)
	return one, err
}

func (c *Covered) count(table Table, model *suffice.Projection, sure *suffice.Bootstrap) error {
	found, truth := linalg.FromSlices(model.Components), table.Directions.Clone()
	for k := range truth.Rows {
		for j, scale := range model.Scale {
			truth.Set(k, j, truth.At(k, j)*scale)
		}
	}
	if err := stiefel.Orthonormalize(truth); err != nil {
		return err
	}
	truth, err := stiefel.Align(truth, found)
	if err != nil {
		return err
	}
	for k := range truth.Rows {
		for j, w := range truth.Row(k) {
			c.Weights++
			if sure.Low[k][j] <= w && w <= sure.High[k][j] {
				c.Within++
			}
			c.Length += sure.High[k][j] - sure.Low[k][j]
			if se := sure.Error(k, j) / 1.96; se > 0 {
				c.Size += (w - model.Components[k][j]) * (w - model.Components[k][j]) / (se * se)
			}
		}
	}
	if err := stiefel.Orthonormalize(found); err != nil {
		return err
	}
	angle, err := stiefel.Angle(found, truth)
	if err != nil {
		return err
	}
	if angle <= sure.Angle*math.Pi/180 {
		c.Angles++
	}
	c.Error += stiefel.Distance(found, truth)
	return nil
}
