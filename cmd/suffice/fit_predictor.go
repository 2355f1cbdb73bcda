package main

import (
	"context"
	"fmt"
	"strings"

	"suffice"
	"suffice/internal/page"
	"suffice/output"
)

// settings are those of the method.
func (f *fit) settings() suffice.Options {
	return suffice.Options{
		Dim: f.dim, Centres: f.centres, NoScale: f.noScale, NoRefine: f.noRefine, AsPrinted: f.asPrinted, Seed: f.seed,
		Screen: f.screened, Fewer: f.fewer, Slices: f.slices,
	}
}

// equip gives a model what it needs beside its components: what the rows were like, and a
// predictor where that is asked for.
func (f *fit) equip(ctx context.Context, model *suffice.Projection, x suffice.Rows, y output.Output) (err error) {
	if model.Training, err = suffice.TrainingOf(ctx, model, x); err != nil || !f.predictor {
		return err
	}
	progress := startProgress(f.err, "finding a predictor")
	defer progress.end()
	model.Predictor, err = suffice.Predicting{Seed: f.seed, Progress: func(done, all int) {
		progress.set("finding a predictor: %s %d of %d fits", page.Bar(done, all), done, all)
	}}.Fit(ctx, f.chosen.New(f.settings()), model, x, y)
	return err
}

// predictorReport is what --json prints of a predictor.
type predictorReport struct {
	Kernel    string             `json:"kernel"`
	Centres   int                `json:"centres"`
	Rows      int                `json:"rows"`
	Measures  map[string]float64 `json:"measures"`
	Intervals []suffice.Interval `json:"intervals,omitempty"`
}

func predictorReportOf(m *suffice.Projection) *predictorReport {
	p := m.Predictor
	if p == nil {
		return nil
	}
	return &predictorReport{p.Kernel, len(p.Centres), p.Rows, p.Measures, p.Intervals}
}

// predictorFacts are lines about a predictor.
func predictorFacts(out *page.Text, m *suffice.Projection) {
	p := m.Predictor
	if p == nil {
		return
	}
	out.Entry("predictor", "kernel ridge, %s kernel, %d centres", p.Kernel, len(p.Centres))
	var said []string
	for _, name := range measureNames {
		if v, ok := p.Measures[name]; ok && len(said) < 3 {
			said = append(said, fmt.Sprintf("%s %.4g", measureTitle(name), v))
		}
	}
	out.Entry("", "on rows that it has not seen: %s", strings.Join(said, ", "))
	if half, ok := p.Half(90); ok && p.Kind == output.KindNumber {
		out.Entry("", "90%% of them are within %.4g of what it predicts", half[0])
	}
}
