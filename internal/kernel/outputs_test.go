package kernel

import (
	"math"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
)

// Numbers have a Gaussian of their distance, classes a kernel of their own.
func TestOutputs(t *testing.T) {
	got := linalg.New(2, 3)
	Outputs(got, output.Numbers([]float64{0, 1, 3}), 1, []int{0, 1, 2}, 2)
	for k, distance := range []float64{1, 0, 2, 3, 2, 0} {
		if want := math.Exp(-distance * distance / 8); math.Abs(got.Data[k]-want) > 1e-15 {
			t.Errorf("L of distance %v is %v, want %v", distance, got.Data[k], want)
		}
	}
	Outputs(got, output.Classes([]int{7, 7, 8}), 1, []int{0, 1, 2}, 0)
	for k, want := range []float64{1, 1, 0, 0, 0, 1} {
		if got.Data[k] != want {
			t.Errorf("L of classes is %v", got.Data)
			break
		}
	}
}
