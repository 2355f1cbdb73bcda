package explore

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"sync"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/table"
)

// mostFits are kept; the oldest go, but for those that were given, or kept by hand.
const mostFits = 30

// fit is a model and what the page shows of it. Once it is added to a server, only what is
// guarded by the server changes; the model is then replaced as a whole.
type fit struct {
	id       int
	name     string
	method   suffice.Method // that found its components, where they were found here
	options  suffice.Options
	of       *chosen
	training *training // the rows that it has seen
	view     *view
	rows     int
	hand     bool                  // made by dragging
	given    bool                  // read from a file
	why      string                // this method, where it was chosen by predictions
	made     Settings              // that it was asked for with; nil for others
	assessed *suffice.AssessResult // what its components are worth, where that was judged

	z []float64 // of the shown rows, by rows

	model  *suffice.Projection // guarded by Server.mu from here on
	shakes [][][]float64       // weights found with halves of the rows
	ranked *evaluate.RankResult

	once      sync.Once
	summaries []Summary
}

// FitInfo tells of a fit.
type FitInfo struct {
	ID        int      `json:"id"`
	Name      string   `json:"name"`
	Method    string   `json:"method"`
	Dim       int      `json:"dim"`
	Seed      uint64   `json:"seed"`
	Rows      int      `json:"rows"`
	Verdict   *Verdict `json:"verdict"`
	Hand      bool     `json:"hand"`
	Predictor bool     `json:"predictor"`
	Sure      bool     `json:"sure"`
	Given     bool     `json:"given"`
	LeftOut   int      `json:"leftOut"`
	Command   string   `json:"command"`
}

func (f *fit) info() FitInfo {
	m := f.model
	return FitInfo{
		ID: f.id, Name: f.name, Method: m.Method, Dim: m.Dim(), Seed: m.Seed, Rows: f.rows, Verdict: verdictOf(m.Verdict, m.Dim()),
		Given: f.given, LeftOut: f.training.excluded, Command: f.command(), Hand: f.hand, Predictor: m.Predictor != nil, Sure: m.Bootstrap != nil && len(f.shakes) > 0,
	}
}

// project finds z of the shown rows.
func (f *fit) project(ctx context.Context) (err error) {
	if n := len(f.view.shown) * f.model.Dim(); n > mostPoints {
		return fmt.Errorf("%s of %s are too many to show; ask for fewer components", humanize.Count(f.model.Dim(), "component"), humanize.Count(len(f.view.shown), "row"))
	}
	f.z, err = f.view.transform(ctx, f.model)
	return err
}

// add keeps a fit, and says which one has to go for it, where that is so. The caller holds the lock.
func (s *Server) add(f *fit) (notice string) {
	f.id = s.id()
	f.name = s.freeName(f.name)
	if len(s.fits) >= mostFits {
		if at := slices.IndexFunc(s.fits, func(f *fit) bool { return !f.given && !f.hand }); at >= 0 {
			notice = fmt.Sprintf("%s was removed, as the oldest of %d fits", s.fits[at].name, mostFits)
			s.fits = slices.Delete(s.fits, at, at+1)
		}
	}
	s.fits = append(s.fits, f)
	s.changed()
	return notice
}

// freeName is a name that no other fit has. The caller holds the lock.
func (s *Server) freeName(name string) string {
	free := name
	for k := 2; slices.ContainsFunc(s.fits, func(f *fit) bool { return f.name == free }); k++ {
		free = fmt.Sprintf("%s (%d)", name, k)
	}
	return free
}

// find is the fit of that number. The caller holds the lock.
func (s *Server) find(id int) (*fit, error) {
	if at := slices.IndexFunc(s.fits, func(f *fit) bool { return f.id == id }); at >= 0 {
		return s.fits[at], nil
	}
	return nil, problemf(http.StatusNotFound, "there is no fit %d any more", id)
}

// onFit is a call about a fit and its model, whose table is held meanwhile.
func (s *Server) onFit(answer func(http.ResponseWriter, *http.Request, *fit, *suffice.Projection) error) call {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, err := place("fit", r.PathValue("fit"), math.MaxInt)
		if err != nil {
			return err
		}
		s.mu.Lock()
		f, err := s.find(id)
		if err != nil {
			s.mu.Unlock()
			return err
		}
		model, release := f.model, s.hold(f.of.data)
		s.mu.Unlock()
		defer release()
		return answer(w, r, f, model)
	}
}

// deleteFit forgets a fit.
func (s *Server) deleteFit(w http.ResponseWriter, r *http.Request, f *fit, _ *suffice.Projection) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fits = slices.DeleteFunc(s.fits, func(other *fit) bool { return other == f })
	s.changed()
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// change replaces the model of a fit by one that differs in some fields. The caller holds the
// lock.
func (f *fit) change(set func(model *suffice.Projection)) {
	changed := *f.model
	set(&changed)
	f.model = &changed
}

// applyModel applies the model that was given at the beginning to the shown rows. Where that
// cannot be done, a warning of the choice says why.
func (s *Server) applyModel(ctx context.Context, c *chosen) error {
	if s.options.Model == nil {
		return nil
	}
	f, err := s.applied(ctx, c, s.options.Model)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		c.info.Warnings = append(c.info.Warnings, termtext.Clean(s.modelName()+" is not shown: ")+inWords(err))
		return nil
	}
	c.loaded = f
	return nil
}

// modelWaits says why the model that was given is not shown where there is no target.
func (s *Server) modelWaits(d *data) error {
	m := s.options.Model
	switch {
	case m == nil:
		return nil
	case len(m.Output.Names) > 0 && !hasAll(d, m.Output.Names):
		return fmt.Errorf("%s is not shown yet: it predicts %s, which %s does not have; choose any column as the target to see its components, or write them to a file with suffice transform", s.modelName(), humanize.Quoted(m.Output.Names), sourceName(d))
	}
	return fmt.Errorf("%s is not shown yet; choose a target to see its components", s.modelName())
}

func (s *Server) modelName() string { return cmp.Or(s.options.ModelName, "the model") }

func (s *Server) applied(ctx context.Context, c *chosen, model *suffice.Projection) (*fit, error) {
	wanted := table.WantedBy(model)
	if c.roles.Missing != "" {
		wanted.Missing = c.roles.Missing
	}
	choice, err := c.data.table.Apply(wanted)
	if err != nil {
		return nil, err
	}
	v, err := viewOf(ctx, choice.X, choice.RowOf, c.view.shown, c.choice.RowOf, s.mostKept())
	if err != nil {
		return nil, err
	}
	f := &fit{
		name: termtext.Clean(s.modelName()), model: model, of: c, view: v, rows: choice.X.Len(),
		options: suffice.Options{Dim: model.Dim(), Seed: model.Seed}, training: &training{Data: suffice.NewData(choice.X, choice.Y)}, given: true,
	}
	return f, f.project(ctx)
}
