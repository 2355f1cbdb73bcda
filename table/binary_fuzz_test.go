package table

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// fuzzFormat reads whatever it is given: a table or a clean error, and no more memory
// than such a small file may ask for.
func fuzzFormat(f *testing.F, format string, most uint64, files ...string) {
	for _, file := range files {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
		f.Add(data[:len(data)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got *Table
		var err error
		used := allocated(func() {
			got, err = Read(context.Background(), bytes.NewReader(data), "a", Options{Format: format})
		})
		if used > most {
			t.Errorf("%d bytes allocated %d", len(data), used)
		}
		if _, known := errors.AsType[*Error](err); err != nil && !known {
			t.Errorf("error %v is not about the file", err)
		}
		if err == nil {
			exercise(t, got)
		}
	})
}

func FuzzParquet(f *testing.F) {
	fuzzFormat(f, "parquet", 256<<20, "snappy.parquet", "gzip.parquet", "zstd.parquet", "plain.parquet", "lz4.parquet")
}

func FuzzNPY(f *testing.F) { fuzzFormat(f, "npy", 128<<20, "record.npy", "columns.npy", "objects.npy") }

func FuzzNPZ(f *testing.F) { fuzzFormat(f, "npz", 128<<20, "several.npz", "named.npz", "matrix.npz") }
