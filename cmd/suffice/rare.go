package main

import (
	"context"
	"fmt"
	"math"
	"strings"

	"suffice"
	"suffice/internal/wording"
	"suffice/rows"
)

const (
	fewRows    = 10  // fewer are rare, where they are also less than a 200th of all
	largeShare = .3  // of the length of a component: a weight that matters
	rareShare  = 200 // see fewRows
)

// rareInputs warns of inputs that have a large weight though they are the same in nearly
// all rows. Scaled to standard deviation 1, what differs is far from all others, and a
// component can live on these few rows alone.
func rareInputs(ctx context.Context, m *suffice.Projection, x rows.Source) ([]string, error) {
	if m.Method == "none" {
		return nil, nil // each input is a component of its own
	}
	large := map[int][]string{} // inputs, and the components in which they have large weights
	for k, row := range m.Components {
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
	values, err := countValues(ctx, x, large)
	if err != nil {
		return nil, err
	}
	var warnings []string
	for j, name := range m.Inputs {
		usual, differ := usualValue(values[j])
		if values[j] == nil || differ == 0 || differ >= fewRows || differ*rareShare >= x.Len() {
			continue
		}
		column := name
		if level, ok := m.Levels[name]; ok {
			column = level.Column
		}
		warnings = append(warnings, fmt.Sprintf("input %q differs from %.6g in only %d of %s, yet has a large weight in %s; leave it out with --exclude %s if it does not matter",
			name, usual, differ, wording.Count(x.Len(), "row"), strings.Join(large[j], ", "), quotedForShell(column)))
	}
	return warnings, nil
}

// countValues counts the values of some columns. It gives up on columns of too many
// different ones to be nearly always the same.
func countValues(ctx context.Context, x rows.Source, columns map[int][]string) (map[int]map[float64]int, error) {
	counts := map[int]map[float64]int{}
	for j := range columns {
		counts[j] = map[float64]int{}
	}
	if len(counts) == 0 {
		return counts, nil
	}
	if sparse, ok := x.(rows.Sparse); ok {
		return counts, countSparse(ctx, sparse, counts)
	}
	width := x.Width()
	err := rows.Each(ctx, x, rows.BlockLen(width), func(_, _ int, block []float64) error {
		for j, seen := range counts {
			for at := j; at < len(block); at += width {
				seen[block[at]]++
			}
			if len(seen) > fewRows {
				delete(counts, j)
			}
		}
		return nil
	})
	return counts, err
}

// countSparse is the same for rows without their zeros.
func countSparse(ctx context.Context, x rows.Sparse, counts map[int]map[float64]int) error {
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
			if seen, ok := counts[int(j)]; ok {
				seen[block.Values[e]]++
				zeros[int(j)]--
			}
		}
		for j, seen := range counts {
			if zeros[j] > 0 {
				seen[0] += zeros[j]
			}
			if len(seen) > fewRows {
				delete(counts, j)
			}
		}
	}
	return nil
}

// usualValue is the most frequent one, the smallest of several, and how many rows differ.
func usualValue(counts map[float64]int) (usual float64, differ int) {
	most := 0
	for v, n := range counts {
		if n > most || n == most && v < usual {
			usual, most = v, n
		}
		differ += n
	}
	return usual, differ - most
}
