package cluster

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/sampling"
	"suffice/table"
)

// drawnOf is data of a choice that was drawn, and of how many rows.
func drawnOf(t *testing.T, e Engine, roles table.Roles, most int) (*suffice.Data, int, error) {
	t.Helper()
	data, err := Describe(t.Context(), e, "all", table.Options{}, roles)
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(roles)
	if err != nil {
		t.Fatal(err)
	}
	all, err := choice.Data()
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := all.Sample(t.Context(), most, 1)
	return drawn, all.Len(), err
}

// Groups and times of drawn rows are those that the rows have in the whole table, also where rows
// without all values are dropped, and where some have weight 0.
func TestGroupsAndTimesOfDrawnRows(t *testing.T) {
	files := houses(t, 300, 4, true)
	for _, weights := range []string{"", "c", "low"} {
		roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "high", "town", "b"}, Missing: table.DropMissing, Weights: weights, Group: "town", Time: "b"}
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
		some, n, err := drawnOf(t, here(files), roles, 100)
		if err != nil {
			t.Fatal(err)
		}
		drawn := []int{}
		for _, i := range (draws{100, 1}).of(n) {
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
		if !slices.Equal(some.Time, wantTimes) {
			t.Errorf("weights %q: times %v, want %v", weights, some.Time, wantTimes)
		}
		if !slices.Equal(some.Group, wantGroups) {
			t.Errorf("weights %q: groups %v, want %v", weights, some.Group, wantGroups)
		}
		stretched := roles
		stretched.Group, stretched.Time, stretched.Every = "b", "", ".5"
		if some, _, err = drawnOf(t, here(files), stretched, 100); err != nil {
			t.Fatal(err)
		}
		wantStretches, err := data.Stretches("b", ".5", drawn)
		if err != nil || !slices.Equal(numbered(some.Group), numbered(wantStretches)) {
			t.Errorf("weights %q: stretches %v, want %v, %v", weights, some.Group, wantStretches, err)
		}
		whole, err := choice.Data()
		if err != nil {
			t.Fatal(err)
		}
		if whole, err = whole.Sample(t.Context(), 100, 1); err != nil || !slices.Equal(whole.Time, wantTimes) {
			t.Errorf("weights %q: times %v here, want %v, %v", weights, whole.Time, wantTimes, err)
		}
	}
}

// numbered are groups by the order in which they come first.
func numbered(groups []int) []int {
	of := make([]int, len(groups))
	for k, among := range sampling.Groups(groups) {
		for _, i := range among {
			of[i] = k
		}
	}
	return of
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
	roles := table.Roles{Target: []string{"price"}, Inputs: []string{"a", "c", "d"}}
	roles.Group, roles.Time = "town", ""
	_, _, noGroup := drawnOf(t, here(files), roles, 100)
	roles.Group, roles.Time = "", "b"
	_, _, noTime := drawnOf(t, here(files), roles, 100)
	for column, err := range map[string]error{"town": noGroup, "b": noTime} {
		if at, ok := errors.AsType[*table.Error](err); !ok || at.Source != files[1] || at.Row != 4 || at.Column != column {
			t.Errorf("%s: %v", column, fmt.Sprintf("%+v", err))
		}
	}
}
