package main

import (
	"context"
	"fmt"
	"strings"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/page"
	"suffice/output"
)

// autoMethod is what --method takes for the one that predicts best.
const autoMethod = "auto"

const autoValue = autoMethod + "\tthe one whose components predict best, by rows that it has not seen"

// pick chooses the method, where that is asked for.
func (f *fit) pick(ctx context.Context, x suffice.Rows, y output.Output) (*evaluate.Chosen, error) {
	if f.method != autoMethod {
		return nil, nil
	}
	progress := startProgress(f.err, "choosing a method")
	defer progress.end()
	chosen, err := evaluate.Choose(ctx, x, y, evaluate.Choosing{
		CrossFit: evaluate.CrossFit{Centres: f.centres, NoScale: f.noScale, Seed: f.seed}, Dim: f.dim,
		Progress: func(at evaluate.Progress) {
			progress.set("choosing a method: %s %d of %d fits, %s", page.Bar(at.Done, at.All), at.Done, at.All, at.Method)
		},
	})
	if err == nil {
		f.chosen = chosen.Method
	}
	return chosen, err
}

// fit fits the method that was asked for, or picked.
func (f *fit) fit(ctx context.Context, x suffice.Rows, y output.Output, picked *evaluate.Chosen, options suffice.Options) (*suffice.Projection, error) {
	if picked == nil {
		return f.chosen.New(options).Fit(ctx, x, y)
	}
	model, err := picked.Fit(ctx, x, y, options)
	f.chosen = picked.Method
	return model, err
}

// choiceInWords says which method was chosen, among which, and what each predicts.
func choiceInWords(c *evaluate.Chosen) string {
	measure, said := "", []string{}
	for _, s := range c.Scores {
		if s.Err == nil {
			measure = s.Measure
			said = append(said, fmt.Sprintf("%s %.3f", s.Method, s.Value))
		}
	}
	text := fmt.Sprintf("%s, by %s on rows that it has not seen: %s", c.Method.Name, measure, strings.Join(said, ", "))
	if dropped := c.Dropped(); len(dropped) > 0 {
		text += "; " + strings.Join(dropped, ", ") + " behind or not for this target"
	}
	return text
}
