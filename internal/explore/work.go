package explore

import (
	"cmp"
	"context"
	"fmt"
	"net/http"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/render"
)

// FitOptions say how to fit.
type FitOptions struct {
	Method    string `json:"method"`
	Dim       int    `json:"dim"`
	Seed      uint64 `json:"seed"`
	NoScale   bool   `json:"noScale"`
	Select    bool   `json:"select"`
	Predictor bool   `json:"predictor"`
	Verdict   *bool  `json:"verdict"`
}

// asked is work that the page asks for.
type asked struct {
	Kind      string      `json:"kind"`
	Options   *FitOptions `json:"options"`
	Methods   []string    `json:"methods"`
	Dims      []int       `json:"dims"`
	Repeats   int         `json:"repeats"`
	Fit       int         `json:"fit"`
	Resamples int         `json:"resamples"`
}

// postJob begins work.
func (s *Server) postJob(w http.ResponseWriter, r *http.Request) error {
	var a asked
	if err := decode(w, r, &a); err != nil {
		return err
	}
	c, release, err := s.choosing()
	if err != nil {
		return err
	}
	defer release()
	prepare, ok := map[string]func(*chosen, asked) (*job, error){
		"judge": s.judging, "fit": s.fitting, "compare": s.comparing, "sure": s.makingSure, "inputs": s.ranking, "predictor": s.predicting,
	}[a.Kind]
	if !ok {
		return problemf(http.StatusBadRequest, "%q is not work that there is", a.Kind)
	}
	j, err := prepare(c, a)
	if err != nil {
		return err
	}
	j.Kind, j.of = a.Kind, c
	begun, err := s.begin(j)
	if err != nil {
		return err
	}
	w.WriteHeader(http.StatusAccepted)
	return answer(w, begun)
}

// check finds the method, and what is wrong with options for a choice.
func (o *FitOptions) check(c *chosen) (suffice.Method, error) {
	if o == nil {
		return suffice.Method{}, problemf(http.StatusBadRequest, "the options of the fit are missing")
	}
	method, err := render.MethodFor(o.Method, func(option string) bool { return option == "select" && o.Select || option == "no-scale" && o.NoScale })
	if err != nil {
		return method, problemf(http.StatusBadRequest, "%s", inWords(err))
	}
	d := c.choice.X.Width()
	switch {
	case o.Dim < 0:
		return method, problemf(http.StatusBadRequest, "the number of components must be at least 1, or 0 for as many as predict best")
	case o.Dim > d:
		return method, problemf(http.StatusBadRequest, "%s, but %s has only %s", humanize.Count(o.Dim, "component"), sourceName(c.data), humanize.Count(d, "input column"))
	case c.choice.Weights != nil && !method.Uses.Weights:
		return method, problemf(http.StatusBadRequest, "method %s does not count rows by weights; choose another one", method.Name)
	}
	return method, nil
}

// key tells assessments of the same fits from others.
func (o *FitOptions) key() string {
	return fmt.Sprint(cmp.Or(o.Method, suffice.Methods()[0].Name), o.Seed, o.NoScale, o.Select)
}

// fitting prepares a fit.
func (s *Server) fitting(c *chosen, a asked) (*job, error) {
	method, err := a.Options.check(c)
	if err != nil {
		return nil, err
	}
	o := *a.Options
	rows := s.trainingOf(c)
	fitting := suffice.FitOptions{
		Method: method, Auto: o.Method == render.AutoMethod, Options: suffice.Options{Dim: o.Dim, Seed: o.Seed, NoScale: o.NoScale},
		NoVerdict: o.Verdict != nil && !*o.Verdict, Select: o.Select, Predictor: o.Predictor,
	}
	work := &job{Job: Job{Title: o.title(method)}}
	work.run = func(ctx context.Context, tell tell) (finish, error) {
		fitting := fitting
		fitting.Progress = func(at suffice.Step) { tell(at.Text, at.Done, at.All) }
		if o.Dim == 0 && !fitting.Auto {
			fitting.Assessed = s.known(o.key(), rows)
		}
		fitted, err := suffice.Fit(ctx, rows.Data, fitting)
		if err != nil {
			return nil, err
		}
		f := newFit(c, rows, fitted, fitting)
		f.made = c.settingsOf(method, o)
		rows.warn(f.model)
		tell("finding the picture", 0, 0)
		if err := f.project(ctx); err != nil {
			return nil, err
		}
		return func() int {
			work.Notice = s.add(f)
			return f.id
		}, nil
	}
	return work, nil
}

// title is the fit in words.
func (o *FitOptions) title(method suffice.Method) string {
	text := "fit " + method.Name
	if o.Method == render.AutoMethod {
		text = "fit by the method that predicts best"
	}
	if o.Dim > 0 {
		text += ", " + humanize.Count(o.Dim, "component")
	}
	return text
}

// newFit is a fit that was made here.
func newFit(c *chosen, rows *training, fitted *suffice.FitResult, how suffice.FitOptions) *fit {
	model := fitted.Model
	f := &fit{name: model.Method, method: how.Method, options: how.Options, of: c, training: rows, view: c.view, rows: rows.Len(), model: model, assessed: fitted.Assessed}
	if fitted.Chosen != nil {
		f.method, f.why = fitted.Chosen.Method, render.Chosen(fitted.Chosen)
	}
	if how.Select {
		f.method = suffice.Selecting(f.method)
		f.name += ", selected inputs"
	}
	f.options.Dim = model.Dim()
	if how.Options.Seed != 1 && f.method.Uses.Seed {
		f.name += fmt.Sprintf(", seed %d", how.Options.Seed)
	}
	return f
}

// warn tells of rows that were left out of a model, in it.
func (t *training) warn(m *suffice.Projection) {
	if t.excluded > 0 {
		m.Warnings = append(m.Warnings, humanize.Count(t.excluded, "row")+" of the file were selected by hand and left out of the fit")
	}
}

// known is what was judged before about fits of the same rows, or nil.
func (s *Server) known(key string, rows *training) *suffice.AssessResult {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.judged == nil || s.judged.key != key || s.judged.rows != rows {
		return nil
	}
	return s.judged.assessed
}

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
	if o.Method == render.AutoMethod {
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
