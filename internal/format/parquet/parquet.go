// Package parquet reads and writes Parquet. The decoder trusts what it decodes, so
// everything is checked before.
package parquet

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"

	"github.com/parquet-go/parquet-go"
	described "github.com/parquet-go/parquet-go/format"

	"suffice/internal/cells"
)

// Reader reads Parquet, one row group after the other. Bundles of columns are
// decoded side by side, page by page, into the cells of the group.
type Reader struct {
	file   *file
	schema *cells.Schema
	leaves []*leaf // that are kept
	group  int     // the next one
	rows   int     // of the groups read so far
	batch  *cells.Batch
	part   *groupPart // of the group that is read; nil between groups
}

// file is an open file and what it says of itself.
type file struct {
	io.ReaderAt
	*parquet.File
	size int64
}

// bundle is how many columns are decoded together: their cells in a row share a line or
// two of the processor's cache, and each needs one page in memory. Where pages are large,
// they are fewer.
const bundle, bundleMemory = 8, 64 << 20

// Is reports whether a file begins as Parquet does.
func Is(head []byte) bool { return bytes.HasPrefix(head, []byte("PAR1")) }

// Open reads what the file says of itself.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	at, size, err := in.AtAnyPlace()
	if err != nil {
		return nil, err
	}
	r := &Reader{schema: s}
	err = guarded(func() error {
		if r.file, err = openFile(at, size); err != nil {
			return err
		}
		return r.addColumns()
	})
	return r, r.failed(err)
}

func openFile(at io.ReaderAt, size int64) (*file, error) {
	if err := checkFooter(at, size); err != nil {
		return nil, err
	}
	opened, err := parquet.OpenFile(at, size, &parquet.FileConfig{
		SkipPageIndex: true, SkipBloomFilters: true, ReadBufferSize: 1 << 16, ReadMode: parquet.ReadModeSync,
	})
	if err != nil {
		return nil, err
	}
	return &file{at, opened, size}, nil
}

// addColumns makes a column of each that has one value a row, and of lists of texts.
func (r *Reader) addColumns() error {
	var about []described.SchemaElement // of the leaves
	for _, element := range r.file.Metadata().Schema {
		if element.NumChildren.V == 0 {
			about = append(about, element)
		}
	}
	index := 0
	var visit func(node *parquet.Column) error
	visit = func(node *parquet.Column) error {
		if isVector(node) {
			index += leavesOf(node)
			return r.schema.AddVector(strings.Join(node.Path(), "."))
		}
		if !node.Leaf() {
			for _, child := range node.Columns() {
				if err := visit(child); err != nil {
					return err
				}
			}
			return nil
		}
		l, err := r.newLeaf(node, index, about[index])
		index++
		if err == nil && l.column.Slot >= 0 {
			r.leaves = append(r.leaves, l)
		}
		return err
	}
	return visit(r.file.Root())
}

// isVector reports whether a column is a structure of fields that make a vector of Spark ML.
func isVector(node *parquet.Column) bool {
	var fields []string
	for _, child := range node.Columns() {
		fields = append(fields, child.Name())
	}
	return cells.IsVector(fields)
}

// leavesOf is how many columns of the file are below a node.
func leavesOf(node *parquet.Column) int {
	if node.Leaf() {
		return 1
	}
	n := 0
	for _, child := range node.Columns() {
		n += leavesOf(child)
	}
	return n
}

// Next reads row groups, or parts of them.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	for {
		if full := r.batch.Next(); full != nil {
			return full, nil
		}
		if r.group == len(r.file.RowGroups()) {
			return nil, io.EOF
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		err := guarded(func() error { return r.read(ctx) })
		if err != nil {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			return nil, r.failed(err)
		}
	}
}

// bundlesOf divides columns into those that are decoded together.
func bundlesOf(leaves []*leaf) [][]*leaf {
	var all [][]*leaf
	memory := int64(0)
	for k, l := range leaves {
		last := len(all) - 1
		if k == 0 || len(all[last]) == bundle || memory+l.largest > bundleMemory {
			all, memory = append(all, nil), 0
			last++
		}
		all[last] = append(all[last], l)
		memory += l.largest
	}
	return all
}

// failed says what is wrong with the file.
func (r *Reader) failed(err error) error {
	_, known := errors.AsType[*cells.Error](err)
	_, said := errors.AsType[cells.BadValue](err)
	switch {
	case err == nil || known || said:
	case isEncrypted(err):
		return r.schema.Problem(0, "the Parquet file is encrypted; write it without encryption")
	case r.rows > 0:
		return r.schema.Problem(r.rows+1, "the Parquet file is damaged or cut off in the row group that begins here; copy or make it again")
	}
	return r.schema.Failed(err, "the Parquet file is damaged or cut off; copy or make it again")
}

func isEncrypted(err error) bool {
	return strings.Contains(err.Error(), "encrypt") || strings.Contains(err.Error(), "DecryptionConfig")
}

// guarded calls f, and makes an error of a panic: the decoder trusts what it decodes.
func guarded(f func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errDamaged
		}
	}()
	return f()
}

// inParallel calls f for 0 to n-1, so many at a time, and returns the error of the lowest
// number.
func inParallel(n, workers int, f func(k int) error) error {
	errs := make([]error, n)
	next := make(chan int, n)
	for k := range n {
		next <- k
	}
	close(next)
	var all sync.WaitGroup
	for range min(n, workers) {
		all.Go(func() {
			for k := range next {
				errs[k] = guarded(func() error { return f(k) })
			}
		})
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
