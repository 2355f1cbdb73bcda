package table

import (
	"bytes"
	"fmt"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// Whatever is chosen from a table, and however often at a time, is what a fresh table would
// give.
func TestChoosingLeavesTheTableAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "rows")
		columns := [][]string{columnOf(t, n), columnOf(t, n), columnOf(t, n), columnOf(t, n)}
		data := textTable(rapid.SampledFrom([]string{"csv", "arff", "sparse", "jsonl"}).Draw(t, "format"), columns)
		options := rapid.SampledFrom([]Options{{}, onDisk(Options{})}).Draw(t, "options")
		fresh := func() *Table {
			table, err := Read(t.Context(), bytes.NewReader(data), "file", options)
			if err != nil {
				t.Skip(err)
			}
			return table
		}
		var all []Roles
		for range 4 {
			all = append(all, drawRoles(t))
		}
		one := fresh()
		defer one.Close()
		before := everythingOf(one)
		got, want := make([]string, len(all)), make([]string, len(all))
		var choosing sync.WaitGroup
		for k, r := range all {
			choosing.Go(func() { got[k] = chosenFrom(one, r) })
		}
		choosing.Wait()
		for k, r := range all {
			own := fresh()
			want[k] = chosenFrom(own, r)
			own.Close()
			if got[k] != want[k] {
				t.Fatalf("%+v of a table that others use:\n%s\nof one of its own:\n%s", r, got[k], want[k])
			}
			if again := chosenFrom(one, r); again != want[k] {
				t.Fatalf("%+v once more:\n%s\nat first:\n%s", r, again, want[k])
			}
		}
		if after := everythingOf(one); after != before {
			t.Fatalf("the table was\n%s\nand is\n%s", before, after)
		}
	})
}

// chosenFrom is what a choice gives, as text, and what the model of it would find.
func chosenFrom(t *Table, r Roles) string {
	c, err := t.Choose(r)
	if err != nil {
		return err.Error()
	}
	x, err := c.X.Block(t.context(), 0, c.X.Len(), make([]float64, c.X.Len()*c.X.Width()))
	text := fmt.Sprint(c.Notes, c.Warnings, c.Target().Columns, c.X.Names(), c.X.Levels(), fmt.Sprintf("%+v", c.Target()), x, err)
	applied, err := t.Apply(Wanted{Inputs: c.X.Names(), Levels: c.X.Levels(), Mean: make([]float64, c.X.Width()), Target: c.Target().Columns, Kind: c.Target().Kind, Missing: r.Missing})
	if err != nil {
		return text + err.Error()
	}
	x, err = applied.X.Block(t.context(), 0, applied.X.Len(), make([]float64, applied.X.Len()*applied.X.Width()))
	return text + fmt.Sprint(applied.Warnings, fmt.Sprintf("%+v", applied.Target()), x, err)
}

// everythingOf is what a table says of itself, and its cells.
func everythingOf(t *Table) string {
	d, err := t.Describe()
	text := fmt.Sprintf("%q %+v %v", t.Names(), d.Columns, err)
	t.each(0, t.Len(), func(_ int, row []float64) { text += fmt.Sprintf("%x", row) })
	return text
}
