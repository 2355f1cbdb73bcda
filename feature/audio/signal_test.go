package audio

import (
	"math"
	"testing"
)

// chirp makes the signal of testdata/make.py.
func chirp(n, rate int) []float64 {
	x := make([]float64, n)
	state := uint64(1)
	for i := range x {
		t := float64(i) / float64(rate)
		state = state*6364136223846793005 + 1442695040888963407
		noise := float64(state>>11)/(1<<53) - 0.5
		x[i] = 0.5*math.Sin(2*math.Pi*(200*t+2000*t*t)) + 0.02*noise
	}
	return x
}

func sine(n int, frequency, rate float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Sin(2 * math.Pi * frequency / rate * float64(i))
	}
	return x
}

// decibels is the mean square of x against 1.
func decibels(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v * v
	}
	return 10 * math.Log10(sum/float64(len(x)))
}

func difference(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range a {
		d[i] = a[i] - b[i]
	}
	return d
}

func largest(x []float64) float64 {
	most := 0.0
	for _, v := range x {
		most = math.Max(most, math.Abs(v))
	}
	return most
}

func mustRead(t *testing.T, path string) Sound {
	t.Helper()
	sound, err := ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return sound
}
