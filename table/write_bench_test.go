package table

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"testing"

	"suffice/rows"
)

// normal is a table of numbers with all their digits.
func normal(b *testing.B, n, width int) *rows.Matrix {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	data := make([]float64, n*width)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	x, err := rows.NewMatrix(width, data)
	if err != nil {
		b.Fatal(err)
	}
	return x
}

func BenchmarkWriteFormats(b *testing.B) {
	x := normal(b, 100_000, 20)
	for _, format := range []WriteFormat{"csv", "jsonl", "parquet", "npy"} {
		b.Run(string(format), func(b *testing.B) {
			var size counter
			for b.Loop() {
				size = 0
				if err := Write(context.Background(), &size, x, format); err != nil {
					b.Fatal(err)
				}
			}
			b.SetBytes(int64(size))
		})
	}
}

// BenchmarkReadFormats reports the speed in bytes of the file, and of its numbers in
// memory.
func BenchmarkReadFormats(b *testing.B) {
	x := normal(b, 100_000, 20)
	for _, format := range []WriteFormat{"jsonl", "parquet", "npy"} {
		var file bytes.Buffer
		if err := Write(context.Background(), &file, x, format); err != nil {
			b.Fatal(err)
		}
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(file.Len()))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(context.Background(), bytes.NewReader(file.Bytes()), "a", Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

type counter int64

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

var _ io.Writer = (*counter)(nil)
