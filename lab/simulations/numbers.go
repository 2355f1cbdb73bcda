package simulations

import (
	"context"

	"suffice"
	"suffice/lab/experiment"
)

// Numbers counts how often the number of directions is found, and how often p is small. For noise it
// is right where nothing is found.
func Numbers(r Replicates, kinds []Kind) experiment.Experiment {
	e := r.Experiment("reproduce dims", "the number of components found", kinds, func(ctx context.Context, m suffice.Method, k Kind, t Table) (trial experiment.Trial, err error) {
		x, err := t.Inputs()
		if err != nil {
			return trial, err
		}
		found, err := suffice.Assess(ctx, suffice.NewData(x, t.Output()), suffice.AssessOptions{Method: m, Options: suffice.Options{Seed: r.Seed}})
		if err != nil {
			return trial, err
		}
		number := found.Dim
		if !found.Verdict.Found {
			number = 0
		}
		trial.Values = map[string]float64{
			"true": float64(k.Dim), "right": indicator(number == k.Dim), "in fit": indicator(found.Dim == k.Dim),
			"p<.05": indicator(found.Verdict.Found), "score": found.Verdict.Value, "found": float64(number),
		}
		return trial, nil
	})
	e.InOrder = true
	e.Measures = []experiment.Measure{
		{Name: "true"},
		{Name: "right", Means: "share of the tables where the true number was found", Digits: 3},
		{Name: "in fit", Means: "share where the model of a fit has it, which has at least one component", Digits: 3},
		{Name: "p<.05", Means: "share of the tables", Digits: 3},
		{Name: "score", Means: "R2 or accuracy of rows held out", Digits: 3, Spread: experiment.SE},
		{Name: "found", Means: "how often each number was found, 0 where noise would have done as well", Counts: true},
	}
	return e
}
