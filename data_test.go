package suffice

import (
	"maps"
	"slices"
	"testing"

	"suffice/output"
	"suffice/rows"
)

// dataOf is n rows of two inputs, i and -i, with y = i, group i/2 and time 10i.
func dataOf(t *testing.T, n int) *Data {
	var values, y, times []float64
	var groups []int
	for i := range n {
		v := float64(i)
		values, y, times, groups = append(values, v, -v), append(y, v), append(times, 10*v), append(groups, i/2)
	}
	x, err := rows.NewMatrix(2, values)
	if err != nil {
		t.Fatal(err)
	}
	target := output.Target{Names: []string{"y"}, Kind: output.KindNumber, Values: y}
	out, err := target.Output()
	if err != nil {
		t.Fatal(err)
	}
	return &Data{X: x, Y: out, Group: groups, Time: times}
}

// wantRows checks that inputs, target, groups and times are those of the same rows.
func wantRows(t *testing.T, d *Data) (which []int) {
	block, err := d.X.Block(t.Context(), 0, d.Len(), make([]float64, 2*d.Len()))
	if err != nil {
		t.Fatal(err)
	}
	y := output.TargetOf(d.Y)
	if y.Len() != d.Len() || len(d.Group) != d.Len() || len(d.Time) != d.Len() {
		t.Fatalf("%d rows, but %d outputs, %d groups and %d times", d.Len(), y.Len(), len(d.Group), len(d.Time))
	}
	for k := range d.Len() {
		v := block[2*k]
		if block[2*k+1] != -v || y.Values[k] != v || d.Time[k] != 10*v || d.Group[k] != int(v)/2 {
			t.Errorf("row %d: inputs %v, target %v, time %v, group %v", k, block[2*k:2*k+2], y.Values[k], d.Time[k], d.Group[k])
		}
		which = append(which, int(v))
	}
	return which
}

// Some rows of data have the targets, groups and times of these rows.
func TestSomeRowsOfData(t *testing.T) {
	d := dataOf(t, 30)
	part, err := d.Subset([]int{3, 4, 20})
	if err != nil {
		t.Fatal(err)
	}
	if got := wantRows(t, part); !slices.Equal(got, []int{3, 4, 20}) {
		t.Errorf("rows %v", got)
	}
	if _, err := d.Subset([]int{4, 3}); err == nil {
		t.Error("rows out of order are taken")
	}
	sample, err := d.Sample(t.Context(), 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	drawn := wantRows(t, sample)
	again, err := d.Sample(t.Context(), 10, 1)
	if err != nil {
		t.Fatal(err)
	}
	if len(drawn) != 10 || !slices.IsSorted(drawn) || !slices.Equal(drawn, wantRows(t, again)) {
		t.Errorf("drawn %v, and then %v", drawn, wantRows(t, again))
	}
	if other, err := d.Sample(t.Context(), 10, 2); err != nil || slices.Equal(drawn, wantRows(t, other)) {
		t.Errorf("another seed draws %v, %v", drawn, err)
	}
	if all, err := d.Sample(t.Context(), 30, 1); all != d || err != nil {
		t.Errorf("a sample of all rows is %v, %v", all, err)
	}
	if here, err := d.Here(t.Context(), 1); here != d || err != nil {
		t.Errorf("rows that are here become %v, %v", here, err)
	}
}

// A model knows how its inputs were made, and the digest of its columns unless rows were left out.
func TestModelsTakeTheRecipeOfTheirData(t *testing.T) {
	d := dataOf(t, 30)
	var asked []string
	d.Source = func(columns []string) *Source {
		asked = columns
		return &Source{File: "a.csv", Digest: "sum"}
	}
	made := Made{Column: "when", Form: "date"}
	d.Recipe = Recipe{
		Made: map[string]Made{"x1": made, "other": made}, Fill: map[string]float64{"x1": 1, "x2": 2, "other": 3},
		Forms: map[string]string{"y": "amount"}, Reading: &Reading{Dates: "dmy"}, Weights: "w",
	}
	finished := func(d *Data) *Projection {
		m, err := SIR{Dim: 1}.Fit(t.Context(), d.X, d.Y)
		if err != nil {
			t.Fatal(err)
		}
		d.finish(m)
		return m
	}
	m := finished(d)
	if !maps.Equal(m.Made, map[string]Made{"x1": made}) || !slices.Equal(m.Fill, []float64{1, 2}) || m.Output.Forms["y"] != "amount" || m.Reading.Dates != "dmy" || m.Settings.Weights() != "w" {
		t.Errorf("the model is %+v", m)
	}
	if !slices.Equal(asked, []string{"y", "when", "x2"}) || m.Source.Digest != "sum" {
		t.Errorf("columns %q, source %+v", asked, m.Source)
	}
	part, err := d.Subset([]int{0, 2, 4, 5, 6, 9, 12, 17, 20, 25})
	if err != nil {
		t.Fatal(err)
	}
	if m := finished(part); m.Settings["left_out"] != 20 || m.Source.Digest != "" || m.Source.File != "a.csv" {
		t.Errorf("settings %v, source %+v", m.Settings, m.Source)
	}
	delete(d.Recipe.Fill, "x2")
	if m := finished(d); m.Fill != nil {
		t.Errorf("one input has no value for missing ones, but these are %v", m.Fill)
	}
}
