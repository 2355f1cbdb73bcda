package main

import (
	"github.com/spf13/pflag"

	"suffice"
	"suffice/internal/engine"
	"suffice/output"
	"suffice/table"
)

// addWeights adds the option that names the column which weighs the rows.
func (o *dataOptions) addWeights(flags *pflag.FlagSet) {
	flags.StringVar(&o.weights, "weights", "", "`column` that says how much each row counts")
}

// weighed is the inputs and the target of a choice, with the weights of its rows where it
// has any; rows of weight 0 are left out.
func weighed(c *table.Choice) (suffice.Rows, output.Output, error) {
	if away, ok := c.X.(*engine.Rows); ok {
		return away.Weighted(), c.Y, nil
	}
	if c.Weights == nil {
		return c.X, c.Y, nil
	}
	return suffice.Weigh(c.X, c.Y, c.Weights)
}

// recordWeights notes in a model which column has weighed its rows.
func (f *fit) recordWeights(model *suffice.Projection) {
	if f.weights != "" {
		model.Settings["weights"] = f.weights
	}
}
