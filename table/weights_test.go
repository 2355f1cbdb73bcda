package table

import (
	"slices"
	"strings"
	"testing"
)

// The column of weights is read with the rows that are kept, and is not an input.
func TestChooseWeights(t *testing.T) {
	text := "a,w,b,y\n1,2,3,4\n,3,4,5\n5,0,6,7\n6,1.5,7,8\n"
	c, err := read(t, text).Choose(Roles{Target: []string{"y"}, Weights: "w", Missing: DropMissing})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(c.Weights, []float64{2, 0, 1.5}) || !slices.Equal(c.X.Names(), []string{"a", "b"}) {
		t.Errorf("weights %v of inputs %q", c.Weights, c.X.Names())
	}
	if (Roles{Target: []string{"y"}, Inputs: []string{"a"}, Weights: "w"}).Skip("w") {
		t.Error("the weights are not kept")
	}
	c, err = read(t, text).Apply(Wanted{Inputs: []string{"b"}, Weights: "w"})
	if err != nil || !slices.Equal(c.Weights, []float64{2, 3, 0, 1.5}) {
		t.Errorf("weights %v for a model, %v", c, err)
	}
}

func TestWeightsThatAreNone(t *testing.T) {
	for text, want := range map[string]string{
		"a,w,y\n1,1,1\n2,,2\n3,1,3\n":   `a.csv:3, column "w": the weight of the row is missing`,
		"a,w,y\n1,1,1\n2,-2,2\n3,1,3\n": `row 2, column "w": -2 is no weight`,
		"a,w,y\n1,0,1\n2,0,2\n3,0,3\n":  `column "w": all weights are 0`,
		"a,w,y\n1,p,1\n2,q,2\n3,r,3\n":  `column "w": "p" is not a number`,
		"a,v,y\n1,0,1\n2,0,2\n3,0,3\n":  `"w"`,
	} {
		if _, err := read(t, text).Choose(Roles{Target: []string{"y"}, Weights: "w", Missing: DropMissing}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	table := read(t, "a,w,y\n1,1,1\n2,2,2\n3,1,3\n")
	for _, roles := range []Roles{{Target: []string{"w"}, Weights: "w"}, {Target: []string{"y"}, Inputs: []string{"a", "w"}, Weights: "w"}} {
		if _, err := table.Choose(roles); err == nil || !strings.Contains(err.Error(), "both") {
			t.Errorf("error %v", err)
		}
	}
}
