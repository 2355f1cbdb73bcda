package lsmi

import (
	"context"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/output"
)

// keepValues is how many values of L are kept in memory (64 MiB); beyond that the
// blocks are computed again each time.
const keepValues = 1 << 23

// outputKernels yields the blocks of L. Since y never changes, they are kept from
// one use to the next where there is room.
type outputKernels struct {
	sample *Sample
	kept   map[float64]linalg.Matrix   // L of all rows, by width
	grams  map[float64][]linalg.Matrix // LᵀL of each fold, by width
	values int
	shift  []float64 // subtracted from each column of L, where the sample is centred
}

// rows returns L between rows [from, to) and the centres. Unless it is kept it is computed
// in memory, which grows as needed.
func (o *outputKernels) rows(from, to int, width float64, memory *[]float64) linalg.Matrix {
	if all, ok := o.kept[width]; ok {
		return all.Slice(from, to)
	}
	b := len(o.sample.centres)
	dst := linalg.Of(to-from, b, aggregate.Room(memory, (to-from)*b))
	o.compute(dst, from, width)
	return dst
}

// outputRows is L for one width, aligned with the rows.
type outputRows struct {
	of    *outputKernels
	width float64
}

func (l outputRows) Width() int { return len(l.of.sample.centres) }

func (l outputRows) Rows(from, to int, memory *[]float64) []float64 {
	return l.of.rows(from, to, l.width, memory).Data
}

// keep computes L for the given width once and for all, if there is room.
func (o *outputKernels) keep(width float64) {
	n, b := o.sample.x.Len(), len(o.sample.centres)
	if _, ok := o.kept[width]; ok || o.values+n*b > keepValues {
		return
	}
	all := linalg.New(n, b)
	o.compute(all, 0, width)
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
	memory := make([][]float64, len(fresh))
	for from := 0; len(fresh) > 0 && from < len(s.order); from += s.block {
		if err := ctx.Err(); err != nil {
			o.grams = nil
			return err
		}
		part := s.order[from:min(from+s.block, len(s.order))]
		segments := s.segments(part)
		linalg.Parallel(len(fresh), 1, func(iy, _ int) { o.addGrams(fresh[iy], from, part, segments, &memory[iy]) })
	}
	for iy := range memory {
		aggregate.Return(&memory[iy])
	}
	for range fresh {
		kernel.CountSums(len(s.order), b)
	}
	return nil
}

// addGrams adds the rows of a block, given in fold order, to LᵀL of each fold.
func (o *outputKernels) addGrams(width float64, from int, part []int, segments []segment, memory *[]float64) {
	l := o.rows(from, from+len(part), width, memory)
	sorted := linalg.Borrow(len(part), l.Cols)
	defer linalg.Return(sorted)
	for k, i := range part {
		copy(sorted.Row(k), l.Row(i-from))
	}
	if weights := o.sample.x.Weights(); weights != nil {
		aggregate.ScaleRoots(sorted.Slice(0, len(part)), aggregate.Some(weights, part))
	}
	linalg.Parallel(len(segments), 1, func(i, _ int) {
		at := segments[i]
		linalg.AddGram(o.grams[width][at.fold], sorted.Slice(at.from, at.to))
	})
}

// segments lists the folds of rows in fold order.
func (s *Sample) segments(part []int) []segment {
	var all []segment
	for from := 0; from < len(part); {
		to := from + 1
		for to < len(part) && s.fold[part[to]] == s.fold[part[from]] {
			to++
		}
		all = append(all, segment{s.fold[part[from]], from, to})
		from = to
	}
	return all
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

// compute sets dst to L between the rows from the given one on and the centres.
func (o *outputKernels) compute(dst linalg.Matrix, from int, width float64) {
	s := o.sample
	linalg.Parallel(dst.Rows, 64, func(a, b int) {
		for k := a; k < b; k++ {
			i := from + k
			if s.which != nil {
				i = s.which[i]
			}
			kernel.Outputs(dst.Slice(k, k+1), s.y, i, s.centres, width)
			if o.shift != nil {
				linalg.Axpy(-1, o.shift, dst.Row(k))
			}
		}
	})
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
	return sampling.Pick(s.which, rows)
}
