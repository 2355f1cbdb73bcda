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

// rowsOf takes some rows.
func rowsOf(x *rows.Matrix, which []int) (*rows.Matrix, error) {
	var part [][]float64
	for _, i := range which {
		part = append(part, x.Row(i))
	}
	return rows.FromSlices(part)
}

// targetFor is one of the outputs of lined as a table has it.
func targetFor(kind output.Kind, all map[output.Kind]output.Output) *output.Target {
	y := all[kind]
	target := &output.Target{Kind: kind, Names: []string{"y"}}
	switch kind {
	case output.KindClass:
		width, data := y.(output.Columnar).Columns()
		for i := range y.Len() {
			target.Class = append(target.Class, int(data[i*width+width-1]))
		}
		target.Classes = []string{"a", "b"}
	case output.KindLabels:
		target.Names = []string{"high", "low"}
		_, target.Values = y.(output.Columnar).Columns()
	case output.KindSequence:
		for _, class := range targetFor(output.KindClass, all).Class {
			target.Texts = append(target.Texts, []string{"abab", "cdcd"}[class])
		}
	default:
		_, target.Values = y.(output.Columnar).Columns()
	}
	return target
}
