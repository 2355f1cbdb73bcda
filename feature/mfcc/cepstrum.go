package mfcc

import (
	"math"
)

// takeLogs replaces energies by their logarithms.
func (e *Extractor) takeLogs() {
	factor := 1.0
	if e.options.Log == Decibel {
		factor = 10 / math.Ln10
	}
	highest := math.Inf(-1)
	for i, v := range e.logs {
		e.logs[i] = factor * math.Log(math.Max(v, e.options.Floor))
		highest = math.Max(highest, e.logs[i])
	}
	for i, v := range e.energies {
		e.energies[i] = factor * math.Log(math.Max(v, e.options.Floor))
	}
	if e.options.Range > 0 {
		for i, v := range e.logs {
			e.logs[i] = math.Max(v, highest-e.options.Range)
		}
	}
}

// makeCosines is the orthonormal discrete cosine transform of type II,
// c[n] = sqrt((2 - [n=0])/M) Σ_m x[m] cos(πn(m+½)/M), times the lifter's weight of n.
func makeCosines(o Options) []float64 {
	rows := make([]float64, 0, o.Coefficients*o.Filters)
	for n := range o.Coefficients {
		weight := math.Sqrt(2/float64(o.Filters)) * o.lift(n)
		if n == 0 {
			weight /= math.Sqrt2
		}
		for m := range o.Filters {
			angle := math.Pi * float64(n) * (float64(m) + 0.5) / float64(o.Filters)
			rows = append(rows, weight*math.Cos(angle))
		}
	}
	return rows
}

// lift is the lifter's weight of coefficient n.
func (o Options) lift(n int) float64 {
	if o.Lifter == 0 {
		return 1
	}
	if o.LifterFromOne {
		n++
	}
	return 1 + o.Lifter/2*math.Sin(math.Pi*float64(n)/o.Lifter)
}

// transform fills the coefficients of each row of out.
func (e *Extractor) transform(out [][]float64) {
	filters := e.options.Filters
	for t := range e.energies {
		logs := e.logs[t*filters:][:filters]
		row := out[t][:e.options.Coefficients]
		for n := range row {
			sum := 0.0
			for m, c := range e.cosines[n*filters:][:filters] {
				sum += c * logs[m]
			}
			row[n] = sum
		}
		if e.options.Energy {
			row[0] = e.energies[t]
		}
	}
}
