package ablation

import (
	"strings"
	"testing"

	"suffice"
	"suffice/internal/search"
	"suffice/lab/experiment"
	"suffice/lab/simulations"
)

// tiny is one cell that takes no time.
func tiny(t *testing.T, variants ...Variant) Ablation {
	t.Helper()
	kinds, err := simulations.Kinds([]string{"li_rat_60_4"}, false)
	if err != nil {
		t.Fatal(err)
	}
	return Ablation{Quick: true, Variants: variants, Drawn: kinds, Repeats: 2, From: 1001, Seed: 1}
}

func run(t *testing.T, a Ablation) Report {
	t.Helper()
	e, err := a.Experiment(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	r, err := e.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a.Sum(r)
}

// The search as it is, is that of the public method, and a changed number reaches it.
func TestNumbersReachTheSearch(t *testing.T) {
	none, one := search.Quick, search.Quick
	one.Steps = 1
	a := tiny(t, Variant{Number: "Nothing", Tried: "1", Tuning: none}, Variant{Number: "Steps", Tried: "1", Tuning: one})
	r := run(t, a)
	if len(r.Changes) != 2 || !r.Changes[0].Error.Same || r.Changes[1].Error.Same {
		t.Errorf("%+v", r.Changes)
	}
	table, err := a.Drawn[0].Draw(1001)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := table.Fit(t.Context(), suffice.SCA{Dim: table.Dim(), Seed: 1, Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Rows[0].Figures["error"].Values[0]; got != plain.Values["error"] {
		t.Errorf("%g as it is, %g by the method", got, plain.Values["error"])
	}
}

// A table where the search failed with a number does not count for that one.
func TestFailedTrials(t *testing.T) {
	v, w := Variant{Number: "A", AsItIs: "1", Tried: "2"}, Variant{Number: "B", AsItIs: "true", Tried: "false"}
	row := func(table, method string, errors ...float64) experiment.Row {
		r := experiment.Row{Table: table, Method: method, Figures: map[string]experiment.Figure{}}
		if len(errors) > 0 {
			r.Figures["error"], r.Figures["seconds"] = experiment.FigureOf(errors), experiment.FigureOf(errors)
		}
		return r
	}
	failed := row("t1", "A 2", .5)
	failed.Failed, failed.Problem = 1, "no spread"
	all := &experiment.Result{Rows: []experiment.Row{
		row("t1", asItIs, .1, .3), failed, row("t1", "B false", .1, .3),
		row("t2", asItIs, .2, .2), row("t2", "A 2", .4, .4), row("t2", "B false", .2, .2),
	}}
	r := Ablation{Variants: []Variant{v, w}}.Sum(all)
	if len(r.Changes) != 2 || r.Changes[0].Count != 1 || r.Changes[0].Error.Ratio != 2 || r.Changes[1].Count != 2 || !r.Changes[1].Geometric.Same {
		t.Errorf("%+v", r.Changes)
	}
	for _, text := range []string{r.Text(), r.Markdown()} {
		for _, want := range []string{"2 drawn tables, error: as it is, mean error 0.2000, ", "2.000 (0.000) *", "A 2 failed 1 time on t1, which does not count for it: no"} {
			if !strings.Contains(text, want) {
				t.Errorf("there is no %q in\n%s", want, text)
			}
		}
	}
}
