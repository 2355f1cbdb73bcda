package table

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"suffice/rows"
)

// kindsOfAttribute are what an attribute can be, with what its cells may hold; a sparse
// row leaves out the first.
var kindsOfAttribute = [][2]string{
	{"numeric", "0 1 2.5 -3 ?"}, {"numeric", "0 0 0 1"}, {"{no, yes, perhaps}", "no yes perhaps ?"}, {"{0, 1}", "0 1"}, {"{1, 0}", "1 0 ?"}, {"{true, false}", "true false"},
}

// drawTwins draws a table and writes it as an ARFF file of dense rows and as one of sparse
// rows.
func drawTwins(t *rapid.T) (dense, sparse string) {
	kinds := rapid.SliceOfN(rapid.SampledFrom(kindsOfAttribute), 1, 6).Draw(t, "kinds")
	var header, full, few strings.Builder
	header.WriteString("@relation twins\n")
	for j, kind := range kinds {
		fmt.Fprintf(&header, "@attribute a%d %s\n", j, kind[0])
	}
	header.WriteString("@attribute y numeric\n@data\n")
	for i := range rapid.IntRange(2, 30).Draw(t, "rows") {
		var all, entries []string
		for j, kind := range kinds {
			cells := strings.Fields(kind[1])
			cell := cells[max(0, rapid.IntRange(-2*len(cells), len(cells)-1).Draw(t, "cell"))]
			if all = append(all, cell); cell != cells[0] || rapid.IntRange(0, 9).Draw(t, "zero") == 0 {
				entries = append(entries, fmt.Sprint(j, " ", cell))
			}
		}
		y := fmt.Sprint(i%3 + 1)
		full.WriteString(strings.Join(append(all, y), ",") + "\n")
		few.WriteString("{" + strings.Join(append(entries, fmt.Sprint(len(kinds), " ", y)), ", ") + "}\n")
	}
	return header.String() + full.String(), header.String() + few.String()
}

func readTwin(t *rapid.T, text string) *Table {
	table, err := Read(context.Background(), strings.NewReader(text), "a.arff", Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// valuesIn are the values of a source.
func valuesIn(t *rapid.T, x rows.Source) []float64 {
	all, err := x.Block(context.Background(), 0, x.Len(), make([]float64, x.Len()*x.Width()))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// wantSparse checks that rows without zeros are the rows that are wanted.
func wantSparse(t *rapid.T, x rows.Sparse, want []float64) {
	from := rapid.IntRange(0, x.Len()).Draw(t, "from")
	to := rapid.IntRange(from, x.Len()).Draw(t, "to")
	block, err := x.SparseBlock(context.Background(), 0, x.Len(), rows.Compressed{})
	if err == nil {
		block, err = x.SparseBlock(context.Background(), from, to, block)
	}
	if err != nil || block.Len() != to-from {
		t.Fatalf("%d rows, %v", block.Len(), err)
	}
	for i := range block.Len() {
		got := make([]float64, x.Width())
		columns, values := block.Row(i)
		for e, k := range columns {
			got[k] = values[e]
		}
		if !slices.Equal(got, want[(from+i)*x.Width():(from+i+1)*x.Width()]) {
			t.Fatalf("row %d is %v", from+i, got)
		}
		if !slices.IsSorted(columns) || slices.Contains(values, 0) {
			t.Fatalf("row %d has %v in columns %v", from+i, values, columns)
		}
	}
	if !slices.Equal(valuesIn(t, x), want) {
		t.Fatalf("with their zeros, rows are %v", valuesIn(t, x))
	}
}

// What is chosen of sparse rows is what is chosen of the same rows with their zeros,
// whatever is missing, nominal, or in another order.
func TestSparseChoiceIsDenseChoice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dense, sparse := drawTwins(t)
		full, few := readTwin(t, dense), readTwin(t, sparse)
		roles := Roles{Target: []string{"y"}, Missing: rapid.SampledFrom([]Missing{MissingIsError, DropMissing, MeanForMissing}).Draw(t, "missing")}
		if rapid.Bool().Draw(t, "inputs") {
			roles.Inputs = rapid.Permutation(full.named()[:full.Width()-1]).Draw(t, "order")
		}
		if rapid.Bool().Draw(t, "codes") {
			roles.Nominal = []string{"a0"}
		}
		want, wantErr := full.Choose(roles)
		got, err := few.Choose(roles)
		if (err == nil) != (wantErr == nil) {
			t.Fatalf("%v, but dense: %v", err, wantErr)
		}
		if err != nil {
			return
		}
		if !slices.Equal(got.X.Names(), want.X.Names()) || !slices.Equal(got.Target().Values, want.Target().Values) {
			t.Fatalf("inputs %q of %v, not %q of %v", got.X.Names(), got.Target().Values, want.X.Names(), want.Target().Values)
		}
		values := valuesIn(t, want.X)
		if !slices.Equal(valuesIn(t, got.X), values) {
			t.Fatalf("inputs %v, not %v", valuesIn(t, got.X), values)
		}
		columns, ok := got.X.(*Columns)
		if !ok {
			columns = got.X.(*sparseColumns).Columns
		}
		wantSparse(t, newSparseColumns(columns), values)
	})
}

