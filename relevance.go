package suffice

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/internal/relevance"
	"suffice/output"
)

// finished is the model with the relevance of its components, and with warnings of the inputs x.
func finished(ctx context.Context, p *Projection, standard *blocks.Standard, y output.Output, x Rows) (*Projection, error) {
	p, err := judged(ctx, p, standard, y)
	if err != nil {
		return nil, err
	}
	return diagnosed(ctx, p, x)
}

// judged is the model with the relevance of its components, on the standardised inputs x.
// It is for methods whose components have an order and a meaning of their own, such as
// canonical variates: they stay as they are.
func judged(ctx context.Context, p *Projection, x *blocks.Standard, y output.Output) (*Projection, error) {
	if p.Dim() == 1 {
		return p, nil
	}
	found, err := relevance.Judge(ctx, x, y, linalg.FromSlices(p.Components), false)
	if err == nil && found != nil {
		p.Relevance = found.Relevance
	}
	return p, err
}
