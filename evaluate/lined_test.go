package evaluate

import (
	"math/rand/v2"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// lined draws n rows of 6 inputs whose y is the sum of the first two, with noise, and what
// is made of it: two classes, two labels, words.
func lined(t *testing.T, n int, noise float64) (*rows.Matrix, map[output.Kind]output.Output) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(n), 3))
	x, y, class, labels, words := make([][]float64, n), make([]float64, n), make([]int, n), make([]float64, 2*n), make([]string, n)
	for i := range x {
		row := make([]float64, 6)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		x[i], y[i], words[i] = row, row[0]+row[1]+noise*rng.NormFloat64(), "abab"
		if y[i] > 1 {
			class[i], labels[2*i], words[i] = 1, 1, "cdcd"
		}
		if y[i] < 0 {
			labels[2*i+1] = 1
		}
	}
	m, err := rows.FromSlices(x)
	if err != nil {
		t.Fatal(err)
	}
	sets, err := output.Labels(2, labels)
	if err != nil {
		t.Fatal(err)
	}
	texts, err := output.Strings(words, output.Spectrum{})
	if err != nil {
		t.Fatal(err)
	}
	return m, map[output.Kind]output.Output{
		output.KindNumber: output.Numbers(y), output.KindClass: output.Classes(class), output.KindLabels: sets, output.KindSequence: texts,
	}
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
