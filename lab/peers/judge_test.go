package peers

import (
	"math"
	"strings"
	"testing"
)

// direction has the given first weights, and zeros.
func direction(first ...float64) []float64 {
	return append(first, make([]float64, Inputs-len(first))...)
}

func someRows(t *testing.T, which uint64, n int) drawn {
	t.Helper()
	data, err := draw(t.Context(), 3, which, n, n, func([]float64) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// The error is 0 for the answer however it is turned, √½ where one of two directions is
// right, whether the other is wrong or missing, and 1 where none is.
func TestJudgeOfTheSubspace(t *testing.T) {
	train, test := someRows(t, trainStream, 500), someRows(t, testStream, 100)
	for name, c := range map[string]struct {
		found [][]float64
		want  float64
	}{
		"the answer":       {[][]float64{direction(1), direction(0, 1)}, 0},
		"turned and long":  {[][]float64{direction(3, 4), direction(1, 1)}, 0},
		"one is wrong":     {[][]float64{direction(1), direction(0, 0, 1)}, math.Sqrt(.5)},
		"one is missing":   {[][]float64{direction(0, 2)}, math.Sqrt(.5)},
		"both are wrong":   {[][]float64{direction(0, 0, 1), direction(0, 0, 0, 1)}, 1},
		"one half is lost": {[][]float64{direction(1, 0, 1), direction(0, 1)}, .5},
	} {
		got, _, err := judge(t.Context(), c.found, train, test, Sets()[0])
		if err != nil || math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%s: error %v, want %v (%v)", name, got, c.want, err)
		}
	}
	for want, found := range map[string][][]float64{
		"linearly dependent":                          {direction(1), direction(2)},
		"3 components instead":                        {direction(1), direction(0, 1), direction(0, 0, 1)},
		"0 components instead":                        nil,
		"has 2 weights":                               {{1, 2}},
		"a component has a weight that is not finite": {direction(math.NaN())},
	} {
		if _, _, err := judge(t.Context(), found, train, test, Sets()[0]); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

// Predictions in the true directions are near the noise of 0.1, and far from it elsewhere.
func TestJudgeOfPredictions(t *testing.T) {
	train, test := someRows(t, trainStream, 5000), someRows(t, testStream, 300)
	for _, set := range Sets() {
		_, right, err := judge(t.Context(), [][]float64{direction(1), direction(0, 1)}, train, test, set)
		if err != nil {
			t.Fatal(err)
		}
		_, wrong, err := judge(t.Context(), [][]float64{direction(0, 0, 1), direction(0, 0, 0, 1)}, train, test, set)
		if err != nil {
			t.Fatal(err)
		}
		if right < noise/2 || right > 4*noise || wrong < 2*right {
			t.Errorf("%s: %v in the true directions, %v in others", set.Name, right, wrong)
		}
	}
}
