// Package spool holds the rows of a table, in memory while they fit, and on a temporary
// file beyond that, from which they are read ahead of their use.
package spool

import (
	"context"
	"slices"
	"sort"
	"sync"

	"suffice/internal/cells"
)

// Rows are the rows of a table, block by block. Once Finish has returned, several may read
// them at a time.
type Rows struct {
	// Zero are the cells of a sparse row that has none, one for each column that is kept.
	Zero []float64
	// Entries are those of sparse rows.
	Entries Entries

	options Options
	blocks  []held
	starts  []int // block k has rows [starts[k], starts[k+1])
	taken   int64 // bytes of the blocks in memory
	file    *file // of the blocks that are not; nil while all are

	long     bool       // cells need all their bits
	unpacked *sync.Pool // of blocks to use
}

// Options tell how much memory rows may take, and where they go beyond that.
type Options struct {
	Source string        // what messages call the table
	Origin *cells.Origin // the file that rows come from, which must stay what it is; may be nil
	Memory int64         // bytes that a program may take for the rows and what is made of them; 0 means any number

	All     bool                                                       // rows are kept on a file whatever fits, for tests
	Half    bool                                                       // dense rows are held as numbers of 32 bits however few, for tests
	NewFile func() (file cells.TemporaryFile, where string, err error) // nil for one of the system
}

// held is a block in its place: in memory, or on the file.
type held struct {
	shape
	block *cells.Block // nil where it is on the file
	half  *singles     // or it is this
	at    int64        // byte of the file
	away  error        // why nobody can read it here, where that is so
}

// Of the memory that is allowed, a table may take so many tenths and stay in memory. Where
// it does not fit, the first rows do, and the rest is for what is made of them.
const tenthsForTable, tenthsForFirst = 6, 3

// New are rows to be added.
func New(options Options) *Rows {
	return &Rows{options: options, starts: []int{0}, unpacked: new(sync.Pool)}
}

// Away are n rows that are elsewhere: to read them fails.
func Away(n int, why error) *Rows {
	r := New(Options{})
	if n > 0 {
		r.hold(held{shape: shape{rows: n}, away: why})
	}
	return r
}

// Add adds a block: to those in memory while they fit, and to the file from then on.
func (r *Rows) Add(b *cells.Block) error {
	r.Entries.Count(b)
	if r.file != nil {
		return r.toFile(b)
	}
	h := held{shape: shapeOf(b)}
	r.put(&h, b)
	r.hold(h)
	if most := r.options.Memory; most == 0 || r.taken <= most/10*tenthsForTable && !r.options.All {
		return nil
	}
	return r.overflow()
}

func (r *Rows) hold(h held) {
	r.blocks = append(r.blocks, h)
	r.starts = append(r.starts, r.Len()+h.rows)
}

// overflow makes a file, for all rows but the first.
func (r *Rows) overflow() error {
	file, err := newFile(r.options)
	if err != nil {
		return err
	}
	r.file = file
	all, kept := r.blocks, int64(0)
	r.blocks, r.starts = nil, []int{0}
	for _, h := range all {
		if kept += h.memory(); kept <= r.options.Memory/10*tenthsForFirst && !r.options.All {
			r.hold(h)
		} else if err := r.toFile(h.whole()); err != nil {
			return err
		}
	}
	return nil
}

func (r *Rows) toFile(b *cells.Block) error {
	h, err := r.file.add(b)
	if err == nil {
		r.hold(h)
	}
	return err
}

// Finish waits until all rows are where they belong.
func (r *Rows) Finish() error {
	if r.file == nil {
		return nil
	}
	return r.file.writing.end()
}

// Len is the number of rows.
func (r *Rows) Len() int { return r.starts[len(r.starts)-1] }

// OnlySparse reports whether no row holds its zeros.
func (r *Rows) OnlySparse() bool { return r.Entries.rows == r.Len() && r.Entries.Some() }

