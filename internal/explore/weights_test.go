package explore

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"suffice"
	"suffice/table"
)

// Rows count as a column says, as they do for suffice fit, and the model and the command say so.
func TestWeightsOfRows(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(noisy(90)), "\n")
	for i := range lines {
		weight := "counts"
		if i > 0 {
			weight = fmt.Sprint(i % 4) // some do not count at all
		}
		lines[i] += "," + weight
	}
	text := strings.Join(lines, "\n") + "\n"
	roles := table.Roles{Target: []string{"y"}, Weights: "counts"}
	c := serve(t, text, Options{Roles: roles})
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false})
	choice := chosenBy(t, text, roles)
	x, y, err := suffice.Weigh(choice.X, choice.Y, choice.Weights)
	if err != nil {
		t.Fatal(err)
	}
	sir, _ := suffice.MethodNamed("sir")
	want, err := suffice.Fit(context.Background(), suffice.NewData(x, y), suffice.FitOptions{Method: sir, Options: suffice.Options{Dim: 1, Seed: 1}, NoVerdict: true})
	if err != nil {
		t.Fatal(err)
	}
	got := c.model(id)
	if !reflect.DeepEqual(got.Components, want.Model.Components) || !reflect.DeepEqual(got.Inputs, want.Model.Inputs) || got.Settings.Weights() != "counts" {
		t.Errorf("%v of %q by %q, want %v", got.Components, got.Inputs, got.Settings.Weights(), want.Model.Components)
	}
	if command := c.info(id).Command; !strings.Contains(command, "weights counts") {
		t.Error(command)
	}
	c.work(map[string]any{"kind": "judge", "options": map[string]any{"method": "sir", "dim": 1, "seed": 1}})
	c.work(map[string]any{"kind": "sure", "fit": id, "resamples": 10})
	c.work(map[string]any{"kind": "inputs", "fit": id})
	c.work(map[string]any{"kind": "predictor", "fit": id})
	c.refused(http.StatusUnprocessableEntity, "where rows have weights", http.MethodPost, "api/jobs", map[string]any{"kind": "compare", "methods": []string{"sir", "none"}, "dims": []int{1}, "repeats": 2})
}
