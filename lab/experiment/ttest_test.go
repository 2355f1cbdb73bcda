package experiment

import (
	"math"
	"slices"
	"testing"

	"suffice/internal/learn"

	"pgregory.net/rapid"
)

// The values are those of SciPy 1.17.1, scipy.stats.ttest_ind(a, b, equal_var=False).
func TestWelchMatchesSciPy(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want tTest
	}{
		{
			[]float64{27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7, 21.4},
			[]float64{27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 30.5, 24.4},
			tTest{-2.8529548701715215, 27.88730398842012, 0.008071938172194903},
		},
		{
			[]float64{17.2, 20.9, 22.6, 18.1, 21.7, 21.4, 23.5, 24.2, 14.7, 21.8},
			[]float64{21.5, 22.8, 21.0, 23.0, 21.6, 23.6, 22.5, 20.7, 23.4, 21.8, 20.7, 21.7, 21.5, 22.5, 23.6, 21.5, 22.5, 23.5, 21.5, 21.8},
			tTest{-1.5654335235985037, 9.904741248650831, 0.14884169660532817},
		},
		{[]float64{1, 2, 3}, []float64{100, 101.5, 99}, tTest{-105.78752289377042, 3.8059405940594067, 9.615658634970353e-08}},
		{[]float64{.5, .25}, []float64{.5, .5}, tTest{-1, 1, .5}}, // one degree of freedom: Cauchy
	} {
		got, err := welch(test.a, test.b)
		if err != nil {
			t.Fatal(err)
		}
		for _, pair := range [][2]float64{{got.T, test.want.T}, {got.DF, test.want.DF}, {got.P, test.want.P}} {
			if math.Abs(pair[0]-pair[1]) > 1e-12*math.Abs(pair[1]) {
				t.Errorf("got %+v, want %+v", got, test.want)
				break
			}
		}
	}
}

func TestWelchOfWhatDoesNotVary(t *testing.T) {
	same, err := welch([]float64{2, 2}, []float64{2, 2, 2})
	if err != nil || same.P != 1 || same.T != 0 {
		t.Errorf("equal samples: %+v, %v", same, err)
	}
	other, err := welch([]float64{2, 2}, []float64{3, 3, 3})
	if err != nil || other.P != 0 || !math.IsInf(other.T, -1) {
		t.Errorf("different samples: %+v, %v", other, err)
	}
	if _, err := welch([]float64{1}, []float64{1, 2}); err == nil {
		t.Error("no error for a sample of one")
	}
}

// The order of the samples turns the sign and nothing else; units do not matter.
func TestWelchIsSymmetricAndHasNoUnits(t *testing.T) {
	sample := rapid.SliceOfN(rapid.Float64Range(-3, 3), 2, 20)
	rapid.Check(t, func(t *rapid.T) {
		a, b := sample.Draw(t, "a"), sample.Draw(t, "b")
		there, err1 := welch(a, b)
		back, err2 := welch(b, a)
		small, err3 := welch(times(a, 0x1p-500), times(b, 0x1p-500))
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if there.T != -back.T || there.P != back.P || !(0 <= there.P && there.P <= 1) {
			t.Errorf("%+v one way, %+v the other", there, back)
		}
		if _, variance := learn.Moments(a); variance > 1e-6 && math.Abs(small.T-there.T) > 1e-9*math.Abs(there.T) {
			t.Errorf("%+v, in other units %+v", there, small)
		}
	})
}

func times(a []float64, c float64) []float64 {
	out := make([]float64, len(a))
	for i, v := range a {
		out[i] = c * v
	}
	return out
}

// By Welch's test .10-.13 and .11-.14 do not differ, .20-.23 does. A sample that is not
// there is not the best; of single values only the least is.
func TestBestOfSamples(t *testing.T) {
	got, err := best([][]float64{{.20, .21, .22, .23}, {.11, .12, .13, .14}, nil, {.10, .11, .12, .13}})
	if err != nil || !slices.Equal(got, []bool{false, true, false, true}) {
		t.Errorf("best %v, %v", got, err)
	}
	got, err = best([][]float64{{.2}, {.1}, {.1}})
	if err != nil || !slices.Equal(got, []bool{false, true, true}) {
		t.Errorf("best of single values %v, %v", got, err)
	}
	if got, err = best(nil); err != nil || len(got) != 0 {
		t.Errorf("best of nothing %v, %v", got, err)
	}
}

// The test tells the second sample from the first, but not the third, which varies too
// much. It is worse than the second all the same.
func TestNoMarkAboveOneWithout(t *testing.T) {
	samples := [][]float64{{1, 1.01, .99}, {2, 2.01, 1.99}, nil, {-3, 3, 9}}
	if got, err := best(samples); err != nil || !slices.Equal(got, []bool{true, false, false, false}) {
		t.Errorf("best %v, %v", got, err)
	}
}
