package suffice_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
	"suffice/output"
	"suffice/rows"
)

// trend draws y = x1 + x2 + noise of d normal inputs.
func trend(t interface{ Fatal(...any) }, n, d int, seed uint64) (*rows.Matrix, output.Output) {
	random := rand.New(rand.NewPCG(seed, 77))
	data, y := make([]float64, n*d), make([]float64, n)
	for i := range data {
		data[i] = random.NormFloat64()
	}
	for i := range y {
		y[i] = data[i*d] + data[i*d+1] + .5*random.NormFloat64()
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, output.Numbers(y)
}

func method(t interface{ Fatal(...any) }, name string) suffice.Method {
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// sureOf fits and resamples.
func sureOf(t interface{ Fatal(...any) }, name string, x rows.Source, y output.Output, dim, resamples int) (*suffice.Projection, *suffice.Bootstrap) {
	m, options := method(t, name), suffice.Options{Dim: dim, Seed: 1}
	model, err := m.New(options).Fit(context.Background(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	sure, err := suffice.Intervals(context.Background(), suffice.NewData(x, y), model, suffice.IntervalOptions{Method: m, Options: options, Resamples: resamples, Seeds: -1, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return model, sure
}

// The interval of a weight of a linear regression of n rows has the length that theory gives:
// for SIR of a linear model, 2 x 1.96 x noise / (|b| √n) about, for inputs without weight.
func TestIntervalsHaveTheLengthThatTheoryGives(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := trend(t, 600, 5, 1)
	_, sure := sureOf(t, "cca", x, y, 1, 200)
	want := 1.96 * .5 / math.Sqrt2 / math.Sqrt(600)
	for j := 2; j < 5; j++ {
		if got := sure.Error(0, j); got < .75*want || got > 1.3*want {
			t.Errorf("x%d: ±%.4f, but theory says %.4f", j+1, got, want)
		}
		if sure.Clear(0, j) != (sure.Low[0][j] > 0 || sure.High[0][j] < 0) {
			t.Errorf("x%d: clear is not clear", j+1)
		}
	}
	for j := range 2 {
		if !sure.Clear(0, j) || sure.Low[0][j] > math.Sqrt(.5) || sure.High[0][j] < math.Sqrt(.5) {
			t.Errorf("x%d: from %.3f to %.3f, but the truth is %.3f", j+1, sure.Low[0][j], sure.High[0][j], math.Sqrt(.5))
		}
	}
	if sure.Turned {
		t.Error("canonical variables have an order of their own")
	}
}

// SCA climbs on from its components: intervals hold the model, the bound of the angle is that
// of the only component, and noise has short intervals about 0.
func TestIntervalsOfSCA(t *testing.T) {
	x, y := trend(t, 200, 4, 2)
	model, sure := sureOf(t, "sca", x, y, 1, 20)
	for j, w := range model.Components[0] {
		if sure.Low[0][j] > w || sure.High[0][j] < w {
			t.Errorf("the interval of x%d does not hold its weight", j+1)
		}
		if sure.Error(0, j) <= 0 || sure.Error(0, j) > .3 {
			t.Errorf("x%d: ±%.3f", j+1, sure.Error(0, j))
		}
	}
	if !sure.Turned || sure.Angle <= 0 || sure.Angle > 20 || math.Abs(sure.Angle-sure.Angles[0]) > 1e-6 {
		t.Errorf("turned %v, %v° and %v°", sure.Turned, sure.Angle, sure.Angles)
	}
}

// The same seed gives the same bits on any number of threads.
func TestIntervalsAreTheSameOnAnyNumberOfThreads(t *testing.T) {
	x, y := trend(t, 120, 4, 3)
	_, one := sureOf(t, "sca", x, y, 2, 6)
	before := runtime.GOMAXPROCS(3)
	defer runtime.GOMAXPROCS(before)
	if _, many := sureOf(t, "sca", x, y, 2, 6); !reflect.DeepEqual(one, many) {
		t.Error("other bits on more threads")
	}
}

// Columns that are nearly the same are said to share their weight.
func TestIntervalsNameCollinearInputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, y := trend(t, 200, 4, 4)
	for i := range x.Len() {
		row := x.Row(i)
		row[3] = row[0] + .05*row[3]
	}
	_, sure := sureOf(t, "sir", x, y, 1, 20)
	if len(sure.Doubts) == 0 || !strings.Contains(sure.Doubts[0], `"x1", "x4" say nearly the same`) {
		t.Errorf("%q", sure.Doubts)
	}
}

// Two components that predict alike are said not to be separately identified.
func TestIntervalsNameComponentsThatTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	x, _ := trend(t, 300, 4, 5)
	numbers := make([]float64, 0, 600)
	random := rand.New(rand.NewPCG(5, 5))
	for i := range x.Len() {
		numbers = append(numbers, x.Row(i)[0]+.3*random.NormFloat64(), x.Row(i)[1]+.3*random.NormFloat64())
	}
	y, err := output.Columns(2, numbers)
	if err != nil {
		t.Fatal(err)
	}
	_, sure := sureOf(t, "cca", x, y, 2, 40)
	if text := strings.Join(sure.Doubts, " "); !strings.Contains(text, "z1 and z2 are not separately identified") {
		t.Errorf("%q", text)
	}
}

// More components than there are to find are said not to be determined.
func TestIntervalsOfTooManyComponents(t *testing.T) {
	x, y := trend(t, 100, 5, 6)
	_, sure := sureOf(t, "sir", x, y, 3, 40)
	if text := strings.Join(sure.Doubts, " "); !strings.Contains(text, "do not determine z1") {
		t.Errorf("angle %v, %q", sure.Angle, text)
	}
}

func TestIntervalsCanBeCancelled(t *testing.T) {
	x, y := trend(t, 200, 4, 7)
	m, options := method(t, "sir"), suffice.Options{Dim: 1}
	model, err := m.New(options).Fit(context.Background(), x, y)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	_, err = suffice.Intervals(ctx, suffice.NewData(x, y), model, suffice.IntervalOptions{
		Method: m, Options: options, Progress: func(done, _ int) {
			if done == 3 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestIntervalsRefuse(t *testing.T) {
	x, y := trend(t, 10, 3, 8)
	sir := method(t, "sir")
	_, err := suffice.Intervals(context.Background(), suffice.NewData(x, y), &suffice.Projection{}, suffice.IntervalOptions{Method: sir})
	if err == nil || !strings.Contains(err.Error(), "10 rows are too few") {
		t.Errorf("%v", err)
	}
	_, err = suffice.Intervals(context.Background(), suffice.NewData(x, y), &suffice.Projection{}, suffice.IntervalOptions{Method: sir, Resamples: 1})
	if err == nil || !strings.Contains(err.Error(), "at least 2 are needed") {
		t.Errorf("%v", err)
	}
}

// Whatever is resampled, intervals hold the weights and angles are angles.
func TestIntervalsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.IntRange(2, 5).Draw(t, "inputs")
		dim := rapid.IntRange(1, min(2, d)).Draw(t, "components")
		x, y := trend(t, rapid.IntRange(30, 60).Draw(t, "rows"), d, rapid.Uint64Range(0, 99).Draw(t, "seed"))
		model, sure := sureOf(t, rapid.SampledFrom([]string{"sir", "pls", "pca"}).Draw(t, "method"), x, y, dim, 5)
		for k, row := range model.Components {
			for j, w := range row {
				if !(sure.Low[k][j] <= w && w <= sure.High[k][j]) {
					t.Fatalf("%v is not from %v to %v", w, sure.Low[k][j], sure.High[k][j])
				}
			}
			if a := sure.Angles[k]; !(a >= 0 && a <= 90) {
				t.Fatalf("%v°", a)
			}
		}
		if !(sure.Angle >= 0 && sure.Angle <= 90) {
			t.Fatalf("%v°", sure.Angle)
		}
	})
}

func ExampleIntervals() {
	x, y := trend(nil, 300, 3, 1)
	sir, _ := suffice.MethodNamed("sir")
	options := suffice.Options{Dim: 1}
	model, _ := sir.New(options).Fit(context.Background(), x, y)
	sure, _ := suffice.Intervals(context.Background(), suffice.NewData(x, y), model, suffice.IntervalOptions{Method: sir, Options: options})
	for j, name := range model.Inputs {
		fmt.Printf("%s %.2f from %.2f to %.2f\n", name, model.Components[0][j], sure.Low[0][j], sure.High[0][j])
	}
}

// What each half finds makes the intervals: their half length is in proportion to the root of
// the mean square distance of the halves from the model.
func TestIntervalsTellOfEachHalf(t *testing.T) {
	for _, name := range []string{"sir", "sca"} {
		x, y := trend(t, 150, 4, 3)
		m, options := method(t, name), suffice.Options{Dim: 1, Seed: 1}
		model, err := m.New(options).Fit(context.Background(), x, y)
		if err != nil {
			t.Fatal(err)
		}
		squares, halves := make([]float64, 4), 0
		sure, err := suffice.Intervals(context.Background(), suffice.NewData(x, y), model, suffice.IntervalOptions{
			Method: m, Options: options, Resamples: 12, Seeds: -1, Seed: 1,
			Each: func(k int, components [][]float64) {
				if k != halves || len(components) != 1 || len(components[0]) != 4 {
					t.Fatalf("half %d of %d: %v", k, halves, components)
				}
				halves++
				for j, w := range components[0] {
					squares[j] += (w - model.Components[0][j]) * (w - model.Components[0][j])
				}
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if halves != 12 {
			t.Errorf("%s: %d halves", name, halves)
		}
		ratio := sure.Error(0, 0) / math.Sqrt(squares[0])
		for j := range squares {
			if r := sure.Error(0, j) / math.Sqrt(squares[j]); math.Abs(r-ratio) > 1e-9*ratio {
				t.Errorf("%s: input %d has ratio %v, the first %v", name, j, r, ratio)
			}
		}
	}
}
