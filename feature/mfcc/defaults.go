package mfcc

import (
	"cmp"
	"fmt"
	"math"
)

// maxFFT bounds the transform: more than a minute at 16 kHz.
const maxFFT = 1 << 20

// withDefaults fills in what is zero.
func (o Options) withDefaults() Options {
	o.Rate = cmp.Or(o.Rate, 16000)
	o.FrameSeconds = cmp.Or(o.FrameSeconds, 0.025)
	o.StepSeconds = cmp.Or(o.StepSeconds, 0.010)
	o.Frame = cmp.Or(o.Frame, samplesOf(o.FrameSeconds, o.Rate))
	o.Step = cmp.Or(o.Step, max(1, samplesOf(o.StepSeconds, o.Rate)))
	o.FFT = cmp.Or(o.FFT, powerOfTwo(o.Frame))
	o.Filters = cmp.Or(o.Filters, 26)
	o.High = cmp.Or(o.High, float64(o.Rate)/2)
	o.Floor = cmp.Or(o.Floor, map[Log]float64{Natural: 0x1p-52, Decibel: 1e-10}[o.Log])
	o.Coefficients = cmp.Or(o.Coefficients, min(13, o.Filters))
	o.DeltaReach = cmp.Or(o.DeltaReach, map[DeltaKind]int{Regression: 2, Polynomial: 4}[o.DeltaKind])
	return o
}

// samplesOf rounds as python_speech_features does, halves upwards.
func samplesOf(seconds float64, rate int) int {
	n := math.Floor(seconds*float64(rate) + 0.5)
	if !(n > 0) {
		return 0
	}
	return int(math.Min(n, maxFFT+1)) // too long in any case
}

func powerOfTwo(atLeast int) int {
	n := 1
	for n < atLeast && n <= maxFFT {
		n *= 2
	}
	return n
}

// check refuses options, defaults filled in, that mean nothing.
func (o Options) check() error {
	switch {
	case o.Rate < 1:
		return fmt.Errorf("mfcc: a rate of %d samples a second; it must be positive", o.Rate)
	case o.Frame < 2 || o.Frame > maxFFT:
		return fmt.Errorf("mfcc: frames of %d samples; they must have 2 to %d", o.Frame, maxFFT)
	case o.Step < 1:
		return fmt.Errorf("mfcc: a step of %d samples; it must be positive", o.Step)
	case o.FFT < o.Frame || o.FFT > maxFFT:
		return fmt.Errorf("mfcc: a transform of %d samples for frames of %d; it must have %d to %d", o.FFT, o.Frame, o.Frame, maxFFT)
	case o.Filters < 1 || o.Filters > 4096:
		return fmt.Errorf("mfcc: %d filters; there must be 1 to 4096", o.Filters)
	case o.Coefficients < 1 || o.Coefficients > o.Filters:
		return fmt.Errorf("mfcc: %d coefficients of %d filters; there can be 1 to %d", o.Coefficients, o.Filters, o.Filters)
	case !(o.Low >= 0 && o.Low < o.High && o.High <= float64(o.Rate)/2):
		return fmt.Errorf("mfcc: filters from %g to %g Hz; they must go upwards between 0 and %g, half the rate", o.Low, o.High, float64(o.Rate)/2)
	case o.Deltas < 0 || o.Deltas > 2 || o.DeltaReach < 1 || o.DeltaReach > 1000:
		return fmt.Errorf("mfcc: %d orders of deltas over %d frames on each side; take 0 to 2 over 1 to 1000", o.Deltas, o.DeltaReach)
	}
	return o.checkNumbers()
}

func (o Options) checkNumbers() error {
	for _, field := range []struct {
		name         string
		value, least float64
	}{
		{"pre-emphasis", o.PreEmphasis, -math.MaxFloat64},
		{"floor", o.Floor, math.SmallestNonzeroFloat64},
		{"range", o.Range, 0},
		{"lifter", o.Lifter, 0},
	} {
		if !(field.value >= field.least && field.value <= math.MaxFloat64) {
			return fmt.Errorf("mfcc: %s %g; it must be a number that is at least %g", field.name, field.value, field.least)
		}
	}
	if o.Padding < NoPadding || o.Padding > Mirror || o.Window < Hann || o.Window > Rectangular ||
		o.Scale < HTK || o.Scale > Slaney || o.Triangles < Exact || o.Triangles > WholeBins ||
		o.Log < Natural || o.Log > Decibel || o.DeltaKind < Regression || o.DeltaKind > Polynomial {
		return fmt.Errorf("mfcc: an option has a value that is none of its constants: %+v", o)
	}
	return nil
}
