package mfcc

import (
	"encoding/json"
	"math"
	"os"
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

func goldenCases() map[string]struct {
	options Options
	samples []float64
} {
	type c = struct {
		options Options
		samples []float64
	}
	narrow := PythonSpeechFeatures(22050)
	narrow.Window, narrow.Symmetric = Hamming, true
	narrow.Low, narrow.High = 100, 8000
	narrow.Energy, narrow.Coefficients, narrow.Filters = false, 8, 20

	plain := PythonSpeechFeatures(8000)
	plain.PreEmphasis, plain.Lifter = 0, 0
	plain.StepSeconds, plain.FrameSeconds, plain.FFT = 0.0125, 0.032, 256
	plain.Window, plain.Symmetric = Hann, true

	psfDeltas := PythonSpeechFeatures(16000)
	psfDeltas.Deltas, psfDeltas.Coefficients = 2, 5

	short := Librosa(22050)
	short.Coefficients = 5

	htk := Librosa(16000)
	htk.Coefficients, htk.FFT, htk.Step, htk.Frame, htk.Filters = 13, 512, 160, 400, 40
	htk.Scale, htk.UnitArea, htk.Window, htk.Low, htk.High = HTK, false, Hamming, 50, 7000
	htk.Padding, htk.Lifter = Mirror, 22

	uncentred := Librosa(16000)
	uncentred.Coefficients, uncentred.FFT, uncentred.Frame, uncentred.Step, uncentred.Filters = 6, 400, 400, 160, 30
	uncentred.Padding, uncentred.DropTail = NoPadding, true

	deltas := Librosa(16000)
	deltas.Coefficients, deltas.FFT, deltas.Frame, deltas.Step, deltas.Filters, deltas.Deltas = 4, 512, 512, 160, 40, 2

	return map[string]c{
		"psf":               {PythonSpeechFeatures(16000), chirp(3000, 16000)},
		"psf short":         {PythonSpeechFeatures(16000), chirp(100, 16000)},
		"psf 22050":         {narrow, chirp(3000, 22050)},
		"psf plain":         {plain, chirp(1600, 8000)},
		"psf deltas":        {psfDeltas, chirp(2000, 16000)},
		"psf silence":       {PythonSpeechFeatures(16000), make([]float64, 1000)},
		"librosa":           {Librosa(22050), chirp(4000, 22050)},
		"librosa short":     {short, chirp(10, 22050)},
		"librosa htk":       {htk, chirp(3000, 16000)},
		"librosa uncentred": {uncentred, chirp(2000, 16000)},
		"librosa deltas":    {deltas, chirp(2500, 16000)},
		"librosa silence":   {Librosa(16000), make([]float64, 1000)},
	}
}

// The coefficients are those of librosa 0.11.0 and python_speech_features 0.6 on a
// chirp; see testdata/README.md. librosa keeps its filters in single precision, which
// is what limits the agreement.
func TestGolden(t *testing.T) {
	text, err := os.ReadFile("testdata/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string][][]float64
	if err := json.Unmarshal(text, &golden); err != nil {
		t.Fatal(err)
	}
	cases := goldenCases()
	if len(cases) != len(golden) {
		t.Errorf("%d cases, %d of them golden", len(cases), len(golden))
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			wantRows(t, mustExtract(t, c.options, c.samples), golden[name], 2e-6)
		})
	}
}

func mustExtract(t *testing.T, options Options, samples []float64) [][]float64 {
	t.Helper()
	extractor, err := New(options)
	if err != nil {
		t.Fatal(err)
	}
	out, err := extractor.Extract(samples)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func wantRows(t *testing.T, got, want [][]float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) || len(got[0]) != len(want[0]) {
		t.Fatalf("%d x %d, not %d x %d", len(got), len(got[0]), len(want), len(want[0]))
	}
	worst := 0.0
	for i, row := range want {
		for j, v := range row {
			worst = math.Max(worst, math.Abs(got[i][j]-v))
		}
	}
	if !(worst <= tolerance) {
		t.Errorf("differs by up to %g", worst)
	}
}
