package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice"
)

// cellsOf draws the cells of a column of n rows, of some kind.
func cellsOf(r *rapid.T, kind string, n int) []string {
	cells := make([]string, n)
	number := func(low, high int) int { return rapid.IntRange(low, high).Draw(r, kind) }
	for i := range cells {
		switch kind {
		case "number":
			cells[i] = fmt.Sprintf("%d.%02d", number(-50, 50), number(0, 99))
		case "amount":
			cells[i] = fmt.Sprintf("\"$%d,%03d.50\"", number(1, 9), number(0, 999))
		case "date":
			cells[i] = fmt.Sprintf("20%02d-%02d-%02d", number(10, 24), number(1, 12), number(1, 28))
		case "moment":
			cells[i] = fmt.Sprintf("2024-%02d-%02d %02d:30:00", number(1, 12), number(1, 28), number(0, 23))
		case "day first":
			cells[i] = fmt.Sprintf("%d/%d/2024", number(1, 28), number(1, 12))
		case "word":
			cells[i] = rapid.SampledFrom([]string{"Ulm", "Bonn", "bonn", "Kiel"}).Draw(r, kind)
		case "code":
			cells[i] = fmt.Sprint(number(1, 3))
		case "answer":
			cells[i] = rapid.SampledFrom([]string{"yes", "no"}).Draw(r, kind)
		}
	}
	return cells
}

// drawnTable is a CSV file with columns of all kinds, values missing here and there, a target y
// and weights w, of which some are 0.
func drawnTable(r *rapid.T) (text string, roles Roles) {
	kinds := rapid.SliceOfN(rapid.SampledFrom([]string{"number", "amount", "date", "moment", "day first", "word", "code", "answer"}), 1, 4).Draw(r, "kinds")
	n := rapid.IntRange(12, 40).Draw(r, "rows")
	roles = Roles{Target: []string{"y"}, Weights: rapid.SampledFrom([]string{"", "w"}).Draw(r, "weights"), Missing: rapid.SampledFrom([]Missing{"", DropMissing, MeanForMissing, MedianForMissing}).Draw(r, "missing")}
	if roles.Weights == "" {
		roles.Exclude = []string{"w"}
	}
	var names []string
	var columns [][]string
	for k, kind := range kinds {
		name, cells := fmt.Sprintf("%s.%d", kind, k), cellsOf(r, kind, n)
		if kind == "code" {
			roles.Nominal = append(roles.Nominal, name)
		}
		if roles.Missing != "" {
			for range rapid.IntRange(0, 3).Draw(r, "gaps") {
				cells[rapid.IntRange(0, n-1).Draw(r, "row")] = rapid.SampledFrom([]string{"", "NA", "n.k."}).Draw(r, "gap")
			}
		}
		names, columns = append(names, name), append(columns, cells)
	}
	lines := []string{strings.Join(names, ",") + ",w,y"}
	for i := range n {
		var row []string
		for _, cells := range columns {
			row = append(row, cells[i])
		}
		lines = append(lines, strings.Join(row, ",")+fmt.Sprintf(",%d,%d", (i+1)%4, i*i%17))
	}
	return strings.Join(lines, "\n") + "\n", roles
}

// A model that was written, read and applied to the file that it was fitted to gives the
// components of the rows of the fit, with nothing said but the file.
func TestModelsApplyToTheirOwnFile(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		text, roles := drawnTable(r)
		data, err := Read(t.Context(), strings.NewReader(text), "a.csv", Options{NA: []string{"n.k."}, Dates: "dmy"})
		if err != nil {
			r.Fatal(err)
		}
		choice, err := data.Choose(roles)
		if err != nil {
			r.Skip(err) // such as too few rows without gaps
		}
		rows, err := choice.Data()
		if err != nil {
			r.Skip(err) // such as weights of 0 alone in these
		}
		model, err := rows.Fit(t.Context(), suffice.None{})
		if err != nil {
			r.Skip(err)
		}
		want, err := model.Transform(t.Context(), choice.X)
		if err != nil {
			r.Fatal(err)
		}
		var file bytes.Buffer
		if err := model.Write(&file); err != nil {
			r.Fatal(err)
		}
		if model, err = suffice.ReadModel(&file); err != nil {
			r.Fatal(err)
		}
		wanted := WantedBy(model)
		fresh, err := Read(t.Context(), strings.NewReader(text), "b.csv", wanted.Reading(Options{}))
		if err != nil {
			r.Fatal(err)
		}
		found, err := fresh.Apply(wanted)
		if err != nil {
			r.Fatalf("%v\n%s", err, text)
		}
		got, err := model.Transform(t.Context(), found.X)
		if err != nil {
			r.Fatal(err)
		}
		if a, b := allOf(t, got), allOf(t, want); !slices.Equal(a, b) {
			r.Fatalf("components %v, want %v, of\n%s", a, b, text)
		}
	})
}
