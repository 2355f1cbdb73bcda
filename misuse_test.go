package suffice_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"suffice"
	"suffice/dependence"
	"suffice/output"
	"suffice/rows"
)

// misused are tables that no program should hand over.
func misused(t *testing.T) map[string]func() (rows.Source, output.Output) {
	matrix := func(n int, bad float64) rows.Source {
		x := make([]float64, 3*n)
		for i := range x {
			x[i] = math.Sin(float64(7*i + i*i))
		}
		if n > 7 {
			x[7] = bad
		}
		m, err := rows.NewMatrix(3, x)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	numbers := func(n int, bad float64) output.Output {
		y := make([]float64, n)
		for i := range y {
			y[i] = math.Cos(float64(i))
		}
		if n > 7 {
			y[7] = bad
		}
		return output.Numbers(y)
	}
	nan, inf := math.NaN(), math.Inf(-1)
	return map[string]func() (rows.Source, output.Output){
		"NaN in x":        func() (rows.Source, output.Output) { return matrix(50, nan), numbers(50, 1) },
		"infinite x":      func() (rows.Source, output.Output) { return matrix(50, inf), numbers(50, 1) },
		"NaN in y":        func() (rows.Source, output.Output) { return matrix(50, 1), numbers(50, nan) },
		"infinite y":      func() (rows.Source, output.Output) { return matrix(50, 1), numbers(50, inf) },
		"a short y":       func() (rows.Source, output.Output) { return matrix(50, 1), numbers(40, 1) },
		"a long y":        func() (rows.Source, output.Output) { return matrix(50, 1), numbers(60, 1) },
		"no rows":         func() (rows.Source, output.Output) { return matrix(0, 1), numbers(0, 1) },
		"one row":         func() (rows.Source, output.Output) { return matrix(1, 1), numbers(1, 1) },
		"an empty matrix": func() (rows.Source, output.Output) { return &rows.Matrix{}, numbers(50, 1) },
		"no y":            func() (rows.Source, output.Output) { return matrix(50, 1), nil },
		"one class":       func() (rows.Source, output.Output) { return matrix(50, 1), output.Classes(make([]int, 50)) },
	}
}

// The same of a whole fit, with all that comes with it.
func TestMisuseOfFitIsNoPanic(t *testing.T) {
	for name, table := range misused(t) {
		for _, dim := range []int{-1, 0, 1, 9} {
			for _, method := range []string{"pls", "none"} {
				withoutPanic(t, fmt.Sprintf("%s, %d components of %s", name, dim, method), func() {
					x, y := table()
					m, err := suffice.MethodNamed(method)
					if err != nil {
						t.Fatal(err)
					}
					data, options := suffice.NewData(x, y), suffice.Options{Dim: dim}
					found, err := suffice.Fit(context.Background(), data, suffice.FitOptions{Method: m, Options: options, Predictor: true})
					if err == nil && (y == nil || found.Model.Predictor == nil) {
						t.Errorf("%s: a model of %v", name, y)
					}
					_, _ = suffice.Assess(context.Background(), data, suffice.AssessOptions{Method: m, Options: options})
					_, _ = suffice.Choose(context.Background(), data, suffice.ChooseOptions{Methods: []suffice.Method{m}, Options: options})
					_, _ = suffice.SelectInputs(context.Background(), x, y, suffice.SelectOptions{Halves: 2})
					if err == nil {
						_, _ = suffice.Intervals(context.Background(), data, found.Model, suffice.IntervalOptions{Method: m, Options: options, Resamples: 2})
					}
				})
			}
		}
	}
}

// A program that hands over nonsense gets an error, or a model without NaN, but no panic.
func TestMisuseIsNoPanic(t *testing.T) {
	ctx := context.Background()
	methods := []suffice.Reducer{
		suffice.SCA{Dim: 1}, suffice.SIR{Dim: 1}, suffice.SAVE{Dim: 1}, suffice.DR{Dim: 1}, suffice.PHd{Dim: 1}, suffice.PCA{Dim: 1}, suffice.MDDM{Dim: 1},
		suffice.CCA{Dim: 1}, suffice.KDR{Dim: 1}, suffice.LSDR{Dim: 1}, suffice.SCA{}, suffice.SCA{Dim: -1}, suffice.PCA{Dim: 9}, suffice.None{},
	}
	for name, table := range misused(t) {
		for _, method := range methods {
			withoutPanic(t, fmt.Sprintf("%s, %T", name, method), func() {
				x, y := table()
				model, err := method.Fit(ctx, x, y)
				if err != nil {
					return
				}
				for _, row := range model.Components {
					for _, weight := range row {
						if math.IsNaN(weight) || math.IsInf(weight, 0) {
							t.Errorf("%s, %T: weights %v", name, method, row)
						}
					}
				}
			})
		}
		withoutPanic(t, name+", dependence", func() {
			x, y := table()
			if estimated, err := dependence.Estimate(ctx, x, y, dependence.Options{}); err == nil && math.IsNaN(estimated.SMI) {
				t.Errorf("%s: %+v", name, estimated)
			}
		})
	}
	withoutPanic(t, "a model of nothing", func() {
		var none suffice.Projection
		x, _ := misused(t)["one row"]()
		if _, err := none.Transform(ctx, x); err == nil {
			t.Error("a model of nothing transforms")
		}
	})
}

func withoutPanic(t *testing.T, name string, f func()) {
	defer func() {
		if problem := recover(); problem != nil {
			t.Errorf("%s: panic: %v", name, problem)
		}
	}()
	f()
}
