package main

import (
	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
)

// inspect is the command that shows what is in a model.
type inspect struct {
	streams
	all bool
}

func newInspect(s streams) *cobra.Command {
	i := &inspect{streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "inspect MODEL [flags]",
		Short: "Show what is in a model: weights by name, score, steps, settings",
		Long: `Inspect shows what is in a model that suffice fit wrote: how it was made, the
inputs with the largest weights in each component with their means and scales,
and how the score developed. MODEL may be - for standard input.`,
		Example: `  suffice inspect model.json
  suffice fit houses.csv --target price --dim 2 -o - | suffice inspect - --all`,
		Args: cli.Takes("a model"),
		RunE: func(_ *cobra.Command, args []string) error { return i.run(args[0]) },
	})
	flags.BoolVar(&i.all, "all", false, "show all inputs of a component, not the largest ten")
	i.AddJSON(flags, "print one JSON object instead of text")
	return cmd
}

func (i *inspect) run(path string) error {
	model, err := i.readModel(path)
	if err != nil {
		return err
	}
	return i.Tell(inspection(model), func() string { return inspectText(model, cli.SourceName(path), i.all) })
}

// inspectReport is what --json prints.
type inspectReport struct {
	Method    string              `json:"method"`
	Dim       int                 `json:"dim"`
	D         int                 `json:"d"`
	Used      int                 `json:"used"` // inputs that have weight
	Output    suffice.Output      `json:"output"`
	Score     *float64            `json:"score,omitempty"`   // SMI, where the method has it
	Verdict   *suffice.Verdict    `json:"verdict,omitempty"` // what the components are worth
	Curve     []suffice.Dimension `json:"curve,omitempty"`   // what numbers of components are worth
	Seed      uint64              `json:"seed"`
	Settings  suffice.Settings    `json:"settings"`
	Reading   *suffice.Reading    `json:"reading,omitempty"`   // how the file was read
	Source    *suffice.Source     `json:"source,omitempty"`    // what it was
	Relevance []float64           `json:"relevance,omitempty"` // of each component; none means 1
	Loadings  []loading           `json:"loadings"`
	Trace     []suffice.Pass      `json:"trace"`
	Warnings  []string            `json:"warnings"`

	Values []float64               `json:"values,omitempty"` // where the method has them
	Tests  []suffice.DimensionTest `json:"tests,omitempty"`

	Columns   []suffice.Column   `json:"columns,omitempty"`   // nominal ones, each as one
	Bootstrap *suffice.Bootstrap `json:"bootstrap,omitempty"` // how sure it is, where that was asked for
	Active    *suffice.Active    `json:"active,omitempty"`    // directions, where these were asked for
}

// loading is an input and what the components make of it.
type loading struct {
	Input   string         `json:"input"`
	Level   *suffice.Level `json:"level,omitempty"` // that it stands for, where it does
	Mean    float64        `json:"mean"`
	Scale   float64        `json:"scale"`
	Weights []float64      `json:"weights"`  // in each component
	PerUnit []float64      `json:"per_unit"` // of the input: the weights over the scale

	Correlations []float64    `json:"correlations,omitempty"` // with each component
	Intervals    [][2]float64 `json:"intervals,omitempty"`    // of each weight
}

func inspection(m *suffice.Projection) inspectReport {
	r := inspectReport{
		Method: m.Method, Dim: m.Dim(), D: len(m.Inputs), Used: len(m.UsedInputs()), Output: m.Output, Score: scoreOf(m), Verdict: m.Verdict, Curve: m.Curve, Seed: m.Seed, Settings: m.Settings, Reading: m.Reading, Source: m.Source,
		Trace: append([]suffice.Pass{}, m.Trace...), Warnings: append([]string{}, m.Warnings...), // [] rather than null
		Values: m.Values, Tests: m.Tests, Relevance: m.Relevance,
		Columns: m.NominalColumns(), Bootstrap: m.Bootstrap, Active: m.Active,
	}
	for j, name := range m.Inputs {
		entry := loading{Input: name, Mean: m.Mean[j], Scale: m.Scale[j]}
		if level, ok := m.Levels[name]; ok {
			entry.Level = &level
		}
		for _, weights := range m.Components {
			entry.Weights = append(entry.Weights, weights[j])
			entry.PerUnit = append(entry.PerUnit, weights[j]/m.Scale[j])
		}
		for _, correlations := range m.Correlations {
			entry.Correlations = append(entry.Correlations, correlations[j])
		}
		if b := m.Bootstrap; b != nil {
			for k := range b.Low {
				entry.Intervals = append(entry.Intervals, [2]float64{b.Low[k][j], b.High[k][j]})
			}
		}
		r.Loadings = append(r.Loadings, entry)
	}
	return r
}
