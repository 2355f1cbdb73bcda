package realtables

import (
	"context"
	"time"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/peers"
	"suffice/internal/trials"
)

// OursName is our components with their predictor, among the rivals.
const OursName = "ours"

// Rivals are the predictors of scikit-learn, which take all inputs. The first two are those
// that ours is compared with.
func Rivals() []string { return []string{"forest", "boosting", "ridge"} }

// Contest sets our predictions beside those of scikit-learn.
type Contest struct {
	Folder   string // of the tables
	Tables   []Table
	Python   *peers.Python
	Dim      int // components of ours, no more than inputs; 0 means as many as predict best
	Splits   int
	Seed     uint64                // split r, counted from 0, is drawn with Seed + r, and so are its fits
	Progress func(trials.Progress) // told after each fit, by one goroutine at a time; may be nil
}

// Forecast is what came of a predictor on a split of a table.
type Forecast struct {
	Error   float64 `json:"error"`         // as a share of that of guessing without inputs
	OneRow  float64 `json:"one_row"`       // what one wrong row of the test rows counts; 0 for numbers
	Seconds float64 `json:"seconds"`       // of all that it takes to predict
	Dim     int     `json:"dim,omitempty"` // components of ours
	Problem string  `json:"problem,omitempty"`
}

// entry is a predictor on a table.
type entry struct {
	*data
	predictor string
}

// Run makes the predictions, each on one core as long as there are several to make.
func (c Contest) Run(ctx context.Context) (*Standing, error) {
	tables, err := open(ctx, c.Folder, c.Tables)
	if err != nil {
		return nil, err
	}
	var entries []entry
	for _, d := range tables {
		for _, name := range append([]string{OursName}, Rivals()...) {
			entries = append(entries, entry{d, name})
		}
	}
	plan := trials.Plan[int, Forecast]{
		Kinds: len(entries), Repeats: c.Splits,
		Try:     func(ctx context.Context, i, split int) (Forecast, error) { return c.try(ctx, entries[i], split) },
		Seconds: func(f Forecast) float64 { return f.Seconds },
		Told:    c.Progress, Named: func(i int) string { return entries[i].predictor + " on " + entries[i].Name },
	}
	if err := plan.Run(ctx); err != nil {
		return nil, err
	}
	return standing(entries, plan.Made), nil
}

// try predicts the test rows of a split. That a predictor fails is a result too.
func (c Contest) try(ctx context.Context, e entry, split int) (f Forecast, err error) {
	seed := c.Seed + uint64(split)
	h, err := e.half(ctx, seed)
	if err != nil {
		return f, err
	}
	f.OneRow = h.oneRow()
	var predicted linalg.Matrix
	if e.predictor == OursName {
		predicted, err = f.ours(ctx, h, c.Dim, seed)
	} else {
		predicted, err = f.rival(ctx, c.Python, e.predictor, h, seed)
	}
	if ctx.Err() != nil {
		return f, ctx.Err()
	}
	if err == nil {
		f.Error, err = h.shareOf(predicted)
	}
	if err != nil { // what it would take to be of no use
		f.Error, f.Problem = 1, err.Error()
	}
	return f, nil
}

// ours finds the number of components, where none is given, the components and their
// predictor.
func (f *Forecast) ours(ctx context.Context, h *half, dim int, seed uint64) (predicted linalg.Matrix, err error) {
	defer func(start time.Time) { f.Seconds = time.Since(start).Seconds() }(time.Now())
	out, err := h.y.Output()
	if err != nil {
		return predicted, err
	}
	fitted, err := suffice.Fit(ctx, suffice.NewData(h.x, out), suffice.FitOptions{
		Options: suffice.Options{Dim: min(dim, h.x.Width()), Seed: seed}, Predictor: true, NoVerdict: dim > 0,
	})
	if err != nil {
		return predicted, err
	}
	model := fitted.Model
	f.Dim = model.Dim()
	found, err := model.Predict(ctx, h.held)
	if err != nil {
		return predicted, err
	}
	values, err := inMemory(ctx, found)
	return h.like(values, model.Predictor.Names), err
}

func (f *Forecast) rival(ctx context.Context, python *peers.Python, name string, h *half, seed uint64) (predicted linalg.Matrix, err error) {
	known, err := inMemory(ctx, h.x)
	if err != nil {
		return predicted, err
	}
	asked, err := inMemory(ctx, h.held)
	if err != nil {
		return predicted, err
	}
	predicted, f.Seconds, err = python.Predict(ctx, name, peers.Task{X: known, Y: h.train, New: asked, Classes: h.classes, Seed: seed})
	return predicted, err
}

// Standing is what came of a contest.
type Standing struct {
	Places  []Place  `json:"places"` // one for each table and predictor
	Margins []Margin `json:"margins"`
}

// Place is a predictor on a table: means over splits.
type Place struct {
	Table     string  `json:"table"`
	Classes   bool    `json:"classes"`
	Predictor string  `json:"predictor"`
	Error     float64 `json:"error"`
	Seconds   float64 `json:"seconds"`
	Dim       float64 `json:"dim,omitempty"`    // components of ours
	Failed    int     `json:"failed,omitempty"` // of the splits; they count as a guess without inputs
	Problem   string  `json:"problem,omitempty"`
	Grouped   string  `json:"grouped,omitempty"` // the input that names what rows share; the table counts in no mean

	floor float64 // what half a wrong row of all test rows counts
}

// Margin is the geometric mean, over tables, of our error divided by that of a rival, or of
// the better of the first two.
type Margin struct {
	Target string  `json:"target"` // all, numbers or classes
	To     string  `json:"to"`     // BetterTree, or the name of a rival
	Mean   float64 `json:"mean"`
	Better int     `json:"better"` // tables where ours is
	Tables int     `json:"tables"`
}

// BetterTree is the better of forest and boosting, for each table.
const BetterTree = "better of forest and boosting"

// standing sums up: entries and made go together.
func standing(entries []entry, made [][]Forecast) *Standing {
	s := &Standing{}
	for i, e := range entries {
		p := Place{Table: e.Name, Classes: e.Classes(), Predictor: e.predictor, Grouped: e.grouped}
		share := 1 / float64(len(made[i]))
		for _, f := range made[i] {
			p.Error, p.Seconds, p.Dim = p.Error+share*f.Error, p.Seconds+share*f.Seconds, p.Dim+share*float64(f.Dim)
			p.floor += f.OneRow / 2 * share * share
			if f.Problem != "" {
				p.Failed, p.Problem = p.Failed+1, f.Problem
			}
		}
		s.Places = append(s.Places, p)
	}
	for _, target := range []string{"all", "numbers", "classes"} {
		s.add(Margin{Target: target, To: BetterTree}, Rivals()[:2]...)
		for _, name := range Rivals() {
			s.add(Margin{Target: target, To: name}, name)
		}
	}
	return s
}

// add adds a margin to the best of the named rivals, where any table has one.
func (s *Standing) add(m Margin, names ...string) {
	var all []placed
	for _, p := range s.Places {
		all = append(all, placed{p.Table, 0, p.Predictor, max(p.Error, p.floor), p.Classes, p.Grouped})
	}
	if c := compare(all, m.Target, OursName, names); c.tables > 0 {
		m.Mean, m.Better, m.Tables = c.mean, c.better, c.tables
		s.Margins = append(s.Margins, m)
	}
}
