package engine

import (
	"context"
	"encoding/binary"
	"math"
	"slices"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// Weights are where the rows are. The one who asks has them too, 8 bytes a row, because
// methods look at those of rows that are drawn; questions are without.

// unit is what weights are divided by so that their mean is 1, as [rows.WithWeights] does it.
type unit struct{ Largest, Mean float64 }

func unitOf(weights []float64) *unit {
	u := &unit{Largest: slices.Max(weights)}
	for _, w := range weights {
		u.Mean += w / u.Largest / float64(len(weights))
	}
	return u
}

func (u *unit) of(w float64) float64 {
	return max(w/u.Largest/u.Mean, math.SmallestNonzeroFloat64)
}

// aligned is the weights beside the rows that they are of.
func (u *unit) aligned(weights []float64) blocks.Aligned {
	own := linalg.New(len(weights), 1)
	for i, w := range weights {
		own.Data[i] = u.of(w)
	}
	return blocks.InMemory{Matrix: own}
}

// ownWeights are those of all rows, which workers need not be told.
type ownWeights struct {
	blocks.InMemory
	unit *unit
}

// AlignedWeights implements blocks.Weigher.
func (r *Rows) AlignedWeights(weights []float64) blocks.Aligned {
	all := blocks.InMemory{Matrix: linalg.Of(len(weights), 1, weights)}
	if len(r.weights) != len(weights) {
		return all
	}
	if r.unit == nil {
		r.unit = unitOf(r.weights)
	}
	for i, w := range r.weights {
		if r.unit.of(w) != weights[i] {
			return all // they are others
		}
	}
	return ownWeights{all, r.unit}
}

// takeWeights asks for the weights of all rows, where there are any.
func (r *Rows) takeWeights(ctx context.Context) error {
	if r.question.Wanted.Weights == "" {
		return nil
	}
	q := r.question
	q.Task = taskWeights
	return ask(ctx, r.engine, &q, func(part int, _ answerHead, result []byte) error {
		if len(result) != 8*(q.First[part+1]-q.First[part]) {
			return errPack
		}
		r.weights = append(r.weights, numbersOfBytes(result)...)
		return nil
	})
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

// weighed is rows in memory with weights.
func weighed(x table.Inputs, weights []float64) (table.Inputs, error) {
	y, err := rows.WithWeights(x, weights)
	if err != nil {
		return nil, err
	}
	return y.(table.Inputs), nil
}

// numbersAsBytes is numbers of 8 bytes each, and numbersOfBytes these numbers.
func numbersAsBytes(values []float64) []byte {
	data := make([]byte, 0, 8*len(values))
	for _, v := range values {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

func numbersOfBytes(data []byte) []float64 {
	values := make([]float64, 0, len(data)/8)
	for ; len(data) >= 8; data = data[8:] {
		values = append(values, math.Float64frombits(binary.LittleEndian.Uint64(data)))
	}
	return values
}
