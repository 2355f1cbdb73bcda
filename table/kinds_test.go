package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/output"
)

// lines makes a CSV file of a header and rows that depend on their number.
func lines(header string, n int, row func(i int) string) string {
	var text strings.Builder
	text.WriteString(header + "\n")
	for i := range n {
		text.WriteString(row(i) + "\n")
	}
	return text.String()
}

// The kind of a target is inferred from what its columns hold, and said where it could
// have been meant otherwise.
func TestKindIsInferred(t *testing.T) {
	const n = 60
	text := lines("x,number,few,bit,flag,word,tags,dna,list,b1,b2,b3", n, func(i int) string {
		dna := ""
		for k := range 8 {
			dna += string("acgt"[(i>>(2*k)^i*7+k*k*i)&3])
		}
		return fmt.Sprintf("%d,%g,%d,%d,%v,%s,%s,%s,%s,%d,%d,0", i, float64(i)*1.5, i%3, i%2, i%2 == 0, []string{"no", "yes"}[i%2],
			[]string{"red;blue", "red", ""}[i%3], dna+fmt.Sprint("x", i), []string{`"a,c"`, "b"}[i%2], i%2, i/2%2)
	})
	table := read(t, text)
	for _, test := range []struct {
		target string
		kind   output.Kind
		noted  bool
	}{
		{"number", "number", false},
		{"few", "number", true},
		{"bit", "class", true},
		{"flag", "class", false},
		{"word", "class", false},
		{"tags", "labels", true},
		{"list", "labels", true},
		{"dna", "sequence", true},
		{"b1,b2", "labels", false},
		{"b1,b2,b3", "labels", false}, // of which no row has b3
		{"b[12]", "labels", false},
		{"number,few", "numbers", false},
		{"number,flag", "numbers", false},
	} {
		c, err := table.Choose(Roles{Target: []string{test.target}, Inputs: []string{"x"}})
		if err != nil {
			t.Errorf("%s: %v", test.target, err)
			continue
		}
		if c.Target().Kind != test.kind || c.Y.Kind() != test.kind || len(c.Notes) > 0 != test.noted || c.Target().Len() != n {
			t.Errorf("%s: kind %s with notes %q, want %s", test.target, c.Target().Kind, c.Notes, test.kind)
		}
	}
}

// A label that no row has, or every row, is a label beside others all the same.
func TestLabelsThatNoRowHas(t *testing.T) {
	table := read(t, lines("x,b1,b2,b3", 30, func(i int) string { return fmt.Sprintf("%d,%d,0,1", i*i, i%2) }))
	c, err := table.Choose(Roles{Target: []string{"b*"}})
	if err != nil || c.Target().Kind != "labels" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestKindCanBeSaid(t *testing.T) {
	table := read(t, lines("x,y,z,w", 30, func(i int) string {
		return fmt.Sprintf("%d,%d,%d,%s", i*i, i%3+8, i%2, []string{"b", "a", "c"}[i%3])
	}))
	choose := func(target string, kind output.Kind) (*Choice, error) {
		return table.Choose(Roles{Target: []string{target}, Inputs: []string{"x"}, Kind: kind})
	}
	c, err := choose("y", "class")
	if err != nil || !slices.Equal(c.Target().Classes, []string{"8", "9", "10"}) || !slices.Equal(c.Target().Class[:4], []int{0, 1, 2, 0}) {
		t.Errorf("classes of numbers: %+v, %v", c, err)
	}
	if c, err = choose("w", "class"); err != nil || !slices.Equal(c.Target().Classes, []string{"a", "b", "c"}) || !slices.Equal(c.Target().Class[:4], []int{1, 0, 2, 1}) {
		t.Errorf("classes of words: %+v, %v", c, err)
	}
	if c, err = choose("z", "number"); err != nil || !slices.Equal(c.Target().Values[:3], []float64{0, 1, 0}) {
		t.Errorf("0 and 1 as numbers: %+v, %v", c, err)
	}
	if c, err = choose("w", "sequence"); err != nil || !slices.Equal(c.Target().Texts[:3], []string{"b", "a", "c"}) {
		t.Errorf("words as sequences: %+v, %v", c, err)
	}
	for _, test := range []struct {
		target string
		kind   output.Kind
		want   string
	}{
		{"w", "number", `a.csv:2, column "w": "b" is not a number; fix the file or choose another target`},
		{"y", "labels", `a.csv, column "y": labels are 0 and 1, or false and true, but this column has other values; say Kind "numbers", or leave it out`},
		{"y,z", "class", "Kind \"class\" takes one target column, but there are 2; say Kind \"numbers\" or Kind \"labels\""},
		{"y", "colour", `there is no kind of target "colour"; choose one of number, numbers, class, labels, sequence, tree, graph`},
	} {
		_, err := choose(test.target, test.kind)
		wantError(t, err, test.want)
	}
}

// Labels that stand in one cell are taken apart; an empty cell has none.
func TestListedLabels(t *testing.T) {
	c, err := read(t, "x,tags\n1,b; a\n2,\n3,a\n4,c;b\n").Choose(Roles{Target: []string{"tags"}})
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1}
	if !slices.Equal(c.Target().Names, []string{"a", "b", "c"}) || !slices.Equal(c.Target().Values, want) || !slices.Equal(c.Target().Columns, []string{"tags"}) {
		t.Errorf("got %+v", c.Target())
	}
}

