package mfcc

import (
	"math"
	"math/cmplx"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// naive computes the coefficients from the definitions, sum by sum, for options without
// padding.
func naive(o Options, x []float64) [][]float64 {
	y := make([]float64, len(x)+o.Frame+o.Step)
	for t := range x {
		y[t] = x[t]
		if t > 0 {
			y[t] -= o.PreEmphasis * x[t-1]
		}
	}
	frames := 1
	for (frames-1)*o.Step+o.Frame < len(x) {
		frames++
	}
	window := makeWindow(o.Window, o.Frame, o.Symmetric)
	out := make([][]float64, frames)
	for t := range out {
		energies := naiveEnergies(o, y[t*o.Step:][:o.Frame], window)
		out[t] = make([]float64, o.Coefficients)
		for n := range out[t] {
			scale := math.Sqrt(2 / float64(o.Filters))
			if n == 0 {
				scale = math.Sqrt(1 / float64(o.Filters))
			}
			for m, v := range energies {
				out[t][n] += scale * math.Log(math.Max(v, o.Floor)) * math.Cos(math.Pi*float64(n)*(2*float64(m)+1)/(2*float64(o.Filters)))
			}
		}
	}
	return out
}

func naiveEnergies(o Options, y, window []float64) []float64 {
	energies := make([]float64, o.Filters)
	for k := 0; k <= o.FFT/2; k++ {
		sum := complex128(0)
		for i, v := range y {
			sum += complex(v*window[i], 0) * cmplx.Rect(1, -2*math.Pi*float64(k*i%o.FFT)/float64(o.FFT))
		}
		power := cmplx.Abs(sum) * cmplx.Abs(sum)
		for m := range energies {
			energies[m] += power * naiveWeight(o, m, float64(k)*float64(o.Rate)/float64(o.FFT))
		}
	}
	return energies
}

// naiveWeight is the height at a frequency of the triangle with its corners at the
// m-th, the next and the one after it of the points that divide the mel scale evenly.
func naiveWeight(o Options, m int, hertz float64) float64 {
	corner := func(i int) float64 {
		low, high := o.Scale.mel(o.Low), o.Scale.mel(o.High)
		return o.Scale.hertz(low + float64(i)/float64(o.Filters+1)*(high-low))
	}
	left, middle, right := corner(m), corner(m+1), corner(m+2)
	height := math.Max(0, math.Min((hertz-left)/(middle-left), (right-hertz)/(right-middle)))
	if o.UnitArea {
		height *= 2 / (right - left)
	}
	return height
}

func TestMatchesDefinition(t *testing.T) {
	for name, o := range map[string]Options{
		"zero":    {},
		"slaney":  {Scale: Slaney, UnitArea: true, PreEmphasis: 0.97, Window: Hamming, Low: 100, High: 6000, Filters: 30, Coefficients: 30},
		"not 2^n": {Rate: 8000, Frame: 90, Step: 33, FFT: 105, Window: Rectangular, Filters: 10, Coefficients: 4},
	} {
		t.Run(name, func(t *testing.T) {
			x := chirp(900, 16000)
			filled := o.withDefaults()
			wantRows(t, mustExtract(t, o, x), naive(filled, x), 1e-9)
		})
	}
}

// Rows of the filter bank are the triangles of the definition, each with area 1 where
// that is asked for.
func TestFilterBank(t *testing.T) {
	for _, scale := range []Scale{HTK, Slaney} {
		o := Options{Scale: scale, UnitArea: true, FFT: 1 << 14, Filters: 40, Low: 20}.withDefaults()
		perBin := float64(o.Rate) / float64(o.FFT)
		for m, f := range makeBank(o) {
			row := make([]float64, o.FFT/2+1)
			copy(row[f.first:], f.weights)
			area := 0.0
			for k, v := range row {
				area += v * perBin
				if want := naiveWeight(o, m, float64(k)*perBin); math.Abs(v-want) > 1e-12 {
					t.Fatalf("scale %d, filter %d, bin %d: %g, not %g", scale, m, k, v, want)
				}
			}
			if math.Abs(area-1) > 1e-3 {
				t.Errorf("scale %d, filter %d has area %g", scale, m, area)
			}
		}
	}
}

// Slaney's scale: 15 at 1000 Hz, 42 at 6400. HTK's: 1000 at 1000 Hz, nearly.
func TestScales(t *testing.T) {
	if got := Slaney.mel(1000); math.Abs(got-15) > 1e-12 {
		t.Errorf("1000 Hz is %g", got)
	}
	if got := Slaney.mel(6400); math.Abs(got-42) > 1e-12 {
		t.Errorf("6400 Hz is %g", got)
	}
	if got := HTK.mel(1000); math.Abs(got-1000) > 0.02 {
		t.Errorf("1000 Hz is %g", got)
	}
	rapid.Check(t, func(t *rapid.T) {
		hertz := rapid.Float64Range(0, 20000).Draw(t, "hertz")
		for _, scale := range []Scale{HTK, Slaney} {
			if back := scale.hertz(scale.mel(hertz)); math.Abs(back-hertz) > 1e-9*(1+hertz) {
				t.Fatalf("scale %d: %g Hz comes back as %g", scale, hertz, back)
			}
		}
	})
}

// Any sound, however short, has a frame at least and no value that is not a number,
// and comes out the same from an extractor that has seen another.
func TestAnySound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Options{
			Rate: 8000, Frame: rapid.IntRange(2, 70).Draw(t, "frame"), Step: rapid.IntRange(1, 40).Draw(t, "step"),
			Padding:  rapid.SampledFrom([]Padding{NoPadding, Zeros, Mirror}).Draw(t, "padding"),
			DropTail: rapid.Bool().Draw(t, "drop tail"), Window: rapid.SampledFrom([]Window{Hann, Hamming, Rectangular}).Draw(t, "window"),
			Symmetric: rapid.Bool().Draw(t, "symmetric"), PreEmphasis: 0.97, Filters: rapid.IntRange(1, 40).Draw(t, "filters"),
			Scale: rapid.SampledFrom([]Scale{HTK, Slaney}).Draw(t, "scale"), Triangles: rapid.SampledFrom([]Triangles{Exact, WholeBins}).Draw(t, "triangles"),
			UnitArea: rapid.Bool().Draw(t, "unit area"), Log: rapid.SampledFrom([]Log{Natural, Decibel}).Draw(t, "log"),
			Range: rapid.SampledFrom([]float64{0, 80}).Draw(t, "range"), Lifter: rapid.SampledFrom([]float64{0, 22}).Draw(t, "lifter"),
			Energy: rapid.Bool().Draw(t, "energy"), Deltas: rapid.IntRange(0, 2).Draw(t, "deltas"),
			DeltaKind: rapid.SampledFrom([]DeltaKind{Regression, Polynomial}).Draw(t, "kind"),
		}
		used, err := New(o)
		if err != nil {
			t.Fatal(err)
		}
		sound := rapid.SliceOfN(rapid.Float64Range(-1, 1), 0, 300)
		if _, err := used.Extract(sound.Draw(t, "first")); err != nil {
			t.Fatal(err)
		}
		x := sound.Draw(t, "x")
		got, err := used.Extract(x)
		if err != nil {
			t.Fatal(err)
		}
		fresh, _ := New(o)
		want, _ := fresh.Extract(x)
		if !slices.EqualFunc(got, want, slices.Equal) {
			t.Fatal("an extractor that was used gives other values")
		}
		if len(got) != used.Frames(len(x)) || len(got) < 1 || len(got[0]) != used.Width() {
			t.Fatalf("%d x %d", len(got), len(got[0]))
		}
		for _, v := range slices.Concat(got...) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("a value is %g", v)
			}
		}
	})
}

