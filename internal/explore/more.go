package explore

import (
	"cmp"
	"context"
	"net/http"
	"slices"

	"suffice"
	"suffice/evaluate"
	"suffice/output"
	"suffice/rows"
)

const (
	mostShakes    = 12 // halves of the rows that the shake shows
	usualHalves   = 200
	mostResamples = 10_000
)

// about is the fit that work is about, with its model as it is. Such work finds components again
// without some of the rows, which only those can be that were found here: others may have seen
// all rows.
func (s *Server) about(c *chosen, a asked) (*fit, *suffice.Projection, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.find(a.Fit)
	if err == nil && f.of != c {
		err = problemf(http.StatusConflict, "fit %d is of another choice", a.Fit)
	}
	if err != nil {
		return nil, nil, err
	}
	if f.hand || f.given {
		return nil, nil, problemf(http.StatusConflict, "this can only be told of fits that were made here, because it finds components again without some of the rows; fit by a method first")
	}
	return f, f.model, nil
}

// makingSure prepares to find out how sure components are.
func (s *Server) makingSure(c *chosen, a asked) (*job, error) {
	f, model, err := s.about(c, a)
	if err != nil {
		return nil, err
	}
	halves := cmp.Or(a.Resamples, usualHalves)
	if halves < 2 || halves > mostResamples {
		return nil, problemf(http.StatusBadRequest, "%d resamples: it takes at least 2 halves of the rows, better 200, and at most %d", a.Resamples, mostResamples)
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		tell("fitting halves of the rows", 0, 0)
		var shakes [][][]float64
		sure, err := suffice.Intervals(ctx, f.training.Data, model, suffice.IntervalOptions{
			Method: f.method, Options: f.options, Resamples: halves, Seed: f.options.Seed,
			Progress: func(done, all int) { tell("fitting halves of the rows", done, all) },
			Each: func(k int, components [][]float64) {
				if k < mostShakes {
					shakes = append(shakes, scaled(components, model.Relevance))
				}
			},
		})
		return func() int {
			f.shakes = shakes
			f.change(func(m *suffice.Projection) { m.Bootstrap = sure })
			return f.id
		}, err
	}
	return &job{Job: Job{Title: "how sure " + f.name + " is", Fit: f.id}, run: run}, nil
}

// scaled are components times their relevance, as weights are.
func scaled(components [][]float64, relevance []float64) [][]float64 {
	weights := make([][]float64, len(components))
	for k, row := range components {
		weights[k] = slices.Clone(row)
		if len(relevance) > 0 {
			for j := range row {
				weights[k][j] *= relevance[k]
			}
		}
	}
	return weights
}

// ranking prepares to test which inputs the target needs.
func (s *Server) ranking(c *chosen, a asked) (*job, error) {
	f, model, err := s.about(c, a)
	if err != nil {
		return nil, err
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		tell("testing inputs", 0, 0)
		ranked, err := evaluate.RankInputs(ctx, rows.Unweighted(f.training.X), f.training.Y, evaluate.RankOptions{
			Method: f.method, Options: suffice.Options{Dim: model.Dim(), Seed: f.options.Seed},
			Group: f.training.Group, Time: f.training.Time, Block: f.training.Block,
			Progress: func(done, all int) { tell("testing inputs", done, all) },
		})
		return func() int {
			f.ranked = ranked
			return f.id
		}, err
	}
	return &job{Job: Job{Title: "which inputs are needed", Fit: f.id}, run: run}, nil
}

// predicting prepares to add a predictor to a model.
func (s *Server) predicting(c *chosen, a asked) (*job, error) {
	f, model, err := s.about(c, a)
	if err != nil {
		return nil, err
	}
	if kind := f.training.Y.Kind(); kind != output.KindClass && kind != output.KindLabels && !kind.Numeric() {
		return nil, problemf(http.StatusUnprocessableEntity, "a predictor is for numbers, classes and labels, not for a %s", kind)
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		data, assessed := f.training.Data, f.assessed
		if assessed == nil {
			o := f.options
			o.Dim = model.Dim()
			var err error
			if assessed, err = suffice.Assess(ctx, data, suffice.AssessOptions{Method: f.method, Options: o, Progress: func(at suffice.Step) { tell(at.Text, at.Done, at.All) }}); err != nil {
				return nil, err
			}
		}
		tell("finding a predictor", 0, 0)
		found, err := assessed.Predictor(ctx, data, model, f.options.Seed)
		return func() int {
			f.change(func(m *suffice.Projection) { m.Predictor = found })
			return f.id
		}, err
	}
	return &job{Job: Job{Title: "a predictor for " + f.name, Fit: f.id}, run: run}, nil
}
