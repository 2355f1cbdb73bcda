package main

import (
	"fmt"
	"strings"
	"testing"

	library "suffice"
)

// Long names are cut, strange ones made harmless, and lines stay within 80 columns.
func TestWeightsFitThePage(t *testing.T) {
	m := &library.Projection{Components: make([][]float64, 12)}
	for j := range 30 {
		m.Inputs = append(m.Inputs, fmt.Sprintf("a very long name\nof a column, number %d", j))
	}
	for k := range m.Components {
		m.Components[k] = make([]float64, 30)
		m.Components[k][k], m.Components[k][k+1], m.Components[k][k+2] = -.1, .7, -.9
	}
	text := weights(m)
	wantNarrow(t, text)
	if strings.Count(text, "\n") != 12 {
		t.Errorf("not one line a component:\n%s", text)
	}
	first, _, _ := strings.Cut(text, "\n")
	if want := "z1    a very long name of… -0.9000   a very long name of…  0.7000"; first != want {
		t.Errorf("got  %q\nwant %q", first, want)
	}
}

func TestWeightsShowTheLargestFirst(t *testing.T) {
	m := &library.Projection{Inputs: []string{"a", "b", "c"}, Components: [][]float64{{.1, -.9, -.00004}, {0, 0, 1}}}
	if got, want := weights(m), "z1   b -0.9000   a  0.1000\nz2   c  1.0000\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestStages(t *testing.T) {
	trace := []library.Pass{{Stage: "first step"}, {Stage: "pass"}, {Stage: "pass"}, {Stage: "ascent"}}
	if got, want := stages(trace), "first step, pass x 2, ascent"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
