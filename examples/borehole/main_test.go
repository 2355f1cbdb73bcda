package main

import (
	"bufio"
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/table"
)

// The file that ships is what the program writes.
func TestTheFileIsTheProgramsOutput(t *testing.T) {
	want, err := os.ReadFile("../borehole.csv")
	if err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	out := bufio.NewWriter(&got)
	write(out, rand.New(rand.NewPCG(1, 2)))
	if err := out.Flush(); err != nil || !bytes.Equal(got.Bytes(), want) {
		t.Errorf("they differ (%v); run: go run ./examples/borehole > examples/borehole.csv", err)
	}
}

// The active directions of the file are those of the gradients of the function, where inputs are even
// between their limits: docs/active.md has what is printed with -v.
func TestActiveDirectionsAreThoseOfTheFunction(t *testing.T) {
	read, err := os.ReadFile("../borehole.csv")
	if err != nil {
		t.Fatal(err)
	}
	runs, err := table.Read(t.Context(), strings.NewReader(string(read)), "borehole.csv", table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = runs.Close() }()
	choice, err := runs.Choose(table.Roles{Target: []string{"flow"}})
	if err != nil {
		t.Fatal(err)
	}
	data, err := choice.Data()
	if err != nil {
		t.Fatal(err)
	}
	found, err := suffice.Fit(t.Context(), data, suffice.FitOptions{Active: 2, NoVerdict: true, Options: suffice.Options{Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	values, vectors, err := linalg.Leading(truth(found.Model.Scale), 2)
	if err != nil {
		t.Fatal(err)
	}
	active := found.Model.Active
	for k, most := range []float64{.02, .05} {
		off := stiefel.Distance(linalg.FromSlices(active.Directions[:k+1]), vectors.Slice(0, k+1))
		t.Logf("eigenvalue %d: %.4g, of the function %.4g; %d directions: error %.4f", k+1, active.Values[k], values[k], k+1, off)
		if !(off < most) || !(math.Abs(active.Values[k]/values[k]-1) < .15) { // the runs are 200 draws
			t.Errorf("direction %d: error %g, eigenvalue %g, must be %g", k+1, off, active.Values[k], values[k])
		}
	}
}

// truth is the mean outer product of the gradients of the function in inputs over their scales, by
// central differences at 20,000 points.
func truth(scale []float64) linalg.Matrix {
	const points, step = 20000, 1e-5
	random, slopes := rand.New(rand.NewPCG(3, 4)), linalg.New(points, len(inputs))
	for i := range points {
		x := make([]float64, len(inputs))
		for j, in := range inputs {
			x[j] = in.low + random.Float64()*(in.high-in.low)
		}
		for j, v := range x {
			h := step * v
			x[j] = v + h
			up := flow(x)
			x[j] = v - h
			slopes.Set(i, j, (up-flow(x))/(2*h)*scale[j])
			x[j] = v
		}
	}
	c := linalg.TTimes(slopes, slopes)
	linalg.Scale(1./points, c)
	return c
}
