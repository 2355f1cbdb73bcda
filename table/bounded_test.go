package table

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/cells"
	"suffice/output"
	"suffice/rows"
)

// onDisk are options by which no row stays in memory.
func onDisk(options Options) Options {
	options.Memory, options.spoolAll = 1<<30, true
	return options
}

// wantSameBothWays reads a file into memory and onto a disk, and wants that nobody can tell
// the difference.
func wantSameBothWays(t rapid.TB, data []byte, options Options, roles ...Roles) {
	t.Helper()
	ctx := context.Background()
	read := func(options Options) (*Table, error) { return Read(ctx, bytes.NewReader(data), "file", options) }
	inMemory, err := read(options)
	spooled, same := read(onDisk(options))
	if wantSameErrors(t, err, same) {
		return
	}
	defer spooled.Close()
	if size, _ := spooled.Spooled(); size == 0 && inMemory.schema.Kept > 0 {
		t.Fatalf("nothing is on disk")
	}
	if !reflect.DeepEqual(inMemory.Names(), spooled.Names()) || inMemory.Len() != spooled.Len() || inMemory.Format() != spooled.Format() {
		t.Fatalf("%d rows of %q, want %d of %q", spooled.Len(), spooled.Names(), inMemory.Len(), inMemory.Names())
	}
	if a, b := fmt.Sprintf("%+v", described(t, inMemory)), fmt.Sprintf("%+v", described(t, spooled)); a != b {
		t.Fatalf("described as\n%s\nwant\n%s", b, a)
	}
	for _, r := range roles {
		wantSameChoice(t, inMemory, spooled, r)
	}
}

// wantSameErrors reports whether there are errors.
func wantSameErrors(t rapid.TB, a, b error) bool {
	t.Helper()
	if fmt.Sprint(a) != fmt.Sprint(b) {
		t.Fatalf("error %v, but in memory %v", b, a)
	}
	return a != nil
}

func wantSameChoice(t rapid.TB, inMemory, spooled *Table, r Roles) {
	t.Helper()
	a, err := inMemory.Choose(r)
	b, same := spooled.Choose(r)
	if wantSameErrors(t, err, same) {
		return
	}
	wantSameColumns(t, a, b)
	wanted := Wanted{
		Inputs: a.X.Names(), Levels: a.X.Levels(), Mean: make([]float64, a.X.Width()), Target: a.Target().Columns, Kind: a.Target().Kind, Missing: r.Missing,
	}
	a, err = inMemory.Apply(wanted)
	b, same = spooled.Apply(wanted)
	if !wantSameErrors(t, err, same) {
		wantSameColumns(t, a, b)
	}
}

func wantSameColumns(t rapid.TB, a, b *Choice) {
	t.Helper()
	if fmt.Sprint(a.Notes, a.Warnings, a.Target().Columns) != fmt.Sprint(b.Notes, b.Warnings, b.Target().Columns) {
		t.Fatalf("said %q %q, but in memory %q %q", b.Notes, b.Warnings, a.Notes, a.Warnings)
	}
	if x, y := fmt.Sprintf("%+v", a.Target()), fmt.Sprintf("%+v", b.Target()); x != y {
		t.Fatalf("target\n%s\nwant\n%s", y, x)
	}
	if !reflect.DeepEqual(a.X.Names(), b.X.Names()) || !reflect.DeepEqual(a.X.Levels(), b.X.Levels()) || a.X.Len() != b.X.Len() {
		t.Fatalf("inputs %q, %d rows; want %q, %d", b.X.Names(), b.X.Len(), a.X.Names(), a.X.Len())
	}
	n := a.X.Len()
	for _, bounds := range [][2]int{{0, n}, {n / 2, n}, {0, n / 3}, {n - 1, n}, {0, 1}, {n / 4, 3 * n / 4}} {
		size := (bounds[1] - bounds[0]) * a.X.Width()
		want, err := a.X.Block(context.Background(), bounds[0], bounds[1], make([]float64, size))
		got, same := b.X.Block(context.Background(), bounds[0], bounds[1], make([]float64, size))
		if err != nil || same != nil {
			t.Fatal(err, same)
		}
		for i := range want {
			if math.Float64bits(want[i]) != math.Float64bits(got[i]) {
				t.Fatalf("rows %v: value %d is %v, want %v", bounds, i, got[i], want[i])
			}
		}
	}
}

