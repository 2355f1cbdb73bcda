package output

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func labelsOf(t rapid.TB, width int, y []float64) Kernel {
	k, err := Labels(width, y)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func gramOf(t rapid.TB, n int, g []float64) Kernel {
	k, err := Gram(n, g)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestClassesAreEqualOrNot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		y := rapid.SliceOfN(rapid.IntRange(-2, 2), 1, 20).Draw(t, "y")
		names := make([]string, len(y))
		for i, c := range y {
			names[i] = strconv.Itoa(c)
		}
		for _, k := range []Kernel{Classes(y), ClassNames(names)} {
			wantPairs(t, k, 0, func(i, c int) float64 {
				if y[i] == y[c] {
					return 1
				}
				return 0
			})
		}
	})
}

// cosine is the cosine of the centred label vectors of rows i and c; 0 where one is zero.
func cosine(width int, y []float64, i, c int) float64 {
	n := len(y) / width
	centred := func(i, j int) float64 {
		var mean float64
		for k := range n {
			mean += y[k*width+j]
		}
		return y[i*width+j] - mean/float64(n)
	}
	var ic, ii, cc float64
	for j := range width {
		a, b := centred(i, j), centred(c, j)
		ic, ii, cc = ic+a*b, ii+a*a, cc+b*b
	}
	if ii == 0 || cc == 0 {
		return 0
	}
	return ic / math.Sqrt(ii*cc)
}

func TestLabelsMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(1, 15).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "width")
		y := make([]float64, n*width)
		for i := range y {
			y[i] = float64(rapid.IntRange(0, 1).Draw(t, "label"))
		}
		before := slices.Clone(y)
		k := labelsOf(t, width, y)
		wantPairs(t, k, 1e-15*float64(width), func(i, c int) float64 { return cosine(width, y, i, c) }) // width terms up to 1
		if !slices.Equal(y, before) {
			t.Fatal("the caller's labels have changed")
		}
	})
}

// By hand: the means are 1/2 and 1/2 (the third label is shared by all), so that the
// centred vectors are (±½, ±½).
func TestLabelsByHand(t *testing.T) {
	k := labelsOf(t, 3, []float64{
		1, 1, 1,
		1, 0, 1,
		0, 1, 1,
		0, 0, 1,
	})
	want := [][]float64{{1, 0, 0, -1}, {0, 1, -1, 0}, {0, -1, 1, 0}, {-1, 0, 0, 1}}
	wantPairs(t, k, 4e-16, func(i, c int) float64 { return want[i][c] }) // √½ squared, twice, is not quite 1
}

// A label that all rows share says nothing, even where its mean is not exact.
func TestSharedLabelChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 15).Draw(t, "n")
		shared := rapid.SampledFrom([]float64{0, 1, .1}).Draw(t, "shared")
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var two, three []float64
		for range n {
			a, b := float64(rng.IntN(2)), float64(rng.IntN(2))
			two, three = append(two, a, b), append(three, a, shared, b)
		}
		want := values(labelsOf(t, 2, two), 0, n, all(n))
		wantPairs(t, labelsOf(t, 3, three), 0, want.At)
	})
}

// A row at the mean of the labels has no direction: L is 0, with itself too.
func TestZeroLabelVectors(t *testing.T) {
	k := labelsOf(t, 2, []float64{0, 2, 1, 1, 2, 0})
	want := [][]float64{{1, 0, -1}, {0, 0, 0}, {-1, 0, 1}}
	wantPairs(t, k, 4e-16, func(i, c int) float64 { return want[i][c] })
	shared := labelsOf(t, 2, []float64{1, .1, 1, .1, 1, .1})
	wantPairs(t, shared, 0, func(_, _ int) float64 { return 0 })
}

func TestGramIsWhatWasGivenInUnitsOfItsMeanDiagonal(t *testing.T) {
	g := []float64{2, 1, 0, 1, 3, .5, 0, .5, 4}
	k := gramOf(t, 3, g)
	wantPairs(t, k, 0, func(i, c int) float64 { return g[i*3+c] / 3 })
	if k.Signed() {
		t.Error("a Gram matrix without negative entries is signed")
	}
	if !gramOf(t, 2, []float64{1, -.1, -.1, 1}).Signed() {
		t.Error("a Gram matrix with a negative entry is not signed")
	}
}

func TestAsymmetricGramIsRefused(t *testing.T) {
	for _, c := range []struct {
		g    []float64
		want string
	}{
		{[]float64{1, .5, .4, 1}, "(2, 1) is 0.4, but (1, 2) is 0.5"},
		{[]float64{1, 1e-8, -1e-8, 1}, "(2, 1) is -1e-08, but (1, 2) is 1e-08"},
		{[]float64{1e-20, 2e-21, 3e-21, 1e-20}, "(2, 1) is 3e-21, but (1, 2) is 2e-21"},
		{[]float64{1e200, 2e199, 3e199, 1e200}, "(2, 1) is 3e+199, but (1, 2) is 2e+199"},
	} {
		if err := gramOf(t, 2, c.g).Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.g, err, c.want)
		}
	}
}

// Products that should be symmetric are so up to rounding of their largest terms, and
// where those cancel nothing of the entry itself is right.
func TestGramMayBeRounded(t *testing.T) {
	for _, g := range [][]float64{
		{1, .5, .5 * (1 + 1e-12), 1},
		{1, 1e-17, -3e-17, 1},
		{1e10, 1e-7, -1e-7, 1e10},
	} {
		if err := gramOf(t, 2, g).Check(); err != nil {
			t.Errorf("%v: %v", g, err)
		}
	}
}
