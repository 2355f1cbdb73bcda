package simulations

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"suffice"
	"suffice/internal/learn"
	"suffice/internal/linalg"
	"suffice/internal/paper"
	"suffice/internal/trials"
)

// Drawn is a kind of tables whose directions are known.
type Drawn struct {
	Name string
	Dim  int // 0 for noise
	Draw func(replicate uint64) (Table, error)
}

// DrawnNamed are the kinds that a name stands for: cells, the paper's data sets with a number of
// rows, such as data1_1000, and where it may be, noise: noise_200_20 are 200 rows of 20 inputs and a
// number that has nothing to do with them, classes_200_20 the same with three classes.
func DrawnNamed(name string, noise bool) (all []Drawn, err error) {
	var n, d int
	set, _, _ := strings.Cut(name, "_")
	if noise && (set == "noise" || set == "classes") {
		if _, err := fmt.Sscanf(name, set+"_%d_%d", &n, &d); err != nil || n < 20 || d < 1 {
			return nil, fmt.Errorf("%s does not say how many rows and inputs; write %s_200_20", name, set)
		}
		return []Drawn{{name, 0, func(replicate uint64) (Table, error) { return noiseOf(n, d, replicate, set == "classes"), nil }}}, nil
	}
	if data, err := paper.ByName(set); err == nil {
		if _, err := fmt.Sscanf(name, set+"_%d", &n); err != nil || n < 20 {
			return nil, fmt.Errorf("%s does not say how many rows; write %s_1000", name, set)
		}
		return []Drawn{{name, data.Dim(), func(replicate uint64) (Table, error) { return data.Table(n, replicate), nil }}}, nil
	}
	cells, err := CellsNamed([]string{name})
	for _, c := range cells {
		all = append(all, Drawn{c.Name(), c.Dim(), c.Table})
	}
	return all, err
}

// noiseOf is n rows of d inputs and a number, or one of three classes.
func noiseOf(n, d int, replicate uint64, classes bool) Table {
	random := rand.New(rand.NewPCG(replicate, 0x4015e))
	t := Table{X: linalg.New(n, d), Y: make([]float64, n), Classes: classes}
	for i := range t.X.Data {
		t.X.Data[i] = random.NormFloat64()
	}
	for i := range t.Y {
		if t.Y[i] = random.NormFloat64(); classes {
			t.Y[i] = float64(random.IntN(3))
		}
	}
	return t
}

// Replicates are those of tables that a method is tried on, one after the other.
type Replicates struct {
	Method     suffice.Method
	Replicates int
	From       uint64                // number of the first replicate
	Seed       uint64                // of the folds and fits
	Progress   func(trials.Progress) // may be nil
}

// over draws the replicates of each kind, and tries each.
func over[V any](ctx context.Context, r Replicates, kinds []Drawn, try func(context.Context, Table) (V, error)) ([][]V, error) {
	plan := trials.Plan[int, V]{
		Kinds: len(kinds), Repeats: r.Replicates, InOrder: true,
		Seconds: func(V) float64 { return 0 },
		Named:   func(i int) string { return kinds[i].Name }, Told: r.Progress,
		Try: func(ctx context.Context, i, k int) (made V, err error) {
			table, err := kinds[i].Draw(r.From + uint64(k))
			if err == nil {
				made, err = try(ctx, table)
			}
			if err != nil {
				err = fmt.Errorf("%s, replicate %d: %w", kinds[i].Name, r.From+uint64(k), err)
			}
			return made, err
		},
	}
	err := plan.Run(ctx)
	return plan.Made, err
}

// Numbers counts how often the number of directions is found.
type Numbers struct{ Replicates }

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

// Of counts on tables of each kind.
func (n Numbers) Of(ctx context.Context, kinds []Drawn) (all []Numbered, err error) {
	made, err := over(ctx, n.Replicates, kinds, func(ctx context.Context, table Table) (*suffice.AssessResult, error) {
		x, err := table.Inputs()
		if err != nil {
			return nil, err
		}
		return suffice.Assess(ctx, suffice.NewData(x, table.Output()), suffice.AssessOptions{Method: n.Method, Options: suffice.Options{Seed: n.Seed}})
	})
	if err != nil {
		return nil, err
	}
	for i, kind := range kinds {
		found := Numbered{Cell: kind.Name, Dim: kind.Dim, Tables: len(made[i]), Found: map[int]int{}}
		var values []float64
		for _, a := range made[i] {
			found.add(a)
			values = append(values, a.Verdict.Value)
		}
		mean, variance := learn.Moments(values)
		found.Value, found.SE = mean, math.Sqrt(variance/float64(len(values)))
		all = append(all, found)
	}
	return all, nil
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
