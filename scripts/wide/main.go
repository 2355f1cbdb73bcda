// Wide writes the tables with many columns that docs/benchmarks.md measures fits on.
//
//	go run ./scripts/wide dense 500 20000 > wide.csv
//	go run ./scripts/wide words 100000 50000 > words.svm
//
// Dense has columns x1, x2, …, which three factors and noise make up, the third factor
// only the first 40, and a target y, which is that factor and noise. Words has 50 ones a
// row among zeros, in LIBSVM, of three classes: the second and the third have some more
// of the first and of the second hundred columns.
package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
)

func main() {
	if len(os.Args) != 4 {
		fail("say dense or words, the number of rows and the number of columns")
	}
	n, err := strconv.Atoi(os.Args[2])
	if err != nil {
		fail("%v", err)
	}
	d, err := strconv.Atoi(os.Args[3])
	if err != nil {
		fail("%v", err)
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	random := rand.New(rand.NewPCG(1, 1))
	switch os.Args[1] {
	case "dense":
		dense(out, n, d, random)
	case "words":
		words(out, n, d, random)
	default:
		fail("there is no table %q", os.Args[1])
	}
	if err := out.Flush(); err != nil {
		fail("%v", err)
	}
}

func fail(format string, values ...any) {
	fmt.Fprintf(os.Stderr, "wide: "+format+"\n", values...)
	os.Exit(1)
}

func dense(out io.Writer, n, d int, random *rand.Rand) {
	for j := range d {
		fmt.Fprintf(out, "x%d,", j+1)
	}
	fmt.Fprintln(out, "y")
	for range n {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		for j := range d {
			v := random.NormFloat64() + a*float64(j%5)/4 + b*float64(j%7)/12
			if j < 40 {
				v += c
			}
			fmt.Fprintf(out, "%.4f,", v)
		}
		fmt.Fprintf(out, "%.4f\n", c+.2*random.NormFloat64())
	}
}

func words(out io.Writer, n, d int, random *rand.Rand) {
	const each, group, most = 50, 100, 6
	for range n {
		class, has := random.IntN(3), map[int]bool{}
		if class > 0 {
			for range random.IntN(most + 1) {
				has[(class-1)*group+random.IntN(group)] = true
			}
		}
		for len(has) < each {
			has[random.IntN(d)] = true
		}
		fmt.Fprint(out, class)
		for _, j := range slices.Sorted(maps.Keys(has)) {
			fmt.Fprintf(out, " %d:1", j+1)
		}
		fmt.Fprintln(out)
	}
}
