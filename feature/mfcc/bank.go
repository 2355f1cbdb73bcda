package mfcc

import (
	"math"

	"suffice/internal/linalg"
)

// mel is the scale's value at a frequency in Hz; hertz is its inverse.
func (s Scale) mel(hertz float64) float64 {
	if s == HTK {
		return 2595 * math.Log10(1+hertz/700)
	}
	if hertz < slaneyBreak {
		return hertz / slaneyStep
	}
	return slaneyBreak/slaneyStep + math.Log(hertz/slaneyBreak)/slaneyLogStep
}

func (s Scale) hertz(mel float64) float64 {
	if s == HTK {
		return 700 * (math.Pow(10, mel/2595) - 1)
	}
	if mel < slaneyBreak/slaneyStep {
		return mel * slaneyStep
	}
	return slaneyBreak * math.Exp(slaneyLogStep*(mel-slaneyBreak/slaneyStep))
}

// Slaney's scale has steps of 200/3 Hz up to 1000 Hz, and 27 steps from there to 6400.
const slaneyBreak, slaneyStep = 1000.0, 200.0 / 3

var slaneyLogStep = math.Log(6.4) / 27

// filter is a triangle on the bins of a spectrum: weights from bin first on.
type filter struct {
	first   int
	weights []float64
}

// energy is the power within the filter.
func (f filter) energy(power []float64) float64 {
	sum := 0.0
	power = power[f.first:][:len(f.weights)]
	for i, w := range f.weights {
		sum += w * power[i]
	}
	return sum
}

// makeBank draws the filters between corners that are equally far apart in mel.
func makeBank(o Options) []filter {
	perBin := float64(o.Rate) / float64(o.FFT) // Hz from one bin to the next
	low, high := o.Scale.mel(o.Low), o.Scale.mel(o.High)
	corners := make([]float64, o.Filters+2) // in Hz
	for i := range corners {
		corners[i] = o.Scale.hertz(low + (high-low)*float64(i)/float64(o.Filters+1))
		if o.Triangles == WholeBins {
			corners[i] = perBin * math.Floor(float64(o.FFT+1)*corners[i]/float64(o.Rate))
		}
	}
	bank := make([]filter, o.Filters)
	for i := range bank {
		bank[i] = triangle(corners[i], corners[i+1], corners[i+2], perBin, o.FFT/2+1)
		if o.UnitArea {
			linalg.ScaleRow(2/(corners[i+2]-corners[i]), bank[i].weights)
		}
	}
	return bank
}

// triangle rises from left to middle and falls to right. Where it is narrower than the
// bins are apart it may miss them all, and has no weights.
func triangle(left, middle, right, perBin float64, bins int) filter {
	f := filter{}
	for k := range bins {
		at := perBin * float64(k)
		weight := 0.0
		switch {
		case at >= left && at < middle:
			weight = (at - left) / (middle - left)
		case at >= middle && at < right:
			weight = (right - at) / (right - middle)
		}
		if weight == 0 {
			continue
		}
		if f.weights == nil {
			f.first = k
		}
		f.weights = append(f.weights, weight)
	}
	return f
}
