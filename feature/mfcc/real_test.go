package mfcc

import (
	"math"
	"path/filepath"
	"testing"

	"suffice/feature/audio"
)

// clips returns the paths of the real recordings, which need not be there.
func clips(t testing.TB) []string {
	t.Helper()
	paths, err := filepath.Glob("../../../shared/data/audio/esc50/*.wav.gz")
	if err != nil || len(paths) == 0 {
		t.Skip("tests on real sounds want the recordings of ESC-50 beside the checkout, in ../shared/data/audio/esc50, which are not ours to ship")
	}
	return paths
}

// The means of the first coefficients over a vacuum cleaner's 3 seconds are those of
// librosa 0.11.0 and python_speech_features 0.6 (scripts/check_mfcc.py compares all
// values of all clips).
func TestRealClip(t *testing.T) {
	sound, err := audio.ReadFile(clips(t)[0])
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		options Options
		want    []float64
	}{
		"librosa": {Librosa(sound.Rate), []float64{35.5612031, 49.439178, -3.63397874, 10.270408, -6.26622596, 19.1152845}},
		"psf":     {PythonSpeechFeatures(sound.Rate), []float64{3.31045735, -24.9043462, -5.48229914, -8.48387207, -13.3642066, 17.5011562}},
	} {
		got := mustExtract(t, c.options, sound.Samples)
		for n, want := range c.want {
			mean := 0.0
			for _, frame := range got {
				mean += frame[n] / float64(len(got))
			}
			if math.Abs(mean-want) > 1e-6 {
				t.Errorf("%s, coefficient %d: %.9g, not %.9g", name, n, mean, want)
			}
		}
	}
}

// All clips from their files to coefficients.
func BenchmarkClips(b *testing.B) {
	paths := clips(b)
	e, err := New(Options{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for _, path := range paths {
			sound, err := audio.ReadFile(path)
			if err != nil {
				b.Fatal(err)
			}
			if _, err := e.Extract(sound.Samples); err != nil {
				b.Fatal(err)
			}
		}
	}
}
