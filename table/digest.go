package table

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"hash/fnv"
	"io"
	"math"
	"slices"

	"suffice/internal/cells"
)

// digest sums up the cells of each column while they are read: Σ mix(row, cell) over the rows,
// in whole numbers of 64 bits. A cell that is 0 adds nothing, so that it is the same whether a
// file leaves zeros out or not. It tells tables apart that differ by accident.
type digest struct {
	rows    uint64
	columns []*cells.Column            // by slot
	sums    []uint64                   // by slot
	words   map[*cells.Column][]uint64 // of the words of each, as far as they came up
}

func newDigest() *digest { return &digest{words: map[*cells.Column][]uint64{}} }

func (d *digest) add(b *cells.Block, s *cells.Schema) {
	if len(d.columns) < s.Kept {
		d.columns = s.BySlot()
		d.sums = append(d.sums, make([]uint64, s.Kept-len(d.sums))...)
	}
	for i := range b.Rows {
		row := mix(d.rows + 1)
		d.rows++
		if b.Sparse {
			for e := b.Starts[i]; e < b.Starts[i+1]; e++ {
				d.sums[b.Slots[e]] += d.cell(row, b.Values[e], d.columns[b.Slots[e]])
			}
			continue
		}
		for slot, v := range b.Cells[i*b.Width : (i+1)*b.Width] {
			d.sums[slot] += d.cell(row, v, d.columns[slot])
		}
	}
}

// digestAgain makes the digest of what cells mean, where that is more than what they are: a
// model that knows how dates are written never sees them as words.
func (t *Table) digestAgain() {
	if t.digest == nil || !slices.ContainsFunc(t.schema.Columns, func(c *cells.Column) bool { return c.Slot >= 0 && (c.Texts > 0 || c.Formed > 0 || c.Gaps > 0) }) {
		return
	}
	t.digest = newDigest()
	t.fail(t.rows.Change(t.context(), func(b *cells.Block) (changed bool) {
		t.digest.add(b, t.schema)
		return false
	}))
}

// cell is what a cell adds.
func (d *digest) cell(row uint64, v float64, c *cells.Column) uint64 {
	switch word := cells.WordOf(v); {
	case v == 0:
		return 0
	case word < 0:
		return mix(row ^ math.Float64bits(v))
	default:
		return mix(row ^ d.word(c, word))
	}
}

// word is a number for a word, whatever number the column has for it.
func (d *digest) word(c *cells.Column, k int) uint64 {
	known := d.words[c]
	if k >= len(known) {
		for _, word := range c.Words[min(len(known), len(c.Words)):min(k+1, len(c.Words))] {
			sum := fnv.New64a()
			_, _ = io.WriteString(sum, word)
			known = append(known, sum.Sum64())
		}
		d.words[c] = known
	}
	if k >= len(known) { // the words were too many to be kept
		return 1
	}
	return known[k]
}

// mix is the last step of SplitMix64: every bit of x changes half of the result's.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// Digest tells the rows of these columns from others, whatever the order of the columns and
// whatever else the file has. It is "" unless [Options] asked for it.
func (t *Table) Digest(names []string) string {
	if t.digest == nil {
		return ""
	}
	sum := sha256.New()
	put(sum, t.digest.rows)
	names = slices.Clone(names)
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		_, _ = fmt.Fprintf(sum, "%q", name)
		if j, ok := t.schema.ByName[name]; ok && t.schema.Columns[j].Slot >= 0 && t.schema.Columns[j].Slot < len(t.digest.sums) {
			put(sum, t.digest.sums[t.schema.Columns[j].Slot])
		}
	}
	return fmt.Sprintf("sha256:%x", sum.Sum(nil)[:16])
}

func put(sum hash.Hash, v uint64) { _, _ = sum.Write(binary.LittleEndian.AppendUint64(nil, v)) }
