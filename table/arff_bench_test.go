package table

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// BenchmarkTextFormats reads 20,000 rows of 20 numbers as each format has them.
func BenchmarkTextFormats(b *testing.B) {
	const n, d = 20_000, 20
	random := rand.New(rand.NewPCG(1, 2))
	var arff, sparse, libsvm strings.Builder
	header := "@relation r\n"
	for j := range d {
		header += fmt.Sprintf("@attribute x%d numeric\n", j+1)
	}
	arff.WriteString(header + "@data\n")
	sparse.WriteString(header + "@data\n")
	for range n {
		libsvm.WriteString("1")
		sparse.WriteString("{")
		for j := range d {
			v, separator := random.NormFloat64(), ","
			if j == d-1 {
				separator = ""
			}
			fmt.Fprintf(&arff, "%.6f%s", v, separator)
			fmt.Fprintf(&sparse, "%d %.6f%s", j, v, separator)
			fmt.Fprintf(&libsvm, " %d:%.6f", j+1, v)
		}
		arff.WriteString("\n")
		sparse.WriteString("}\n")
		libsvm.WriteString("\n")
	}
	for _, format := range []struct{ name, text string }{{"arff", arff.String()}, {"sparse", sparse.String()}, {"libsvm", libsvm.String()}} {
		text := format.text
		b.Run(format.name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(context.Background(), strings.NewReader(text), "bench", Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
