package table

import (
	"slices"
	"strings"
	"testing"

	"suffice/rows"
)

var sexes = map[string]rows.Level{"sex=F": {Column: "sex", Value: "F"}, "sex=M": {Column: "sex", Value: "M"}}

func TestApplyFindsLevelsAndTheTarget(t *testing.T) {
	w := Wanted{Inputs: []string{"b", "sex=F", "sex=M"}, Levels: sexes, Target: []string{"y"}, Kind: "number"}
	c, err := read(t, "y,sex,b\n3,M,1\n4,F,2\n5,X,7\n").Apply(w)
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{1, 0, 1, 2, 1, 0, 7, 0, 0}; !slices.Equal(allOf(t, c.X), want) {
		t.Errorf("inputs %v, want %v", allOf(t, c.X), want)
	}
	if !slices.Equal(c.Target().Values, []float64{3, 4, 5}) {
		t.Errorf("target %v", c.Target())
	}
	if want := []string{`a.csv, column "sex": the model does not know "X"; such rows count as none of its levels`}; !slices.Equal(told(c.Warnings), want) {
		t.Errorf("warnings %q", c.Warnings)
	}
	c, err = read(t, "sex=M,sex=F,b\n1,0,2\n0,1,3\n").Apply(w) // already 0 and 1, and no target
	if want := []float64{2, 0, 1, 3, 1, 0}; err != nil || !slices.Equal(allOf(t, c.X), want) || c.Target() != nil {
		t.Errorf("got %v, %v", c, err)
	}
	_, err = read(t, "b,y\n1,2\n").Apply(w)
	wantError(t, err, `a.csv has no column "sex"; it has "b", "y"`)
}

// Levels that were words in one file may look like numbers in another.
func TestApplyFindsLevelsThatLookLikeNumbers(t *testing.T) {
	levels := map[string]rows.Level{"zone=1": {Column: "zone", Value: "1"}, "zone=2": {Column: "zone", Value: "2"}}
	c, err := read(t, "zone\n2\n1\n").Apply(Wanted{Inputs: []string{"zone=1", "zone=2"}, Levels: levels})
	if want := []float64{0, 1, 1, 0}; err != nil || !slices.Equal(allOf(t, c.X), want) {
		t.Errorf("got %v, %v", c, err)
	}
}

// What is missing gets the model's mean, not that of the new file.
func TestApplyFillsTheMeanOfTheModel(t *testing.T) {
	c, err := read(t, "a,b\n1,\n,5\n").Apply(Wanted{Inputs: []string{"a", "b"}, Mean: []float64{-7, 11}, Missing: MeanForMissing})
	if want := []float64{1, 11, -7, 5}; err != nil || !slices.Equal(allOf(t, c.X), want) {
		t.Errorf("got %v, %v", c, err)
	}
}

// A level may come after more words that the model does not know than are kept otherwise.
func TestApplyFindsLevelsAmongManyWords(t *testing.T) {
	w := Wanted{Inputs: []string{"sex=F"}, Levels: map[string]rows.Level{"sex=F": {Column: "sex", Value: "F"}}}
	data, err := Read(t.Context(), strings.NewReader("sex,a\n"+manyNames()+"F,1\n"), "a.csv", Options{Skip: w.Skip(), Whole: w.Whole})
	if err != nil {
		t.Fatal(err)
	}
	c, err := data.Apply(w)
	if err != nil {
		t.Fatal(err)
	}
	x := allOf(t, c.X)
	if last := len(x) - 1; x[last] != 1 || slices.Contains(x[:last], 1) {
		t.Errorf("the last row has %v, and others may be 1 too", x[last])
	}
}
