package explore

import (
	"context"

	"suffice"
	"suffice/internal/results"
)

// Judged tells whether there is anything to find.
type Judged struct {
	Method  string      `json:"method"`
	Dim     int         `json:"dim"`
	Verdict *Verdict    `json:"verdict"`
	Curve   []Dimension `json:"curve"`
}

// judged is that, with what fits can take over from it.
type judged struct {
	Judged
	key      string
	rows     *training
	assessed *suffice.AssessResult
}

// judging prepares to judge whether there is anything to find.
func (s *Server) judging(c *chosen, a asked) (*job, error) {
	method, err := a.Options.check(c)
	if err != nil {
		return nil, err
	}
	o := *a.Options
	if o.Method == results.AutoMethod {
		method, o.Method = suffice.Methods()[0], suffice.Methods()[0].Name
	}
	rows := s.trainingOf(c)
	tried := method
	if o.Select {
		tried = suffice.Selecting(method)
	}
	run := func(ctx context.Context, tell tell) (finish, error) {
		tell("looking for the number of components", 0, 0)
		assessed, err := suffice.Assess(ctx, rows.Data, suffice.AssessOptions{
			Method: tried, Options: suffice.Options{Dim: o.Dim, NoScale: o.NoScale, Seed: o.Seed},
			Progress: func(at suffice.Step) { tell(at.Text, at.Done, at.All) },
		})
		if err != nil {
			return nil, err
		}
		result := &judged{Judged: Judged{method.Name, assessed.Dim, verdictOf(&assessed.Verdict, assessed.Dim), curveOf(assessed.Curve)}, rows: rows}
		if o.Dim == 0 {
			result.key, result.assessed = o.key(), assessed
		}
		return func() int {
			if c.training == rows {
				s.judged = result
			}
			return 0
		}, nil
	}
	return &job{Job: Job{Title: "judge whether there is anything to find"}, run: run}, nil
}
