package together

import (
	"context"
	"math"

	"suffice"
	"suffice/internal/journal"
	"suffice/lab/experiment"
)

// Counts says what is counted.
type Counts struct {
	Kinds   []Kind
	Methods []suffice.Method
	Dim     int // components; 0 means as many as predict best
	Tables  int // of each kind
	From    uint64
	Seed    uint64
	Blocks  bool // groups are told as blocks
}

// What is counted of tables, as shares.
const (
	found  = "found"
	noP    = "no p"
	untold = "untold"
	warned = "warned"
	asked  = "asked"
)

// Experiment lists the cases: tables whose groups or times are told, and not told.
func (c Counts) Experiment() experiment.Experiment {
	e := experiment.Experiment{
		Name: "reproduce together", Title: "what is said of tables whose rows belong together", Repeats: c.Tables, From: c.From,
		Measures: []experiment.Measure{
			{Name: found, Means: "share of the tables that are a finding, with the groups or times told", Digits: 2},
			{Name: noP, Means: "share of the tables without p, with these told", Digits: 2},
			{Name: untold, Means: "share of the tables that are a finding, with nothing told", Digits: 2},
			{Name: warned, Means: "share of the tables that are said to have rows that belong together, with nothing told", Digits: 2},
			{Name: asked, Means: "share of the tables with a question whether an input gives the target away", Digits: 2},
		},
		Settings: []journal.Setting{{Name: "dim", Value: c.Dim}, {Name: "seed", Value: c.Seed}, {Name: "blocks", Value: c.Blocks}},
	}
	for _, k := range c.Kinds {
		for _, m := range c.Methods {
			e.Cases = append(e.Cases, experiment.Case{Table: k.Name, Method: m.Name, Try: func(ctx context.Context, number uint64) (experiment.Trial, error) {
				return c.try(ctx, k, m, number)
			}})
		}
	}
	return e
}

func (c Counts) try(ctx context.Context, k Kind, m suffice.Method, number uint64) (t experiment.Trial, err error) {
	d, err := k.Table(number)
	if err != nil {
		return t, err
	}
	if c.Blocks {
		d.Group, d.Block = nil, d.Group
	}
	judge := func() (suffice.Verdict, error) {
		judged, err := suffice.Assess(ctx, d, suffice.AssessOptions{Method: m, Options: suffice.Options{Dim: c.Dim, Seed: c.Seed}})
		if err != nil {
			return suffice.Verdict{}, err
		}
		return judged.Verdict, nil
	}
	t.Values = map[string]float64{}
	if d.Group != nil || d.Time != nil || d.Block != nil {
		v, err := judge()
		if err != nil {
			return t, err
		}
		t.Values[found], t.Values[noP] = share(v.Found), share(math.IsNaN(v.P))
		d.Group, d.Time, d.Block = nil, nil, nil
	}
	questions, err := d.Leaks(ctx, c.Seed)
	t.Values[asked] = share(len(questions) > 0)
	if err != nil || k.Group == Leak {
		return t, err
	}
	v, err := judge()
	t.Values[untold], t.Values[warned] = share(v.Found), share(v.WhyNoP != "")
	return t, err
}

// share is 1 of a table of which something is so.
func share(is bool) float64 {
	if is {
		return 1
	}
	return 0
}
