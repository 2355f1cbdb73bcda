package suffice

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/parts"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// scatteredTable is a table on several machines that have the targets of their rows too, all in this
// process. Nothing but questions and answers goes from one machine to another:
// those who ask get its size, its names and sums, and no rows.
type scatteredTable struct {
	hidden   rows.Source
	target   linalg.Matrix
	weights  linalg.Matrix // of the rows, where they do not all count the same
	machines int

	Asked     []string          // kinds of sums, in order
	Questions map[string]int    // the largest of each kind of sum, in bytes
	States    map[string][]byte // the last of each kind of sum
	Functions [][]byte          // that were asked for
}

// scattered is a table with a target on so many machines, where its weights are too. The first result is
// what to fit.
func scattered(x rows.Source, target *output.Target, machines int) (rows.Source, *scatteredTable) {
	t := newScattered(x, target, machines)
	if _, ok := x.(rows.Sparse); ok {
		return t.weighed(scatteredSparse{t}), t
	}
	return t.weighed(t), t
}

func newScattered(x rows.Source, target *output.Target, machines int) *scatteredTable {
	t := &scatteredTable{hidden: rows.Unweighted(x), target: linalg.New(x.Len(), len(target.Names)), machines: machines, Questions: map[string]int{}, States: map[string][]byte{}}
	if weights := rows.Weights(x); weights != nil {
		t.weights = linalg.Of(len(weights), 1, weights)
	}
	copy(t.target.Data, target.Values)
	for i, c := range target.Class {
		t.target.Data[i] = float64(c)
	}
	return t
}

// weighed is the table as it is given, by its weights where there are any: their mean is 1.
func (t *scatteredTable) weighed(x aggregate.Aggregator) rows.Source {
	if t.weights.Rows == 0 {
		return x
	}
	return aggregate.WeighElsewhere(x, 1, 1)
}

// Len implements rows.Source.
func (t *scatteredTable) Len() int { return t.hidden.Len() }

// Width implements rows.Source.
func (t *scatteredTable) Width() int { return t.hidden.Width() }

// Names implements rows.Named.
func (t *scatteredTable) Names() []string { return rows.Names(t.hidden) }

// Block implements rows.Source: it fails.
func (t *scatteredTable) Block(context.Context, int, int, []float64) ([]float64, error) {
	return nil, errHidden
}

// scatteredSparse is a sparse one.
type scatteredSparse struct{ *scatteredTable }

// SparseBlock implements rows.Sparse: it fails.
func (t scatteredSparse) SparseBlock(context.Context, int, int, rows.Compressed) (rows.Compressed, error) {
	return rows.Compressed{}, errHidden
}

// Aggregate implements aggregate.Aggregator.
func (t *scatteredTable) Aggregate(ctx context.Context, s aggregate.Statistic, y ...aggregate.Aligned) (aggregate.Partial, error) {
	question := t.ask(s, t.Len(), y)
	var sum aggregate.Partial
	for k, n := 0, t.Len(); k < t.machines; k++ {
		answer, err := t.answer(ctx, question, k*n/t.machines, (k+1)*n/t.machines)
		if err != nil {
			return nil, err
		}
		part, err := aggregate.DecodeSum(s, answer)
		if err == nil && sum != nil {
			err = sum.Merge(part)
		} else if err == nil {
			sum = part
		}
		if err != nil {
			return nil, err
		}
	}
	return sum, nil
}

// ask is the question as it is sent: the statistic, and what is aligned with n rows.
func (t *scatteredTable) ask(s aggregate.Statistic, n int, y []aggregate.Aligned) [][]byte {
	question := [][]byte{aggregate.Encode(s)}
	size := len(question[0])
	for _, one := range y {
		form := aggregate.EncodeAligned(one, n)
		t.Functions = append(t.Functions, form)
		question, size = append(question, form), size+len(form)
	}
	t.Asked = append(t.Asked, s.Kind())
	t.States[s.Kind()] = question[0]
	t.Questions[s.Kind()] = max(t.Questions[s.Kind()], size)
	return question
}

// answer is what a machine does that has rows [from, to) and their targets.
func (t *scatteredTable) answer(ctx context.Context, question [][]byte, from, to int) ([]byte, error) {
	s, err := aggregate.Decode(question[0], parts.Statistics()...)
	if err != nil {
		return nil, err
	}
	target := aggregate.Shifted{Aligned: aggregate.InMemory{Matrix: t.target.Slice(from, to)}, First: from}
	var weights aggregate.Aligned
	if t.weights.Rows > 0 {
		weights = aggregate.Shifted{Aligned: aggregate.InMemory{Matrix: t.weights.Slice(from, to)}, First: from}
	}
	y, err := besideRows(question[1:], t.Len(), target, weights)
	if err != nil {
		return nil, err
	}
	part, err := rowsBetween(ctx, t.hidden, from, to)
	if err != nil {
		return nil, err
	}
	sum, err := aggregate.SumPart(ctx, part, from, t.Len(), s, y...)
	if err != nil {
		return nil, err
	}
	return aggregate.EncodeSum(s, sum), nil
}

// besideRows is what stands beside rows whose target and weights are given, of a table of n.
func besideRows(forms [][]byte, n int, of, weights aggregate.Aligned) (y []aggregate.Aligned, err error) {
	for _, form := range forms {
		one, err := aggregate.DecodeAligned(form, n, of, weights, target.KnownFunctions())
		if err != nil {
			return nil, err
		}
		y = append(y, one)
	}
	return y, nil
}

// rowsBetween is some rows of x as a table.
func rowsBetween(ctx context.Context, x rows.Source, from, to int) (rows.Source, error) {
	if compressed, ok := x.(rows.Sparse); ok {
		part, err := compressed.SparseBlock(ctx, from, to, rows.Compressed{})
		if err != nil {
			return nil, err
		}
		return rows.NewSparse(x.Width(), part)
	}
	data, err := x.Block(ctx, from, to, make([]float64, (to-from)*x.Width()))
	if err != nil {
		return nil, err
	}
	return rows.NewMatrix(x.Width(), data)
}
