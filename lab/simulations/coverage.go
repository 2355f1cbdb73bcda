package simulations

import (
	"context"
	"math"
	"time"

	"suffice"
	"suffice/internal/journal"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

// Coverage measures how often the intervals of weights hold the truth. The true directions,
// on standardised inputs, are made orthonormal and turned to the model's components
// (Procrustes); what is covered is the share of weights, over replicates, components and
// inputs, whose interval holds the true weight.
func Coverage(r Replicates, kinds []Kind, resamples int) experiment.Experiment {
	e := r.Experiment("reproduce coverage", "95% intervals of weights that hold the truth", kinds, func(ctx context.Context, m suffice.Method, _ Kind, t Table) (trial experiment.Trial, err error) {
		x, err := t.Inputs()
		if err != nil {
			return trial, err
		}
		y, options := t.Output(), suffice.Options{Dim: t.Dim(), Seed: r.Seed}
		model, err := m.New(options).Fit(ctx, x, y)
		if err != nil {
			return trial, err
		}
		start := time.Now()
		sure, err := suffice.Intervals(ctx, suffice.NewData(x, y), model, suffice.IntervalOptions{Method: m, Options: options, Resamples: resamples, Seeds: -1, Seed: r.Seed})
		if err != nil {
			return trial, err
		}
		seconds := time.Since(start).Seconds()
		trial.Values, err = covered(t, model, sure)
		if err == nil {
			trial.Values[experiment.Seconds] = seconds
		}
		return trial, err
	})
	e.InOrder, e.Settings = true, append(e.Settings, journal.Setting{Name: "resamples", Value: resamples})
	e.Measures = []experiment.Measure{
		{Name: "covered", Means: "share of the true weights within their interval", Digits: 3, Spread: experiment.SE},
		{Name: "length", Means: "of an interval", Digits: 3},
		{Name: "square", Means: "of an error in standard errors, on average; 1 is right", Digits: 2},
		{Name: truth.Error, Means: "of the subspace", Digits: 3},
		{Name: "angle", Means: "share of the tables whose angle to the truth is within its bound", Digits: 2},
		{Name: experiment.Seconds, Means: "of the intervals of a table"},
	}
	return e
}

// covered compares the weights of a model, and how sure they are, with the truth.
func covered(table Table, model *suffice.Projection, sure *suffice.Bootstrap) (map[string]float64, error) {
	found, truth := linalg.FromSlices(model.Components), table.Directions.Clone()
	for k := range truth.Rows {
		for j, scale := range model.Scale {
			truth.Set(k, j, truth.At(k, j)*scale)
		}
	}
	if err := stiefel.Orthonormalize(truth); err != nil {
		return nil, err
	}
	truth, err := stiefel.Align(truth, found)
	if err != nil {
		return nil, err
	}
	var within, length, square float64
	for k := range truth.Rows {
		for j, w := range truth.Row(k) {
			within += indicator(sure.Low[k][j] <= w && w <= sure.High[k][j])
			length += sure.High[k][j] - sure.Low[k][j]
			if se := sure.Error(k, j) / 1.96; se > 0 {
				square += (w - model.Components[k][j]) * (w - model.Components[k][j]) / (se * se)
			}
		}
	}
	if err := stiefel.Orthonormalize(found); err != nil {
		return nil, err
	}
	angle, err := stiefel.Angle(found, truth)
	if err != nil {
		return nil, err
	}
	weights := float64(truth.Rows * truth.Cols)
	return map[string]float64{
		"covered": within / weights, "length": length / weights, "square": square / weights,
		"error": stiefel.Distance(found, truth), "angle": indicator(angle <= sure.Angle*math.Pi/180),
	}, nil
}
