package simulations

import (
	"context"
	"fmt"
	"math"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/paper"
	"suffice/internal/stiefel"
)

// Coverage measures how often the intervals of weights hold the truth. The true directions,
// on standardised inputs, are made orthonormal and turned to the model's components
// (Procrustes); the coverage is the share of weights, over replicates, components and
// inputs, whose interval holds the true weight.
type Coverage struct {
	Method     suffice.Method
	Replicates int
	From       uint64 // number of the first replicate
	Resamples  int    // of each table
	Seed       uint64 // of all fits
	Progress   func(done, all int)
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

// Of measures a cell.
func (c Coverage) Of(ctx context.Context, cell Cell) (Covered, error) {
	return c.run(ctx, cell.Name(), cell.Table)
}

// OfPaper measures n rows of one of the paper's data sets.
func (c Coverage) OfPaper(ctx context.Context, data paper.Data, n int) (Covered, error) {
	return c.run(ctx, fmt.Sprintf("%s_%d_%d", data.Name, n, data.D), func(replicate uint64) (Table, error) {
		x, y := data.Generate(n, replicate)
		return Table{X: linalg.Of(n, data.D, x), Y: y, Directions: linalg.FromSlices(data.Truth())}, nil
	})
}

func (c Coverage) run(ctx context.Context, name string, draw func(replicate uint64) (Table, error)) (Covered, error) {
	total := Covered{Cell: name, Replicates: c.Replicates}
	for k := range c.Replicates {
		table, err := draw(c.From + uint64(k))
		if err != nil {
			return total, err
		}
		if err := c.add(ctx, &total, table); err != nil {
			return total, fmt.Errorf("%s, replicate %d: %w", name, c.From+uint64(k), err)
		}
		if c.Progress != nil {
			c.Progress(k+1, c.Replicates)
		}
	}
	n := float64(c.Replicates)
	total.Share = float64(total.Within) / float64(total.Weights)
	total.Length, total.Size = total.Length/float64(total.Weights), math.Sqrt(total.Size/float64(total.Weights))
	total.Error, total.Angles, total.Seconds, total.FitSeconds = total.Error/n, total.Angles/n, total.Seconds/n, total.FitSeconds/n
	return total, nil
}

// add fits a table, and counts.
func (c Coverage) add(ctx context.Context, total *Covered, table Table) error {
	x, err := table.Inputs()
	if err != nil {
		return err
	}
	y, options := table.Output(), suffice.Options{Dim: table.Dim(), Seed: c.Seed}
	start := time.Now()
	model, err := c.Method.New(options).Fit(ctx, x, y)
	if err != nil {
		return err
	}
	total.FitSeconds += time.Since(start).Seconds()
	start = time.Now()
	sure, err := suffice.Intervals(ctx, suffice.NewData(x, y), model, suffice.IntervalOptions{Method: c.Method, Options: options, Resamples: c.Resamples, Seeds: -1, Seed: c.Seed})
	if err != nil {
		return err
	}
	total.Seconds += time.Since(start).Seconds()
	return total.count(table, model, sure)
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
