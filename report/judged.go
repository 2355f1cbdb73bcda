package report

import (
	"context"
	"errors"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
	"suffice/output"
)

// Seen tells whether the rows of a report are those that its model was fitted on.
type Seen string

// What can be known of it.
const (
	MaybeSeen Seen = "unknown"
	SeenRows  Seen = "yes"
	NewRows   Seen = "no"
)

// ThisModel is what a comparison calls the model as it is.
const ThisModel = "this model"

// asMethod is a method that always finds the model: a judgement of its components on rows that
// they were found without.
func asMethod(m *suffice.Projection) suffice.Method {
	return suffice.Method{
		Name: ThisModel, What: "the model as it is", Outputs: "any",
		New: func(suffice.Options) suffice.Reducer { return unchanged{m} },
	}
}

// unchanged finds a model that was found before.
type unchanged struct{ model *suffice.Projection }

func (u unchanged) Fit(_ context.Context, x suffice.Rows, _ output.Output) (*suffice.Projection, error) {
	if x.Width() != len(u.model.Inputs) {
		return nil, errors.New("the rows do not have the inputs of the model")
	}
	return u.model, nil
}

// Judge measures what the model predicts of the rows x of the report, where it has a predictor and
// they have the target. Of rows that the model was fitted on, that is what was predicted of them
// when they were held out, as the verdict has it.
func (r *Report) Judge(ctx context.Context, x suffice.Rows) (err error) {
	if r.Y == nil || r.Model.Predictor == nil {
		return nil
	}
	r.Judged, err = evaluate.Model(ctx, r.Model, x, r.Y)
	if err == nil && r.Seen == SeenRows {
		r.Judged.Measures, r.Judged.Thirds = r.Model.Predictor.Measures, nil
	}
	return err
}

// judged is what the predictor of the model is worth on the rows; nil where that is not known.
func (r Report) judged() termtext.Values {
	if r.Judged == nil {
		return nil
	}
	var measures []termtext.Values
	for _, m := range metrics.All() {
		value, ok := r.Judged.Measures[m.Name]
		if !ok {
			continue
		}
		line := termtext.Values{"measure": m.Title, "model": short(value), "guess": ""}
		if guess, ok := r.Judged.Baseline[m.Name]; ok {
			line["guess"] = short(guess)
		}
		measures = append(measures, line)
	}
	return termtext.Values{
		"lead": map[Seen]string{
			SeenRows:  "These are the rows that the model was fitted on. What is told here was predicted of each from the others, when it was fitted: what the verdict is of.",
			NewRows:   "These are not the rows that the model was fitted on, so that this is what it is worth.",
			MaybeSeen: "The model does not know whether it was fitted on these rows; if so, it predicts them better than others.",
		}[r.Seen],
		"measures": measures, "held out": r.Seen == SeenRows, "predicted": r.Judged.Rows,
		"unlike": r.Judged.Unlike, "of rows": humanize.Count(r.Judged.Rows, "row"),
	}
}
