package rows_test

import (
	"reflect"
	"testing"

	"suffice/rows"
)

// levelled are rows whose columns b=x and b=y stand for levels of one column.
type levelled struct{ *rows.Matrix }

func (levelled) Levels() map[string]rows.Level {
	return map[string]rows.Level{"b=x": {Column: "b", Value: "x"}, "b=y": {Column: "b", Value: "y"}}
}

func TestColumns(t *testing.T) {
	x, err := rows.FromSlices([][]float64{{1, 2, 3, 4}})
	if err != nil {
		t.Fatal(err)
	}
	if x, err = x.WithNames([]string{"a", "b=x", "c", "b=y"}); err != nil {
		t.Fatal(err)
	}
	want := []rows.Column{{Name: "a", Places: []int{0}}, {Name: "b", Places: []int{1, 3}}, {Name: "c", Places: []int{2}}}
	if got := rows.Columns(levelled{x}); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v", got)
	}
	if got := rows.Columns(x); len(got) != 4 || got[1].Name != "b=x" {
		t.Errorf("without levels: %v", got)
	}
}