// with calls use with block k, which is valid until use returns. Only blocks on a file
// can fail.
func (r *Rows) with(ctx context.Context, k int, use func(b *cells.Block)) error {
	h := &r.blocks[k]
	if h.away != nil {
		return h.away
	}
	if h.block != nil {
		use(h.block)
		return nil
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if h.half != nil {
		b, _ := r.unpacked.Get().(*cells.Block)
		if b == nil {
			b = new(cells.Block)
		}
		h.half.into(b, h.shape)
		use(b)
		r.unpacked.Put(b)
		return nil
	}
	l, err := r.file.take(r.blocks, k)
	if err != nil {
		return err
	}
	use(&l.block)
	r.file.giveBack(l)
	return nil
}

// Change calls change with every block, which reports whether it changed it.
func (r *Rows) Change(ctx context.Context, change func(b *cells.Block) bool) error {
	for k := range r.blocks {
		var written error
		err := r.with(ctx, k, func(b *cells.Block) {
			switch h := &r.blocks[k]; {
			case !change(b) || h.block != nil:
			case h.half != nil:
				r.put(h, &cells.Block{Rows: b.Rows, Width: b.Width, Cells: slices.Clone(b.Cells)})
			default:
				written = r.file.write(b, h.at)
			}
		})
		if err == nil {
			err = written
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// EachBlock calls visit with each block and its first row.
func (r *Rows) EachBlock(ctx context.Context, visit func(first int, b *cells.Block)) error {
	for k := range r.blocks {
		if err := r.with(ctx, k, func(b *cells.Block) { visit(r.starts[k], b) }); err != nil {
			return err
		}
	}
	return nil
}

// EachPlace calls visit with the block, and the place in it, of each row k in [from, to)
// of those that which names, in ascending order; of all, where it is nil.
func (r *Rows) EachPlace(ctx context.Context, which []int, from, to int, visit func(k int, b *cells.Block, i int)) error {
	row := func(k int) int {
		if which == nil {
			return k
		}
		return which[k]
	}
	for k := from; k < to; {
		at := sort.SearchInts(r.starts, row(k)+1) - 1
		first, end := r.starts[at], r.starts[at+1]
		err := r.with(ctx, at, func(b *cells.Block) {
			for ; k < to && row(k) < end; k++ {
				visit(k, b, row(k)-first)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// EachRow is EachPlace with the cells of the row, which are only valid until the next.
func (r *Rows) EachRow(ctx context.Context, which []int, from, to int, visit func(k int, row []float64)) error {
	var buffer RowBuffer
	return r.EachPlace(ctx, which, from, to, func(k int, b *cells.Block, i int) {
		visit(k, buffer.Row(b, i, r.Zero))
	})
}

// RowBuffer is memory for a row whose cells are not in one place.
type RowBuffer struct {
	cells []float64
	dirty []uint32 // which of them are not zero, as a sparse row would have them
	clean bool     // all others are
}

// Row is row i of a block, in the memory of the block or of the buffer. A column that a sparse
// row leaves out has its cell of zero.
func (d *RowBuffer) Row(b *cells.Block, i int, zero []float64) []float64 {
	if !b.Sparse && b.Width == len(zero) {
		return b.Cells[i*b.Width : (i+1)*b.Width]
	}
	if len(d.cells) != len(zero) {
		d.cells, d.clean = make([]float64, len(zero)), false
	}
	if !b.Sparse {
		d.clean = false
		return b.Row(d.cells, i)
	}
	if !d.clean {
		copy(d.cells, zero)
		d.clean, d.dirty = true, d.dirty[:0]
	}
	for _, slot := range d.dirty { // far fewer than all, as a rule
		d.cells[slot] = zero[slot]
	}
	d.dirty = append(d.dirty[:0], b.Slots[b.Starts[i]:b.Starts[i+1]]...)
	b.Scatter(d.cells, i)
	return d.cells
}

// OnFile tells how many bytes are on a temporary file because they do not fit into memory,
// and how often they were read; 0 and 0 where all are in memory.
func (r *Rows) OnFile() (bytes int64, passes int) {
	if r.file == nil {
		return 0, 0
	}
	r.file.mu.Lock()
	defer r.file.mu.Unlock()
	return r.file.size, r.file.passes
}

// Close gives back what rows take that do not fit into memory. They cannot be read after
// that.
func (r *Rows) Close() error {
	if r.file == nil {
		return nil
	}
	return r.file.close()
}
