package table

import (
	"context"
	"errors"
	"io"
	"slices"

	"suffice/rows"
)

// NextRows is Next as a source: a [rows.Sparse] where the rows are sparse, hold numbers
// alone and few of them, and a matrix elsewhere.
func (s *Stream) NextRows(ctx context.Context) (rows.Source, error) {
	if !s.failing && (s.block == nil || s.at == s.block.Rows) {
		if err := s.nextBlock(ctx); errors.Is(err, io.EOF) {
			return nil, s.end()
		} else if err != nil {
			return nil, err
		}
	}
	if x := s.takeSparse(); x != nil {
		return x, nil
	}
	block, err := s.Next(ctx)
	if err != nil {
		return nil, err
	}
	return rows.NewMatrix(len(s.inputs), block)
}

// takeSparse returns the rows of the block that were not taken, without their zeros, or
// nil where something in them is not a number.
func (s *Stream) takeSparse() rows.Source {
	b := s.block
	if s.failing || b == nil || !b.Sparse || float64(len(b.Slots)) > mostFilled*float64(b.Rows)*float64(len(s.inputs)) {
		return nil
	}
	number := s.inputBySlot()
	if number == nil {
		return nil
	}
	out := rows.Compressed{Starts: []int{0}}
	for i := s.at; i < b.Rows; i++ {
		begin := len(out.Columns)
		for e := b.Starts[i]; e < b.Starts[i+1]; e++ {
			k, v := number[b.Slots[e]], b.Values[e]
			switch {
			case k < 0 || v == 0:
			case v-v != 0:
				return nil // missing: Next knows what to do
			default:
				out.Columns, out.Values = append(out.Columns, uint32(k)), append(out.Values, v)
			}
		}
		endRow(&out, begin)
	}
	x, err := rows.NewSparse(len(s.inputs), out)
	if err != nil { // a column that is two inputs
		return nil
	}
	s.given += b.Rows - s.at
	s.taken = s.taken[:0]
	for ; s.at < b.Rows; s.at++ {
		s.taken = append(s.taken, s.at)
	}
	return x
}

// inputBySlot is the input that each slot leads to, or below 0; nil where an input is
// not simply a number that is 0 where a row has none.
func (s *Stream) inputBySlot() []int32 {
	number := slices.Repeat([]int32{unused}, s.table.schema.Kept)
	for k := range s.inputs {
		f := &s.inputs[k]
		switch {
		case f.column == nil && f.zero: // the file does not mention it
		case f.column == nil || f.column.Slot < 0 || f.column.Texts > 0 || f.isLevel() || f.turn != 0 || s.zero[f.column.Slot] != 0 || number[f.column.Slot] != unused:
			return nil
		default:
			number[f.column.Slot] = int32(k)
		}
	}
	return number
}
