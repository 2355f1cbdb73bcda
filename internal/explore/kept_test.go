package explore

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"suffice"
	"suffice/internal/sampling"
	"suffice/rows"
	"suffice/table"
)

// Nothing of a fit is held that was removed, nor of a choice that was replaced.
func TestNothingOfDroppedFitsIsHeld(t *testing.T) {
	c := serve(t, noisy(60), Options{})
	c.choose(onY)
	options := map[string]any{"method": "sir", "dim": 1, "seed": 1}
	removed, kept := c.fit(options), c.fit(options)
	c.detail(removed)
	find := func(id int) weak.Pointer[fit] {
		c.server.mu.Lock()
		defer c.server.mu.Unlock()
		f, err := c.server.find(id)
		if err != nil {
			t.Fatal(err)
		}
		return weak.Make(f)
	}
	first, second := find(removed), find(kept)
	choice := func() weak.Pointer[chosen] { return weak.Make(c.server.chosen) }()
	c.call(http.MethodDelete, ofFit(removed, ""), nil, nil)
	collect(func() bool { return first.Value() == nil })
	if second.Value() == nil {
		t.Error("the other fit is gone too")
	}
	c.choose(Roles{Target: []string{"a"}})
	collect(func() bool { return second.Value() == nil && choice.Value() == nil })
}

// collect collects garbage until done.
func collect(done func() bool) {
	for !done() {
		runtime.GC()
	}
}

// Rows that are too many for memory are read again, and give the same.
func TestRowsThatAreReadAgain(t *testing.T) {
	choice := chosenBy(t, noisy(200), table.Roles{Target: []string{"y"}})
	model, err := suffice.PCA{Dim: 2}.Fit(context.Background(), choice.X, nil)
	if err != nil {
		model, err = suffice.PCA{Dim: 2}.Fit(context.Background(), choice.X, choice.Y)
	}
	if err != nil {
		t.Fatal(err)
	}
	shown := sampling.All(200)[20:170]
	inMemory, err := newView(t.Context(), choice.X, shown, mostKept)
	if err != nil {
		t.Fatal(err)
	}
	readAgain, err := newView(t.Context(), choice.X, shown, 149*choice.X.Width())
	if err != nil {
		t.Fatal(err)
	}
	if _, kept := readAgain.x.(*rows.Matrix); kept {
		t.Error("all rows are kept")
	}
	readAgain.most = mostKept // for as many rows to score
	var z, x [][]float64
	var divisions []*division
	for _, v := range []*view{inMemory, readAgain} {
		one, err := v.transform(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		two, err := v.input(t.Context(), model, 3)
		if err != nil {
			t.Fatal(err)
		}
		d, err := v.divide(t.Context(), &training{})
		if err != nil {
			t.Fatal(err)
		}
		z, x, divisions = append(z, one), append(x, two), append(divisions, d)
	}
	if !slices.Equal(z[0], z[1]) || !slices.Equal(x[0], x[1]) || !slices.Equal(divisions[0].x.Row(7), divisions[1].x.Row(7)) {
		t.Error("they give other numbers")
	}
}

// Sequences have no place on an axis, but their fits are shown.
func TestTargetsThatAreNoNumbers(t *testing.T) {
	text := "a,b,s\n"
	for i := range 40 {
		text += strings.Join([]string{string(rune('0' + i*i%7)), string(rune('0' + i%9)), strings.Repeat("ab", 1+i%3) + strings.Repeat("c", i*i%7)}, ",") + "\n"
	}
	c := serve(t, text, Options{})
	state := c.choose(Roles{Target: []string{"s"}, Kind: "sequence"})
	if state.Choice == nil || state.Choice.Kind != "sequence" {
		t.Fatalf("%+v, %s", state.Choice, state.Problem)
	}
	id := c.fit(map[string]any{"method": "mddm", "dim": 1, "seed": 1, "verdict": false})
	if target := c.floats("api/target"); len(target) != 40 || target[0] == target[0] {
		t.Errorf("%v", target)
	}
	if f := c.detail(id); len(f.Summaries) != 0 {
		t.Errorf("%+v", f.Summaries)
	}
	c.refused(http.StatusUnprocessableEntity, "no score of a sequence", http.MethodPost, ofFit(id, "score"), `{"axes":[0,0],"changes":{}}`)
	c.refused(http.StatusUnprocessableEntity, "not for a sequence", http.MethodPost, "api/jobs", map[string]any{"kind": "predictor", "fit": id})
	for _, name := range []string{"picture.svg", "report.html", "z.csv"} {
		c.call(http.MethodGet, ofFit(id, "files/"+name), nil, nil)
	}
	c.call(http.MethodPost, "api/selection", `{"rows":[1,2]}`, nil)
}

// A model fills in what is missing in a row, where it has learnt to, also of a single column.
func TestPredictionOfOneColumn(t *testing.T) {
	text := "a,y\n"
	for i := range 40 {
		text += fmt.Sprintf("\"%d,5\",%d\n", i, 3*i)
	}
	c := serve(t, text, Options{})
	c.choose(Roles{Target: []string{"y"}, Kind: "number", Missing: "mean"})
	id := c.fit(map[string]any{"method": "pca", "dim": 1, "seed": 1, "verdict": false, "predictor": true})
	var with, without Predicted
	c.call(http.MethodPost, ofFit(id, "predict"), `{"values":{"a":"20,0"}}`, &with)
	c.call(http.MethodPost, ofFit(id, "predict"), `{"values":{"a":""}}`, &without)
	if math.Abs(float64(with.Z[0])) > 1e-9 || with.Values[0] != without.Values[0] {
		t.Errorf("%+v and %+v", with, without)
	}
}

// Where inputs are many, those with the largest weights are asked for, and the others are as in
// the mean.
func TestPredictionFromManyColumns(t *testing.T) {
	const d = mostAsked + 20
	c := serve(t, numbersTable(40, d), Options{Roles: table.Roles{Target: []string{"y"}}})
	id := c.fit(map[string]any{"method": "pls", "dim": 1, "seed": 1, "verdict": false})
	c.work(map[string]any{"kind": "predictor", "fit": id})
	model, values := c.model(id), map[string]string{}
	want := 0.
	for _, column := range c.detail(id).Columns {
		values[column.Name] = "1"
		j := slices.Index(model.Inputs, column.Name)
		want += model.Weights()[0][j] * (1 - model.Mean[j]) / model.Scale[j]
	}
	var predicted Predicted
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": values}, &predicted)
	if len(values) != mostAsked || math.Abs(float64(predicted.Z[0])-want) > 1e-9 {
		t.Errorf("%d values, z %v, want %v", len(values), predicted.Z, want)
	}
}
