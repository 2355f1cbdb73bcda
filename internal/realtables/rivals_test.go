package realtables

import (
	"math"
	"testing"

	"suffice/internal/linalg"
	"suffice/internal/target"
	"suffice/output"
)

// Margins of two tables, by hand: no error of classes is less than half a row.
func TestStandingByHand(t *testing.T) {
	glass, housing := &data{Table: Table{Name: "glass", kind: output.KindClass}}, &data{Table: Table{Name: "housing", kind: output.KindNumber}}
	entries := []entry{{glass, "ours"}, {glass, "forest"}, {glass, "boosting"}, {glass, "ridge"}, {housing, "ours"}, {housing, "forest"}, {housing, "boosting"}, {housing, "ridge"}}
	var made [][]Forecast
	for _, pair := range [][2]float64{{.1, .3}, {0, 0}, {.4, .4}, {1, 1}} {
		made = append(made, []Forecast{{Error: pair[0], OneRow: .1}, {Error: pair[1], OneRow: .1}})
	}
	for _, share := range []float64{.2, .5, .4, .1} {
		made = append(made, []Forecast{{Error: share}, {Error: share}})
	}
	patients := &data{Table: Table{Name: "patients", kind: output.KindNumber, grouped: "patient"}} // in no mean
	for _, name := range []string{"ours", "forest", "boosting", "ridge"} {
		entries, made = append(entries, entry{patients, name}), append(made, []Forecast{{Error: .01}, {Error: .01}})
	}
	s := standing(entries, made)
	want := map[string]float64{
		"all " + BetterTree: math.Sqrt(.2 / .025 * .2 / .4), "numbers " + BetterTree: .5, "classes " + BetterTree: .2 / .025,
		"all forest": math.Sqrt(.2 / .025 * .2 / .5), "numbers ridge": 2, "classes ridge": .2, "classes boosting": .5,
	}
	for _, m := range s.Margins {
		if mean, ok := want[m.Target+" "+m.To]; ok && math.Abs(m.Mean/mean-1) > 1e-12 {
			t.Errorf("%+v, want %v", m, mean)
		}
	}
	if first := s.Margins[0]; len(s.Margins) != 12 || first.To != BetterTree || first.Better != 1 || first.Tables != 2 {
		t.Errorf("margins %+v", s.Margins)
	}
}

// Predictions of classes are put where the classes are, numbers into standard deviations.
func TestLikeAnswers(t *testing.T) {
	classes := answers{classes: true, names: []string{"a", "b", "c"}}
	if got := classes.like(linalg.Of(1, 2, []float64{.2, .8}), []string{"a", "c"}); got.Cols != 3 || got.At(0, 0) != .2 || got.At(0, 1) != 0 || got.At(0, 2) != .8 {
		t.Errorf("classes: %v", got)
	}
	numbers := newAnswers(&target.Encoding{Kind: output.KindNumber, Names: []string{"y"}, Values: linalg.Of(2, 1, []float64{1, 3})}, []int{0, 1}, nil)
	if got := numbers.like(linalg.Of(1, 1, []float64{4}), []string{"y"}); math.Abs(got.At(0, 0)-2) > 1e-12 {
		t.Errorf("numbers: %v", got)
	}
}
