package engine

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"suffice/rows"
	"suffice/table"
)

// drawnOf is rows of a choice that were drawn.
func drawnOf(t *testing.T, e Engine, roles table.Roles, most int) (*Rows, rows.Source) {
	t.Helper()
	data, err := Describe(t.Context(), e, "all", table.Options{}, roles)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := Choose(t.Context(), e, data, table.Options{}, roles)
	if err != nil {
		t.Fatal(err)
	}
	x, _, err := choice.X.(*Rows).Draw(t.Context(), most, 1)
	if err != nil {
		t.Fatal(err)
	}
	return choice.X.(*Rows), x
}

// Groups and times of drawn rows are those that the rows have in the whole table, also where rows
// without all values are dropped, and where some have weight 0.
func TestGroupsAndTimesOfDrawnRows(t *testing.T) {
	files := houses(t, 300, 4, true)
	for _, weights := range []string{"", "c", "low"} {
		roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "high", "town", "b"}, Missing: table.DropMissing, Weights: weights, Beside: []string{"town", "b"}}
		if weights == "" {
			roles.Exclude = append(roles.Exclude, "low")
		}
		data, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
		if err != nil {
			t.Fatal(err)
		}
		choice, err := data.Choose(roles)
		if err != nil {
			t.Fatal(err)
		}
		var counting []int // rows of the table
		for i := range choice.X.Len() {
			if choice.Weights == nil || choice.Weights[i] > 0 {
				counting = append(counting, choice.RowOf(i))
			}
		}
		all, x := drawnOf(t, here(files), roles, 100)
		drawn := []int{}
		for _, i := range (draws{100, 1}).of(all.Len()) {
			drawn = append(drawn, counting[i])
		}
		wantTimes, err := data.Times("b", drawn)
		if err != nil {
			t.Fatal(err)
		}
		wantGroups, err := data.Groups("town", drawn)
		if err != nil {
			t.Fatal(err)
		}
		times, err := TimesOf(t.Context(), x, "b")
		if err != nil || !slices.Equal(times, wantTimes) {
			t.Errorf("weights %q: times %v, want %v, %v", weights, times, wantTimes, err)
		}
		groups, err := GroupsOf(t.Context(), x, "town")
		if err != nil || !slices.Equal(groups, wantGroups) {
			t.Errorf("weights %q: groups %v, want %v, %v", weights, groups, wantGroups, err)
		}
	}
}

// A row that lacks what it is to be divided by is told.
func TestMissingGroupsAndTimesAreTold(t *testing.T) {
	files := houses(t, 60, 3, false)
	data, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	row := strings.Split(lines[4], ",")
	row[1], row[4] = "", ""
	rewrite(t, files[1], lines[4], strings.Join(row, ","))
	roles := table.Roles{Target: []string{"price"}, Inputs: []string{"a", "c", "d"}, Beside: []string{"town", "b"}}
	_, x := drawnOf(t, here(files), roles, 100)
	_, noGroup := GroupsOf(t.Context(), x, "town")
	_, noTime := TimesOf(t.Context(), x, "b")
	for column, err := range map[string]error{"town": noGroup, "b": noTime} {
		if at, ok := errors.AsType[*table.Error](err); !ok || at.Source != files[1] || at.Row != 4 || at.Column != column {
			t.Errorf("%s: %v", column, fmt.Sprintf("%+v", err))
		}
	}
}
