package explore

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"

	"suffice"
	"suffice/internal/draw"
	"suffice/output"
	"suffice/rows"
)

const (
	scoredRows = 2000 // that scores are of, at most
	neighbours = 10   // that predict a row
)

// Score is how well two components predict rows from others.
type Score struct {
	Measure  string `json:"measure"`
	Value    number `json:"value"`
	Baseline number `json:"baseline"`
	Rows     int    `json:"rows"`
	Seen     bool   `json:"seen"` // the components were found with these rows, or may have been
}

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

// postScore tells how well changed components predict.
func (s *Server) postScore(w http.ResponseWriter, r *http.Request) error {
	f, model, release, err := s.fitOf(r)
	if err != nil {
		return err
	}
	defer release()
	t, err := turnedOf(w, r, model)
	if err != nil {
		return err
	}
	s.mu.Lock()
	kept := f.of.training
	s.mu.Unlock()
	d, err := f.view.divide(r.Context(), kept)
	if err != nil {
		return err
	}
	z := d.turn(f.z, model, t)
	score, err := f.of.score(d, z, len(t.axes()))
	if err != nil {
		return err
	}
	score.Seen = f.mayHaveSeen(model)
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
	some := draw.Pick(there, draw.Many(len(there), min(scoredRows, v.most/max(1, v.x.Width())), random))
	at := make([]int, len(some))
	for k, i := range some {
		at[k] = v.place(i)
	}
	x, err := rows.Subset(ctx, v.x, at)
	if err != nil {
		return nil, err
	}
	order := random.Perm(len(some))
	v.divided = &division{of: kept, places: draw.Pick(some, order), train: len(some) * 2 / 3, x: x, order: order}
	return v.divided, nil
}

// turn is z of the rows along the axes, with the changes: z + (w' - w) x.
func (d *division) turn(z []float64, m *suffice.Projection, t turned) []float64 {
	axes, weights, dim := t.axes(), m.Weights(), m.Dim()
	out := make([]float64, len(d.places)*len(axes))
	for i, place := range d.places {
		for c, axis := range axes {
			out[i*len(axes)+c] = z[place*dim+axis]
		}
	}
	for _, j := range slices.Sorted(maps.Keys(t.Changes)) {
		for c, axis := range axes {
			step := t.Changes[j][c] - weights[axis][j]
			for i, row := range d.order {
				out[i*len(axes)+c] += step * (d.x.Row(row)[j] - m.Mean[j]) / m.Scale[j]
			}
		}
	}
	return out
}

// score predicts the rows of a division that are left from their neighbours in z.
func (c *chosen) score(d *division, z []float64, axes int) (Score, error) {
	test := len(d.places) - d.train
	if d.train < 2 || test < 1 {
		return Score{}, problemf(http.StatusUnprocessableEntity, "there are too few rows for a score")
	}
	nearest := nearestRows(z, d.train, axes)
	switch y := c.target; {
	case y.Kind == output.KindClass:
		return scoreClasses(pick(y.Class, d.places), len(y.Classes), d.train, nearest), nil
	case y.Kind == output.KindLabels || y.Kind.Numeric():
		width := len(y.Names)
		values := make([]float64, 0, len(d.places)*width)
		for _, i := range d.places {
			values = append(values, y.Values[i*width:(i+1)*width]...)
		}
		if y.Kind == output.KindLabels {
			return scoreLabels(values, width, d.train, nearest), nil
		}
		return scoreNumbers(values, width, d.train, nearest), nil
	}
	return Score{}, problemf(http.StatusUnprocessableEntity, "there is no score of a %s", c.target.Kind)
}

