package cluster

import (
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Weights are where the rows are. The one who asks knows the largest and the mean, and asks for
// those of rows that are drawn.

// weighing is what a part tells of its weights, or all parts together.
type weighing struct {
	Least, Largest float64
	Mean           float64 // of the weights divided by the largest
}

// weighingOf is nil without weights.
func weighingOf(weights []float64) *weighing {
	if len(weights) == 0 {
		return nil
	}
	w := &weighing{Least: slices.Min(weights), Largest: slices.Max(weights)}
	for _, one := range weights {
		w.Mean += one / w.Largest / float64(len(weights)) // so that no sum overflows
	}
	return w
}

// possible reports whether weights can be so.
func (w *weighing) possible() bool {
	return w.Least > 0 && w.Largest >= w.Least && w.Largest <= math.MaxFloat64 && w.Mean > 0 && w.Mean <= math.MaxFloat64
}

// joined is what several parts tell together, each of so many rows; nil where all rows count the
// same.
func joined(parts []*weighing, rows []int) *weighing {
	all, n := weighing{Least: math.Inf(1)}, 0
	for k, p := range parts {
		if p != nil {
			all.Least, all.Largest, n = min(all.Least, p.Least), max(all.Largest, p.Largest), n+rows[k]
		}
	}
	if n == 0 || all.Least == all.Largest {
		return nil
	}
	for k, p := range parts {
		if p != nil {
			all.Mean += p.Mean * (p.Largest / all.Largest) * (float64(rows[k]) / float64(n))
		}
	}
	return &all
}

// Weighted is the rows by their weights; they themselves where all count the same.
func (r *Rows) Weighted() rows.Source {
	if r.weighing == nil {
		return r
	}
	return aggregate.WeighElsewhere(r, r.weighing.Largest, r.weighing.Mean)
}

// weigh takes the rows of a choice that count, and returns their target.
func (l *loaded) weigh(choice *table.Choice) (*output.Target, error) {
	l.complete, l.choice, l.weights = choice, choice, nil
	var counting []int
	for i, w := range choice.Weights {
		if w > 0 {
			counting, l.weights = append(counting, i), append(l.weights, w)
		}
	}
	if len(counting) == len(choice.Weights) { // or there are none
		return choice.Target(), nil
	}
	some, err := rows.Only(choice.X, counting)
	if err != nil {
		return nil, err
	}
	own := *choice
	own.X, own.Rows = some.(table.Inputs), make([]int, len(counting))
	for k, i := range counting {
		own.Rows[k] = choice.RowOf(i)
	}
	l.choice = &own
	return choice.Target().Subset(counting), nil
}
