package parquet

import (
	"fmt"
	"runtime"

	"github.com/parquet-go/parquet-go"

	"suffice/internal/cells"
	"suffice/internal/memory"
)

// groupPart is a row group that is read in parts, because its cells would not fit into
// memory at once. Each column has a page in memory at a time.
type groupPart struct {
	bundles [][]*leaf
	rows    int // of the group
	done    int
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

// beginParts starts to read a row group.
func (r *Reader) beginParts(chunks []parquet.ColumnChunk, bundles [][]*leaf, n int) {
	for _, l := range r.leaves {
		l.begin(chunks[l.index].Pages(), r.rows)
	}
	r.part = &groupPart{bundles: bundles, rows: n}
}

// readPart decodes the next rows of a group.
func (r *Reader) readPart() error {
	p := r.part
	n := min(cells.PartBlocks*cells.BlockRows(r.schema.Kept), p.rows-p.done)
	r.batch = cells.NewBatch(n, r.schema.Kept)
	err := inParallel(len(p.bundles), r.workers(), func(k int) error {
		for _, l := range p.bundles[k] {
			if err := l.read(r.file.ReaderAt, r.batch, 0, n); err != nil {
				return err
			}
		}
		return nil
	})
	err = later(err, r.rows+p.done)
	if p.done += n; p.done == p.rows || err != nil {
		for _, l := range r.leaves {
			l.end()
		}
	}
	if p.done == p.rows && err == nil {
		r.part = nil
		r.endGroup(p.rows)
	}
	return err
}
