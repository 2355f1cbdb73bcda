package table

import (
	"slices"
	"testing"
)

const gappy = "sex,a,b,y\nM,1,2,1\nF,,3,2\nM,3,NA,3\n?,5,7,4\nM,7,1,\nF,2,2,6\nF,9,1,7\nM,4,1,8\n"

func TestMissingIsAnErrorWithItsPlace(t *testing.T) {
	_, err := read(t, gappy).Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv:3, column "a": the value is missing (the first of 4 missing values in 4 columns); use Missing "drop" or Missing "mean", or fix the file`)
}

func TestMissingRowsAreDropped(t *testing.T) {
	c, err := read(t, gappy).Choose(Roles{Target: []string{"y"}, Kind: "number", Missing: DropMissing})
	if err != nil {
		t.Fatal(err)
	}
	if want := []float64{0, 1, 1, 2, 1, 0, 2, 2, 1, 0, 9, 1, 0, 1, 4, 1}; !slices.Equal(allOf(t, c.X), want) {
		t.Errorf("inputs %v, want %v", allOf(t, c.X), want)
	}
	if !slices.Equal(c.Target().Values, []float64{1, 6, 7, 8}) || !slices.Equal(told(c.Warnings), []string{"a.csv: dropped 4 rows of 8 with missing values"}) {
		t.Errorf("target %v, warnings %q", c.Target().Values, c.Warnings)
	}
}

// The mean of a column stands for what is missing in it, that of a level being its
// share; a row without a target is dropped all the same.
func TestMissingGetsTheMean(t *testing.T) {
	c, err := read(t, gappy).Choose(Roles{Target: []string{"y"}, Kind: "number", Missing: MeanForMissing})
	if err != nil {
		t.Fatal(err)
	}
	x := allOf(t, c.X)
	// Rows that remain: M 1 2, F . 3, M 3 ., ? 5 7, F 2 2, F 9 1, M 4 1.
	if want := []float64{1, 0, 24. / 6, 3}; !slices.Equal(x[4:8], want) {
		t.Errorf("row 2 is %v, want %v", x[4:8], want)
	}
	if want := []float64{0, 1, 3, 16. / 6}; !slices.Equal(x[8:12], want) {
		t.Errorf("row 3 is %v, want %v", x[8:12], want)
	}
	if want := []float64{.5, .5, 5, 7}; !slices.Equal(x[12:16], want) {
		t.Errorf("row 4 is %v, want %v", x[12:16], want)
	}
	if !slices.Equal(c.Target().Values, []float64{1, 2, 3, 4, 6, 7, 8}) {
		t.Errorf("target %v", c.Target().Values)
	}
}

func TestTooFewCompleteRows(t *testing.T) {
	_, err := read(t, "a,b,y\n1,,2\n,2,3\n3,4,5\n").Choose(Roles{Target: []string{"y"}, Missing: DropMissing})
	wantError(t, err, "a.csv: only 1 row of 3 has all values, but at least 2 are needed; exclude columns that miss many")
}

// A fit needs two rows, but a model applies to one.
func TestApplyTakesOneRow(t *testing.T) {
	wanted := Wanted{Inputs: []string{"a", "b"}, Target: []string{"y"}, Kind: "number", Missing: DropMissing}
	c, err := read(t, "a,b,y\n1,,2\n,2,3\n3,4,5\n").Apply(wanted)
	if err != nil {
		t.Fatal(err)
	}
	if got := allOf(t, c.X); !slices.Equal(got, []float64{3, 4}) || !slices.Equal(c.Target().Values, []float64{5}) {
		t.Errorf("inputs %v, target %v", got, c.Target().Values)
	}
	_, err = read(t, "a,b,y\n1,,2\n,2,3\n").Apply(wanted)
	wantError(t, err, "a.csv: none of 2 rows has all values; fill them in, or use Missing \"mean\"")
}

func TestMostlyMissingWordsAreLeftOut(t *testing.T) {
	c, err := read(t, "a,w,y\n1,p,1\n2,,2\n3,,3\n4,q,4\n5,,5\n6,p,6\n7,q,7\n8,,8\n9,,9\n").Choose(Roles{Target: []string{"y"}})
	if err != nil || !slices.Equal(c.X.Names(), []string{"a"}) || !slices.Equal(told(c.Warnings), []string{`a.csv: left out the column "w", where more values are missing than not`}) {
		t.Errorf("got %+v, %v", c, err)
	}
}
