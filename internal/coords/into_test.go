package coords

import (
	"math/rand/v2"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/rows"
)

// correlatedRows is n rows of four inputs that have a factor in common; with twice, the
// last column is the one before it again.
func correlatedRows(t *testing.T, n int, twice bool) *aggregate.Standard {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	data := make([]float64, 4*n)
	for i := range n {
		common, row := 2*rng.NormFloat64(), data[4*i:4*i+4]
		for j := range row {
			row[j] = common + rng.NormFloat64()
		}
		if twice {
			row[3] = row[2]
		}
	}
	raw, err := rows.NewMatrix(4, data)
	if err != nil {
		t.Fatal(err)
	}
	x, err := aggregate.Standardize(t.Context(), raw, false)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// A frame goes into other coordinates and back, and is the same subspace of the inputs
// there, also where columns depend on each other.
func TestFramesGoIntoOtherCoordinatesAndBack(t *testing.T) {
	for _, twice := range []bool{false, true} {
		white, err := NewWhitening(t.Context(), correlatedRows(t, 200, twice), 2, false)
		if err != nil {
			t.Fatal(err)
		}
		if white.Root.Rows == 0 {
			t.Fatal("correlated inputs were not whitened")
		}
		plain := white.Plain()
		if plain.Root.Rows > 0 {
			t.Error("plain coordinates are turned")
		}
		w := linalg.FromSlices([][]float64{{1, 2, -1, 0}, {0, 1, 3, -2}})
		if white.span.Rows > 0 {
			w = linalg.Times(linalg.TimesT(w, white.span), white.span)
		}
		if err := stiefel.Orthonormalize(w); err != nil {
			t.Fatal(err)
		}
		if same, err := white.Into(white, w); err != nil || &same.Data[0] != &w.Data[0] {
			t.Errorf("a frame in the same coordinates is another (%v)", err)
		}
		there, err := white.Into(plain, w)
		if err != nil {
			t.Fatal(err)
		}
		on := white.ToInputs(w)
		if err := stiefel.Orthonormalize(on); err != nil {
			t.Fatal(err)
		}
		if far := stiefel.Distance(on, there); far > 1e-7 {
			t.Errorf("twice %v: the subspace of the inputs is %g away", twice, far)
		}
		back, err := plain.Into(white, there)
		if err != nil {
			t.Fatal(err)
		}
		if far := stiefel.Distance(back, w); far > 1e-6 {
			t.Errorf("twice %v: %g away after the journey back", twice, far)
		}
		product := linalg.TimesT(back, back)
		linalg.AddDiagonal(product, -1)
		if linalg.Norm(product) > 1e-12 {
			t.Errorf("the frame is not orthonormal: %v", back.Slices())
		}
	}
}

// FromInputs is the inverse of ToInputs.
func TestFromInputsIsTheInverse(t *testing.T) {
	white, err := NewWhitening(t.Context(), correlatedRows(t, 100, false), 2, false)
	if err != nil {
		t.Fatal(err)
	}
	v := linalg.FromSlices([][]float64{{1, 2, -1, 0}, {0, 1, 3, -2}})
	again := white.FromInputs(white.ToInputs(v))
	linalg.AddScaled(again, -1, v)
	if e := linalg.Norm(again); e > 1e-12 {
		t.Errorf("off by %g", e)
	}
	same := white.Plain().FromInputs(v)
	if same.Data[0]++; v.Data[0] != 1 {
		t.Error("weights were changed where they are")
	}
}
