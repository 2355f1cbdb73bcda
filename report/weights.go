package report

import (
	"fmt"
	"math"
	"strings"

	"suffice"
	"suffice/internal/draw"
	"suffice/internal/wording"
)

// weights is the table of the loadings.
type weights struct {
	Components []string // names of the columns
	Rows       []weightRow
	More       int // inputs with weight that are not shown
	Zero       int // inputs without
	Below      string
}

type weightRow struct {
	Name        string
	Cells       []weight
	Mean, Scale string
}

// sure is what a report says of how sure a model is.
type sure struct {
	Level        string
	Facts        []fact
	Doubts       []string
	Halves, Rows int
}

// sureOf is nil where the model does not know.
func sureOf(m *suffice.Projection) *sure {
	b := m.Bootstrap
	if b == nil {
		return nil
	}
	out := &sure{Level: fmt.Sprintf("%.0f%%", 100*b.Level), Doubts: b.Doubts, Halves: b.Resamples, Rows: b.Rows}
	for k, angle := range b.Angles[:min(mostComponents, len(b.Angles))] {
		out.Facts = append(out.Facts, fact{fmt.Sprintf("angle of z%d with the truth", k+1), fmt.Sprintf("at most %.1f°", angle)})
	}
	if len(b.Angles) > 1 {
		out.Facts = append(out.Facts, fact{"angle of what they span", fmt.Sprintf("at most %.1f°", b.Angle)})
	}
	if len(b.Seeds) > 0 {
		out.Facts = append(out.Facts, fact{"angle to what other seeds find", fmt.Sprintf("at most %.1f°", b.LargestSeed())})
	}
	return out
}

// nominalOf lists nominal columns with the weight that their levels have together.
func nominalOf(m *suffice.Projection) []fact {
	var facts []fact
	for _, column := range m.NominalColumns() {
		var parts []string
		for k, w := range column.Weight[:min(mostComponents, m.Dim())] {
			parts = append(parts, fmt.Sprintf("z%d %.4f", k+1, w))
		}
		facts = append(facts, fact{column.Name, strings.Join(parts, ", ")})
	}
	return facts
}

// weight is one of them; its bar shows the size.
type weight struct {
	Text     string
	Share    int // of the largest, in percent
	Negative bool
	Error    string // half its interval, or ""
	With     string // the correlation with z, or ""
	PerUnit  string
}

const (
	mostInputs     = 40
	mostComponents = 8
)

// weightsOf sorts inputs by their largest weight.
func weightsOf(m *suffice.Projection) weights {
	shown := m.Components[:min(mostComponents, m.Dim())]
	size := make([]float64, len(m.Inputs)) // the largest weight of each input
	var largest float64
	for _, row := range shown {
		for j, w := range row {
			size[j] = math.Max(size[j], math.Abs(w))
			largest = math.Max(largest, size[j])
		}
	}
	used := m.UsedInputs()
	order := draw.Pick(used, draw.Descending(draw.Pick(size, used)))
	out := weights{Zero: len(size) - len(order), Components: m.Names()[:len(shown)]}
	for _, j := range order[:min(mostInputs, len(order))] {
		row := weightRow{Name: m.Inputs[j], Mean: short(m.Mean[j]), Scale: short(m.Scale[j])}
		for k, component := range shown {
			cell := newWeight(component[j], largest)
			cell.PerUnit = short(component[j] / m.Scale[j])
			if m.Bootstrap != nil {
				cell.Error = fmt.Sprintf("±%.3f", m.Bootstrap.Error(k, j))
			}
			if m.Correlations != nil {
				cell.With = fmt.Sprintf("%.2f", math.Round(m.Correlations[k][j]*100)/100+0)
			}
			row.Cells = append(row.Cells, cell)
		}
		out.Rows = append(out.Rows, row)
	}
	if out.More = len(order) - len(out.Rows); out.More > 0 {
		out.Below = short(size[order[mostInputs]])
	}
	return out
}

func newWeight(w, largest float64) weight {
	share := 0
	if largest > 0 {
		share = int(math.Round(100 * math.Abs(w) / largest))
	}
	return weight{Text: fmt.Sprintf("%.4f", math.Round(w*1e4)/1e4+0), Share: share, Negative: w < 0}
}

func short(v float64) string { return wording.Number(v, 4) }

// test is a line of the tests of the number of components.
type test struct{ Dim, Statistic, DF, P string }

func testsOf(all []suffice.DimensionTest) []test {
	var out []test
	for _, t := range all[:min(10, len(all))] {
		p := fmt.Sprintf("%.4f", t.P)
		if t.P < .00005 {
			p = "<0.0001"
		}
		out = append(out, test{fmt.Sprint(t.Dim), short(t.Statistic), fmt.Sprint(t.DF), p})
	}
	return out
}
