package explore

import (
	"math"
	"slices"

	"suffice/internal/learn"
	"suffice/internal/sampling"
	"suffice/output"
)

// Summary is curves of the target along a component.
type Summary struct {
	Component int       `json:"component"`
	At        []float64 `json:"at"`
	Curves    []Curve   `json:"curves"`
}

// Curve is the mean of a number, or the share of a class or label, along a component.
type Curve struct {
	Name string    `json:"name"`
	Mean []float64 `json:"mean"`
	Low  []float64 `json:"low"`
	High []float64 `json:"high"`
}

const (
	mostSummaries = 10  // components
	mostCurves    = 20  // of one
	leftOut       = 200 // one of so many rows, at either end of a component
)

// summarise draws curves of the target along each component of the shown rows.
func (c *chosen) summarise(z []float64, dim int) []Summary {
	var all []Summary
	for k := range min(mostSummaries, dim) {
		along := make([]float64, len(z)/dim)
		for i := range along {
			along[i] = z[i*dim+k]
		}
		summary := Summary{Component: k}
		if c.target.Kind == output.KindClass {
			c.classCurves(&summary, along)
		} else if c.target.Kind.Numeric() || c.target.Kind == output.KindLabels {
			c.numberCurves(&summary, along)
		}
		if len(summary.Curves) > 0 {
			all = append(all, summary)
		}
	}
	return all
}

// inner is the range of most values.
func inner(values []float64) (from, to float64) {
	sorted := slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(sorted) == 0 {
		return 0, 0
	}
	slices.Sort(sorted)
	out := len(sorted) / leftOut
	return sorted[out], sorted[len(sorted)-1-out]
}

// numberCurves are means with a band, each of several numbers or labels by itself. Where one has
// a gap, none is drawn.
func (c *chosen) numberCurves(s *Summary, along []float64) {
	from, to := inner(along)
	y := make([]float64, len(along))
	for which, name := range c.target.Names[:min(mostCurves, len(c.target.Names))] {
		value := c.targetAt(which)
		for i := range y {
			y[i] = value(i)
		}
		curve, err := learn.Smooth(along, y, from, to)
		if err != nil {
			return // there are too few values along this component
		}
		s.At = curve.X
		s.Curves = append(s.Curves, Curve{name, curve.Mean, curve.Low, curve.High})
	}
	s.closeGaps()
}

// classCurves are shares of the classes that have a name on the page, and of all others.
func (c *chosen) classCurves(s *Summary, along []float64) {
	names := c.info.Classes
	if len(c.classes) > len(names) {
		names = append(slices.Clone(names), "others")
	}
	class := make([]int, len(along))
	for i := range class {
		class[i] = c.classes[c.target.Class[i]]
	}
	from, to := inner(along)
	at, shares, err := learn.SmoothShares(along, class, len(names), from, to)
	if err != nil {
		return
	}
	s.At = at
	for k, name := range names {
		s.Curves = append(s.Curves, Curve{Name: name, Mean: shares[k]})
	}
	s.closeGaps()
}

// closeGaps leaves out places where a curve has no value.
func (s *Summary) closeGaps() {
	finite := func(i int) bool {
		for _, c := range s.Curves {
			for _, values := range [][]float64{c.Mean, c.Low, c.High} {
				if values != nil && values[i]-values[i] != 0 {
					return false
				}
			}
		}
		return true
	}
	var kept []int
	for i := range s.At {
		if finite(i) {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(s.At) {
		return
	}
	s.At = sampling.Pick(s.At, kept)
	for k := range s.Curves {
		c := &s.Curves[k]
		c.Mean = sampling.Pick(c.Mean, kept)
		if c.Low != nil {
			c.Low, c.High = sampling.Pick(c.Low, kept), sampling.Pick(c.High, kept)
		}
	}
	if len(kept) == 0 {
		s.Curves = nil
	}
}
