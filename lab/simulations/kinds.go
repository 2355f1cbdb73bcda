package simulations

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/testing/artificial"
	"suffice/lab/paper"
)

// Kind is a kind of tables whose directions are known.
type Kind struct {
	Name  string
	Dim   int // true directions; 0 for noise
	N, D  int
	Draw  func(replicate uint64) (Table, error)
	Takes func(m suffice.Method) bool // whether a method can find the directions; nil for all
}

// Kinds are what names stand for: groups, models and cells as [CellsNamed] has them, the paper's data
// sets with a number of rows, such as data1_1000, and where it may be, noise: noise_200_20 are 200
// rows of 20 inputs and a number that has nothing to do with them, classes_200_20 the same with
// three classes. None may be there twice.
func Kinds(names []string, noise bool) (all []Kind, err error) {
	for _, name := range names {
		kinds, err := kindsNamed(name, noise)
		if err != nil {
			return nil, err
		}
		for _, k := range kinds {
			if slices.ContainsFunc(all, func(other Kind) bool { return other.Name == k.Name }) {
				return nil, fmt.Errorf("%s is there twice", k.Name)
			}
			all = append(all, k)
		}
	}
	return all, nil
}

func kindsNamed(name string, noise bool) (all []Kind, err error) {
	var n, d int
	set, _, _ := strings.Cut(name, "_")
	if noise && (set == "noise" || set == "classes") {
		if _, err := fmt.Sscanf(name, set+"_%d_%d", &n, &d); err != nil || n < 20 || d < 1 {
			return nil, fmt.Errorf("%s does not say how many rows and inputs; write %s_200_20", name, set)
		}
		return []Kind{{Name: name, N: n, D: d, Draw: func(replicate uint64) (Table, error) { return noiseOf(n, d, replicate, set == "classes"), nil }}}, nil
	}
	if data, err := artificial.ByName(set); err == nil {
		if _, err := fmt.Sscanf(name, set+"_%d", &n); err != nil || n < 20 {
			return nil, fmt.Errorf("%s does not say how many rows; write %s_1000", name, set)
		}
		return []Kind{{Name: name, Dim: data.Dim(), N: n, D: data.D, Draw: func(replicate uint64) (Table, error) { return paper.Drawn(data, n, replicate), nil }}}, nil
	}
	cells, err := CellsNamed([]string{name})
	return KindsOf(cells), err
}

// KindsOf are those of cells.
func KindsOf(cells []Cell) (all []Kind) {
	for _, c := range cells {
		all = append(all, Kind{c.Name(), c.Dim(), c.N, c.D, c.Table, func(m suffice.Method) bool { return Applies(m, c) }})
	}
	return all
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
