package simulations

import (
	"context"
	"math"
	"math/rand/v2"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/paper"
	"suffice/output"
	"suffice/rows"
)

// Drawn is a kind of tables whose number of directions is known.
type Drawn struct {
	Name string
	Dim  int // 0 for noise
	Draw func(replicate uint64) (rows.Source, output.Output, error)
}

// DrawnOf are the tables of a cell.
func DrawnOf(c Cell) Drawn {
	return Drawn{c.Name(), c.Dim(), func(replicate uint64) (rows.Source, output.Output, error) {
		t, err := c.Table(replicate)
		if err != nil {
			return nil, nil, err
		}
		return asTable(t.X, t.Y, t.Classes)
	}}
}

// DrawnOfPaper are n rows of one of the paper's data sets.
func DrawnOfPaper(name string, data paper.Data, n int) Drawn {
	return Drawn{name, data.Dim(), func(replicate uint64) (rows.Source, output.Output, error) {
		x, y := data.Generate(n, replicate)
		return asTable(linalg.Of(n, data.D, x), y, false)
	}}
}

// Noise is n rows of d inputs and a number, or one of three classes, that has nothing to do
// with them.
func Noise(name string, n, d int, classes bool) Drawn {
	return Drawn{name, 0, func(replicate uint64) (rows.Source, output.Output, error) {
		random := rand.New(rand.NewPCG(replicate, 0x4015e))
		x, y := linalg.New(n, d), make([]float64, n)
		for i := range x.Data {
			x.Data[i] = random.NormFloat64()
		}
		for i := range y {
			if y[i] = random.NormFloat64(); classes {
				y[i] = float64(random.IntN(3))
			}
		}
		return asTable(x, y, classes)
	}}
}

func asTable(x linalg.Matrix, y []float64, classes bool) (rows.Source, output.Output, error) {
	source, err := rows.NewMatrix(x.Cols, x.Data)
	if err != nil || !classes {
		return source, output.Numbers(y), err
	}
	class := make([]int, len(y))
	for i, v := range y {
		class[i] = int(v)
	}
	return source, output.Classes(class), nil
}

// Numbers counts how often the number of directions is found.
type Numbers struct {
	Method     suffice.Method
	Replicates int
	From       uint64 // number of the first replicate
	Seed       uint64 // of the folds and fits

	Progress func(done, all int) // may be nil
}

// Numbered is what came of it.
type Numbered struct {
	Cell   string      `json:"cell"`
	Dim    int         `json:"dim"`    // the true number
	Fitted int         `json:"fitted"` // tables where the model of a fit, which has at least one, has the true number
	Right  int         `json:"right"`  // tables where it was found; for noise, where nothing was
	Tables int         `json:"tables"`
	Found  map[int]int `json:"found"` // how often each number was, 0 where noise would do as well
	Small  int         `json:"small"` // tables with p below .05
	Value  float64     `json:"value"` // mean of R² or accuracy
	SE     float64     `json:"se"`    // its standard error over tables
	Least  float64     `json:"least"` // what guessing has, on average
}

// Of counts on tables of a kind.
func (n Numbers) Of(ctx context.Context, kind Drawn) (Numbered, error) {
	found := Numbered{Cell: kind.Name, Dim: kind.Dim, Tables: n.Replicates, Found: map[int]int{}}
	var values []float64
	for r := range n.Replicates {
		x, y, err := kind.Draw(n.From + uint64(r))
		if err != nil {
			return found, err
		}
		a, err := suffice.Assess(ctx, suffice.NewData(x, y), suffice.AssessOptions{Method: n.Method, Options: suffice.Options{Seed: n.Seed}})
		if err != nil {
			return found, err
		}
		found.add(a)
		values = append(values, a.Verdict.Value)
		if n.Progress != nil {
			n.Progress(r+1, n.Replicates)
		}
	}
	mean, variance := learn.Moments(values)
	found.Value, found.SE = mean, math.Sqrt(variance/float64(len(values)))
	return found, nil
}

func (f *Numbered) add(a *suffice.AssessResult) {
	number := a.Dim
	if !a.Verdict.Found {
		number = 0
	} else {
		f.Small++
	}
	if f.Found[number]++; number == f.Dim {
		f.Right++
	}
	if a.Dim == f.Dim {
		f.Fitted++
	}
}
