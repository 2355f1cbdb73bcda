package realtables

import (
	"context"

	"suffice"
	"suffice/internal/sampling"
	"suffice/internal/target"
	"suffice/lab/peers"
	"suffice/output"
	"suffice/rows"
)

// RMAVEName is what the method in NumPy is called.
const RMAVEName = "rmave"

// RMAVE is refined minimum average variance estimation in NumPy, which finds what the mean
// of y depends on: of each target in units of its standard deviation, or of the indicators
// of the classes.
func RMAVE(python *peers.Python) Method {
	fit := func(ctx context.Context, x rows.Source, y *output.Target, dim int, _ uint64) (*suffice.Projection, error) {
		data, err := inMemory(ctx, x)
		if err != nil {
			return nil, err
		}
		out, err := y.Output()
		if err != nil {
			return nil, err
		}
		encoded, err := target.Encode(ctx, out, nil)
		if err != nil {
			return nil, err
		}
		found, err := python.RMAVE(ctx, data, newAnswers(encoded, sampling.All(x.Len()), nil).train, dim)
		if err != nil {
			return nil, err
		}
		p := &suffice.Projection{Method: RMAVEName, Inputs: rows.Names(x), Components: found, Mean: make([]float64, x.Width()), Scale: make([]float64, x.Width())}
		for j := range p.Scale {
			p.Scale[j] = 1
		}
		return p, nil
	}
	return Method{Name: RMAVEName, Fit: fit, Seedless: true}
}
