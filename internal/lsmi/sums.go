package lsmi

import (
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Known are the kinds of statistics of this package.
func Known() aggregate.Kinds {
	return aggregate.Kinds{&foldSumsAt{}, &pairsAt{}, &slopeAt{}, &scatterAt{}}
}

// place is a W with the centres, where sums over the rows are taken. Aligned with a row are
// its fold and, for some widths of y, its L against the centres.
type place struct {
	Units   *aggregate.Units
	P       *kernel.Projected
	Kernel  kernel.Kind
	Folds   int
	Outputs int // widths of y
	Block   int // rows that are taken at a time
}

// place is where W puts the sample, for so many widths of y.
func (s *Sample) place(w linalg.Matrix, k kernel.Kind, outputs int) place {
	return place{s.x.Units(), kernel.Project(w, s.u), k, s.folds, outputs, s.block}
}

// aligned is what the statistics need beside the rows.
func (s *Sample) aligned(widthsY ...float64) []aggregate.Aligned {
	y := []aggregate.Aligned{aggregate.Labels(s.fold)}
	for _, width := range widthsY {
		y = append(y, outputRows{&s.outputs, width})
	}
	return y
}

func (at *place) Plan(int, int) aggregate.Plan {
	return aggregate.Plan{Parts: aggregate.InTurn(at.Block)}
}

// Weighs says that rows count by their weights.
func (at *place) Weighs() bool { return true }

func (at *place) Complete() error {
	d := at.P.W.Cols
	if at.P.W.Rows == 0 {
		d = at.P.V.Cols
	}
	return aggregate.Consistent(d == len(at.Units.Mean), at.Folds >= 1, at.Outputs >= 0, at.Block >= 1)
}

// single is Complete where there is one width of y.
func (at *place) single() error { return aggregate.Consistent(at.Complete() == nil, at.Outputs == 1) }

// arranged is room for rows in the order of their folds, so that those of one fold are next
// to each other in every matrix that is taken over them.
type arranged struct {
	x     []float64
	z     linalg.Matrix
	order aggregate.Grouping // of the rows among those that came
	by    []float64          // weights of the rows in order; nil means that all count the same
	l     []linalg.Matrix    // L for each width of y, as it came
}

// each calls visit with one stretch of the rows of a block after the other: x, standardised
// and in order. The rest is in m.
func (m *arranged) each(at *place, block aggregate.Block, visit func(x linalg.Matrix)) error {
	d, b := len(at.Units.Mean), at.P.V.Rows
	if err := block.Check(d, append([]int{1}, slices.Repeat([]int{b}, at.Outputs)...)...); err != nil {
		return err
	}
	size := min(at.Block, block.Rows)
	if m.z.Rows < size {
		m.z = linalg.New(size, at.P.W.Rows)
	}
	m.l = make([]linalg.Matrix, at.Outputs)
	for from := 0; from < block.Rows; from += size {
		to := min(from+size, block.Rows)
		if m.order.Group(block.Y[0][from:to], 0, at.Folds); len(m.order.Rows) < to-from {
			return aggregate.ErrInconsistent
		}
		x := linalg.Of(to-from, d, aggregate.Room(&m.x, (to-from)*d))
		for k, i := range m.order.Rows {
			copy(x.Row(k), block.X[(from+i)*d:(from+i+1)*d])
		}
		at.Units.StandardizeAll(x.Data, x.Data)
		for k := range m.l {
			m.l[k] = linalg.Of(to-from, b, block.Y[1+k][from*b:])
		}
		if block.Weights != nil {
			m.by = aggregate.Some(block.Weights[from:to], m.order.Rows)
		}
		visit(x)
	}
	return nil
}

// weights are those of the rows [from, to) in order, if there are any.
func (m *arranged) weights(from, to int) []float64 {
	if m.by == nil {
		return nil
	}
	return m.by[from:to]
}

// segment is the rows [from, to) in order that belong to one fold.
type segment struct{ fold, from, to int }

// segments lists the folds that have rows.
func (m *arranged) segments() []segment {
	var all []segment
	for f, to := range m.order.Starts[1:] {
		if from := m.order.Starts[f]; to > from {
			all = append(all, segment{f, from, to})
		}
	}
	return all
}

// foldSumsAt asks for the sums of each fold, for all widths of z and y.
type foldSumsAt struct {
	place
	Widths []float64 // of z
}

func (at *foldSumsAt) Kind() string { return "folds" }

func (at *foldSumsAt) Zero() aggregate.Partial {
	s := &foldPartial{of: at, counts: make([]float64, at.Folds), folds: make([]*foldSums, at.Folds)}
	totals := []aggregate.Total{aggregate.Vector(s.counts)}
	for f := range s.folds {
		s.folds[f] = newFoldSums(len(at.Widths), at.Outputs, at.P.V.Rows)
		for iz, kk := range s.folds[f].kk {
			totals = append(totals, aggregate.Total{Matrix: kk, Upper: true})
			for _, kl := range s.folds[f].kl[iz] {
				totals = append(totals, aggregate.Vector(kl))
			}
		}
	}
	s.Totals = aggregate.NewTotals(at, totals...)
	return s
}

type foldPartial struct {
	aggregate.Totals
	of      *foldSumsAt
	counts  []float64 // rows of each fold, by their weights
	folds   []*foldSums
	memory  arranged
	squared linalg.Matrix
}

func (s *foldPartial) Add(block aggregate.Block) error {
	return s.memory.each(&s.of.place, block, s.add)
}

// foldPiece is how many rows a core takes at a time: their kernel values stay in the
// cache.
const foldPiece = 256

func (s *foldPartial) add(x linalg.Matrix) {
	at, b, nz := s.of, s.of.P.V.Rows, len(s.of.Widths)
	s.Rows += x.Rows
	s.squared = atLeast(s.squared, x.Rows, b)
	squared := s.squared.Slice(0, x.Rows)
	at.P.Distances(squared, s.memory.z, x)
	segments := s.memory.segments()
	linalg.Parallel(nz*len(segments), 1, func(i, _ int) {
		iz, part := i%nz, segments[i/nz]
		K := linalg.Borrow(foldPiece, b)
		defer linalg.Return(K)
		for a := part.from; a < part.to; a += foldPiece {
			z := min(a+foldPiece, part.to)
			K := K.Slice(0, z-a)
			at.Kernel.Matrix(K, squared.Slice(a, z), at.Widths[iz])
			s.folds[part.fold].add(iz, K, s.memory.l, s.memory.order.Rows[a:z], s.memory.weights(a, z))
		}
	})
	for _, part := range segments {
		weights := s.memory.weights(part.from, part.to)
		for _, w := range weights {
			s.counts[part.fold] += w
		}
		if weights == nil {
			s.counts[part.fold] += float64(part.to - part.from)
		}
	}
}

// Release gives the memory back, but for the sums.
func (s *foldPartial) Release() {
	linalg.Return(s.squared)
	aggregate.Return(&s.memory.x)
}

// atLeast is a where it has so many rows, and otherwise larger memory in its place.
func atLeast(a linalg.Matrix, rows, cols int) linalg.Matrix {
	if a.Rows >= rows {
		return a
	}
	linalg.Return(a)
	return linalg.Borrow(rows, cols)
}

// pairsAt asks for KᵀK and the column sums of K ∘ L.
type pairsAt struct {
	place
	Width float64 // of z
}

func (at *pairsAt) Kind() string { return "pairs" }

func (at *pairsAt) Zero() aggregate.Partial {
	b := at.P.V.Rows
	kk, kl := aggregate.Upper(b), make([]float64, b)
	return &pairSums{Totals: aggregate.NewTotals(at, kk, aggregate.Vector(kl)), of: at, kk: kk.Matrix, kl: kl}
}

func (at *pairsAt) Complete() error { return at.single() }

type pairSums struct {
	aggregate.Totals
	of     *pairsAt
	kk     linalg.Matrix
	kl     []float64
	memory arranged
	k      linalg.Matrix
}

func (s *pairSums) Add(block aggregate.Block) error {
	return s.memory.each(&s.of.place, block, func(x linalg.Matrix) {
		s.Rows += x.Rows
		s.k = atLeast(s.k, x.Rows, len(s.kl))
		k := s.k.Slice(0, x.Rows)
		s.of.P.Kernel(k, s.memory.z, x, s.of.Kernel, s.of.Width)
		weights := s.memory.weights(0, x.Rows)
		aggregate.ScaleRoots(k, weights)
		linalg.AddGram(s.kk, k)
		aggregate.ScaleRoots(k, weights)
		addProducts(s.kl, k, s.memory.l[0], s.memory.order.Rows)
	})
}

// Release gives the memory back.
func (s *pairSums) Release() {
	s.Totals.Release()
	linalg.Return(s.k)
	aggregate.Return(&s.memory.x)
}

// addProducts adds the column sums of k ∘ l to dst, row i of k meeting row order[i] of l.
func addProducts(dst []float64, k, l linalg.Matrix, order []int) {
	for i := range k.Rows {
		linalg.AddProducts(dst, k.Row(i), l.Row(order[i]))
	}
}
