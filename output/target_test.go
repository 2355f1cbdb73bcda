package output

import (
	"slices"
	"testing"
)

// Outputs that are made of a target know the columns it is made of, and so do their parts.
func TestOutputsKnowTheirNames(t *testing.T) {
	for _, target := range []Target{
		{Kind: KindNumber, Names: []string{"y"}, Values: []float64{1, 2, 3}},
		{Kind: KindNumbers, Names: []string{"a", "b"}, Values: []float64{1, 2, 3, 4, 5, 7}},
		{Kind: KindClass, Names: []string{"y"}, Class: []int{0, 1, 0}, Classes: []string{"no", "yes"}},
		{Kind: KindLabels, Names: []string{"red", "blue"}, Columns: []string{"tags"}, Values: []float64{0, 1, 1, 1, 1, 0}},
		{Kind: KindSequence, Names: []string{"y"}, Texts: []string{"abc", "bcd", "cde"}},
		{Kind: KindTree, Names: []string{"y"}, Texts: []string{"(a b)", "(a c)", "(a (b c))"}},
		{Kind: KindGraph, Names: []string{"y"}, Texts: []string{"a-b", "a-c", "a-b-c"}},
	} {
		y, err := target.Output()
		if err != nil {
			t.Errorf("%s: %v", target.Kind, err)
			continue
		}
		want := target.Names
		if target.Columns != nil {
			want = target.Columns
		}
		if got := Names(y); !slices.Equal(got, want) || TargetOf(y).Len() != 3 || y.Kind() != target.Kind {
			t.Errorf("%s: names %q, want %q", target.Kind, got, want)
		}
		part := Some(y, []int{0, 2})
		if got := Names(part); !slices.Equal(got, want) || TargetOf(part) != nil {
			t.Errorf("rows of %s: names %q, want %q", target.Kind, got, want)
		}
	}
	if y := Numbers([]float64{1, 2}); Names(y) != nil || TargetOf(y) != nil {
		t.Error("numbers from nowhere have names")
	}
	if _, err := (&Target{Kind: "colour"}).Output(); err == nil {
		t.Error("no error for a kind that there is not")
	}
}
