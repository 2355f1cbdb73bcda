package explore

import (
	"context"
	"maps"
	"net/http"
	"slices"

	"suffice"
)

// byHand is the method of models that people made.
const byHand = "by hand"

// turned is components of which some inputs' weights are others.
type turned struct {
	Axes    []int             `json:"axes"`
	Changes map[int][]float64 `json:"changes"`
}

// check finds what a model does not have.
func (t turned) check(m *suffice.Projection) error {
	if len(t.Axes) != 2 {
		return problemf(http.StatusBadRequest, "there are two axes, which may be the same")
	}
	for _, axis := range t.Axes {
		if axis < 0 || axis >= m.Dim() {
			return problemf(http.StatusBadRequest, "there is no component %d: there are %d", axis, m.Dim())
		}
	}
	for input, weights := range t.Changes {
		if input < 0 || input >= len(m.Inputs) {
			return problemf(http.StatusBadRequest, "there is no input %d: there are %d", input, len(m.Inputs))
		}
		if len(weights) != 2 {
			return problemf(http.StatusBadRequest, "input %d has %d weights, but there are two axes", input, len(weights))
		}
	}
	return nil
}

// turnedOf reads the changes that a call asks for.
func turnedOf(w http.ResponseWriter, r *http.Request, m *suffice.Projection) (t turned, err error) {
	if err = decode(w, r, &t); err == nil {
		err = t.check(m)
	}
	return t, err
}

// axes are the different ones.
func (t turned) axes() []int {
	if t.Axes[0] == t.Axes[1] {
		return t.Axes[:1]
	}
	return t.Axes
}

// postHand keeps changed components as a model of its own.
func (s *Server) postHand(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	t, err := turnedOf(w, r, model)
	if err != nil {
		return err
	}
	hand, err := f.turn(r.Context(), model, t)
	if err != nil {
		return err
	}
	info, err := s.keepHand(hand)
	if err != nil {
		return err
	}
	return answer(w, info)
}

// keepHand adds a fit by hand, unless another choice was made.
func (s *Server) keepHand(hand *fit) (FitInfo, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if hand.of != s.chosen {
		return FitInfo{}, problemf(http.StatusConflict, "another target or table was chosen meanwhile")
	}
	kept := 0
	for _, f := range s.fits {
		if f.hand {
			kept++
		}
	}
	if kept >= mostFits {
		return FitInfo{}, problemf(http.StatusTooManyRequests, "%d fits by hand are kept already; remove one first", kept)
	}
	s.add(hand)
	return hand.info(), nil
}

// turn is a fit by hand: the weights of this one, but for the changes.
func (f *fit) turn(ctx context.Context, model *suffice.Projection, t turned) (*fit, error) {
	weights := make([][]float64, model.Dim())
	for k, row := range model.Weights() {
		weights[k] = slices.Clone(row)
	}
	for input, changed := range t.Changes {
		for c, axis := range t.axes() {
			weights[axis][input] = changed[c]
		}
	}
	m := &suffice.Projection{
		Method: byHand, Inputs: model.Inputs, Levels: model.Levels, Made: model.Made, Fill: model.Fill, Components: weights,
		Mean: model.Mean, Scale: model.Scale, Output: model.Output, Settings: maps.Clone(model.Settings), Reading: model.Reading,
		Source: model.Source, Seed: model.Seed, Warnings: []string{"the components were turned by hand, beginning with those of " + f.name + ": what they are worth was not judged"},
	}
	f.training.warn(m)
	hand := &fit{
		name: byHand, model: m, options: f.options, of: f.of, training: f.training, view: f.view, rows: f.rows, hand: true,
	}
	if err := hand.project(ctx); err != nil {
		return nil, err
	}
	if err := m.Correlate(ctx, f.training.X); err != nil {
		return nil, err
	}
	var err error
	m.Training, err = suffice.TrainingOf(ctx, m, f.training.X)
	return hand, err
}
