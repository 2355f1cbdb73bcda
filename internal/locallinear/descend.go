package locallinear

import (
	"cmp"
	"context"
	"math"
	"slices"

	"suffice/internal/aggregate"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
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
	f, err := aggregate.TakeAligned(ctx, t.X.Source, t.F, which)
	if err != nil {
		return nil, err
	}
	x, err := aggregate.AsStandard(z.Cols, z.Data)
	if err == nil {
		x.Source, err = aggregate.Likewise(ctx, t.X.Source, x.Source, which)
	}
	return &held{z, &Table{X: x, F: aggregate.InMemory{Matrix: f}}}, err
}

// step is one with k directions, over the rows of a table.
func (h *held) step(ctx context.Context, over *Table, found *Found, k int, s Settings) error {
	n := over.X.Len()
	b := found.B.Slice(0, min(found.B.Rows, h.z.Rows/2))
	v := linalg.TimesT(h.z, b)
	anchors := spread(v, min(h.z.Rows, cmp.Or(s.Anchors, count(h.z.Rows))))
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

// Most is how many rows are enough to choose anchors and to begin with.
const Most = sampling.ToLearn

// count is the number of anchors for n rows, as the R package MAVE has it: 100, or √n where
// that is more.
func count(n int) int { return min(n, max(100, int(math.Sqrt(float64(n))))) }

// spread chooses about count rows of v that lie like all of them: groups of neighbours are
// taken away, one after the other, beginning with the first row that is left, and the row
// nearest to the mean of a group stands for it.
func spread(v linalg.Matrix, count int) []int {
	left := sampling.All(v.Rows)
	if v.Rows <= count {
		return left
	}
	size := v.Rows / count
	var chosen []int
	var group []int
	transposed, distances := v.Transposed(), make([]float64, v.Rows)
	for len(left) > 1 {
		linalg.Squares(distances, v.Row(left[0]), transposed)
		for k, i := range left {
			distances[k] = distances[i] // k <= i
		}
		group = learn.Smallest(group, distances[:len(left)], min(size, len(left)))
		chosen = append(chosen, left[central(v, left, group)])
		slices.Sort(group)
		left = without(left, group)
	}
	return chosen
}

// tie is by how much a row must be nearer to be so for sure, and not by rounding: of two,
// both are equally far from their mean.
const tie = 1e-9

// central is which of a group of rows that are left is nearest to their mean.
func central(v linalg.Matrix, left, group []int) int {
	mean := make([]float64, v.Cols)
	for _, k := range group {
		linalg.Axpy(1/float64(len(group)), v.Row(left[k]), mean)
	}
	best, least := group[0], math.Inf(1)
	for _, k := range group {
		if d := squared(v.Row(left[k]), mean); d < least*(1-tie) {
			best, least = k, d
		}
	}
	return best
}

// without is rows but for those at some places, which are sorted.
func without(rows, places []int) []int {
	kept, next := rows[:0], 0
	for k, i := range rows {
		if next < len(places) && places[next] == k {
			next++
			continue
		}
		kept = append(kept, i)
	}
	return kept
}

func squared(a, b []float64) (sum float64) {
	for k, v := range a {
		sum += float64((v - b[k]) * (v - b[k]))
	}
	return sum
}

// widthFactor is that of the rule h = 1.2 s n^(-1/(m+4)) for the standard deviation of the
// Gaussian in m directions, s² = n/(n-1) being the variance along each of white rows.
const widthFactor = 1.2

// widths are those of the windows around rows of v, for n rows in all: 2h², or the
// (2m)th smallest squared distance of another row, where that is larger, so that there
// are enough of them.
func widths(v linalg.Matrix, anchors []int, n int) []float64 {
	m := v.Cols
	enough := min(2*m, v.Rows)
	h := widthFactor * math.Sqrt(float64(n)/float64(n-1)) * math.Pow(float64(n), -1/float64(m+4))
	transposed, found := v.Transposed(), make([]float64, len(anchors))
	linalg.Parallel(len(anchors), 8, func(from, to int) {
		distances := make([]float64, v.Rows)
		var nearest []int
		for j := from; j < to; j++ {
			linalg.Squares(distances, v.Row(anchors[j]), transposed)
			if found[j] = 2 * h * h; within(distances, found[j]) < enough {
				nearest = learn.Smallest(nearest, distances, enough)
				found[j] = distances[nearest[enough-1]]
			}
		}
	})
	return found
}

// within counts the distances up to a limit.
func within(distances []float64, limit float64) (count int) {
	for _, d := range distances {
		if d <= limit {
			count++
		}
	}
	return count
}