// A sound twice as loud differs in the first coefficient alone, by sqrt(M) ln 4.
func TestLoudness(t *testing.T) {
	x := chirp(2000, 16000)
	loud := make([]float64, len(x))
	for i, v := range x {
		loud[i] = 2 * v
	}
	soft, strong := mustExtract(t, Options{}, x), mustExtract(t, Options{}, loud)
	for i, row := range soft {
		for j := range row {
			want := 0.0
			if j == 0 {
				want = math.Sqrt(26) * math.Log(4)
			}
			if got := strong[i][j] - row[j]; math.Abs(got-want) > 1e-9 {
				t.Fatalf("frame %d, coefficient %d differs by %g, not %g", i, j, got, want)
			}
		}
	}
}

// The delta of coefficients that rise by 1 a frame is 1, but for the ends, and their
// curvature 0; that of t² is 2.
func TestDeltasOfLines(t *testing.T) {
	for _, kind := range []DeltaKind{Regression, Polynomial} {
		e, err := New(Options{Coefficients: 2, Deltas: 2, DeltaKind: kind, DeltaReach: 2})
		if err != nil {
			t.Fatal(err)
		}
		out := make([][]float64, 20)
		for i := range out {
			out[i] = []float64{float64(i), float64(i * i), 0, 0, 0, 0}
		}
		e.addDeltas(out)
		for i := 4; i < 16; i++ {
			for j, want := range []float64{float64(i), float64(i * i), 1, 2 * float64(i), 0, 2} {
				if got := out[i][j]; math.Abs(got-want) > 1e-12 {
					t.Errorf("kind %d, frame %d, column %d: %g, not %g", kind, i, j, got, want)
				}
			}
		}
	}
}

