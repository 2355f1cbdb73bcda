package peers

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"

	"suffice/internal/format/npy"
	"suffice/internal/linalg"
)

// Data is an artificial data set: standard normal inputs, and a y that depends on the
// first two of them.
type Data struct {
	Name    string
	Formula string
	signal  func(a, b float64) float64
}

// Sets are the data sets: one with trends, that methods of means see, and one where y is
// the same on both sides of the middle, which they cannot see.
func Sets() []Data {
	return []Data{
		{"trend", "y = x1 / (0.5 + (x2 + 1.5)^2) + 0.1 e", func(a, b float64) float64 { return a / (.5 + (b+1.5)*(b+1.5)) }},
		{"symmetric", "y = x1^2 + x2^2 + 0.1 e", func(a, b float64) float64 { return a*a + b*b }},
	}
}

const (
	// Inputs is how many there are.
	Inputs = 50
	noise  = .1

	testRows   = 2000    // that predictions are judged by
	predictors = 100_000 // rows that these are predicted from, at most: more would not change the figure
)

// truth is the answer as a frame: the first two inputs.
func truth() linalg.Matrix { return linalg.Identity(Inputs).Slice(0, dim) }

// drawn are rows that were drawn, with the y of each data set.
type drawn struct {
	x linalg.Matrix
	y map[string][]float64
}

// Streams of one seed that have nothing to do with each other.
const (
	trainStream = 0x9ee5
	testStream  = 0x7e57
)

// draw keeps the first rows in memory, at most so many, and gives all to each. The rows of
// a small n are the first of those of a larger one.
func draw(ctx context.Context, seed, which uint64, n, keep int, each func(x []float64) error) (drawn, error) {
	random, sets, row := rand.New(rand.NewPCG(seed, which)), Sets(), make([]float64, Inputs)
	x, y := make([]float64, 0, min(n, keep)*Inputs), map[string][]float64{}
	for i := range n {
		if i%4096 == 0 && ctx.Err() != nil {
			return drawn{}, ctx.Err()
		}
		for j := range row {
			row[j] = random.NormFloat64()
		}
		e := noise * random.NormFloat64()
		if i < keep {
			x = append(x, row...)
		}
		for _, set := range sets {
			y[set.Name] = append(y[set.Name], set.signal(row[0], row[1])+e)
		}
		if err := each(row); err != nil {
			return drawn{}, err
		}
	}
	return drawn{linalg.Of(len(x)/Inputs, Inputs, x), y}, nil
}

// files are where the data of a size lies.
type files struct{ dir string }

func (f files) in(name string) string { return filepath.Join(f.dir, name) }
func (f files) x() string             { return f.in("x.npy") }
func (f files) y(d Data) string       { return f.in(d.Name + ".npy") }
func (f files) script() string        { return f.in("script.py") }
func (f files) refined() string       { return f.in("rmave.py") }
func (f files) cannot(err error) error {
	return fmt.Errorf("cannot write the data: %w; set TMPDIR to a directory with more room", err)
}

// writeData draws n rows into files, and returns those that predictions are made from.
func (f files) writeData(ctx context.Context, seed uint64, n int) (drawn, error) {
	file, err := os.Create(f.x())
	if err != nil {
		return drawn{}, f.cannot(err)
	}
	out := bufio.NewWriterSize(file, 1<<20)
	var data drawn
	if err = npy.WriteHeader(out, "<f8", []int{n, Inputs}); err == nil {
		data, err = draw(ctx, seed, trainStream, n, predictors, func(x []float64) error { return npy.WriteValues(out, x) })
	}
	err = errors.Join(err, out.Flush(), file.Close())
	if ctx.Err() != nil {
		return data, ctx.Err()
	}
	if err != nil {
		return data, f.cannot(err)
	}
	for _, set := range Sets() {
		if err := writeArray(f.y(set), []int{n}, data.y[set.Name]); err != nil {
			return data, f.cannot(err)
		}
		data.y[set.Name] = data.y[set.Name][:data.x.Rows]
	}
	return data, nil
}
