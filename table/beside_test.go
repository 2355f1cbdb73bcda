package table

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const visits = "person,when,dose,y\nann,2024-01-02,1,5\nbob,2024-01-01,2,6\nann,2023-12-31,,7\nbob,2024-01-03,4,9\ncy,2024-01-03,1,8\n"

// Columns that rows are divided by are no inputs, and follow the rows that are left.
func TestGroupsAndTimes(t *testing.T) {
	data := read(t, visits)
	c, err := data.Choose(Roles{Target: []string{"y"}, Kind: "number", Missing: DropMissing, Group: "person", Time: "when"})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(allOf(t, c.X), []float64{1, 2, 4, 1}) || !slices.Equal(c.Rows, []int{0, 1, 3, 4}) {
		t.Errorf("inputs %v of rows %v", allOf(t, c.X), c.Rows)
	}
	groups, err := data.Groups("person", c.Rows)
	if err != nil || !slices.Equal(groups, []int{0, 1, 1, 2}) {
		t.Errorf("groups %v, %v", groups, err)
	}
	times, err := data.Times("when", c.Rows)
	const day = 1
	if err != nil || len(times) != 4 || times[0]-times[1] != day || times[2]-times[1] != 2*day || times[2] != times[3] {
		t.Errorf("times %v, %v", times, err)
	}
	if d, err := c.Data(); err != nil || !slices.Equal(d.Group, groups) || !slices.Equal(d.Time, times) {
		t.Errorf("data of groups %v and times %v, %v", d.Group, d.Time, err)
	}
	if times, err := data.Times("y", nil); err != nil || !slices.Equal(times, []float64{5, 6, 7, 9, 8}) {
		t.Errorf("times %v, %v", times, err)
	}
}

// A column that stands beside may be named as an input.
func TestTimeAsAnInput(t *testing.T) {
	c, err := read(t, "t,a,y\n1,5,3\n2,4,1\n3,7,2\n").Choose(Roles{Target: []string{"y"}, Inputs: []string{"t,a"}, Time: "t"})
	if err != nil || !slices.Equal(allOf(t, c.X), []float64{1, 5, 2, 4, 3, 7}) {
		t.Errorf("%v", err)
	}
}

func TestColumnsThatCannotDivide(t *testing.T) {
	data := read(t, visits)
	_, err := data.Choose(Roles{Target: []string{"y"}, Group: "y"})
	wantError(t, err, `a.csv, column "y": this is the target, and cannot divide the rows too`)
	_, err = data.Times("person", nil)
	wantError(t, err, `a.csv, column "person": "ann" is neither a number nor a date such as 2024-12-31`)
	for _, divide := range []func() error{
		func() error { _, err := data.Times("dose", nil); return err },
		func() error { _, err := data.Groups("dose", nil); return err },
	} {
		wantError(t, divide(), `a.csv, column "dose": the value is missing in some rows, which cannot be divided by it; fill it in, or leave the rows out of the file`)
	}
	if _, err := data.Groups("nobody", nil); err == nil {
		t.Error("there is no such column")
	}
}

// However many groups there are, their texts are kept.
func TestManyGroups(t *testing.T) {
	var text strings.Builder
	text.WriteString("id,a,y\n")
	for i := range 3000 {
		fmt.Fprintf(&text, "person %d,%d,%d\n", i/2, i%7, i%5)
	}
	roles := Roles{Target: []string{"y"}, Group: "id", Exclude: []string{"id"}}
	data, err := Read(t.Context(), strings.NewReader(text.String()), "a.csv", Options{Skip: roles.Skip, Whole: roles.Whole})
	if err != nil {
		t.Fatal(err)
	}
	groups, err := data.Groups("id", nil)
	if err != nil || len(groups) != 3000 || groups[2999] != 1499 {
		t.Errorf("%d groups, %v", len(groups), err)
	}
}
