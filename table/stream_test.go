package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"suffice/internal/cells"
	"suffice/internal/format/delimited"
	"suffice/rows"
)

// splitting gives the blocks of a reader a row or two at a time.
type splitting struct {
	cells.Reader
	block *cells.Block
	at    int
}

func (s *splitting) Next(ctx context.Context) (*cells.Block, error) {
	if s.block == nil || s.at == s.block.Rows {
		b, err := s.Reader.Next(ctx)
		if err != nil {
			return nil, err
		}
		s.block, s.at = b, 0
	}
	b, from, to := s.block, s.at, min(s.at+1+s.at%2, s.block.Rows)
	s.at = to
	if !b.Sparse {
		return &cells.Block{Rows: to - from, Width: b.Width, Cells: b.Cells[from*b.Width : to*b.Width]}, nil
	}
	part := &cells.Block{Rows: to - from, Width: b.Width, Sparse: true}
	for _, start := range b.Starts[from : to+1] {
		part.Starts = append(part.Starts, start-b.Starts[from])
	}
	part.Slots, part.Values = b.Slots[b.Starts[from]:b.Starts[to]], b.Values[b.Starts[from]:b.Starts[to]]
	return part, nil
}

// result is what was made of a file.
type result struct {
	x        []float64
	warnings []string
	err      error
}

func (r result) String() string {
	return fmt.Sprintf("%v, warnings %q, error %v", r.x, r.warnings, r.err)
}

// atOnce reads the whole table and then applies what is wanted.
func atOnce(text string, w Wanted) result {
	ctx := context.Background()
	t, err := Read(ctx, strings.NewReader(text), "file", w.Reading(Options{}))
	if err != nil {
		return result{err: err}
	}
	c, err := t.Apply(w)
	if err != nil {
		return result{err: err}
	}
	x, err := c.X.Block(ctx, 0, c.X.Len(), make([]float64, c.X.Len()*c.X.Width()))
	return result{x, told(c.Warnings), err}
}

// drain reads a stream to its end; what comes before an error does not count.
func drain(s *Stream, err error) result {
	if err != nil {
		return result{err: err}
	}
	defer s.Close()
	var r result
	for {
		x, err := s.Next(context.Background())
		if errors.Is(err, io.EOF) {
			r.warnings = told(s.Warnings())
			return r
		}
		if err != nil {
			return result{err: err}
		}
		r.x = append(r.x, x...)
	}
}

func streamedFrom(text string, w Wanted) result {
	return drain(NewStream(context.Background(), strings.NewReader(text), "file", Options{}, w))
}

// inSmallBlocks is the same with blocks of a row or two.
func inSmallBlocks(text string, w Wanted, chunk int) result {
	in, err := cells.Open(context.Background(), strings.NewReader(text), "file")
	if err != nil {
		return result{err: err}
	}
	options := w.Reading(Options{})
	s, err := newStream(in, options, w)
	if err != nil {
		in.Close()
		return result{err: err}
	}
	if _, isCSV := s.reader.(*delimited.Reader); !isCSV {
		s.reader = &splitting{Reader: s.reader}
		return drain(s, nil)
	}
	in, err = cells.Open(context.Background(), strings.NewReader(text), "file")
	if err != nil {
		return result{err: err}
	}
	schema := cells.NewSchema("file", options.cells())
	schema.Format = "csv"
	reader, err := delimited.OpenChunks(in, schema, chunk)
	if err != nil {
		in.Close()
		return result{err: err}
	}
	s, err = streamOf(in, reader, schema, w)
	if err != nil {
		in.Close()
		return result{err: err}
	}
	return drain(s, nil)
}

func (r result) lacksColumn() bool {
	return r.err != nil && strings.Contains(r.err.Error(), " has no column ")
}

func (r result) same(other result) bool {
	if (r.err == nil) != (other.err == nil) || r.err != nil && r.err.Error() != other.err.Error() {
		return false
	}
	return slices.Equal(r.warnings, other.warnings) && slices.EqualFunc(r.x, other.x, func(a, b float64) bool {
		return math.Float64bits(a) == math.Float64bits(b)
	})
}

