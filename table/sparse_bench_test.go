package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"suffice/rows"
)

// manyWords is a LIBSVM file of rows that have few of many columns.
func manyWords(n, width, each int) string {
	rng := rand.New(rand.NewPCG(7, 1))
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, "%d", i%2*2-1)
		for step, at := width/each, 0; at+step <= width; at += step {
			fmt.Fprintf(&out, " %d:%.4f", at+1+rng.IntN(step), rng.Float64())
		}
		out.WriteByte('\n')
	}
	return out.String()
}

func BenchmarkReadLIBSVM(b *testing.B) {
	text := manyWords(20000, 20000, 50)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), strings.NewReader(text), "a.svm", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadSparseARFF(b *testing.B) {
	var text strings.Builder
	text.WriteString("@relation words\n")
	for j := range 20000 {
		fmt.Fprintf(&text, "@attribute w%d numeric\n", j)
	}
	text.WriteString("@attribute class {a, b}\n@data\n")
	pairs := strings.NewReplacer(" ", ", ", ":", " ")
	for line := range strings.Lines(manyWords(20000, 19999, 50)) {
		_, entries, _ := strings.Cut(strings.TrimSpace(line), " ")
		text.WriteString("{" + pairs.Replace(entries) + "}\n")
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Read(context.Background(), strings.NewReader(text.String()), "a.arff", Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSparseBlock counts 12 bytes for each value that is not zero.
func BenchmarkSparseBlock(b *testing.B) {
	read, err := Read(context.Background(), strings.NewReader(manyWords(20000, 20000, 50)), "a.svm", Options{})
	if err != nil {
		b.Fatal(err)
	}
	choice, err := read.Choose(Roles{Kind: "class"})
	if err != nil {
		b.Fatal(err)
	}
	x := choice.X.(rows.Sparse)
	b.SetBytes(int64(x.Len()) * 50 * 12)
	var block rows.Compressed
	for b.Loop() {
		for from := 0; from < x.Len(); from += 4096 {
			if block, err = x.SparseBlock(context.Background(), from, min(from+4096, x.Len()), block); err != nil {
				b.Fatal(err)
			}
		}
	}
}