// A model's inputs are found in sparse rows as they are in others.
func TestSparseApplyIsDenseApply(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dense, sparse := drawTwins(t)
		fitted, err := readTwin(t, dense).Choose(Roles{Target: []string{"y"}, Missing: MeanForMissing})
		if err != nil {
			return
		}
		wanted := Wanted{Inputs: fitted.X.Names(), Levels: fitted.X.Levels(), Mean: make([]float64, fitted.X.Width()), Missing: MeanForMissing, Target: fitted.Target().Columns, Kind: fitted.Target().Kind}
		for k := range wanted.Mean {
			wanted.Mean[k] = float64(k) + .5
		}
		want, err := readTwin(t, dense).Apply(wanted)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readTwin(t, sparse).Apply(wanted)
		if err != nil || !slices.Equal(valuesIn(t, got.X), valuesIn(t, want.X)) || !slices.Equal(told(got.Warnings), told(want.Warnings)) {
			t.Fatalf("inputs %v, %v", valuesIn(t, got.X), err)
		}
	})
}

// Sparse rows are described as the same rows with their zeros, but for rounding.
func TestSparseDescriptionIsDenseDescription(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dense, sparse := drawTwins(t)
		want, got := described(t, readTwin(t, dense)), described(t, readTwin(t, sparse))
		for j := range want {
			for _, pair := range [][2]*float64{{&got[j].Mean, &want[j].Mean}, {&got[j].SD, &want[j].SD}} {
				if math.Abs(*pair[0]-*pair[1]) > 1e-13 {
					t.Fatalf("column %d: %+v, not %+v", j, got[j], want[j])
				}
				*pair[0] = *pair[1]
			}
			if fmt.Sprintf("%+v", got[j]) != fmt.Sprintf("%+v", want[j]) {
				t.Fatalf("column %d: %+v, not %+v", j, got[j], want[j])
			}
		}
	})
}

// Only what has few values other than zero is offered as sparse.
func TestWhichInputsAreSparse(t *testing.T) {
	wide := "1 30:1\n2 1:2\n3 2:1 5:3\n"
	for _, test := range []struct {
		name, text string
		roles      Roles
		sparse     bool
	}{
		{"few entries", wide, Roles{}, true},
		{"many entries", "1 1:1\n2 1:2 2:3\n3 2:4\n", Roles{}, false},
		{"the columns that are full", wide, Roles{Inputs: []string{"x1", "x2"}}, false},
		{"not a sparse file", "y,a,b,c\n1,0,0,0\n2,0,0,1\n3,0,0,0\n", Roles{Target: []string{"y"}}, false},
		{"codes", wide, Roles{Nominal: []string{"x1"}}, true},
		{"codes all over", wide, Roles{Nominal: []string{"x*"}}, false},
	} {
		choice, err := readAs(t, "a", test.text).Choose(test.roles)
		if err != nil {
			t.Fatal(test.name, err)
		}
		if _, got := choice.X.(rows.Sparse); got != test.sparse {
			t.Errorf("%s: sparse %v", test.name, got)
		}
	}
}

// An index that comes up late, and inputs in another order than the file's, leave the
// columns of a row ascending.
func TestSparseColumnsAscend(t *testing.T) {
	table := readAs(t, "a.svm", "1 2:1 40:2\n2 0:5 1:4 40:3\n")
	choice, err := table.Choose(Roles{Inputs: []string{"x40", "x?", "x1*", "x2*"}})
	if err != nil {
		t.Fatal(err)
	}
	block, err := choice.X.(rows.Sparse).SparseBlock(context.Background(), 0, 2, rows.Compressed{})
	if err != nil {
		t.Fatal(err)
	}
	want := rows.Compressed{Starts: []int{0, 2, 5}, Columns: []uint32{0, 3, 0, 1, 2}, Values: []float64{2, 1, 3, 5, 4}}
	if !slices.Equal(block.Columns, want.Columns) || !slices.Equal(block.Values, want.Values) || !slices.Equal(block.Starts, want.Starts) {
		t.Errorf("%v of %q", block, choice.X.Names()[:5])
	}
}

// A row with a gap is left out, and its entries with it.
func TestSparseRowsWithoutGaps(t *testing.T) {
	table := readAs(t, "a.svm", "1 2:1\n2 3:nan\n3 25:4\n")
	choice, err := table.Choose(Roles{Missing: DropMissing})
	if err != nil {
		t.Fatal(err)
	}
	block, err := choice.X.(rows.Sparse).SparseBlock(context.Background(), 0, 2, rows.Compressed{})
	if err != nil || !slices.Equal(block.Columns, []uint32{1, 24}) || !slices.Equal(block.Starts, []int{0, 1, 2}) {
		t.Errorf("%v, %v", block, err)
	}
}