// nearestRows are, of each row from train on, the nearest of those before, of one or two numbers
// each.
func nearestRows(z []float64, train, axes int) [][]int {
	n := len(z) / axes
	all := make([][]int, 0, n-train)
	for i := train; i < n; i++ {
		var distance [neighbours + 1]float64
		places := make([]int, 0, neighbours+1)
		for k := range train {
			d := z[k*axes] - z[i*axes]
			far := d * d
			if axes == 2 {
				e := z[k*2+1] - z[i*2+1]
				far += e * e
			}
			if math.IsNaN(far) {
				far = math.Inf(1) // or no other would be nearer
			}
			at := len(places)
			if at == neighbours && !(far < distance[neighbours-1]) {
				continue
			}
			places = append(places, k)
			for ; at > 0 && far < distance[at-1]; at-- {
				places[at], distance[at] = places[at-1], distance[at-1]
			}
			places[at], distance[at] = k, far
			places = places[:min(neighbours, len(places))]
		}
		all = append(all, places)
	}
	return all
}

// means are those of columns over the first rows.
func means(y []float64, width, rows int) []float64 {
	mean := make([]float64, width)
	for i := range rows {
		for c, v := range y[i*width : (i+1)*width] {
			mean[c] += v / float64(rows)
		}
	}
	return mean
}

// predictEach calls visit with the true values of each row that is predicted, and the mean of its
// neighbours.
func predictEach(y []float64, width, train int, nearest [][]int, visit func(truth, predicted []float64)) {
	predicted := make([]float64, width)
	for i, near := range nearest {
		clear(predicted)
		for _, k := range near {
			for c, v := range y[k*width : (k+1)*width] {
				predicted[c] += v / float64(len(near))
			}
		}
		visit(y[(train+i)*width:(train+i+1)*width], predicted)
	}
}

// scoreNumbers is R2, averaged over columns: the share of the squared error of guessing the mean
// that is gone.
func scoreNumbers(y []float64, width, train int, nearest [][]int) Score {
	mean, left, guessed := means(y, width, train), make([]float64, width), make([]float64, width)
	predictEach(y, width, train, nearest, func(truth, predicted []float64) {
		for c, v := range truth {
			left[c] += (v - predicted[c]) * (v - predicted[c])
			guessed[c] += (v - mean[c]) * (v - mean[c])
		}
	})
	total, columns := 0., 0
	for c := range mean {
		if guessed[c] > 0 {
			total, columns = total+1-left[c]/guessed[c], columns+1
		}
	}
	return Score{Measure: "R2", Value: number(total / math.Max(1, float64(columns))), Rows: len(nearest)}
}

// scoreClasses is the share of rows whose class is right, by a vote.
func scoreClasses(class []int, classes, train int, nearest [][]int) Score {
	counts := make([]int, classes)
	most := func(rows []int, all int) int {
		clear(counts)
		best := 0
		for i := range all {
			k := i
			if rows != nil {
				k = rows[i]
			}
			if counts[class[k]]++; counts[class[k]] > counts[best] {
				best = class[k]
			}
		}
		return best
	}
	guess, right, guessed := most(nil, train), 0, 0
	for i, near := range nearest {
		truth := class[train+i]
		if truth == guess {
			guessed++
		}
		if most(near, len(near)) == truth {
			right++
		}
	}
	n := float64(len(nearest))
	return Score{Measure: "accuracy", Value: number(float64(right) / n), Baseline: number(float64(guessed) / n), Rows: len(nearest)}
}

// scoreLabels is the share of labels that are wrong.
func scoreLabels(y []float64, width, train int, nearest [][]int) Score {
	mean := means(y, width, train)
	wrong, guessed := 0, 0
	predictEach(y, width, train, nearest, func(truth, predicted []float64) {
		for c, v := range truth {
			if (predicted[c] > .5) != (v > .5) {
				wrong++
			}
			if (mean[c] > .5) != (v > .5) {
				guessed++
			}
		}
	})
	n := float64(len(nearest) * width)
	return Score{Measure: "label error", Value: number(float64(wrong) / n), Baseline: number(float64(guessed) / n), Rows: len(nearest)}
}
