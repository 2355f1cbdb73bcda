package table

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"suffice/internal/cells"
	"suffice/rows"
)

// Blocks may be asked for by several at once, whatever the rows are made from: cells in
// memory and on disk, with and without their zeros, all rows and some, standardised and
// taken. The race detector looks on.
func TestBlocksAreReadSideBySide(t *testing.T) {
	const n, d, filled = 1400, 100, 100 // more cells than a block has
	var dense, sparse strings.Builder
	dense.WriteString("y,c")
	for j := range d {
		fmt.Fprintf(&dense, ",x%d", j)
	}
	dense.WriteString("\n")
	for i := range n {
		fmt.Fprintf(&dense, "%d,%s", i%5, []string{"low", "high", ""}[i%3])
		fmt.Fprintf(&sparse, "%d", i%5)
		for j := range d {
			fmt.Fprintf(&dense, ",%d", i*(j+7)%11)
		}
		for j := range filled {
			fmt.Fprintf(&sparse, " %d:%d", 1+10*j+i%10, 1+i%7)
		}
		dense.WriteString("\n")
		sparse.WriteString("\n")
	}
	for name, text := range map[string]string{"file.csv": dense.String(), "file.svm": sparse.String()} {
		for _, options := range []Options{{}, onDisk(Options{})} {
			table, err := Read(t.Context(), strings.NewReader(text), name, options)
			if err != nil {
				t.Fatal(err)
			}
			count := 0
			if err := table.rows.EachBlock(t.Context(), func(int, *cells.Block) { count++ }); err != nil || count < 2 {
				t.Errorf("%d blocks of cells, %v", count, err)
			}
			target, missing := "y", DropMissing
			if name == "file.svm" {
				target, missing = "label", ""
			}
			choice, err := table.Choose(Roles{Target: []string{target}, Missing: missing})
			if err != nil {
				t.Fatal(err)
			}
			wantSideBySide(t, choice.X)
			taken, err := rows.Take(t.Context(), choice.X, []int{700, 3, 4, 899})
			if err != nil {
				t.Fatal(err)
			}
			wantSideBySide(t, taken)
			if err := table.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// wantSideBySide reads x by several goroutines, in different orders, and wants the same
// rows for all of them.
func wantSideBySide(t *testing.T, x rows.Source) {
	t.Helper()
	const readers, size = 3, 100
	d := x.Width()
	read := func(reader int) [][]float64 {
		blocks := make([][]float64, (x.Len()+size-1)/size)
		for i := range blocks {
			k := (i + reader) % len(blocks) // where the others are not
			from, to := k*size, min(k*size+size, x.Len())
			got, err := x.Block(t.Context(), from, to, make([]float64, (to-from)*d))
			if s, ok := x.(rows.Sparse); ok && err == nil {
				var sparse rows.Compressed
				sparse, err = s.SparseBlock(t.Context(), from, to, sparse)
				got = append(got, sparse.Values...)
			}
			if err != nil {
				t.Error(err)
			}
			blocks[k] = got
		}
		return blocks
	}
	alone := read(0)
	var all sync.WaitGroup
	for reader := range readers {
		all.Go(func() {
			if !slices.EqualFunc(read(reader), alone, slices.Equal) {
				t.Errorf("%T: reader %d has other rows than one alone", x, reader)
			}
		})
	}
	all.Wait()
}
