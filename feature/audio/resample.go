package audio

import (
	"fmt"
	"math"
)

// The filter of Resample, in parts of the Nyquist frequency of the lower of the two
// rates: flat up to passBand and below -100 dB from 1 on.
const (
	passBand    = 0.92
	attenuation = 100.0 // dB, by Kaiser's formulas
)

// maxRatio of the rates bounds the length of the filter.
const maxRatio = 1000

// Resample brings samples taken from times a second to a rate of to. What the new rate
// cannot carry is filtered out; a sine below 0.92 of the lower Nyquist frequency stays
// as it is. Sample i of the result is the sound at i/to seconds, and there are
// ceil(len*to/from). Before and after the sound is silence.
//
// The filter is a sinc with a Kaiser window, evaluated for each phase that the ratio of
// the rates has, so no ratio is approximated. Equal rates return samples itself.
func Resample(samples []float64, from, to int) ([]float64, error) {
	if from < 1 || to < 1 || from > MaxRate || to > MaxRate {
		return nil, fmt.Errorf("resample from %d to %d samples a second: rates must be 1 to %d", from, to, MaxRate)
	}
	if from == to || len(samples) == 0 {
		return samples, nil
	}
	if from/to >= maxRatio || to/from >= maxRatio {
		return nil, fmt.Errorf("resample from %d to %d samples a second: the rates are too far apart", from, to)
	}
	common := gcd(from, to)
	up, down := to/common, from/common
	if len(samples) > MaxSamples*down/up {
		return nil, fmt.Errorf("resample from %d to %d samples a second: more than %d samples; cut the sound into parts", from, to, MaxSamples)
	}
	out := make([]float64, (len(samples)*up+down-1)/down)
	filter := newPhases(up, down, len(out))
	for i := range out {
		// The output lies phase/up behind input sample at.
		at, phase := i*down/up, i*down%up
		out[i] = filter.apply(samples, at, phase)
	}
	return out, nil
}

// phases holds the filter at the offsets from the input samples that occur.
type phases struct {
	up     int
	cutoff float64     // of the filter, in cycles a sample of the input
	reach  int         // input samples on each side
	half   float64     // half the length of the window, in input samples
	beta   float64     // of the Kaiser window
	rows   [][]float64 // of each phase, made when first asked for; nil if they are not kept
	spare  []float64   // the row of the moment where they are not
}

// maxTaps bounds the memory of the phases that are kept: 64 MB.
const maxTaps = 1 << 23

// newPhases designs the filter. Where there are too many phases to keep, or none is
// used twice, each is made anew for its output sample: slow, and just as good.
func newPhases(up, down, outputs int) *phases {
	scale := math.Min(1, float64(up)/float64(down)) // lower rate by the input's
	// Kaiser's length for this attenuation and width of transition.
	width := (1 - passBand) / 2 * scale
	half := (attenuation - 8) / (2.285 * 2 * math.Pi * width) / 2
	reach := int(math.Ceil(half))
	p := &phases{
		up:     up,
		cutoff: (1 + passBand) / 4 * scale,
		reach:  reach,
		half:   half,
		beta:   0.1102 * (attenuation - 8.7),
		spare:  make([]float64, 2*reach),
	}
	if up <= outputs && up <= maxTaps/(2*reach) {
		p.rows = make([][]float64, up)
	}
	return p
}

// apply is the filtered input at phase/up behind sample at.
func (p *phases) apply(samples []float64, at, phase int) float64 {
	row := p.row(phase)
	first := at - p.reach + 1 // of the samples that row weighs
	from, to := max(0, -first), min(len(row), len(samples)-first)
	sum := 0.0
	if from < to {
		window := samples[first+from : first+to]
		for i, weight := range row[from:to] {
			sum += weight * window[i]
		}
	}
	return sum
}

// row is the filter of one phase.
func (p *phases) row(phase int) []float64 {
	if p.rows == nil {
		return p.fill(p.spare, phase)
	}
	if p.rows[phase] == nil {
		p.rows[phase] = p.fill(make([]float64, 2*p.reach), phase)
	}
	return p.rows[phase]
}

func (p *phases) fill(row []float64, phase int) []float64 {
	total := 0.0
	for i := range row {
		// Input sample i lies this far before the output.
		distance := float64(phase)/float64(p.up) + float64(p.reach-1-i)
		row[i] = p.weight(distance)
		total += row[i]
	}
	for i := range row { // a constant stays what it is, exactly
		row[i] /= total
	}
	return row
}

// weight is the windowed sinc at a distance in input samples.
func (p *phases) weight(distance float64) float64 {
	x := distance / p.half
	if x <= -1 || x >= 1 {
		return 0
	}
	window := bessel0(p.beta*math.Sqrt(1-x*x)) / bessel0(p.beta)
	return window * sinc(2*p.cutoff*distance)
}

func sinc(x float64) float64 {
	if x == 0 {
		return 1
	}
	return math.Sin(math.Pi*x) / (math.Pi * x)
}

// bessel0 is the modified Bessel function I0, by its power series: the terms are
// positive and soon small for the arguments of a Kaiser window.
func bessel0(x float64) float64 {
	sum, term := 1.0, 1.0
	for k := 1.0; term > 1e-17*sum; k++ {
		term *= (x / 2 / k) * (x / 2 / k)
		sum += term
	}
	return sum
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
