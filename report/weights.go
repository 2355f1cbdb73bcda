package report

import (
	"fmt"
	"math"

	"suffice"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
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
	Mean, Scale float64
}

// weight is one of them; its bar shows the size.
type weight struct {
	Text     string
	Share    int // of the largest, in percent
	Negative bool
	Error    string // half its interval, or ""
	With     string // the correlation with z, or ""
	PerUnit  float64
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
	order := sampling.Pick(used, sampling.Descending(sampling.Pick(size, used)))
	out := weights{Zero: len(size) - len(order), Components: m.Names()[:len(shown)]}
	for _, j := range order[:min(mostInputs, len(order))] {
		row := weightRow{Name: m.Inputs[j], Mean: m.Mean[j], Scale: m.Scale[j]}
		for k, component := range shown {
			cell := newWeight(component[j], largest)
			cell.PerUnit = component[j] / m.Scale[j]
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

func short(v float64) string { return humanize.Number(v, 4) }

// zName is what component k is called.
func zName(k int) string { return fmt.Sprintf("z%d", k+1) }

// first are those of the components that tables show.
func first(values []float64) []float64 { return values[:min(mostComponents, len(values))] }
