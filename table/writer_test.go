package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"suffice/rows"
)

// However the rows come, the bytes are the same.
func TestWriterGivesTheBytesOfWrite(t *testing.T) {
	formats := []WriteFormat{"csv", "tsv", "jsonl", "parquet", "npy", "csv.gz", "tsv.zst", "jsonl.gz", "jsonl.zst"}
	rapid.Check(t, func(r *rapid.T) {
		format := rapid.SampledFrom(formats).Draw(r, "format")
		width := rapid.IntRange(1, 4).Draw(r, "width")
		n := rapid.IntRange(1, 300).Draw(r, "rows")
		values := make([]float64, n*width)
		for i := range values {
			values[i] = math.Sqrt(float64(i)) * math.Pow(10, float64(i%7))
		}
		x, err := rows.NewMatrix(width, values)
		if err != nil {
			r.Fatal(err)
		}
		var want, got bytes.Buffer
		if err := Write(t.Context(), &want, x, format); err != nil {
			r.Fatal(err)
		}
		out, err := NewWriter(t.Context(), &got, rows.Names(x), format)
		if err != nil {
			r.Fatal(err)
		}
		for len(values) > 0 {
			next := min(len(values), width*rapid.IntRange(1, 50).Draw(r, "block"))
			if err := out.Append(values[:next]); err != nil {
				r.Fatal(err)
			}
			values = values[next:]
		}
		if err := out.Close(); err != nil {
			r.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			r.Fatalf("%s of %d by %d differs", format, n, width)
		}
	})
}

// Packed text and row groups longer than the buffers of their writers, too.
func TestWriterOfManyRows(t *testing.T) {
	values := make([]float64, 300_000)
	for i := range values {
		values[i] = math.Sin(float64(i))
	}
	x, err := rows.NewMatrix(2, values)
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []WriteFormat{"csv.gz", "csv.zst", "parquet", "csv"} {
		var want, got bytes.Buffer
		if err := Write(t.Context(), &want, x, format); err != nil {
			t.Fatal(err)
		}
		out, err := NewWriter(t.Context(), &got, rows.Names(x), format)
		if err != nil {
			t.Fatal(err)
		}
		for rest := values; len(rest) > 0; rest = rest[min(len(rest), 2*777):] {
			if err := out.Append(rest[:min(len(rest), 2*777)]); err != nil {
				t.Fatal(err)
			}
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want.Bytes()) {
			t.Errorf("%s differs", format)
		}
	}
}

// The number of rows is filled in at the start of a file.
func TestWriterOfNPYMendsTheHeader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "z.npy")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := NewWriter(t.Context(), file, []string{"a", "b"}, "npy")
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		if err := out.Append([]float64{1, 2, 3, 4}); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(out.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	read, err := ReadFile(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if read.Len() != 2000 || read.Width() != 2 {
		t.Errorf("%d by %d", read.Len(), read.Width())
	}
}

// full is a disk that takes so many bytes.
type full struct{ left int }

var errFull = errors.New("no space left on device")

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errFull
	}
	return len(p), nil
}

// An error of writing comes back while rows are given, or at the end, but it does.
func TestWriterFails(t *testing.T) {
	block := make([]float64, 2*5000)
	for i := range block {
		block[i] = math.Sqrt(float64(i))
	}
	for _, format := range []WriteFormat{"csv", "jsonl", "csv.gz", "csv.zst", "npy", "parquet"} {
		out, err := NewWriter(t.Context(), &full{1 << 10}, []string{"a", "b"}, format)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			if err = out.Append(block); err != nil {
				break
			}
		}
		if err == nil {
			err = out.Close()
		} else {
			out.Stop()
		}
		if !errors.Is(err, errFull) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

func TestWriterStopsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, format := range []WriteFormat{"csv", "parquet"} {
		out, err := NewWriter(ctx, io.Discard, []string{"a"}, format)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			if err = out.Append([]float64{1}); err != nil {
				break
			}
		}
		out.Stop()
		if !errors.Is(err, context.Canceled) {
			t.Errorf("%s: got %v", format, err)
		}
	}
}

func TestWriterOfNoRowsLeavesNoHeaderBehind(t *testing.T) {
	var got bytes.Buffer
	out, err := NewWriter(t.Context(), &got, []string{"a"}, "csv")
	if err != nil {
		t.Fatal(err)
	}
	out.Stop()
	if got.Len() > 0 {
		t.Errorf("got %q", got.String())
	}
}
