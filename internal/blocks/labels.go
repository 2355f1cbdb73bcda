package blocks

import "fmt"

// Labels are whole numbers aligned with the rows of a source, one each, such as folds.
type Labels []int

func (l Labels) Width() int { return 1 }

func (l Labels) Rows(from, to int, memory *[]float64) []float64 {
	out := Room(memory, to-from)
	for k := range out {
		out[k] = float64(l[from+k])
	}
	return out
}

// CheckLabels is Check where one whole number from 0 up to count is aligned with a row.
func (b Block) CheckLabels(width, count int) error {
	if err := b.Check(width, 1); err != nil {
		return err
	}
	for _, v := range b.Y[0] {
		if !(v >= 0 && v < float64(count)) {
			return fmt.Errorf("a block has a row of group %g, but there are %d", v, count)
		}
	}
	return nil
}

// Grouping is the rows of a block in the order of their labels, such as folds.
type Grouping struct {
	Rows   []int
	Starts []int // where the rows of each label begin, and the end
}

// Group orders the rows whose label, given for each, is in [first, last).
func (g *Grouping) Group(labels []float64, first, last int) {
	count := last - first
	g.Starts = append(g.Starts[:0], make([]int, count+1)...)
	for _, v := range labels {
		if j := int(v); first <= j && j < last {
			g.Starts[j-first+1]++
		}
	}
	for k := range count {
		g.Starts[k+1] += g.Starts[k]
	}
	g.Rows = append(g.Rows[:0], make([]int, g.Starts[count])...)
	for i, v := range labels {
		if j := int(v); first <= j && j < last {
			g.Rows[g.Starts[j-first]] = i
			g.Starts[j-first]++
		}
	}
	copy(g.Starts[1:], g.Starts) // each start has moved to the next one
	g.Starts[0] = 0
}
