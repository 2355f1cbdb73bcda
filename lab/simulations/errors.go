package simulations

import (
	"context"
	"fmt"

	"suffice"
	"suffice/internal/journal"
	"suffice/lab/experiment"
	"suffice/lab/truth"
)

// Replicates are those of tables that methods are tried on.
type Replicates struct {
	Methods []suffice.Method
	Count   int    // of tables of each kind
	From    uint64 // number of the first replicate
	Seed    uint64 // of all fits
}

// Experiment tries each method on each kind of tables that it takes.
func (r Replicates) Experiment(name, title string, kinds []Kind, try func(ctx context.Context, m suffice.Method, k Kind, t Table) (experiment.Trial, error)) experiment.Experiment {
	e := experiment.Experiment{
		Name: name, Title: fmt.Sprintf("%s, seed %d", title, r.Seed), Repeats: r.Count, From: r.From, Settings: []journal.Setting{{Name: "seed", Value: r.Seed}},
	}
	for _, k := range kinds {
		for _, m := range r.Methods {
			if k.Takes != nil && !k.Takes(m) {
				continue
			}
			e.Cases = append(e.Cases, experiment.Case{Table: k.Name, Method: m.Name, Rows: k.N, Inputs: k.D, Try: func(ctx context.Context, replicate uint64) (experiment.Trial, error) {
				table, err := k.Draw(replicate)
				if err != nil {
					return experiment.Trial{}, err
				}
				return try(ctx, m, k, table)
			}})
		}
	}
	return e
}

// secondsOfFits is the measure of the time.
var secondsOfFits = experiment.Measure{Name: experiment.Seconds, Means: "mean time of a fit by the clock, with other fits on the other cores", Total: true}

// aboveHalf is the share of fits that have missed.
const aboveHalf = "above 0.5"

// Errors measures the error of methods with their defaults, which are told the true number of
// directions, beside the best of what others reach. A method that does not apply to a kind of tables
// has no case there.
func Errors(r Replicates, kinds []Kind) experiment.Experiment {
	e := r.Experiment("reproduce simulations", "error of the subspace", kinds, func(ctx context.Context, m suffice.Method, _ Kind, t Table) (experiment.Trial, error) {
		trial, err := t.Fit(ctx, m.New(suffice.Options{Dim: t.Dim(), Seed: r.Seed}))
		if err == nil {
			trial.Values[aboveHalf] = indicator(trial.Values[truth.Error] > .5)
		}
		return trial, err
	})
	e.Measures = []experiment.Measure{
		{Name: truth.Error, Means: "distance of the subspace found from the true one, from 0 to 1", Digits: 3, Spread: experiment.SE},
		{Name: truth.Found, Means: "share of the inputs that y depends on which have weight", Digits: 3},
		{Name: truth.False, Means: "share of the other inputs which have weight", Digits: 3},
		{Name: aboveHalf, Means: "share of the fits that err by more", Digits: 3, Total: true},
		secondsOfFits,
	}
	e.Notes = []string{
		"best rival: the least mean measured on replicates 1 to 5, by R MAVE 1.3.11 or by sca and kdr of suffice as it was at commit 2afdd36, which is called old",
		"paper: the least that others have published, on draws of their own",
		"-: the method does not apply, or nobody has a figure",
	}
	for _, k := range kinds {
		for _, of := range []string{"best rival", "paper"} {
			if rival, ok := map[string]map[string]Rival{"best rival": measured, "paper": published}[of][k.Name]; ok {
				e.Cases = append(e.Cases, experiment.Case{Table: k.Name, Method: of, Known: map[string]experiment.Figure{
					truth.Error: {Mean: rival.Error, Text: fmt.Sprintf("%.3f %s", rival.Error, rival.Method)},
				}})
			}
		}
	}
	for _, group := range Groups() {
		g := experiment.Group{Name: group}
		for _, c := range Cells(group) {
			g.Tables = append(g.Tables, c.Name())
		}
		e.Groups = append(e.Groups, g)
	}
	return e
}

// Applies reports whether a method can find the directions of a cell.
func Applies(m suffice.Method, c Cell) bool {
	if m.KeepsInputs || c.Model.Classes > 0 && m.Outputs == "one number" {
		return false
	}
	return m.Most == nil || c.Dim() <= m.Most(c.values())
}
