package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"suffice"
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

// weight is one of them; its bar shows the size.
type weight struct {
	Text     string
	Share    int // of the largest, in percent
	Negative bool
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
	order := m.UsedInputs()
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(size[b], size[a]) })
	out := weights{Zero: len(size) - len(order), Components: m.Names()[:len(shown)]}
	for _, j := range order[:min(mostInputs, len(order))] {
		row := weightRow{Name: m.Inputs[j], Mean: short(m.Mean[j]), Scale: short(m.Scale[j])}
		for _, component := range shown {
			row.Cells = append(row.Cells, newWeight(component[j], largest))
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
