package evaluate

import (
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// persons are so many groups of rows whose three inputs and number are those of the group,
// with a little noise: the inputs say nothing of another group.
func persons(t testing.TB, count, each int) (*rows.Matrix, *output.Target, []int) {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 6))
	var data, y []float64
	var group []int
	for g := range count {
		own := []float64{random.NormFloat64(), random.NormFloat64(), random.NormFloat64(), random.NormFloat64()}
		for range each {
			for _, v := range own[:3] {
				data = append(data, v+.02*random.NormFloat64())
			}
			y, group = append(y, own[3]+.02*random.NormFloat64()), append(group, g)
		}
	}
	return matrix(t, 3, data), &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}, group
}
