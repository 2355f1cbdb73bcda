package explore

import (
	"context"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/internal/sampling"
	"suffice/output"
	"suffice/rows"
)

const scoredRows = 1000 // that estimates are of, at most, so that they follow the hand

// Score is an estimate of how well components that were turned by hand predict, by their nearest
// neighbours. What a fit is worth is its verdict.
type Score struct {
	Measured
	Value    number `json:"value"`
	Fit      number `json:"fit"` // the same estimate with the weights of the fit
	Baseline number `json:"baseline"`
	Rows     int    `json:"rows"`
	Seen     bool   `json:"seen"` // the components were found with these rows, or may have been
}

// postScore tells how well changed components predict.
func (s *Server) postScore(w http.ResponseWriter, r *http.Request, f *fit, model *suffice.Projection) error {
	t, err := turnedOf(w, r, model)
	if err != nil {
		return err
	}
	kept := s.trainingOf(f.of)
	d, err := f.view.divide(r.Context(), kept)
	if err != nil {
		return err
	}
	score, err := d.score(f.of.target, d.turn(f.z, model, t))
	if err != nil {
		return err
	}
	score.Seen = f.mayHaveSeen(model)
	score.Fit, err = d.unturned(f, model, t.Axes)
	if err != nil {
		return err
	}
	return answer(w, score)
}

// mayHaveSeen reports whether components were found with the rows of the table, as far as the model
// knows.
func (f *fit) mayHaveSeen(m *suffice.Projection) bool {
	if !f.given || m.Source == nil || m.Source.Digest == "" {
		return true
	}
	digest := f.of.data.table.Digest(m.Columns())
	return digest == "" || digest == m.Source.Digest
}

// division is rows that predict, and others that are predicted from them.
type division struct {
	of     *training
	places []int // among the shown rows: first those that predict
	train  int   // how many these are
	x      *rows.Matrix
	order  []int // of each place, its row of x

	mu   sync.Mutex
	fits map[fitAxes]number // estimates with the weights of fits
}

// fitAxes is a fit, by its number, along two of its axes.
type fitAxes struct{ fit, x, y int }

// unturned is the estimate with the weights of a fit.
func (d *division) unturned(f *fit, model *suffice.Projection, axes []int) (number, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	at := fitAxes{f.id, axes[0], axes[1]}
	value, known := d.fits[at]
	if !known {
		score, err := d.score(f.of.target, d.turn(f.z, model, turned{Axes: axes}))
		if err != nil {
			return 0, err
		}
		value, d.fits[at] = score.Value, score.Value
	}
	return value, nil
}

// divide draws rows of the view, but for those that are left out, once.
func (v *view) divide(ctx context.Context, kept *training) (*division, error) {
	v.dividing.Lock()
	defer v.dividing.Unlock()
	if v.divided != nil && v.divided.of == kept {
		return v.divided, nil
	}
	var there []int
	for i, row := range v.shown {
		if v.place(i) >= 0 && !kept.out[row] {
			there = append(there, i)
		}
	}
	random := rand.New(rand.NewPCG(1, 0x5c0e))
	some := sampling.Pick(there, sampling.Many(len(there), min(scoredRows, v.most/max(1, v.x.Width())), random))
	at := make([]int, len(some))
	for k, i := range some {
		at[k] = v.place(i)
	}
	x, err := rows.Subset(ctx, v.x, at)
	if err != nil {
		return nil, err
	}
	order := random.Perm(len(some))
	v.divided = &division{of: kept, places: sampling.Pick(some, order), train: len(some) * 2 / 3, x: x, order: order, fits: map[fitAxes]number{}}
	return v.divided, nil
}

// turn is z of the rows along the axes, with the changes: z + (w' - w) x.
func (d *division) turn(z []float64, m *suffice.Projection, t turned) linalg.Matrix {
	axes, weights, dim := t.axes(), m.Weights(), m.Dim()
	out := linalg.New(len(d.places), len(axes))
	for i, place := range d.places {
		for c, axis := range axes {
			out.Set(i, c, z[place*dim+axis])
		}
	}
	for _, j := range slices.Sorted(maps.Keys(t.Changes)) {
		for c, axis := range axes {
			step := t.Changes[j][c] - weights[axis][j]
			for i, row := range d.order {
				out.Set(i, c, out.At(i, c)+step*(d.x.Row(row)[j]-m.Mean[j])/m.Scale[j])
			}
		}
	}
	return out
}

// score estimates what z is worth.
func (d *division) score(target *output.Target, z linalg.Matrix) (Score, error) {
	var there []int // rows whose components are numbers
	train := 0
	for i := range z.Rows {
		if linalg.Finite(z.Row(i)) {
			if there = append(there, i); i < d.train {
				train++
			}
		}
	}
	if train < 2 || train == len(there) {
		return Score{}, problemf(http.StatusUnprocessableEntity, "there are too few rows for a score")
	}
	y, err := target.Subset(sampling.Pick(d.places, there)).Output()
	if err != nil {
		return Score{}, problemf(http.StatusUnprocessableEntity, "%v", err)
	}
	columnar, ok := y.(output.Columnar)
	if !ok {
		return Score{}, problemf(http.StatusUnprocessableEntity, "there is no score of a %s", target.Kind)
	}
	width, data := columnar.Columns()
	e := estimate{target.Kind, linalg.Of(len(there), width, data), train}
	return Score{
		Measured: measuredBy(e.measure()), Value: e.of(z, there), Baseline: e.guess(), Rows: len(there) - train,
	}, nil
}

// estimate is what is known of rows, of which the first predict the others.
type estimate struct {
	kind  output.Kind
	truth linalg.Matrix
	train int
}

func (e estimate) measure() string { return metrics.Judged(e.kind)[0] }

func (e estimate) value(predicted linalg.Matrix) number {
	return number(metrics.OfCompared(e.kind, e.truth.Slice(e.train, e.truth.Rows), predicted, nil)[e.measure()])
}

// of is what the neighbours in some rows of z predict.
func (e estimate) of(z linalg.Matrix, some []int) number {
	at, loss := z.Pick(some), learn.SquaredError
	if e.kind == output.KindClass {
		loss = learn.Wrong
	}
	return e.value(learn.Neighbours(at.Slice(0, e.train), at.Slice(e.train, at.Rows), e.truth.Slice(0, e.train), loss))
}

// guess is what is predicted without components: the mean.
func (e estimate) guess() number {
	mean := make([]float64, e.truth.Cols)
	for i := range e.train {
		linalg.Axpy(1/float64(e.train), e.truth.Row(i), mean)
	}
	return e.value(metrics.Guess(e.truth.Rows-e.train, mean))
}
