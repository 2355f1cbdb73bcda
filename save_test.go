package suffice_test

import (
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/output"
)

// The figures are those of R dr 3.0.11; see testdata/dr.md.
func TestSAVEMatchesR(t *testing.T) {
	x, y, golden := readDR(t, "save")
	wantDR(t, mustFit(t, suffice.SAVE{Dim: 5, NoScale: true}, x, output.Numbers(y)), golden)
}

// By hand: both classes have mean 0 and the second input alike, but one has no variance
// along the first, the other twice the whole's. So A = ±1 there.
func TestSAVEByHand(t *testing.T) {
	x := [][]float64{{0, -1}, {0, 1}, {0, -1}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	p := mustFit(t, suffice.SAVE{Dim: 1}, x, output.Classes([]int{0, 0, 0, 0, 1, 1, 1, 1}))
	wantNear(t, "weight", p.Components[0][0], 1, 1e-15)
	wantNear(t, "eigenvalue", p.Values[0], 1, 1e-15)
	wantNear(t, "eigenvalue", p.Values[1], 0, 1e-15)
	wantNear(t, "statistic for 0", p.Tests[0].Statistic, 4, 1e-14)
	wantNear(t, "statistic for 1", p.Tests[1].Statistic, 0, 1e-14)
	if p.Tests[0].DF != 3 || p.Tests[1].DF != 1 || p.Tests[1].P != 1 {
		t.Errorf("tests %v", p.Tests)
	}
}

// Slices with fewer rows than inputs are summed another way. With y in 15 slices of 2
// to 4 rows of 6 inputs, the kernel is that of the definition, and so are the
// statistics.
func TestSAVEWithSmallSlices(t *testing.T) {
	x, y := curved(45, 6, 4)
	p := mustFit(t, suffice.SAVE{Dim: 6, Slices: 15, NoScale: true}, x, output.Numbers(y))
	s := moment(x, everyRow(x), one)
	m := linalg.New(6, 6)
	for _, slice := range sliceRows(y, 15) {
		a, v := s.Clone(), moment(x, slice, one)
		linalg.Scale(-1, v)
		linalg.Add(a, v)
		linalg.AddMul(m, float64(len(slice))/45, a, solved(t, s, a))
	}
	for k, w := range p.Components {
		for i := range 6 {
			wantNear(t, "M w", linalg.Dot(m.Row(i), w), p.Values[k]*linalg.Dot(s.Row(i), w), 1e-12)
		}
	}
}