// drawCell draws what a cell of a column of some kind has; nil is missing.
func drawCell(r *rapid.T, kind string) any {
	if rapid.IntRange(0, 40).Draw(r, "gap") == 0 {
		return nil
	}
	switch kind {
	case "number":
		return rapid.SampledFrom([]any{1.5, -2., 0., 1., 1e300, 7., 0.25}).Draw(r, "number")
	case "binary":
		return rapid.SampledFrom([]any{0., 1.}).Draw(r, "binary")
	case "boolean":
		return rapid.SampledFrom([]any{"true", "false", "TRUE"}).Draw(r, "boolean")
	case "both":
		return rapid.SampledFrom([]any{"true", "false", "true", "false", "false", 0., 1.}).Draw(r, "both")
	case "comma":
		return rapid.SampledFrom([]any{"1,5", "2,25", "3,5", 4., "x"}).Draw(r, "comma")
	case "date":
		return rapid.SampledFrom([]any{"3/4/2024", "2024-03-04 12:30", "15 Mar 2024", "unknown", "13/4/2024", "-"}).Draw(r, "date")
	case "amount":
		return rapid.SampledFrom([]any{"$1,234.50", "12%", 7., "(3)", "None", "$0.5"}).Draw(r, "amount")
	case "marked":
		return rapid.SampledFrom([]any{"-", 1.5, 2., "N.A.", "missing", -7., 8., 9.}).Draw(r, "marked")
	case "answer":
		return rapid.SampledFrom([]any{"yes", "Yes", "YES", "no", "NO", "perhaps"}).Draw(r, "answer")
	case "code":
		return rapid.SampledFrom([]any{1., 2., "F", "M", 3., 12.5}).Draw(r, "code")
	}
	return rapid.SampledFrom([]any{"F", "M", "X", "long one"}).Draw(r, "word")
}

// drawTable draws rows of columns a to e, and what a model wants of them.
func drawTable(r *rapid.T) (names []string, table [][]any, w Wanted) {
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"number", "number", "binary", "boolean", "both", "comma", "code", "word", "date", "amount", "marked", "answer"}), 1, 5).Draw(r, "kinds")
	for j, kind := range kinds {
		name := string(rune('a' + j))
		names = append(names, name)
		if w.Made == nil {
			w.Made, w.Levels = map[string]rows.Made{}, map[string]rows.Level{}
		}
		switch {
		case kind == "date":
			w.Inputs = append(w.Inputs, name, name+".hour.sin")
			w.Made[name] = rows.Made{Column: name, Form: "date, day first"}
			w.Made[name+".hour.sin"] = rows.Made{Column: name, Form: "date, day first", Part: "hour", Wave: "sin"}
		case kind == "amount":
			w.Inputs = append(w.Inputs, name)
			w.Made[name] = rows.Made{Column: name, Form: "amount"}
		case kind == "answer":
			w.Inputs = append(w.Inputs, name+"=yes", name+"=no")
			w.Levels[name+"=yes"] = rows.Level{Column: name, Value: "yes", Fold: true}
			w.Levels[name+"=no"] = rows.Level{Column: name, Value: "no"}
		case kind == "code" || kind == "word":
			for _, value := range []string{"F", "2"} {
				w.Inputs = append(w.Inputs, name+"="+value)
				w.Levels[name+"="+value] = rows.Level{Column: name, Value: value}
			}
		case rapid.IntRange(0, 5).Draw(r, "wanted") > 0 || kind == "number":
			w.Inputs = append(w.Inputs, name)
		}
	}
	if len(w.Inputs) == 0 || rapid.IntRange(0, 20).Draw(r, "absent") == 0 {
		w.Inputs = append(w.Inputs, "aa")
	}
	for range w.Inputs {
		w.Mean = append(w.Mean, .5)
	}
	w.Missing = rapid.SampledFrom([]Missing{MissingIsError, missingIsUnsaid, DropMissing, MeanForMissing}).Draw(r, "missing")
	for range rapid.IntRange(1, 40).Draw(r, "rows") {
		row := make([]any, len(kinds))
		for j, kind := range kinds {
			row[j] = drawCell(r, kind)
		}
		table = append(table, row)
	}
	return names, table, w
}

