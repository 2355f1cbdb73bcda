package suffice

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"suffice/internal/wording"
	"suffice/rows"
)

const (
	rareRows   = 10  // fewer are rare, where they are also less than a 200th of all
	largeShare = .3  // of the length of a component: a weight that matters
	rareShare  = 200 // see rareRows
)

// diagnosed is the model with warnings of inputs that have a large weight though they are
// the same in nearly all rows of x. Scaled to standard deviation 1, what differs is far
// from all others, and a component can live on these few rows alone.
func diagnosed(ctx context.Context, p *Projection, x Rows) (*Projection, error) {
	large := map[int][]string{} // inputs, and the components in which they have large weights
	for k, row := range p.Components {
		var length float64
		for _, w := range row {
			length = math.Hypot(length, w)
		}
		for j, w := range row {
			if math.Abs(w) > largeShare*length {
				large[j] = append(large[j], fmt.Sprintf("z%d", k+1))
			}
		}
	}
	same, err := nearlyConstant(ctx, x, large)
	if err != nil {
		return nil, err
	}
	for j, name := range p.Inputs {
		counted, ok := same[j]
		if !ok || counted.differ() == 0 || counted.differ()*rareShare >= x.Len() {
			continue
		}
		column := name
		if level, ok := p.Levels[name]; ok {
			column = level.Column
		}
		p.Warnings = append(p.Warnings, fmt.Sprintf("input %q differs from %.6g in only %d of %s, yet has a large weight in %s; leave out column %q if it does not matter",
			name, counted.usual(), counted.differ(), wording.Count(x.Len(), "row"), strings.Join(large[j], ", "), column))
	}
	return p, nil
}

// tally counts the different values of a column, of which there are rareRows at most.
type tally struct {
	values    []float64
	counts    []int
	all, most int // rows, and those of the most frequent value
}

// add counts n rows more. It reports whether fewer than rareRows differ from the usual
// value; once they do not, they never will.
func (t *tally) add(v float64, n int) bool {
	k := 0
	for k < len(t.values) && t.values[k] != v {
		k++
	}
	if k == len(t.values) {
		t.values, t.counts = append(t.values, v), append(t.counts, 0)
	}
	t.counts[k] += n
	t.all, t.most = t.all+n, max(t.most, t.counts[k])
	return t.differ() < rareRows
}

// differ is how many rows do not have the usual value.
func (t *tally) differ() int { return t.all - t.most }

// usual is the most frequent value, the smallest of several.
func (t *tally) usual() float64 {
	usual := math.Inf(1)
	for k, v := range t.values {
		if t.counts[k] == t.most {
			usual = min(usual, v)
		}
	}
	return usual
}

// errAllVary ends a reading that has nothing left to find.
var errAllVary = errors.New("all columns vary")

// nearlyConstant counts the values of those of the columns that are the same but in fewer
// than rareRows rows. Most columns are seen not to be within a few rows, so that it seldom
// reads more than a block.
func nearlyConstant(ctx context.Context, x Rows, columns map[int][]string) (map[int]*tally, error) {
	counts := map[int]*tally{}
	for j := range columns {
		counts[j] = &tally{}
	}
	if len(counts) == 0 {
		return counts, nil
	}
	if sparse, ok := x.(rows.Sparse); ok {
		return counts, countSparse(ctx, sparse, counts)
	}
	width := x.Width()
	err := rows.Each(ctx, x, rows.BlockLen(width), func(_, _ int, block []float64) error {
		for j, column := range counts {
			for at := j; at < len(block); at += width {
				if !column.add(block[at], 1) {
					delete(counts, j)
					break
				}
			}
		}
		if len(counts) == 0 {
			return errAllVary
		}
		return nil
	})
	if errors.Is(err, errAllVary) {
		err = ctx.Err()
	}
	return counts, err
}

// countSparse is the same for rows without their zeros.
func countSparse(ctx context.Context, x rows.Sparse, counts map[int]*tally) error {
	const rowsAtOnce = 4096
	var block rows.Compressed
	for from := 0; from < x.Len() && len(counts) > 0; from += rowsAtOnce {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := min(from+rowsAtOnce, x.Len())
		var err error
		if block, err = x.SparseBlock(ctx, from, to, block); err != nil {
			return err
		}
		zeros := map[int]int{}
		for j := range counts {
			zeros[j] = to - from
		}
		for e, j := range block.Columns {
			if column, ok := counts[int(j)]; ok {
				zeros[int(j)]--
				if !column.add(block.Values[e], 1) {
					delete(counts, int(j))
				}
			}
		}
		for j, column := range counts {
			if zeros[j] > 0 && !column.add(0, zeros[j]) {
				delete(counts, j)
			}
		}
	}
	return ctx.Err()
}
