package output

import (
	"testing"

	"pgregory.net/rapid"
)

// drawFew draws n rows of many labels, of which they have few; a few labels are had by
// almost all rows, by all, or by none.
func drawFew(t *rapid.T) (n, width int, y []float64) {
	n, width = rapid.IntRange(1, 12).Draw(t, "n"), rapid.IntRange(manyLabels, 2*manyLabels).Draw(t, "width")
	y = make([]float64, n*width)
	for i := range n {
		for range rapid.IntRange(0, 4).Draw(t, "labels") {
			y[i*width+rapid.IntRange(0, width/2).Draw(t, "label")] = 1
		}
		y[i*width+width-1] = 1
		if i != 0 {
			y[i*width+width-2] = 1
		}
	}
	return n, width, y
}

// Lists give what the definition does.
func TestFewLabelsMatchTheDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, width, y := drawFew(t)
		k := labelsOf(t, width, y)
		if k.(*labels).few == nil {
			t.Fatal("there are no lists")
		}
		wantPairs(t, k, 1e-14, func(i, c int) float64 { return cosine(width, y, i, c) }) // sums of up to 6 terms, over lengths of at least .3
	})
}

// A label that all rows share, or none has, says nothing; and L is symmetric bit for bit.
func TestFewLabelsSharedByAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width, y := drawFew(t)
		var more []float64
		for i := range n {
			more = append(append(more, y[i*width:(i+1)*width]...), 1, 0)
		}
		want := values(labelsOf(t, width, y), 0, n, all(n))
		wantPairs(t, labelsOf(t, width+2, more), 0, want.At)
		wantPairs(t, labelsOf(t, width, y), 0, func(i, c int) float64 { return want.At(c, i) })
	})
}

// Labels that are many a row, or not 0 and 1, have no lists.
func TestLabelsWithoutLists(t *testing.T) {
	half := make([]float64, 10*manyLabels)
	for i := range half {
		half[i] = float64(i / 3 % 2)
	}
	odd := make([]float64, 10*manyLabels)
	odd[7], odd[50] = 1, .5
	for name, y := range map[string][]float64{"half": half, "not 0 and 1": odd} {
		if labelsOf(t, manyLabels, y).(*labels).few != nil {
			t.Errorf("%s: there are lists", name)
		}
	}
}
