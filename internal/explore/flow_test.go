package explore

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"testing"

	"suffice"
	"suffice/table"
)

// From an upload to a picture and a model that gives the same z.
func TestFromFileToModel(t *testing.T) {
	c := serve(t, "", Options{})
	if s := c.state(); s.Table != nil || s.Choice != nil {
		t.Errorf("without a table: %+v", s)
	}
	c.refused(http.StatusConflict, "there is no table yet", http.MethodGet, "api/columns", nil)
	text := noisy(120)
	var state State
	c.call(http.MethodPost, "api/upload?name=..%2Fx%2Fnoisy.csv", []byte(text), &state)
	if s := state.Table; s == nil || s.Source != "noisy.csv" || s.Rows != 120 || s.Columns != 7 || s.Suggested != "y" {
		t.Fatalf("table %+v", s)
	}
	state = c.choose(onY)
	if s := state.Choice; s == nil || s.Kind != "number" || s.Rows != 120 || s.Shown != 120 || state.Problem != "" {
		t.Fatalf("choice %+v, problem %q", s, state.Problem)
	}
	id := c.fit(map[string]any{"method": "sir", "dim": 2, "seed": 1})
	model, err := suffice.ReadModel(bytes.NewReader(c.call(http.MethodGet, ofFit(id, "files/model.json"), nil, nil)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.Read(context.Background(), strings.NewReader(text), "noisy.csv", table.WantedBy(model).Reading(table.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	applied, err := data.Apply(table.WantedBy(model))
	if err != nil {
		t.Fatal(err)
	}
	z, err := model.Transform(context.Background(), applied.X)
	if err != nil {
		t.Fatal(err)
	}
	points := c.floats(ofFit(id, "points"))
	if len(points) != 240 {
		t.Fatalf("%d points", len(points))
	}
	for i, got := range points {
		if want := float32(z.Row(i / 2)[i%2]); got != want {
			t.Fatalf("point %d is %v, but the model gives %v", i, got, want)
		}
	}
}
