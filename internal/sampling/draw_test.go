package sampling

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestEachRowIsDrawnAsOften(t *testing.T) {
	for name, draw := range map[string]func(n, k int, random *rand.Rand) []int{"rows": Rows, "many": Many, "few": few} {
		counts, random := make([]int, 10), rand.New(rand.NewPCG(1, 1))
		const times, k = 20000, 3
		for range times {
			drawn := draw(len(counts), k, random)
			if len(drawn) != k || !slices.IsSorted(drawn) || len(slices.Compact(slices.Clone(drawn))) != k {
				t.Fatalf("%s: drew %v", name, drawn)
			}
			for _, i := range drawn {
				counts[i]++
			}
		}
		for i, count := range counts { // 6000 each, with a standard deviation of 65
			if math.Abs(float64(count-times*k/len(counts))) > 330 {
				t.Errorf("%s: row %d was drawn %d times", name, i, count)
			}
		}
		if got := draw(4, 9, random); !slices.Equal(got, All(4)) {
			t.Errorf("%s: of 4 rows, %v", name, got)
		}
	}
}

// A draw of very many rows takes no memory for those that are not drawn.
func TestDrawsOfManyRows(t *testing.T) {
	for name, draw := range map[string]func(n, k int, random *rand.Rand) []int{"rows": Rows, "many": Many} {
		drawn := draw(math.MaxInt/2, 1000, rand.New(rand.NewPCG(1, 2)))
		if len(drawn) != 1000 || !slices.IsSorted(drawn) || drawn[0] < 0 || drawn[999] < math.MaxInt/4 {
			t.Errorf("%s: drew %d rows from %d to %d", name, len(drawn), drawn[0], drawn[len(drawn)-1])
		}
	}
}
