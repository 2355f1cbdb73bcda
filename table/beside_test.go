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

// Times are cut at each length: dates at midnight and on Mondays, numbers from 0 on.
func TestStretchesOfTime(t *testing.T) {
	data := read(t, "when,hour,y\n2024-12-30 00:00,0,1\n2024-12-30 05:00,4.5,2\n2024-12-30 23:59,-1,3\n2025-01-05 12:00,10,4\n2025-01-06 00:00,19.9,5\n") // from Monday to Monday
	for every, want := range map[string][]int{"1d": {0, 0, 0, 6, 7}, "24h": {0, 0, 0, 6, 7}, "1": {0, 0, 0, 6, 7}, "1w": {0, 0, 0, 0, 1}, "7d": {0, 0, 0, 0, 1}, "720min": {0, 0, 1, 13, 14}} {
		got, err := data.Stretches("when", every, nil)
		if err != nil {
			t.Fatal(every, err)
		}
		for i := range got {
			if got[i]-got[0] != want[i] {
				t.Errorf("every %s: %v, want %v", every, got, want)
				break
			}
		}
	}
	if got, err := data.Stretches("hour", "10", []int{0, 1, 2, 3, 4}); err != nil || !slices.Equal(got, []int{0, 0, -1, 1, 1}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, every := range []string{"0", "-1", "d", "1mo", "x", ""} {
		if got, err := data.Stretches("when", every, nil); err == nil {
			t.Errorf("%q: %v", every, got)
		}
	}
	_, err := data.Stretches("hour", "10h", nil)
	wantError(t, err, `a.csv, column "hour": it has numbers and no dates, and cannot be cut every "10h"; say a number in its units`)
	c, err := data.Choose(Roles{Target: []string{"y"}, Kind: "number", Group: "when", Every: "1d"})
	if err != nil {
		t.Fatal(err)
	}
	if d, err := c.Data(); err != nil || d.X.Width() != 1 || d.ByGroup != "when, every 1d" || d.Group[0] != d.Group[2] || d.Group[2] == d.Group[3] {
		t.Errorf("%+v, %v", d, err)
	}
}

// Hours are no whole parts of days, and yet each begins one.
func TestHoursBeginStretches(t *testing.T) {
	var text strings.Builder
	text.WriteString("when,y\n")
	for hour := range 240 {
		fmt.Fprintf(&text, "2024-02-%02d %02d:00,%d\n", 1+hour/24, hour%24, hour)
	}
	data := read(t, text.String())
	got, err := data.Stretches("when", "1h", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if got[i] != got[0]+i {
			t.Fatalf("hour %d is in stretch %d, after %d", i, got[i], got[0])
		}
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