func asCSV(names []string, table [][]any) string {
	var out strings.Builder
	out.WriteString(strings.Join(names, ";") + "\n")
	for _, row := range table {
		for j, cell := range row {
			if j > 0 {
				out.WriteByte(';')
			}
			if cell == nil && len(row) == 1 {
				cell = "NA"
			}
			if cell != nil {
				fmt.Fprint(&out, cell)
			}
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// asJSONLines leaves out what is missing, so that columns may come up late.
func asJSONLines(names []string, table [][]any) string {
	var out bytes.Buffer
	for _, row := range table {
		object := map[string]any{}
		for j, cell := range row {
			if cell != nil {
				object[names[j]] = cell
			}
		}
		line, err := json.Marshal(object)
		if err != nil {
			panic(err)
		}
		out.Write(append(line, '\n'))
	}
	return out.String()
}

// A stream gives the rows, the warnings and the errors of the whole table; but that a column
// is not there, it says before it reads rows.
func TestStreamIsTheTable(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		names, table, w := drawTable(r)
		for _, text := range []string{asCSV(names, table), asJSONLines(names, table)} {
			want := atOnce(text, w)
			if got := streamedFrom(text, w); !got.same(want) && (want.err == nil || !got.lacksColumn()) {
				r.Fatalf("%+v of\n%s\ngot  %v\nwant %v", w, text, got, want)
			}
			if got := inSmallBlocks(text, w, 1); !got.same(want) && (want.err == nil || !got.lacksColumn()) {
				r.Fatalf("%+v in small blocks of\n%s\ngot  %v\nwant %v", w, text, got, want)
			}
		}
	})
}

// Sparse files: LIBSVM with inputs that it never mentions, and ARFF whose zero is a level.
func TestStreamOfSparseRows(t *testing.T) {
	levels := map[string]rows.Level{"c=red": {Column: "c", Value: "red"}, "c=blue": {Column: "c", Value: "blue"}}
	arff := "@relation r\n@attribute a numeric\n@attribute c {red, green, blue}\n@data\n{0 2.5}\n{1 blue}\n{}\n{0 1, 1 green}\n"
	for _, c := range []struct {
		name, text string
		w          Wanted
	}{
		{"libsvm", "1 1:0.5 3:2\n0\n1 2:7\n1 5:1\n", Wanted{Inputs: []string{"x3", "x1", "x9", "x5"}}},
		{"libsvm, no such input", "1 1:0.5 3:2\n0\n", Wanted{Inputs: []string{"x3", "y"}}},
		{"libsvm, missing", "1 1:0.5 3:nan\n0\n1 3:nan\n", Wanted{Inputs: []string{"x3", "x1"}}},
		{"libsvm, dropped", "1 1:0.5 3:nan\n0\n1 3:nan\n", Wanted{Inputs: []string{"x3", "x1"}, Missing: DropMissing}},
		{"arff", arff, Wanted{Inputs: []string{"a", "c=red", "c=blue"}, Levels: levels}},
		{"arff, level as a number", arff, Wanted{Inputs: []string{"a", "c"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := atOnce(c.text, c.w)
			if got := streamedFrom(c.text, c.w); !got.same(want) {
				t.Errorf("got  %v\nwant %v", got, want)
			}
			if got := inSmallBlocks(c.text, c.w, 1); !got.same(want) {
				t.Errorf("in small blocks: got  %v\nwant %v", got, want)
			}
		})
	}
}

// Every format that can be written is read back as it would be at once, in row groups
// and pieces.
func TestStreamOfBinaryFormats(t *testing.T) {
	values := make([]float64, 3*70_000)
	for i := range values {
		values[i] = float64(i) / 7
	}
	x, err := rows.NewMatrix(3, values)
	if err != nil {
		t.Fatal(err)
	}
	w := Wanted{Inputs: []string{"x3", "x1"}}
	for _, format := range []WriteFormat{"csv", "csv.gz", "tsv", "csv.zst", "jsonl", "parquet", "npy"} {
		var file bytes.Buffer
		if err := Write(t.Context(), &file, x, format); err != nil {
			t.Fatal(err)
		}
		if got, want := streamedFrom(file.String(), w), atOnce(file.String(), w); want.err != nil || !got.same(want) {
			t.Errorf("%s: got %d numbers and error %v, want %d", format, len(got.x), got.err, len(want.x))
		}
		cut := file.String()[:file.Len()*9/10]
		got, want := streamedFrom(cut, w), atOnce(cut, w)
		if want.err != nil && !got.same(want) {
			t.Errorf("%s, cut off: got error %v, want %v", format, got.err, want.err)
		}
	}
}

// Rows come out of a pipe while nothing more comes in: a bubble in which all wait fails.
func TestStreamOfAPipeDoesNotWait(t *testing.T) {
	for name, lines := range map[string][]string{
		"csv":    {"a,b\n1,2\n", "3,4\n", "5,6\n7,8\n"},
		"jsonl":  {"{\"a\":1,\"b\":2}\n{\"a\":1,\"b\":2}\n", "{\"a\":3,\"b\":4}\n", "{\"a\":5,\"b\":6}\n{\"a\":7,\"b\":8}\n"},
		"arff":   {"@relation r\n@attribute a numeric\n@attribute b numeric\n@data\n1,2\n", "3,4\n", "5,6\n7,8\n"},
		"libsvm": {"1 1:1 2:2\n1 1:5\n", "1 1:3 2:4\n", "1 1:5 2:6\n1 1:7 2:8\n"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := Wanted{Inputs: []string{"a", "b"}}
				if name == "libsvm" {
					w.Inputs = []string{"x1", "x2"}
				}
				out, in := io.Pipe()
				defer func() { _ = in.Close() }()
				go func() { _, _ = io.WriteString(in, lines[0]) }()
				s, err := NewStream(t.Context(), out, "pipe", Options{}, w)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				for k, line := range lines {
					if k > 0 {
						go func() { _, _ = io.WriteString(in, line) }()
					}
					var got []float64
					for wanted := strings.Count(line[strings.LastIndex(line, "@data\n")+1:], "\n"); len(got) < 2*min(wanted, 1); {
						x, err := s.Next(t.Context())
						if err != nil {
							t.Fatal(err)
						}
						got = append(got, x...)
					}
				}
			})
		})
	}
}

