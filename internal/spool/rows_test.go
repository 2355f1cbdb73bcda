package spool

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/cells"
)

// drawBlock draws a block of up to that many columns, and its rows with their zeros.
func drawBlock(t *rapid.T, width int) (*cells.Block, [][]float64) {
	n := rapid.IntRange(1, 5).Draw(t, "rows")
	b := &cells.Block{Rows: n, Width: width, Sparse: rapid.Bool().Draw(t, "sparse"), Starts: []int{0}}
	var all [][]float64
	for range n {
		row := make([]float64, width)
		for j := range row {
			row[j] = float64(rapid.IntRange(0, 3).Draw(t, "cell"))
			if b.Sparse && row[j] != 0 {
				b.Slots, b.Values = append(b.Slots, uint32(j)), append(b.Values, row[j])
			}
		}
		b.Starts = append(b.Starts, len(b.Slots))
		b.Cells = append(b.Cells, row...)
		all = append(all, row)
	}
	if b.Sparse {
		b.Cells = nil
	}
	return b, all
}

// Rows come back as they were added, all or some, from memory and from a file, and after
// they were changed.
func TestRowsComeBack(t *testing.T) {
	ctx := context.Background()
	rapid.Check(t, func(t *rapid.T) {
		width := rapid.IntRange(1, 4).Draw(t, "width")
		onFile := rapid.Bool().Draw(t, "on file")
		r := New(Options{Memory: 1 << 30, All: onFile, Half: rapid.Bool().Draw(t, "half")})
		defer r.Close()
		var want [][]float64
		entries := make([]int, width)
		for range rapid.IntRange(1, 30).Draw(t, "blocks") {
			b, rows := drawBlock(t, width)
			for _, slot := range b.Slots {
				entries[slot]++
			}
			want = append(want, rows...)
			if err := r.Add(b); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Finish(); err != nil {
			t.Fatal(err)
		}
		r.Zero = make([]float64, width)
		wantRows(t, r, want)
		for slot, n := range entries {
			if r.Entries.In(slot) != n {
				t.Fatalf("%d entries in slot %d, want %d", r.Entries.In(slot), slot, n)
			}
		}
		err := r.Change(ctx, func(b *cells.Block) bool {
			for _, values := range [][]float64{b.Cells, b.Values} {
				for i := range values {
					values[i] *= 2
				}
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range want {
			for j := range row {
				row[j] *= 2
			}
		}
		wantRows(t, r, want)
		if bytes, _ := r.OnFile(); bytes > 0 != onFile {
			t.Fatalf("%d bytes are on a file", bytes)
		}
	})
}

func wantRows(t *rapid.T, r *Rows, want [][]float64) {
	var every []int
	for i := 0; i < len(want); i += 3 {
		every = append(every, i)
	}
	for _, which := range [][]int{nil, every} {
		n := len(want)
		if which != nil {
			n = len(which)
		}
		from := rapid.IntRange(0, n).Draw(t, "from")
		next := from
		err := r.EachRow(context.Background(), which, from, n, func(k int, row []float64) {
			i := k
			if which != nil {
				i = which[k]
			}
			if k != next || !slices.Equal(row, want[i]) {
				t.Fatalf("row %d is %v, want row %d, %v", k, row, next, want[i])
			}
			next++
		})
		if err != nil || next != n {
			t.Fatalf("rows up to %d of %d, %v", next, n, err)
		}
	}
}

// A file that cannot be made says what to do.
func TestNoRoomForAFile(t *testing.T) {
	r := New(Options{Source: "a.csv", Memory: 1, NewFile: func() (cells.TemporaryFile, string, error) {
		return nil, "/full", errors.New("no luck")
	}})
	err := r.Add(&cells.Block{Rows: 1, Width: 1, Cells: []float64{1}})
	const want = "a.csv: it does not fit into memory, and its rows cannot be written to a temporary file in /full: no luck; name another folder in TMPDIR, or allow more memory"
	if fmt.Sprint(err) != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

// Cells in half the memory are the same to the last bit, words and missing values too, and are
// left whole where many need all their bits.
func TestSinglesLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, n := rapid.IntRange(1, 40).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "rows")
		b := &cells.Block{Rows: n, Width: width}
		long := 0
		for range n * width {
			bits := rapid.OneOf(
				rapid.Map(rapid.Float32(), func(v float32) uint64 { return math.Float64bits(float64(v)) }),
				rapid.Just(math.Float64bits(cells.Missing)), rapid.Just(math.Float64bits(math.Copysign(0, -1))), rapid.Uint64(),
			).Draw(t, "cell")
			if v := math.Float64frombits(bits); math.Float64bits(float64(float32(v))) != bits {
				long++
			}
			b.Cells = append(b.Cells, math.Float64frombits(bits))
		}
		s := singlesOf(b)
		if want := long <= n*width/mostOthers; want != (s != nil) {
			t.Fatalf("%d of %d cells need all their bits: in half the memory is %v", long, n*width, s != nil)
		} else if !want {
			return
		}
		var back cells.Block
		s.into(&back, shapeOf(b))
		for i, v := range b.Cells {
			if got := back.Cells[i]; math.Float64bits(got) != math.Float64bits(v) {
				t.Fatalf("cell %d: %x instead of %x", i, math.Float64bits(got), math.Float64bits(v))
			}
		}
	})
}
