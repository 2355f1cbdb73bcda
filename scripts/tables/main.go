// Tables writes the large tables that docs/benchmarks.md measures fits on.
//
//	go run ./scripts/tables long 10000000 20 long.csv
//	go run ./scripts/tables long 10000000 20 long.parquet
//	go run ./scripts/tables dense 500 20000 wide.csv
//	go run ./scripts/tables words 100000 50000 words.svm
//
// Long has many rows: its inputs x1, x2, … are standard normal, and y = x1² + x2 + e/2, e
// being standard normal too; all are rounded to six places.
//
// Dense has many columns x1, x2, …, which three factors and noise make up, the third factor
// only the first 40, and a target y, which is that factor and noise. Words has 50 ones a
// row among zeros, in LIBSVM, of three classes: the second and the third have some more
// of the first and of the second hundred columns.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"slices"
	"strconv"

	"suffice/internal/atomicfile"
	"suffice/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "tables: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 4 {
		return errors.New("say long, dense or words, the number of rows, the number of inputs and the file")
	}
	n, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	d, err := strconv.Atoi(args[2])
	if err != nil || d < 2 {
		return fmt.Errorf("%s inputs, but there must be at least 2", args[2])
	}
	random := rand.New(rand.NewPCG(1, 1))
	return atomicfile.Write(args[3], func(w io.Writer) error {
		out := bufio.NewWriterSize(w, 1<<20)
		switch args[0] {
		case "long":
			return long(ctx, w, n, d, args[3], random)
		case "dense":
			dense(out, n, d, random)
		case "words":
			words(out, n, d, random)
		default:
			return fmt.Errorf("there is no table %q", args[0])
		}
		return out.Flush()
	})
}

func long(ctx context.Context, w io.Writer, n, d int, path string, random *rand.Rand) error {
	format, err := table.FormatOf(path)
	if err != nil {
		return err
	}
	names := make([]string, d+1)
	for j := range d {
		names[j] = fmt.Sprintf("x%d", j+1)
	}
	names[d] = "y"
	out, err := table.NewWriter(ctx, w, names, format)
	if err != nil {
		return err
	}
	defer out.Stop()
	draw := func() float64 { return round(random.NormFloat64()) }
	block := make([]float64, 0, 4096*(d+1))
	for i := range n {
		for range d {
			block = append(block, draw())
		}
		row := block[len(block)-d:]
		block = append(block, round(row[0]*row[0]+row[1]+draw()/2))
		if len(block) == cap(block) || i == n-1 {
			if err := out.Append(block); err != nil {
				return err
			}
			block = block[:0]
		}
	}
	return out.Close()
}

func round(v float64) float64 { return math.Round(v*1e6) / 1e6 }

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