// drawRoles are what a user may ask of a table with columns a, b, c and d.
func drawRoles(t *rapid.T) Roles {
	names := rapid.SampledFrom([][]string{{"a"}, {"b"}, {"c"}, {"d"}, {"a,b"}, {"c,d"}, {"b,c,d"}})
	r := Roles{
		Target: names.Draw(t, "target"), Missing: rapid.SampledFrom([]Missing{MissingIsError, DropMissing, MeanForMissing}).Draw(t, "missing"),
		Kind: rapid.SampledFrom([]output.Kind{"", "", "", "number", "class", "labels", "sequence"}).Draw(t, "kind"),
	}
	if rapid.Bool().Draw(t, "nominal") {
		r.Nominal = names.Draw(t, "which")
	}
	if rapid.Bool().Draw(t, "exclude") {
		r.Exclude = names.Draw(t, "excluded")
	}
	return r
}

// columnOf draws the cells of a column: numbers, codes, words, words and numbers, lists, and
// decimal commas, some of them missing.
func columnOf(t *rapid.T, n int) []string {
	kinds := [][]string{
		{"0.5", "-1e3", "2", "7.25", "0.1"},
		{"0", "1"},
		{"1", "2", "3", "10"},
		{"red", "green", "blue"},
		{"1", "2", "x", "y"},
		{"1", "2", "3", "4", "5", "none"},
		{"u;v", "v", "w", "u;w"},
		{`"1,5"`, `"2,25"`, "3"},
		{"", "?", "5", "6"},
	}
	cells := make([]string, n)
	values := rapid.SampledFrom(kinds).Draw(t, "kind of column")
	gaps := rapid.SampledFrom([]int{0, 0, 10, 60}).Draw(t, "gaps")
	for i := range cells {
		cells[i] = rapid.SampledFrom(values).Draw(t, "cell")
		if rapid.IntRange(0, 99).Draw(t, "gap") < gaps {
			cells[i] = ""
		}
	}
	return cells
}

// A table on disk is the same as one in memory, bit for bit, in all it says and gives.
func TestTextTablesOnDisk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		columns := [][]string{columnOf(t, n), columnOf(t, n), columnOf(t, n), columnOf(t, n)}
		format := rapid.SampledFrom([]string{"csv", "csv.gz", "jsonl", "arff", "sparse", "libsvm"}).Draw(t, "format")
		var options Options
		if rapid.IntRange(0, 3).Draw(t, "comma") == 0 {
			options.DecimalComma = true
		}
		wantSameBothWays(t, textTable(format, columns), options, drawRoles(t), Roles{Target: []string{"a"}, Missing: DropMissing})
	})
}

// textTable writes cells in some format.
func textTable(format string, columns [][]string) []byte {
	var out strings.Builder
	names := []string{"a", "b", "c", "d"}
	switch format {
	case "csv", "csv.gz":
		out.WriteString(strings.Join(names, ",") + "\n")
	case "arff", "sparse":
		out.WriteString("@relation r\n@attribute a numeric\n@attribute b {zero,red,green,blue,x,y}\n@attribute c string\n@attribute d numeric\n@data\n")
	}
	for i := range columns[0] {
		var cells []string
		for j := range columns {
			cells = append(cells, columns[j][i])
		}
		out.WriteString(line(format, names, cells, i) + "\n")
	}
	if format != "csv.gz" {
		return []byte(out.String())
	}
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(out.String()))
	_ = w.Close()
	return packed.Bytes()
}

func line(format string, names, cells []string, i int) string {
	var out []string
	number := func(j int) string {
		return fmt.Sprint(len(cells[j])*(i%3) - 2)
	}
	word := []string{"red", "green", "blue", "x", "?"}[(i+len(cells[1]))%5]
	switch format {
	case "jsonl":
		for j, cell := range cells {
			if cell != "" {
				out = append(out, fmt.Sprintf("%q: %s", names[j], jsonCell(cell)))
			}
		}
		return "{" + strings.Join(out, ", ") + "}"
	case "arff":
		return fmt.Sprintf("%s,%s,'%s',%s", number(0), word, cells[2], number(3))
	case "sparse":
		if i%2 == 0 {
			return fmt.Sprintf("{0 %s, 3 %s}", number(0), number(3))
		}
		return fmt.Sprintf("{1 %s, 2 '%s'}", word, cells[2])
	case "libsvm":
		return fmt.Sprintf("%d 1:%s 3:%s", i%3, number(0), number(1))
	}
	return strings.Join(cells, ",")
}

func jsonCell(cell string) string {
	if _, ok := cells.ParseNumber([]byte(cell)); ok {
		return cell
	}
	return fmt.Sprintf("%q", strings.Trim(cell, `"`))
}

// The files of other programs, which have all kinds of columns.
func TestFilesOfOthersOnDisk(t *testing.T) {
	files, err := filepath.Glob("testdata/*.*p[yzar]*")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		if filepath.Ext(file) == ".json" || filepath.Ext(file) == ".py" {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var roles []Roles
			if table, err := Read(context.Background(), bytes.NewReader(data), file, Options{}); err == nil {
				for _, name := range table.named() {
					roles = append(roles, Roles{Target: []string{name}, Missing: DropMissing}, Roles{Target: []string{name}, Missing: MeanForMissing, Nominal: table.named()[:1]})
				}
			}
			wantSameBothWays(t, data, Options{}, roles...)
		})
	}
}

