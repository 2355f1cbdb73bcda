package spool

import (
	"math"

	"suffice/internal/cells"
)

// singles is a dense block in half the memory: its cells as numbers of 32 bits, those that would
// lose by it apart.
type singles struct {
	cells []float32
	at    []uint32 // places of the others: words, missing values, longer fractions
	other []float64
}

const (
	singlesShare = 10      // of the memory that is allowed, which rows take before they are held so
	singlesLeast = 1 << 26 // bytes of them: a smaller table is read faster than it is unpacked
	mostOthers   = 16      // cells for each other at least
)

// singlesOf is nil where too many cells would lose.
func singlesOf(b *cells.Block) *singles {
	if b.Sparse {
		return nil
	}
	s := &singles{cells: make([]float32, len(b.Cells))}
	for i, v := range b.Cells {
		s.cells[i] = float32(v)
		if math.Float64bits(float64(s.cells[i])) == math.Float64bits(v) {
			continue
		}
		if s.at, s.other = append(s.at, uint32(i)), append(s.other, v); len(s.at) > len(b.Cells)/mostOthers {
			return nil
		}
	}
	return s
}

// into sets b to the block, in the memory that b has.
func (s *singles) into(b *cells.Block, of shape) {
	if cap(b.Cells) < len(s.cells) {
		b.Cells = make([]float64, len(s.cells))
	}
	b.Rows, b.Width, b.Cells = of.rows, of.width, b.Cells[:len(s.cells)]
	for i, v := range s.cells {
		b.Cells[i] = float64(v)
	}
	for k, i := range s.at {
		b.Cells[i] = s.other[k]
	}
}

func (s *singles) bytes() int64 {
	const single, place, number = 4, 4, 8
	return int64(len(s.cells))*single + int64(len(s.at))*(place+number)
}

// put holds a block in memory, in half of it where the rows so far take much and none loses by it.
func (r *Rows) put(h *held, b *cells.Block) {
	r.taken -= h.memory()
	h.block, h.half = b, nil
	if r.halving() {
		if h.half = singlesOf(b); h.half != nil {
			h.block = nil
		}
		r.long = h.half == nil && !b.Sparse // and so will those that follow be
	}
	r.taken += h.memory()
}

func (r *Rows) halving() bool {
	most := r.options.Memory
	return r.options.Half || !r.long && most > 0 && r.taken > max(singlesLeast, most/singlesShare)
}

// whole is a block in memory as it was.
func (h *held) whole() *cells.Block {
	if h.half == nil {
		return h.block
	}
	b := new(cells.Block)
	h.half.into(b, h.shape)
	return b
}

// memory is what the block takes here.
func (h *held) memory() int64 {
	switch {
	case h.half != nil:
		return h.half.bytes()
	case h.block != nil:
		return h.bytes()
	}
	return 0
}