func TestRefuses(t *testing.T) {
	for want, o := range map[string]Options{
		"rate of -1":                                {Rate: -1},
		"frames of 1 samples":                       {Frame: 1},
		"frames of 0 samples":                       {FrameSeconds: -1},
		"a step of -5":                              {Step: -5},
		"a transform of 256 samples for frames":     {FFT: 256},
		"-1 filters":                                {Filters: -1},
		"27 coefficients of 26 filters":             {Coefficients: 27},
		"from 0 to 9000 Hz":                         {High: 9000},
		"from 5000 to 4000 Hz":                      {Low: 5000, High: 4000},
		"from NaN to 8000":                          {Low: math.NaN()},
		"3 orders of deltas":                        {Deltas: 3},
		"pre-emphasis NaN":                          {PreEmphasis: math.NaN()},
		"floor -1":                                  {Floor: -1},
		"lifter -22":                                {Lifter: -22},
		"range +Inf":                                {Range: math.Inf(1)},
		"none of its constants":                     {Window: 9},
		"frames of 1048577 samples; they must have": {FrameSeconds: 1e9},
	} {
		if _, err := New(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
	e, err := New(Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Extract([]float64{0, math.NaN()}); err == nil || !strings.Contains(err.Error(), "sample 1 is NaN") {
		t.Errorf("NaN: %v", err)
	}
}

// Frames cost no memory but their rows.
func TestAllocations(t *testing.T) {
	e, err := New(Options{Deltas: 2})
	if err != nil {
		t.Fatal(err)
	}
	x := chirp(16000, 16000)
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // which empties pools
	if n := testing.AllocsPerRun(10, func() {
		if _, err := e.Extract(x); err != nil {
			t.Fatal(err)
		}
	}); n > 5 {
		t.Errorf("%g allocations for 98 frames", n)
	}
}

func BenchmarkExtract(b *testing.B) {
	x := chirp(3*16000, 16000)
	for name, o := range map[string]Options{"zero": {}, "librosa": Librosa(16000), "psf": PythonSpeechFeatures(16000)} {
		b.Run(name, func(b *testing.B) {
			e, err := New(o)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := e.Extract(x); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
