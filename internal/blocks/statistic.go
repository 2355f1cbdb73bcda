package blocks

import (
	"context"
	"encoding"
	"errors"
	"fmt"

	"suffice/rows"
)

// Statistic is what rows contribute to a fit: sums of a size that does not depend on how
// many rows there are. A fit asks for one over all rows; whoever has the rows takes it
// over blocks of them, wherever these are, and merges. An Empty one is the question, with
// all that an answer needs; [Encode] and [Decode] carry both over to other machines.
//
// However the rows are divided into blocks, and in whatever order blocks are merged, the
// sums are the same up to rounding.
type Statistic interface {
	// Kind names it in the binary form.
	Kind() string
	// Empty is the same statistic over no rows.
	Empty() Statistic
	// Size is about how many numbers it keeps in memory.
	Size() int
	// Add takes in the rows of a block. The block is not needed afterwards.
	Add(block Block) error
	// Merge takes in the rows that another has, which it does not change. It fails, and
	// changes nothing, where the other is of another kind or answers another question.
	Merge(other Statistic) error

	encoding.BinaryAppender
	encoding.BinaryUnmarshaler
}

// Block is some rows: their inputs and, beside them, numbers that stand for the outputs.
type Block struct {
	From int       // which row of the table is the first, for messages
	Rows int       // how many there are
	X    []float64 // the inputs as they are, by rows
	Y    []float64 // what stands for the outputs, by rows; none where the statistic needs none
}

// Beside is numbers beside the rows of a source, such as functions of the output.
type Beside interface {
	// Width is how many there are to a row.
	Width() int
	// Rows returns those of rows [from, to), by rows, in buf or in memory of its own. It is
	// called by several goroutines at once.
	Rows(from, to int, buf []float64) []float64
}

// Summing is a Source that takes statistics by itself, such as one whose rows are on
// several machines.
type Summing interface {
	rows.Source
	// Sum answers the question, which is over no rows, for all rows, with y beside them,
	// which may be nil. It does not keep the question.
	Sum(ctx context.Context, y Beside, question Statistic) (Statistic, error)
}

// counting is a Statistic that knows how many rows it is over.
type counting interface{ Count() int }

// releasing is a Statistic that gives memory back which is no longer used.
type releasing interface{ Release() }

// Sum takes a statistic over all rows of x, with y beside them, which may be nil: in
// parts side by side, which are merged in order. The result is the same for any number of
// cores.
func Sum(ctx context.Context, x rows.Source, y Beside, question Statistic) (Statistic, error) {
	own, ok := x.(Summing)
	if !ok {
		return Divide(x.Len(), x.Width(), question.Size()).Sum(ctx, x, y, question)
	}
	answer, err := own.Sum(ctx, y, question)
	if err != nil {
		return nil, err
	}
	if err := checkAnswer(answer, question, x.Len()); err != nil {
		return nil, err
	}
	return answer, nil
}

// checkAnswer fails where a source has answered another question, or left out rows or
// taken some twice: a wrong model is worse than none.
func checkAnswer(answer, question Statistic, n int) error {
	if answer == nil || answer.Kind() != question.Kind() {
		return fmt.Errorf("the source was asked for statistics of kind %q and has given others", question.Kind())
	}
	if counted, ok := answer.(counting); ok && counted.Count() != n {
		return wrongCount(n, counted.Count(), question.Kind())
	}
	return nil
}

func wrongCount(want, got int, kind string) error {
	return fmt.Errorf("the source has %d rows, but its statistics of kind %q are over %d; take each row once", want, kind, got)
}

// Sum takes a statistic over all rows of x in these parts.
func (p Parts) Sum(ctx context.Context, x rows.Source, y Beside, question Statistic) (Statistic, error) {
	sums, failed, memory := make([]Statistic, p.Count), make([]error, p.Count), make([][]float64, p.Count)
	for part := range sums {
		sums[part] = question.Empty()
		if y != nil {
			memory[part] = make([]float64, p.Piece*y.Width())
		}
	}
	err := p.Each(ctx, x, func(part, from, to int, piece []float64) {
		if failed[part] != nil {
			return
		}
		block := Block{From: from, Rows: to - from, X: piece}
		if y != nil {
			block.Y = y.Rows(from, to, memory[part][:(to-from)*y.Width()])
		}
		failed[part] = sums[part].Add(block)
	})
	if err = errors.Join(err, errors.Join(failed...)); err != nil {
		return nil, err
	}
	for _, other := range sums[1:] {
		if err := sums[0].Merge(other); err != nil {
			return nil, err
		}
		Release(other)
	}
	return sums[0], nil
}

// Release gives the memory of a statistic back, where it knows how to; the statistic can
// no longer be used.
func Release(s Statistic) {
	if s, ok := s.(releasing); ok {
		s.Release()
	}
}

// Mismatch says that two statistics cannot be merged.
func Mismatch(a, b Statistic) error {
	if a.Kind() != b.Kind() {
		return fmt.Errorf("statistics of kinds %q and %q cannot be merged", a.Kind(), b.Kind())
	}
	return fmt.Errorf("two statistics of kind %q answer different questions, so they cannot be merged", a.Kind())
}