// A problem in a pipe is told at once, and rows before it come.
func TestStreamOfAPipeEndsAtTheFirstProblem(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		go func() { _, _ = io.WriteString(in, "a,b\n1,2\n3,\n,6\n") }() // and stays open
		s, err := NewStream(t.Context(), out, "pipe", Options{}, Wanted{Inputs: []string{"a", "b"}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if x, err := s.Next(t.Context()); err != nil || !slices.Equal(x, []float64{1, 2}) {
			t.Errorf("got %v, %v", x, err)
		}
		_, err = s.Next(t.Context())
		wantError(t, err, `pipe:3, column "b": the value is missing; use Missing "drop" or Missing "mean", or fix the file`)
		_ = in.Close()
	})
}

// Waiting for a pipe ends with the context.
func TestStreamOfAPipeStops(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out, in := io.Pipe()
		defer func() { _ = in.Close() }()
		go func() { _, _ = io.WriteString(in, "a,b\n1,2\n") }()
		ctx, cancel := context.WithCancel(t.Context())
		s, err := NewStream(ctx, out, "pipe", Options{}, Wanted{Inputs: []string{"a", "b"}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if _, err := s.Next(ctx); err != nil {
			t.Fatal(err)
		}
		go func() {
			synctest.Wait() // until the stream waits for more
			cancel()
		}()
		if _, err := s.Next(ctx); !errors.Is(err, context.Canceled) { // or it waits for ever
			t.Errorf("got %v", err)
		}
	})
}
