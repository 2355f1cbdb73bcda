// Package mfcc computes mel-frequency cepstral coefficients, which describe what a
// sound is like in each short frame of time: the power spectrum of the frame, summed by
// triangular filters that widen with frequency as hearing does, its logarithm, and the
// first terms of the discrete cosine transform of that.
//
// There are many conventions. Options names each of them, and Librosa and
// PythonSpeechFeatures choose those of the two usual tools; docs/mfcc.md says how well
// the values agree.
//
// Sources: Davis and Mermelstein, "Comparison of parametric representations for
// monosyllabic word recognition in continuously spoken sentences" (1980); Young et al.,
// "The HTK Book"; Slaney, "Auditory Toolbox" (1998).
package mfcc

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/dsp/fourier"
)

// Extractor computes the coefficients of sounds, one after the other, in memory that it
// keeps. It is not for several goroutines at once; make one for each.
type Extractor struct {
	options Options
	fft     *fourier.FFT
	window  []float64
	bank    []filter
	cosines []float64 // coefficients x filters, lifted

	signal   []float64    // the sound with what lies around it
	frame    []float64    // FFT samples
	spectrum []complex128 // FFT/2 + 1
	power    []float64    // the same
	logs     []float64    // frames x filters
	energies []float64    // frames
}

// New checks the options and prepares the tables.
func New(options Options) (*Extractor, error) {
	o := options.withDefaults()
	if err := o.check(); err != nil {
		return nil, err
	}
	bins := o.FFT/2 + 1
	return &Extractor{
		options:  o,
		fft:      fourier.NewFFT(o.FFT),
		window:   makeWindow(o.Window, o.Frame, o.Symmetric),
		bank:     makeBank(o),
		cosines:  makeCosines(o),
		frame:    make([]float64, o.FFT),
		spectrum: make([]complex128, bins),
		power:    make([]float64, bins),
	}, nil
}

// Options returns the options, with defaults filled in.
func (e *Extractor) Options() Options { return e.options }

// Width is how many numbers describe a frame: the coefficients and their deltas.
func (e *Extractor) Width() int { return e.options.Coefficients * (1 + e.options.Deltas) }

// Extract returns the coefficients of a sound, one row a frame. There is always a
// frame: a sound that is shorter than one, or empty, is followed by silence.
func (e *Extractor) Extract(samples []float64) ([][]float64, error) {
	for i, v := range samples {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("mfcc: sample %d is %g, not a number that sound can have", i, v)
		}
	}
	frames := e.Frames(len(samples))
	e.lay(samples, frames)
	e.measure(frames)
	e.takeLogs()
	out, width := make([][]float64, frames), e.Width()
	values := make([]float64, frames*width)
	for t := range out {
		out[t] = values[t*width:][:width:width]
	}
	e.transform(out)
	e.addDeltas(out)
	return out, nil
}

// measure fills logs with the energies of the filters, and energies with the power, of
// each frame.
func (e *Extractor) measure(frames int) {
	filters := e.options.Filters
	e.logs = slices.Grow(e.logs[:0], frames*filters)[:frames*filters]
	e.energies = slices.Grow(e.energies[:0], frames)[:frames]
	for t := range frames {
		e.energies[t] = e.powerSpectrum(t)
		row := e.logs[t*filters:][:filters]
		for i, f := range e.bank {
			row[i] = f.energy(e.power)
		}
	}
}

// powerSpectrum computes |X|² of frame t and returns its sum.
func (e *Extractor) powerSpectrum(t int) float64 {
	samples := e.signal[t*e.options.Step:]
	for i, w := range e.window {
		e.frame[i] = w * samples[i]
	}
	e.fft.Coefficients(e.spectrum, e.frame)
	scale := 1.0
	if e.options.MeanPower {
		scale = 1 / float64(e.options.FFT)
	}
	sum := 0.0
	for k, x := range e.spectrum {
		e.power[k] = scale * (real(x)*real(x) + imag(x)*imag(x))
		sum += e.power[k]
	}
	return sum
}