// A nominal input is a column of 0 and 1 for each level that occurs, in an order that
// does not depend on that of the rows; true and false are 1 and 0.
func TestNominalInputs(t *testing.T) {
	table := read(t, "sex,size,ok,y\nM,10,true,1\nF,9,false,2\nI,10,true,3\nM,9,TRUE,4\nF,9,false,5\nI,10,false,6\n")
	c, err := table.Choose(Roles{Target: []string{"y"}, Kind: "number"})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.X.Names(); !slices.Equal(got, []string{"sex=F", "sex=I", "sex=M", "size", "ok"}) {
		t.Errorf("inputs %q", got)
	}
	if got := allOf(t, c.X)[:10]; !slices.Equal(got, []float64{0, 0, 1, 10, 1, 1, 0, 0, 9, 0}) {
		t.Errorf("rows %v", got)
	}
	if level := c.X.Levels()["sex=I"]; level.Column != "sex" || level.Value != "I" || len(c.X.Levels()) != 3 {
		t.Errorf("levels %v", c.X.Levels())
	}
}

func TestLevelCalledLikeAnotherColumn(t *testing.T) {
	_, err := read(t, "a,a=b,y\nb,1,1\nc,2,2\nb,3,3\nc,4,4\n").Choose(Roles{Target: []string{"y"}})
	wantError(t, err, `a.csv: the level "b" of column "a" has the name of another input; rename or exclude one of them`)
}

func TestPatterns(t *testing.T) {
	table := read(t, "id,w/a,w/b,z,y,[q]\n1,2,3,4,5,6\n2,3,5,7,6,1\n")
	for _, test := range []struct {
		inputs, exclude string
		want            []string
	}{
		{"w*", "", []string{"w/a", "w/b"}},
		{"*", "id", []string{"w/a", "w/b", "z", "[q]"}},
		{"z,?d", "", []string{"z", "id"}},
		{"[q]", "", []string{"[q]"}},
		{"", "*[ad]", []string{"w/b", "z", "[q]"}},
	} {
		r := Roles{Target: []string{"y"}, Kind: "number"}
		if test.inputs != "" {
			r.Inputs = []string{test.inputs}
		}
		if test.exclude != "" {
			r.Exclude = []string{test.exclude}
		}
		c, err := table.Choose(r)
		if err != nil || !slices.Equal(c.X.Names(), test.want) {
			t.Errorf("%+v: %v, want %q", r, err, test.want)
		}
	}
	_, err := table.Choose(Roles{Target: []string{"y"}, Inputs: []string{"k*"}})
	wantError(t, err, `Inputs "k*": no column of a.csv matches; it has "id", "w/a", "w/b", "z", "y", "[q]"`)
	_, err = table.Choose(Roles{Target: []string{"y"}, Inputs: []string{"k[*"}})
	wantError(t, err, `the pattern "k[*" is not complete: close the bracket, or write \[ for a bracket`)
}

// What nobody asked for is not kept, and choosing gives the same.
func TestSkippedColumnsAreNotKept(t *testing.T) {
	text := "a,b,c,y\n1,2,3,4\n5,6,7,9\n2,2,1,3\n"
	r := Roles{Target: []string{"y"}, Inputs: []string{"a,c"}, Kind: "number"}
	whole, err := read(t, text).Choose(r)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Read(t.Context(), strings.NewReader(text), "a.csv", Options{Skip: r.Skip, Whole: r.Whole})
	if err != nil {
		t.Fatal(err)
	}
	part, err := table.Choose(r)
	if err != nil || table.schema.Kept != 3 || !slices.Equal(allOf(t, part.X), allOf(t, whole.X)) || !slices.Equal(part.Target().Values, whole.Target().Values) {
		t.Errorf("kept %d columns, %v", table.schema.Kept, err)
	}
}
