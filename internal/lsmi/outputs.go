package lsmi

import (
	"context"

	"suffice/internal/flops"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
)

// keepValues is how many values of L are kept in memory (64 MiB); beyond that the
// blocks are computed again each time.
const keepValues = 1 << 23

// outputKernels yields the blocks of L. Since y never changes, they are kept from
// one use to the next where there is room.
type outputKernels struct {
	sample *Sample
	kept   map[float64]linalg.Matrix   // L of all rows, in fold order within blocks, by width
	grams  map[float64][]linalg.Matrix // LᵀL of each fold, by width
	values int
	shift  []float64 // subtracted from each column of L, where the sample is centred
}

// block returns L between the given rows, which make up the block that starts at row
// from, and the centres, in fold order. Unless the block is kept it is computed in
// memory, which grows as needed.
func (o *outputKernels) block(memory *linalg.Matrix, from int, rows []int, width float64) linalg.Matrix {
	if all, ok := o.kept[width]; ok {
		return all.Slice(from, from+len(rows))
	}
	if memory.Rows < len(rows) {
		linalg.Return(*memory)
		*memory = linalg.Borrow(len(rows), len(o.sample.centres))
	}
	dst := memory.Slice(0, len(rows))
	o.compute(dst, rows, width)
	return dst
}

// blocks is block for several widths.
func (o *outputKernels) blocks(memory []linalg.Matrix, from int, rows []int, widths []float64) []linalg.Matrix {
	all := make([]linalg.Matrix, len(widths))
	for iy, width := range widths {
		all[iy] = o.block(&memory[iy], from, rows, width)
	}
	return all
}

// keep computes L for the given width once and for all, if there is room.
func (o *outputKernels) keep(width float64) {
	n, b := o.sample.x.Len(), len(o.sample.centres)
	if _, ok := o.kept[width]; ok || o.values+n*b > keepValues {
		return
	}
	all := linalg.New(n, b)
	o.compute(all, o.sample.order, width)
	o.kept[width] = all
	o.values += n * b
}

// Forget gives up the kernel values of y that are kept for widths that were tried; they
// are computed again where they are needed.
func (s *Sample) Forget() {
	clear(s.outputs.kept)
	s.outputs.values = 0
}

// prepare takes LᵀL of each fold for the given widths, unless they are known.
func (o *outputKernels) prepare(ctx context.Context, widths []float64) error {
	if o.grams == nil {
		o.grams = map[float64][]linalg.Matrix{}
	}
	s, b := o.sample, len(o.sample.centres)
	var fresh []float64
	for _, width := range widths {
		if _, ok := o.grams[width]; ok {
			continue
		}
		fresh = append(fresh, width)
		o.keep(width)
		o.grams[width] = make([]linalg.Matrix, s.folds)
		for f := range s.folds {
			o.grams[width][f] = linalg.New(b, b)
		}
	}
	memory := make([]linalg.Matrix, len(fresh))
	defer func() { linalg.Return(memory...) }()
	for from := 0; len(fresh) > 0 && from < len(s.order); from += s.block {
		if err := ctx.Err(); err != nil {
			o.grams = nil
			return err
		}
		part := s.order[from:min(from+s.block, len(s.order))]
		L, segments := o.blocks(memory, from, part, fresh), s.segments(part)
		linalg.Parallel(len(fresh)*len(segments), 1, func(i, _ int) {
			iy, at := i%len(fresh), segments[i/len(fresh)]
			linalg.AddGram(o.grams[fresh[iy]][at.fold], L[iy].Slice(at.from, at.to))
		})
	}
	for range fresh {
		flops.Sums(len(s.order), b)
	}
	return nil
}

// fold returns LᵀL over the rows of fold f, for each width.
func (o *outputKernels) fold(widths []float64, f int) []linalg.Matrix {
	grams := make([]linalg.Matrix, len(widths))
	for iy, width := range widths {
		grams[iy] = o.grams[width][f]
	}
	return grams
}

// total returns LᵀL over all rows, for each width.
func (o *outputKernels) total(widths []float64) []linalg.Matrix {
	grams := make([]linalg.Matrix, len(widths))
	for iy, width := range widths {
		grams[iy] = o.grams[width][0].Clone()
		for _, part := range o.grams[width][1:] {
			linalg.Add(grams[iy], part)
		}
	}
	return grams
}

// compute sets dst to L between the given rows and the centres.
func (o *outputKernels) compute(dst linalg.Matrix, rows []int, width float64) {
	centres := o.sample.centres
	switch y := o.sample.y.(type) {
	case output.Metric:
		SquaredDistances(dst, y, o.sample.rowsOf(rows), centres)
		kernel.Gaussian.Matrix(dst, dst, width)
	case output.Kernel:
		rows := o.sample.rowsOf(rows)
		linalg.Parallel(len(rows), 64, func(from, to int) {
			for k := from; k < to; k++ {
				y.Kernel(dst.Row(k), rows[k], rows[k]+1, centres)
				if o.shift != nil {
					linalg.Axpy(-1, o.shift, dst.Row(k))
				}
			}
		})
	}
}

// SquaredDistances sets dst to the squared distances between the outputs of the given rows
// and those of the centres.
func SquaredDistances(dst linalg.Matrix, y output.Metric, rows, centres []int) {
	linalg.Parallel(len(rows), 64, func(from, to int) {
		for k := from; k < to; k++ {
			y.SquaredDistances(dst.Row(k), rows[k], rows[k]+1, centres)
		}
	})
}

// rowsOf are the rows of y for rows of x.
func (s *Sample) rowsOf(rows []int) []int {
	if s.which == nil {
		return rows
	}
	own := make([]int, len(rows))
	for k, i := range rows {
		own[k] = s.which[i]
	}
	return own
}
