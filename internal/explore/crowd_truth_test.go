package explore_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"

	"suffice"
	"suffice/rows"
	"suffice/table"
)

// truth is what the library finds, for comparison with answers of the server.
type truth struct {
	text   string
	mu     sync.Mutex
	data   *suffice.Data
	models map[task]*found
}

// task is a fit.
type task struct {
	method string
	dim    int
	seed   uint64
}

// found is its model and z of all rows.
type found struct {
	model *suffice.Projection
	z     *rows.Matrix
}

func newTruth(text string) *truth { return &truth{text: text, models: map[task]*found{}} }

func (t *truth) forget() { t.data, t.models = nil, nil }

// smallTable is one on which fits take no time.
func smallTable() string {
	random := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	text.WriteString("a,b,c,town,y\n")
	for i := range 80 {
		a, b, c := random.NormFloat64(), random.NormFloat64(), random.NormFloat64()
		fmt.Fprintf(&text, "%.4f,%.4f,%.4f,%s,%.4f\n", a, b, c, []string{"Ulm", "Bonn", "Kiel"}[i%3], a+b*b/2+.1*random.NormFloat64())
	}
	return text.String()
}

// of is what the library finds.
func (t *truth) of(what task) (*found, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if known := t.models[what]; known != nil {
		return known, nil
	}
	ctx := context.Background()
	if t.data == nil {
		read, err := table.Read(ctx, strings.NewReader(t.text), "small.csv", table.Options{})
		if err != nil {
			return nil, err
		}
		choice, err := read.Choose(table.Roles{Target: []string{"y"}})
		if err != nil {
			return nil, err
		}
		if t.data, err = choice.Data(); err != nil {
			return nil, err
		}
	}
	method, err := suffice.MethodNamed(what.method)
	if err != nil {
		return nil, err
	}
	fitted, err := suffice.Fit(ctx, t.data, suffice.FitOptions{
		Method: method, Options: suffice.Options{Dim: what.dim, Seed: what.seed}, NoVerdict: true,
	})
	if err != nil {
		return nil, err
	}
	z, err := fitted.Model.Transform(ctx, t.data.X)
	if err != nil {
		return nil, err
	}
	t.models[what] = &found{fitted.Model, z}
	return t.models[what], nil
}
