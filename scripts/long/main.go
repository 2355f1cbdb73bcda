// Long writes the tables with many rows that docs/benchmarks.md measures fits on.
//
//	go run ./scripts/long 10000000 20 long.csv
//	go run ./scripts/long 10000000 20 long.parquet
//
// The inputs x1, x2, … are standard normal, and y = x1² + x2 + e/2, e being standard
// normal too; all are rounded to six places.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"strconv"

	"suffice/internal/wholefile"
	"suffice/table"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintf(os.Stderr, "long: %v\n", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) != 3 {
		return errors.New("say the number of rows, the number of inputs and the file")
	}
	n, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	d, err := strconv.Atoi(args[1])
	if err != nil || d < 2 {
		return fmt.Errorf("%s inputs, but there must be at least 2", args[1])
	}
	format, err := table.FormatOf(args[2])
	if err != nil {
		return err
	}
	return wholefile.Write(args[2], func(w io.Writer) error { return write(ctx, w, n, d, format) })
}

func write(ctx context.Context, w io.Writer, n, d int, format table.WriteFormat) error {
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
	random := rand.New(rand.NewPCG(1, 1))
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
