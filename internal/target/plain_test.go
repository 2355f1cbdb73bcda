package target

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/output"
)

// One value of 1e15 among normal ones does not hide what the others are.
func TestPlainOutputsAreBounded(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	y := make([]float64, 200)
	for i := range y {
		y[i] = 3 + 5*rng.NormFloat64()
	}
	before := Plain(output.Numbers(y), nil)
	y[17] = 1e15
	got := Plain(output.Numbers(y), nil)
	var mean, square, common float64
	for i := range y {
		v := got.At(i, 0)
		if math.Abs(v) > 6 {
			t.Errorf("row %d is %g", i, v)
		}
		mean, square, common = mean+v/200, square+v*v/200, common+v*before.At(i, 0)/200
	}
	if math.Abs(mean) > 1e-12 || math.Abs(square-1) > 1e-12 || common < .95 {
		t.Errorf("mean %g, variance %g, correlation %g with the values before", mean, square, common)
	}
}

// Values within bounds stay, others come to the bound, in order; where most are equal there
// is no scale to tell what is far.
func TestClip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := rapid.SliceOfN(rapid.Float64Range(-1e6, 1e6), 1, 40).Draw(t, "column")
		after := slices.Clone(before)
		clip(after)
		for i := range before {
			for j := range before {
				if before[i] < before[j] && after[i] > after[j] {
					t.Fatalf("%g and %g became %g and %g", before[i], before[j], after[i], after[j])
				}
			}
		}
		if m := median(before); m != median(after) {
			t.Fatalf("median %g instead of %g", median(after), m)
		}
	})
	rare := []float64{0, 0, 0, 0, 7}
	if clip(rare); rare[4] != 7 {
		t.Errorf("a rare value became %g", rare[4])
	}
}

// Classes and labels are columns of 0 and 1, centred; several numbers have variance 1 each;
// structures have no columns, and a thousand classes too many.
func TestPlainOutputs(t *testing.T) {
	classes := Plain(output.Classes([]int{0, 0, 1, 2}), nil)
	if classes.Cols != 3 || classes.At(0, 0) != .5 || classes.At(3, 2) != .75 || classes.At(0, 2) != -.25 {
		t.Errorf("classes %v", classes.Slices())
	}
	numbers, err := output.Columns(2, []float64{1, 10, 2, 10, 3, 10})
	if err != nil {
		t.Fatal(err)
	}
	if p := Plain(numbers, nil); math.Abs(p.At(2, 0)-math.Sqrt(1.5)) > 1e-15 || p.At(2, 1) != 0 {
		t.Errorf("numbers %v", p.Slices())
	}
	gram, err := output.Gram(2, []float64{1, 0, 0, 1})
	if err != nil {
		t.Fatal(err)
	}
	if p := Plain(gram, nil); p.Cols != 0 {
		t.Errorf("a Gram matrix has %d columns", p.Cols)
	}
	many := make([]int, 1000)
	for i := range many {
		many[i] = i
	}
	if p := Plain(output.Classes(many), nil); p.Cols != 0 {
		t.Errorf("a thousand classes have %d columns", p.Cols)
	}
}
