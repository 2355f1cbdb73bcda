package locallinear

import (
	"context"

	"suffice/internal/blocks"
	"suffice/internal/linalg"
)

// Settings are those of a search.
type Settings struct {
	Dim     int
	Refine  bool // MAVE, where few directions are left, instead of OPG throughout
	Anchors int  // 0 means the number of the R package MAVE
}

// Found is the directions in white coordinates, by rows, and the eigenvalues of OPG.
type Found struct {
	B       linalg.Matrix
	Values  []float64
	Anchors int // that there were in the last step
}

// mostRefined is for how many directions at most MAVE takes the place of OPG.
const mostRefined = 5

// rounds is how many steps there are with k directions.
func rounds(k int) int {
	switch {
	case k <= 10:
		return 5
	case k <= 20:
		return 2
	}
	return 1
}

// fewer is how many directions come after k: one less, or a third less where they are many.
func fewer(k, dim int) int {
	if k > 20 {
		return max(20, dim, k*2/3)
	}
	return k - 1
}

// Descend finds directions of E(f|x): with rows that are held, from all directions to the
// number that is wanted, and then, where those are not all, with all rows.
func Descend(ctx context.Context, all *Table, held []int, s Settings) (*Found, error) {
	h, err := all.hold(ctx, held)
	if err != nil {
		return nil, err
	}
	p := h.z.Cols
	found := &Found{B: linalg.Identity(p)}
	for k := p; ; k = fewer(k, s.Dim) {
		found.B = found.B.Slice(0, min(k, found.B.Rows))
		steps := rounds(k)
		if k == p && 2*k <= h.z.Rows { // all directions: steps that follow would find the same
			steps = 1
		}
		for range steps {
			if err := h.step(ctx, h.table, found, k, s); err != nil {
				return nil, err
			}
		}
		if k <= s.Dim {
			break
		}
	}
	if len(held) < all.X.Len() {
		for range rounds(s.Dim) {
			if err := h.step(ctx, all, found, s.Dim, s); err != nil {
				return nil, err
			}
		}
	}
	return found, nil
}

// held is rows in memory: anchors are chosen among them.
type held struct {
	z     linalg.Matrix
	table *Table // of these rows
}

// hold takes rows into memory.
func (t *Table) hold(ctx context.Context, which []int) (*held, error) {
	z, err := t.X.Select(ctx, which)
	if err != nil {
		return nil, err
	}
	if t.T.Rows > 0 {
		z = linalg.TimesT(z, t.T)
	}
	f, err := blocks.TakeAligned(ctx, t.X.Source, t.F, which)
	if err != nil {
		return nil, err
	}
	x, err := blocks.AsStandard(z.Cols, z.Data)
	if err == nil {
		x.Source, err = blocks.Likewise(ctx, t.X.Source, x.Source, which)
	}
	return &held{z, &Table{X: x, F: blocks.InMemory{Matrix: f}}}, err
}

// step is one with k directions, over the rows of a table.
func (h *held) step(ctx context.Context, over *Table, found *Found, k int, s Settings) error {
	n := over.X.Len()
	b := found.B.Slice(0, min(found.B.Rows, h.z.Rows/2))
	v := linalg.TimesT(h.z, b)
	anchors := spread(v, min(h.z.Rows, s.anchors(h.z.Rows)))
	found.Anchors = len(anchors)
	w := Windows{B: b, Anchors: h.z.Pick(anchors), Widths: widths(v, anchors, n)}
	sums, err := over.sums(ctx, w)
	if err != nil {
		return err
	}
	defer sums.Release()
	if s.Refine && k <= mostRefined && b.Rows == k {
		found.Values = nil
		found.B, err = sums.refined(n)
	} else {
		found.Values, found.B, err = sums.gradients(k, n)
	}
	return err
}

func (s Settings) anchors(n int) int {
	if s.Anchors > 0 {
		return s.Anchors
	}
	return count(n)
}
