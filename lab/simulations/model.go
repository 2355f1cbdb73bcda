package simulations

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/linalg"
)

// Model draws y from a few directions z = Bx of the inputs x, and noise.
type Model struct {
	Name    string
	Least   int // inputs that it needs
	Classes int // that y has; 0 means that y is a number

	inputs     func(g *generator, x linalg.Matrix)     // replaces or changes standard normal ones; may be nil
	directions func(g *generator, d int) linalg.Matrix // B
	noise      func(g *generator, n int) []float64     // of the rows, beside standard normal e; may be nil
	y          func(z []float64, e, noise float64) float64
	spoil      func(g *generator, t Table) // changes a finished table; may be nil
}

// Models lists all.
func Models() []Model { return slices.Concat(firstModels, cveModels, ecveModels, seasModels) }

func square(v float64) float64 { return v * v }

func cube(v float64) float64 { return v * v * v }

// sign is -1, 0 or 1.
func sign(v float64) float64 { return indicator(v > 0) - indicator(v < 0) }

func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// ModelNamed finds one by its name.
func ModelNamed(name string) (Model, error) {
	var names []string
	for _, m := range Models() {
		if m.Name == name {
			return m, nil
		}
		names = append(names, m.Name)
	}
	return Model{}, fmt.Errorf("there is no model %q; choose one of %s", name, strings.Join(names, ", "))
}