// Entries are read in one way where a row is there as a whole, and in another where it
// comes byte by byte; both give the same table.
func TestEntriesThatComeInPieces(t *testing.T) {
	pieces := rapid.SampledFrom([]string{"1:", "7:", "12:", " ", "  ", "\t", "0.5", "-1e3", "3", "nan", "1e999", "12345678901234567890123", "#c", "\n", "1 ", "+1", "\r\n", "99:1", "qid:3"})
	rapid.Check(t, func(t *rapid.T) {
		text := "1 1:1 7:2\n" + strings.Join(rapid.SliceOfN(pieces, 0, 60).Draw(t, "pieces"), "")
		whole, err := Read(context.Background(), strings.NewReader(text), "a.svm", Options{Format: "libsvm"})
		slow, slowErr := Read(context.Background(), iotest.OneByteReader(strings.NewReader(text)), "a.svm", Options{Format: "libsvm"})
		if fmt.Sprint(err) != fmt.Sprint(slowErr) {
			t.Fatalf("%v, but in pieces: %v", err, slowErr)
		}
		if err != nil {
			return
		}
		for j, c := range whole.schema.Columns {
			if other := slow.schema.Columns[j]; c.Numbers != other.Numbers || c.Gaps != other.Gaps || c.Name != other.Name {
				t.Fatalf("column %+v, but in pieces: %+v", c, other)
			}
		}
		whole.each(0, whole.Len(), func(i int, row []float64) {
			row = slices.Clone(row)
			slow.each(i, i+1, func(_ int, other []float64) {
				for j := range row {
					if math.Float64bits(row[j]) != math.Float64bits(other[j]) {
						t.Fatalf("row %d: %v, but in pieces: %v", i, row, other)
					}
				}
			})
		})
	})
}

// Sparse rows are the same from a temporary file, and put below each other.
func TestSparseRowsWhereverTheyAre(t *testing.T) {
	text := manyWords(6000, 1000, 50)
	read := func(options Options) *Table {
		table, err := Read(context.Background(), strings.NewReader(text), "a.svm", options)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = table.Close() })
		return table
	}
	sparseOf := func(table *Table) rows.Compressed {
		choice, err := table.Choose(Roles{Kind: "class"})
		if err != nil {
			t.Fatal(err)
		}
		block, err := choice.X.(rows.Sparse).SparseBlock(context.Background(), 0, table.Len(), rows.Compressed{})
		if err != nil {
			t.Fatal(err)
		}
		return block
	}
	want := sparseOf(read(Options{}))
	spooled := read(Options{Memory: 1 << 20})
	if bytes, _ := spooled.Spooled(); bytes == 0 {
		t.Fatal("all rows are in memory")
	}
	if got := sparseOf(spooled); !slices.Equal(got.Columns, want.Columns) || !slices.Equal(got.Values, want.Values) {
		t.Error("rows differ from a temporary file")
	}
	columns := func(table *Table) string {
		all := described(t, table)
		for k := range all { // what takes more memory than there is
			all[k].Median, all[k].Different, all[k].AtMax, all[k].Capped = 0, 0, 0, false
		}
		return fmt.Sprint(all)
	}
	if columns(spooled) != columns(read(Options{})) {
		t.Error("columns differ from a temporary file")
	}
}

// A stream gives sparse rows without their zeros, and the same rows as Apply, whatever is
// missing or nominal.
func TestStreamLeavesOutZeros(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, sparse := drawTwins(t)
		missing := rapid.SampledFrom([]Missing{MissingIsError, DropMissing, MeanForMissing}).Draw(t, "missing")
		fitted, err := readTwin(t, sparse).Choose(Roles{Target: []string{"y"}, Missing: MeanForMissing})
		if err != nil {
			return
		}
		wanted := Wanted{Inputs: fitted.X.Names(), Levels: fitted.X.Levels(), Mean: make([]float64, fitted.X.Width()), Missing: missing}
		want, wantErr := readTwin(t, sparse).Apply(wanted)
		stream, err := NewStream(context.Background(), strings.NewReader(sparse), "a.arff", Options{}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Close()
		var got []float64
		for err == nil {
			var x rows.Source
			if x, err = stream.NextRows(context.Background()); err == nil {
				got = append(got, valuesIn(t, x)...)
			}
		}
		if wantErr != nil {
			if err.Error() != wantErr.Error() {
				t.Fatalf("%v, but from memory: %v", err, wantErr)
			}
			return
		}
		if !errors.Is(err, io.EOF) || !slices.Equal(got, valuesIn(t, want.X)) {
			t.Fatalf("rows %v, not %v: %v", got, valuesIn(t, want.X), err)
		}
	})
	wide := "1 30:1\n2 1:2\n3 2:1 5:3\n"
	stream, err := NewStream(context.Background(), strings.NewReader(wide), "a.svm", Options{}, Wanted{Inputs: []string{"x30", "x2", "x1", "x77", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23", "x24", "x25"}})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	x, err := stream.NextRows(context.Background())
	if _, sparse := x.(rows.Sparse); err != nil || !sparse {
		t.Errorf("%T, %v", x, err)
	}
}
