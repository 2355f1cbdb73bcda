package table

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
)

// numbersCSV is a file of n rows and d columns of numbers as write makes them.
func numbersCSV(n, d int, write func(line []byte, r *rand.Rand) []byte) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for j := range d {
		text = fmt.Appendf(text, "x%d,", j)
	}
	text[len(text)-1] = '\n'
	for range n {
		for range d {
			text = append(write(text, random), ',')
		}
		text[len(text)-1] = '\n'
	}
	return text
}

func BenchmarkReadCSV(b *testing.B) {
	for _, test := range []struct {
		name  string
		write func(line []byte, r *rand.Rand) []byte
	}{
		{"17digits", func(line []byte, r *rand.Rand) []byte { return strconv.AppendFloat(line, r.NormFloat64(), 'g', 17, 64) }},
		{"3digits", func(line []byte, r *rand.Rand) []byte { return strconv.AppendFloat(line, r.NormFloat64(), 'f', 3, 64) }},
		{"integers", func(line []byte, r *rand.Rand) []byte { return strconv.AppendInt(line, r.Int64N(1e6), 10) }},
		{"words", func(line []byte, r *rand.Rand) []byte { return fmt.Appendf(line, "word%d", r.IntN(50)) }},
		{"quoted", func(line []byte, r *rand.Rand) []byte { return fmt.Appendf(line, `"%.3f"`, r.NormFloat64()) }},
	} {
		data := numbersCSV(20_000, 20, test.write)
		b.Run(test.name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(context.Background(), bytes.NewReader(data), "a.csv", Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkReadFile reads the file that SUFFICE_CSV names, with this package and with
// the standard library. scripts/compare_csv.py runs it.
func BenchmarkReadFile(b *testing.B) {
	path := os.Getenv("SUFFICE_CSV")
	if path == "" {
		b.Skip("SUFFICE_CSV names no file")
	}
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("suffice", func(b *testing.B) {
		b.SetBytes(info.Size())
		b.ReportAllocs()
		for b.Loop() {
			if _, err := ReadFile(context.Background(), path, Options{}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding", func(b *testing.B) {
		b.SetBytes(info.Size())
		b.ReportAllocs()
		for b.Loop() {
			file, err := os.Open(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := parseNaively(file); err != nil {
				b.Fatal(err)
			}
			_ = file.Close()
		}
	})
}

// parseNaively reads numbers with encoding/csv and strconv.
func parseNaively(source io.Reader) ([]float64, error) {
	r := csv.NewReader(source)
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
