package parquet

import (
	"context"
	"fmt"
	"runtime"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/cells"
	"suffice/internal/memory"
)

// groupPart is a row group that is read, all at once or, where its cells would not fit into
// memory, in parts. Then each column has a page in memory at a time.
type groupPart struct {
	chunks  []parquet.ColumnChunk
	bundles [][]*leaf
	rows    int // of the group
	each    int // that are read at a time
	done    int
}

// read decodes the next row group, or the next part of one.
func (r *Reader) read(ctx context.Context) error {
	if r.part == nil {
		if err := r.beginGroup(); err != nil {
			return err
		}
	}
	p := r.part
	n := min(p.each, p.rows-p.done)
	r.batch = cells.NewBatch(n, r.schema.Kept)
	err := inParallel(len(p.bundles), r.workers(), func(k int) error { return r.decode(ctx, p.bundles[k], n) })
	if p.done += n; p.done == p.rows && err == nil {
		r.part = nil
		r.group++
		r.rows += p.rows
	}
	return err
}

// beginGroup checks the next row group, and decides how much of it is read at a time.
func (r *Reader) beginGroup() error {
	group := r.file.RowGroups()[r.group]
	n := group.NumRows()
	for _, l := range r.leaves {
		if err := r.file.checkPages(&r.file.Metadata().RowGroups[r.group], l, n); err != nil {
			return err
		}
	}
	if n < 0 || int64(r.rows)+n > r.file.mostValues()/int64(max(1, r.schema.Kept)) {
		return errTooManyValues
	}
	inParts, err := r.isTooLarge(n)
	if err != nil {
		return err
	}
	r.part = &groupPart{chunks: group.ColumnChunks(), bundles: bundlesOf(r.leaves), rows: int(n), each: int(n)}
	if inParts {
		r.part.each = cells.PartBlocks * cells.BlockRows(r.schema.Kept)
	}
	return nil
}

// decode decodes a few columns in the next n rows of a group, a stretch of rows at a time.
func (r *Reader) decode(ctx context.Context, leaves []*leaf, n int) error {
	p := r.part
	for _, l := range leaves {
		if p.done == 0 {
			l.begin(p.chunks[l.index].Pages(), r.rows)
		}
		if p.done+n == p.rows {
			defer l.end()
		}
	}
	each := r.batch.Each
	for from := 0; from < n; from += each {
		if err := ctx.Err(); err != nil {
			return err
		}
		for _, l := range leaves {
			if err := l.read(r.file.ReaderAt, r.batch, from, min(from+each, n), 1+r.rows+p.done); err != nil {
				return err
			}
		}
	}
	return nil
}

// isTooLarge reports whether a group of n rows must be read in parts, and says where its
// pages are too large even so.
func (r *Reader) isTooLarge(n int64) (bool, error) {
	most, cells := r.schema.Options.Memory, 8*n*int64(r.schema.Kept)
	pages := int64(0)
	for _, l := range r.leaves {
		pages += l.largest
	}
	tooLarge := r.schema.Options.TooLarge(n, r.schema.Kept)
	switch {
	case tooLarge && pages <= most/4:
		return true, nil
	case tooLarge && cells > most/2:
		return false, r.schema.Problem(r.rows+1, fmt.Sprintf("the row group that begins here needs %s of memory, too much of the %s allowed; allow more, or write the file with smaller row groups",
			memory.Format(2*min(2*pages, cells)), memory.Format(most)))
	case most > 0 && r.largestPage() > most:
		return false, r.schema.Problem(r.rows+1, fmt.Sprintf("a page of the row group that begins here needs %s of memory, more than the %s allowed; allow more, or write the file with smaller pages",
			memory.Format(r.largestPage()), memory.Format(most)))
	}
	return false, nil
}

// largestPage is how many bytes the largest page of the row group takes.
func (r *Reader) largestPage() int64 {
	largest := int64(1)
	for _, l := range r.leaves {
		largest = max(largest, l.largest)
	}
	return largest
}

// workers is how many columns are decoded side by side: fewer where their pages would fill
// the memory.
func (r *Reader) workers() int {
	all := runtime.GOMAXPROCS(0)
	if most := r.schema.Options.Memory; most > 0 {
		return int(max(1, min(int64(all), most/r.largestPage())))
	}
	return all
}
