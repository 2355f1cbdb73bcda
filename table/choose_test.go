package table

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"suffice/internal/cells"
)

func TestChooseNumbers(t *testing.T) {
	c, err := read(t, "x1,y,x2\n1,2,3\n4,5,6\n").Choose(Roles{Target: []string{"y"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.X.Names(); !slices.Equal(got, []string{"x1", "x2"}) || c.Y.Kind() != "number" || c.Y.Len() != 2 {
		t.Errorf("inputs %q, output %s of %d rows", got, c.Y.Kind(), c.Y.Len())
	}
	if got, want := allOf(t, c.X), []float64{1, 3, 4, 6}; !slices.Equal(got, want) {
		t.Errorf("inputs %v, want %v", got, want)
	}
}

func TestChooseClasses(t *testing.T) {
	c, err := read(t, "x,species\n1,setosa\n2,virginica\n3,setosa\n").Choose(Roles{Target: []string{"species"}})
	if err != nil || c.Y.Kind() != "class" {
		t.Errorf("got %v, %v", c, err)
	}
}

func TestChooseSeveral(t *testing.T) {
	table := read(t, "a,b,\"a,b\",x\n1,2,3,4\n2,2,5,6\n")
	for _, target := range [][]string{{"a,b"}, {"a", "b"}, {"a , b"}} {
		c, err := table.Choose(Roles{Target: target})
		if err != nil {
			t.Fatal(err)
		}
		want := []string{"a", "b"}
		if target[0] == "a,b" { // the column that is called just so
			want = target
		}
		if !slices.Equal(c.Target().Columns, want) {
			t.Errorf("Target %q is %q, want %q", target, c.Target().Columns, want)
		}
	}
}

// A column that is called like a list of others, or like a pattern, is excluded alone.
func TestSkipKeepsWhatMayBeWanted(t *testing.T) {
	for exclude, want := range map[string][]string{
		"a,b":  {"a", "b", "v0", "v[0]"},
		"v[0]": {"a", "b", "a,b", "v0"},
		"a, b": {"a,b", "v0", "v[0]"},
		"v*":   {"a", "b", "a,b"},
	} {
		roles := Roles{Target: []string{"y"}, Exclude: []string{exclude}}
		text := "a,b,\"a,b\",v0,v[0],y\n1,2,3,4,5,6\n2,3,4,5,6,7\n"
		table, err := Read(context.Background(), strings.NewReader(text), "a.csv", Options{Skip: roles.Skip})
		if err != nil {
			t.Fatal(err)
		}
		c, err := table.Choose(roles)
		if err != nil || !slices.Equal(c.X.Names(), want) {
			t.Errorf("Exclude %q: %v, or inputs other than %q", exclude, err, want)
		}
	}
}

func TestChooseLeavesOutAndWarns(t *testing.T) {
	c, err := read(t, ",name,x,nothing,street,y,z\n1,Ann,3,,Elm,1,9\n2,Bo,4,,,2,8\n").Choose(Roles{Target: []string{"y"}, Exclude: []string{"z"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := c.X.Names(); !slices.Equal(got, []string{"x"}) {
		t.Errorf("inputs %q", got)
	}
	want := []string{
		`a.csv: left out the text columns "name", "street"`,
		`a.csv: left out the empty column "nothing"`,
		`a.csv: left out 1 column without a name`,
	}
	if !slices.Equal(told(c.Warnings), want) {
		t.Errorf("warnings %q\nwant     %q", c.Warnings, want)
	}
}

func TestChooseErrors(t *testing.T) {
	for _, test := range []struct {
		name, text, target, exclude, want string
	}{
		{"no such target", "rooms,price\n1,2\n2,3\n", "Price", "", `a.csv has no column "Price" (did you mean "price"?)`},
		{"nothing like it", "rooms,price\n1,2\n2,3\n", "y", "", `a.csv has no column "y"; it has "rooms", "price"`},
		{"no such exclusion", "rooms,price\n1,2\n2,3\n", "price", "room", `a.csv has no column "room" (did you mean "rooms"?)`},
		{"excluded target", "x,y\n1,2\n2,3\n", "y", "y", `column "y" is both the target and excluded`},
		{"one row", "x,y\n1,2\n", "y", "", "a.csv: 1 row of data, but at least 2 are needed; add rows"},
		{"text among numbers", "x,y\n1,2\nn/a,3\n", "y", "", `a.csv:3, column "x": "n/a" is not a number; use Missing "drop" or Missing "mean", or fix the file`},
		{"text before numbers", "x,y\nn/a,2\n1,3\n", "y", "", `a.csv:2, column "x": "n/a" is not a number; use Missing "drop" or Missing "mean", or fix the file`},
		{"text in the target", "x,y\n1,2\n1,two\n", "y", "", `a.csv:3, column "y": "two" is not a number; fix the file, choose another target or say Kind "class"`},
		{"text in several targets", "x,y,z\n1,2,a\n1,3,b\n", "y,z", "", `a.csv:2, column "z": several targets are numbers, or 0 and 1 for labels, but this is text; choose it alone, or leave it out`},
		{"empty cell", "x,y\n1,2\n,3\n", "y", "", `a.csv:3, column "x": the value is missing; use Missing "drop" or Missing "mean", or fix the file`},
		{"NaN", "x,y\n1,2\nNaN,3\n", "y", "", `a.csv:3, column "x": "NaN" is not a number; use Missing "drop" or Missing "mean", or fix the file`},
		{"infinite target", "x,y\n1,2\n1,-Inf\n", "y", "", `a.csv:3, column "y": "-Inf" is not a number; use Missing "drop" or Missing "mean", or fix the file`},
		{"class missing", "x,y\n1,a\n2,\n3,b\n", "y", "", `a.csv:3, column "y": the value is missing; use Missing "drop" or Missing "mean", or fix the file`},
		{"constant target", "x,y\n1,2\n2,2\n", "y", "", `a.csv, column "y": the value is the same in every row, so there is nothing to learn; choose another target`},
		{"one class", "x,y\n1,a\n2,a\n", "y", "", `a.csv, column "y": the value is the same in every row, so there is nothing to learn; choose another target`},
		{"no inputs", "x,y\na,1\nb,2\n", "y", "", "a.csv: there is no column left to be an input without the text column \"x\"; exclude fewer columns or choose another target"},
		{"line of the cell, not of the row", "x,t,y\n1,\"a\n\n\",2\n2,b,\n", "y", "", `a.csv:5, column "y": the value is missing; use Missing "drop" or Missing "mean", or fix the file`},
		{"long text", "x,y\n1,2\n" + strings.Repeat("long ", 20) + ",3\n", "y", "", `a.csv:3, column "x": "` + strings.Repeat("long ", 8) + `…" is not a number; fix the file, exclude the column or say Nominal if the numbers are names`},
	} {
		t.Run(test.name, func(t *testing.T) {
			var exclude []string
			if test.exclude != "" {
				exclude = []string{test.exclude}
			}
			_, err := read(t, test.text).Choose(Roles{Target: []string{test.target}, Exclude: exclude})
			wantError(t, err, test.want)
		})
	}
}

// A column of free text, different in every row, is dropped rather than kept.
func TestTooManyWords(t *testing.T) {
	var text strings.Builder
	text.WriteString("x,name\n")
	for i := range cells.MaxWords + 2 {
		fmt.Fprintf(&text, "%d,name %d\n", i, i)
	}
	table := read(t, text.String())
	if c := table.schema.Columns[1]; c.Words != nil || c.Index != nil {
		t.Error("the words are still kept")
	}
	_, err := table.Choose(Roles{Target: []string{"name"}})
	wantError(t, err, `a.csv, column "name": there are more than 65536 different texts, too many for classes; say Kind "sequence", or choose another target`)
}
