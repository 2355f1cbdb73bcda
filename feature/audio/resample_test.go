package audio

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"
)

var rates = [][2]int{{16000, 22050}, {44100, 16000}, {48000, 16000}, {8000, 16000}, {22050, 16000}, {44100, 48000}}

// A sine below 0.92 of the lower Nyquist frequency comes out as the same sine, taken at
// the new rate. The ends, where the filter sees silence, are left out.
func TestResampleKeepsSines(t *testing.T) {
	for _, r := range rates {
		from, to := r[0], r[1]
		nyquist := float64(min(from, to)) / 2
		for _, part := range []float64{0.01, 0.3, 0.7, 0.9, passBand} {
			t.Run(fmt.Sprintf("%d to %d at %g", from, to, part), func(t *testing.T) {
				got, err := Resample(sine(from/4, part*nyquist, float64(from)), from, to)
				if err != nil {
					t.Fatal(err)
				}
				want := sine(len(got), part*nyquist, float64(to))
				edge := len(got) / 8
				miss := difference(got, want)[edge : len(got)-edge]
				// The largest is 1.42e-5, at the edge of the pass band.
				if worst := largest(miss); worst > 1.5e-5 {
					t.Errorf("a sine differs by %g", worst)
				}
			})
		}
	}
}

// What the new rate cannot carry is gone, from the Nyquist frequency on: the most that is left is
// -103.8 dB, just at it.
func TestResampleRemovesWhatIsAboveNyquist(t *testing.T) {
	for _, r := range [][2]int{{44100, 16000}, {48000, 16000}, {22050, 16000}, {16000, 8000}, {48000, 44100}} {
		from, to := r[0], r[1]
		for _, part := range []float64{0, 0.01, 0.1, 0.5, 0.9} {
			low, high := float64(to)/2, float64(from)/2
			frequency := low + part*(high-low)
			got, err := Resample(sine(from/4, frequency, float64(from)), from, to)
			if err != nil {
				t.Fatal(err)
			}
			edge := len(got) / 8
			if left := decibels(got[edge:len(got)-edge]) - decibels([]float64{math.Sqrt(0.5)}); left > -103 {
				t.Errorf("%d to %d: %.0f Hz is left at %.1f dB", from, to, frequency, left)
			}
		}
	}
}

// Rates with more phases than are kept go the slow way to the same result.
func TestResampleOddRatio(t *testing.T) {
	from, to := 44101, 96001
	got, err := Resample(sine(4000, 1000, float64(from)), from, to)
	if err != nil {
		t.Fatal(err)
	}
	if want := (4000*to + from - 1) / from; len(got) != want {
		t.Errorf("%d samples, not %d", len(got), want)
	}
	want := sine(len(got), 1000, float64(to))
	edge := len(got) / 4
	if worst := largest(difference(got, want)[edge : len(got)-edge]); worst > 1.5e-5 {
		t.Errorf("a sine differs by %g", worst)
	}
}

func TestResampleWithoutKeptPhases(t *testing.T) {
	x := chirp(300, 8000)
	kept, spare := newPhases(441, 160, 800), newPhases(441, 160, 0)
	for i := range 800 {
		at, phase := i*160/441, i*160%441
		if a, b := kept.apply(x, at, phase), spare.apply(x, at, phase); a != b {
			t.Fatalf("sample %d: %g kept, %g made anew", i, a, b)
		}
	}
}

func TestResampleEqualRates(t *testing.T) {
	x := chirp(100, 8000)
	got, err := Resample(x, 8000, 8000)
	if err != nil || &got[0] != &x[0] {
		t.Errorf("equal rates changed the samples, %v", err)
	}
}

func TestResampleRefuses(t *testing.T) {
	for _, r := range [][2]int{{0, 8000}, {8000, -1}, {8000, MaxRate + 1}, {8000, 8}, {1, 1000}} {
		if _, err := Resample([]float64{1}, r[0], r[1]); err == nil {
			t.Errorf("%v was taken", r)
		}
	}
	if _, err := Resample(make([]float64, 1<<20), 1, 900); err == nil {
		t.Error("a result of 900 million samples was begun")
	}
}

// Resampling is linear, has the promised length, and stays within bounds.
func TestResampleProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from, to := rapid.IntRange(1, 300).Draw(t, "from"), rapid.IntRange(1, 300).Draw(t, "to")
		x := rapid.SliceOfN(rapid.Float64Range(-1, 1), 1, 200).Draw(t, "x")
		got, err := Resample(x, from, to)
		if err != nil {
			t.Fatal(err)
		}
		double := make([]float64, len(x))
		for i, v := range x {
			double[i] = 2 * v
		}
		twice, err := Resample(double, from, to)
		if err != nil {
			t.Fatal(err)
		}
		if want := (len(x)*to + from - 1) / from; len(got) != want {
			t.Fatalf("%d samples, not %d", len(got), want)
		}
		for i := range got {
			if twice[i] != 2*got[i] || math.Abs(got[i]) > 6 {
				t.Fatalf("sample %d: %g and %g", i, got[i], twice[i])
			}
		}
	})
}

func BenchmarkResample(b *testing.B) {
	x := chirp(3*44100, 44100)
	for b.Loop() {
		if _, err := Resample(x, 44100, 16000); err != nil {
			b.Fatal(err)
		}
	}
}