// An array stored by columns, packed in an archive, cannot be read a row at a time.
func TestPackedArrayByColumnsOnDisk(t *testing.T) {
	array, err := os.ReadFile("testdata/columns.npy")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{"x.npy", "other.npy"} {
		member, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := member.Write(array); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	wantSameBothWays(t, out.Bytes(), Options{}, Roles{Target: []string{"x1"}}, Roles{Target: []string{"other2"}, Missing: DropMissing})
	damaged := bytes.Replace(out.Bytes(), []byte("PK\x07\x08"), []byte("PK\x07\x09"), 1)
	damaged[len(damaged)/4]++
	wantSameBothWays(t, damaged, Options{})
}

// manyRows is larger than the blocks, chunks and pages of all formats.
func manyRows(t testing.TB) *rows.Matrix {
	t.Helper()
	const n, width = 70_003, 4
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n*width)
	for i := range data {
		data[i] = random.NormFloat64()
		if i%width == 1 {
			data[i] = float64(random.IntN(4))
		}
	}
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestManyRowsOnDisk(t *testing.T) {
	x := manyRows(t)
	for _, format := range []WriteFormat{"csv", "parquet", "npy", "jsonl"} {
		t.Run(string(format), func(t *testing.T) {
			var out bytes.Buffer
			if err := Write(context.Background(), &out, x, format); err != nil {
				t.Fatal(err)
			}
			wantSameBothWays(t, out.Bytes(), Options{}, Roles{Target: []string{"x1"}}, Roles{Target: []string{"x2"}, Kind: "class", Nominal: []string{"x2"}})
		})
	}
}

// What fits stays in memory; of what does not, the first rows do.
func TestRowsThatFitStayInMemory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := WriteFile(context.Background(), path, manyRows(t)); err != nil {
		t.Fatal(err)
	}
	const size = 70_003 * 4 * 8
	for _, c := range []struct {
		memory int64
		spools bool
	}{{0, false}, {size * 2, false}, {size * 10 / 7, true}, {size, true}} {
		table, err := ReadFile(context.Background(), path, Options{Memory: c.memory})
		if err != nil {
			t.Fatal(err)
		}
		spooled, passes := table.Spooled()
		if spooled > 0 != c.spools || passes != 0 || c.spools && (spooled < size-c.memory*4/10 || spooled > size-c.memory*2/10) {
			t.Errorf("with %d bytes, %d of %d are on disk, read %d times", c.memory, spooled, size, passes)
		}
		choice, err := table.Choose(Roles{Target: []string{"x1"}})
		if err != nil {
			t.Fatal(err)
		}
		_, before := table.Spooled()
		for range 3 {
			err := rows.Each(context.Background(), choice.X, 1000, func(int, int, []float64) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
		}
		if _, after := table.Spooled(); c.spools != (after-before == 3) {
			t.Errorf("3 readings are %d passes", after-before)
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}

// fullDisk is a temporary file that fails.
type fullDisk struct {
	*os.File
	room    int
	failure error
	reading bool
}

func (f *fullDisk) WriteAt(p []byte, at int64) (int, error) {
	if f.room -= len(p); f.room < 0 && !f.reading {
		return 0, &os.PathError{Op: "write", Path: "x", Err: f.failure}
	}
	return f.File.WriteAt(p, at)
}

func (f *fullDisk) ReadAt(p []byte, at int64) (int, error) {
	if f.reading {
		return 0, &os.PathError{Op: "read", Path: "x", Err: f.failure}
	}
	return f.File.ReadAt(p, at)
}

func TestDisksThatFail(t *testing.T) {
	var data bytes.Buffer
	if err := Write(context.Background(), &data, manyRows(t), "csv"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		disk fullDisk
		make error
		want string
	}{
		{fullDisk{room: 1 << 21, failure: syscall.ENOSPC}, nil, "a.csv: it does not fit into memory, and /disk has no room for its rows; name a folder of a larger disk in TMPDIR, or allow more memory"},
		{fullDisk{failure: syscall.EIO}, nil, "a.csv: it does not fit into memory, and its rows cannot be written to a temporary file in /disk: input/output error; name another folder in TMPDIR, or allow more memory"},
		{fullDisk{}, syscall.EACCES, "a.csv: it does not fit into memory, and its rows cannot be written to a temporary file in /disk: permission denied; name another folder in TMPDIR, or allow more memory"},
		{fullDisk{failure: syscall.EIO, reading: true}, nil, "a.csv: its rows cannot be read back from a temporary file in /disk: input/output error"},
	} {
		options := onDisk(Options{})
		options.newTemporary = func() (cells.TemporaryFile, string, error) {
			file, err := os.CreateTemp(t.TempDir(), "")
			if err != nil {
				t.Fatal(err)
			}
			c.disk.File = file
			return &c.disk, "/disk", c.make
		}
		table, err := Read(context.Background(), bytes.NewReader(data.Bytes()), "a.csv", options)
		if err == nil {
			_, err = table.Choose(Roles{Target: []string{"x2"}})
		}
		wantError(t, err, c.want)
	}
}

// A file that is written to after it was read is not what the model would be about.
func TestFilesThatChange(t *testing.T) {
	const want = ": the file changed while it was read; start again when nothing writes to it"
	for name, change := range map[string]func(path string) error{
		"longer": func(path string) error {
			return appendTo(path, "1,2,3,4\n")
		},
		"cut off":   func(path string) error { return os.Truncate(path, 1000) },
		"removed":   os.Remove,
		"exchanged": func(path string) error { return os.Rename(path+".other.csv", path) },
	} {
		path := filepath.Join(t.TempDir(), "a.csv")
		for _, file := range []string{path, path + ".other.csv"} {
			if err := WriteFile(context.Background(), file, manyRows(t)); err != nil {
				t.Fatal(err)
			}
		}
		table, err := ReadFile(context.Background(), path, onDisk(Options{}))
		if err != nil {
			t.Fatal(err)
		}
		choice, err := table.Choose(Roles{Target: []string{"x1"}})
		if err != nil {
			t.Fatal(err)
		}
		read := func() error {
			return rows.Each(context.Background(), choice.X, 1000, func(int, int, []float64) error { return nil })
		}
		if err := read(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := change(path); err != nil {
			t.Fatal(err)
		}
		wantError(t, read(), path+want)
	}
}

// A file that is written to while it is read, in memory as on disk, may end within a number.
func TestFilesThatChangeWhileTheyAreRead(t *testing.T) {
	for k, options := range []Options{{}, {}, onDisk(Options{}), onDisk(Options{})} {
		path, last := filepath.Join(t.TempDir(), "a.csv"), "1,2,3,4\n"
		if k%2 == 0 {
			last = "1,2," // half a row
		}
		if err := WriteFile(context.Background(), path, manyRows(t)); err != nil {
			t.Fatal(err)
		}
		options.Skip = func(name string) bool { // is asked when the header is read
			if name != "x1" {
				return false
			}
			if err := appendTo(path, last); err != nil {
				t.Error(err)
			}
			return true
		}
		_, err := ReadFile(context.Background(), path, options)
		wantError(t, err, path+": the file changed while it was read; start again when nothing writes to it")
	}
}

func appendTo(path, text string) error {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	return errors.Join(err, file.Close())
}

// Both the context of reading and that of a block end a pass.
func TestPassesEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	table, err := Read(ctx, strings.NewReader("a,b,y\n1,red,5\n2,blue,6\n3,red,7\n4,blue,8\n"), "f", onDisk(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	choice, err := table.Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	other, stop := context.WithCancel(context.Background())
	stop()
	if _, err := choice.X.Block(other, 0, 2, make([]float64, 100)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	cancel()
	if _, err := table.Choose(Roles{Target: []string{"a"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestTargetsLargerThanMemory(t *testing.T) {
	var text strings.Builder
	text.WriteString("a,y\n")
	for i := range 1000 {
		fmt.Fprintf(&text, "%d,%d\n", i*i, i*7%13)
	}
	table, err := Read(context.Background(), strings.NewReader(text.String()), "f.csv", Options{Memory: 15_000})
	if err != nil {
		t.Fatal(err)
	}
	_, err = table.Choose(Roles{Target: []string{"y"}})
	wantError(t, err, "f.csv: the target alone takes 7.81 KiB in 1000 rows, more than half of the 14.6 KiB of memory allowed; allow more")
}

// Several readers at a time see the same rows.
func TestSpoolIsSafeForSeveralReaders(t *testing.T) {
	var data bytes.Buffer
	x := manyRows(t)
	if err := Write(context.Background(), &data, x, "npy"); err != nil {
		t.Fatal(err)
	}
	table, err := Read(context.Background(), &data, "f", onDisk(Options{}))
	if err != nil {
		t.Fatal(err)
	}
	columns, err := table.Columns(table.Names())
	if err != nil {
		t.Fatal(err)
	}
	errs := make(chan error)
	for k := range 4 {
		go func() {
			errs <- rows.Each(context.Background(), columns, 777*(k+1), func(from, to int, block []float64) error {
				want, err := x.Block(context.Background(), from, to, nil)
				if err == nil && !reflect.DeepEqual(want, block) {
					err = fmt.Errorf("rows %d to %d differ", from, to)
				}
				return err
			})
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}
