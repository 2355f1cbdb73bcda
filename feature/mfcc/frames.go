package mfcc

import (
	"math"
	"slices"
)

// Frames is how many frames a sound of n samples has; at least one.
func (e *Extractor) Frames(n int) int {
	o := e.options
	if o.Padding != NoPadding {
		return 1 + max(0, n+2*(o.FFT/2)-o.FFT)/o.Step
	}
	behind := max(0, n-o.Frame) // samples behind the first frame
	if o.DropTail {
		return 1 + behind/o.Step
	}
	return 1 + (behind+o.Step-1)/o.Step
}

// lay puts the sound, emphasised and padded, where frame t begins at sample t*Step.
func (e *Extractor) lay(samples []float64, frames int) {
	o := e.options
	before := 0 // samples of padding that the first frame sees
	if o.Padding != NoPadding {
		// The window lies in the middle of the FFT samples; its place within the
		// transform has no bearing on the power.
		before = o.FFT/2 - (o.FFT-o.Frame)/2
	}
	n := (frames-1)*o.Step + o.Frame
	e.signal = slices.Grow(e.signal[:0], n)[:n]
	for i := range e.signal {
		e.signal[i] = 0
		if at := e.source(i-before, len(samples)); at >= 0 {
			e.signal[i] = samples[at]
			if at > 0 {
				e.signal[i] -= o.PreEmphasis * samples[at-1]
			}
		}
	}
}

// source is which of n samples stands at position i, or -1 for silence.
func (e *Extractor) source(i, n int) int {
	if i >= 0 && i < n {
		return i
	}
	if e.options.Padding != Mirror || n == 0 {
		return -1
	}
	if n == 1 {
		return 0
	}
	period := 2 * (n - 1) // there and back, the ends once each
	i = ((i % period) + period) % period
	return min(i, period-i)
}

// makeWindow returns the weights of n samples. A window that is not symmetric is one
// period of n samples of a function that a symmetric one, of n+1, would end.
func makeWindow(kind Window, n int, symmetric bool) []float64 {
	period := float64(n)
	if symmetric {
		period--
	}
	w := make([]float64, n)
	for i := range w {
		cos := math.Cos(2 * math.Pi * float64(i) / period)
		switch kind {
		case Hann:
			w[i] = 0.5 - 0.5*cos
		case Hamming:
			w[i] = 0.54 - 0.46*cos
		default:
			w[i] = 1
		}
	}
	return w
}
