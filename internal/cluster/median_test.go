package cluster

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/table"
)

// Medians over parts are those of the whole, whatever the numbers are.
func TestMediansOfParts(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-3, 3), rapid.SampledFrom([]float64{0, 1, 1e-300, -1e300}))
		var files []string
		for k := range rapid.IntRange(1, 3).Draw(r, "parts") {
			text := "a,b,color,y\n"
			for i := range rapid.IntRange(1, 40).Draw(r, "rows") {
				cell := fmt.Sprint(number.Draw(r, "a"))
				if rapid.IntRange(0, 5).Draw(r, "gap") == 0 {
					cell = ""
				}
				text += fmt.Sprintf("%s,%g,%s,%d\n", cell, number.Draw(r, "b"), rapid.SampledFrom([]string{"red", "blue", ""}).Draw(r, "color"), i%7)
			}
			files = append(files, filepath.Join(dir, fmt.Sprintf("%d.csv", k)))
			if err := os.WriteFile(files[k], []byte(text), 0o600); err != nil {
				r.Fatal(err)
			}
		}
		roles := table.Roles{Target: []string{"y"}, Missing: table.MedianForMissing, Inputs: []string{"a", "b", "color"}, Nominal: []string{"color"}}
		whole, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
		if err != nil {
			r.Fatal(err)
		}
		want, err := whole.Choose(roles)
		if err != nil {
			return
		}
		joined, err := Describe(t.Context(), here(files), "all", table.Options{}, roles)
		if err != nil {
			r.Skip(err) // what is words in a part and numbers in another
		}
		got, err := joined.Choose(roles)
		if err != nil {
			r.Fatal(err)
		}
		if a, b := fillOf(r, got), fillOf(r, want); !slices.Equal(a, b) {
			r.Fatalf("filled with %v, want %v", a, b)
		}
	})
}

// fillOf is what stands for missing values in a model.
func fillOf(r *rapid.T, c *table.Choice) []float64 {
	data, err := c.Data()
	if err != nil {
		r.Fatal(err)
	}
	var fill []float64
	for _, name := range data.Names() {
		fill = append(fill, data.Recipe.Fill[name])
	}
	return fill
}
