package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"io"
	"math/rand/v2"
	"strconv"
	"testing"
)

// numbersCSV is a file of n rows and d columns of numbers with full precision.
func numbersCSV(b *testing.B, n, d int) []byte {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	names, data := make([]string, d), make([]float64, n*d)
	for j := range names {
		names[j] = "x" + strconv.Itoa(j)
	}
	for i := range data {
		data[i] = random.NormFloat64()
	}
	return written(b, names, data)
}

func BenchmarkRead(b *testing.B) {
	data := numbersCSV(b, 20_000, 20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), bytes.NewReader(data), "a.csv", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkEncodingCSV is the same with the standard library.
func BenchmarkEncodingCSV(b *testing.B) {
	data := numbersCSV(b, 20_000, 20)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := parseNaively(data); err != nil {
			b.Fatal(err)
		}
	}
}

func parseNaively(data []byte) ([]float64, error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.ReuseRecord = true
	if _, err := r.Read(); err != nil {
		return nil, err
	}
	var values []float64
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return values, nil
		}
		if err != nil {
			return nil, err
		}
		for _, field := range record {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
	}
}
