package suffice

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

const levelsModel = `{"format":"suffice/1","method":"pca","inputs":["age","sex=F"],` +
	`"levels":{"sex=F":{"column":"sex","value":"F"}},"components":[[1,2]],"mean":[0,0],"scale":[1,1]}`

// Levels and warnings come back as they were, and are left out where there are none.
func TestModelKeepsLevelsAndWarnings(t *testing.T) {
	var p Projection
	if err := json.Unmarshal([]byte(levelsModel), &p); err != nil {
		t.Fatal(err)
	}
	if want := map[string]Level{"sex=F": {Column: "sex", Value: "F"}}; !maps.Equal(p.Levels, want) {
		t.Errorf("got %v, want %v", p.Levels, want)
	}
	p.Warnings = []string{"constant"}
	text, err := json.Marshal(&p)
	if err != nil {
		t.Fatal(err)
	}
	var back Projection
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(back.Levels, p.Levels) || !slices.Equal(back.Warnings, p.Warnings) {
		t.Errorf("got %+v from %s", back, text)
	}
	p.Levels, p.Warnings = nil, nil
	if text, _ = json.Marshal(&p); strings.Contains(string(text), "levels") || strings.Contains(string(text), "warnings") {
		t.Errorf("got %s", text)
	}
}

func TestModelWithALevelOfNoInput(t *testing.T) {
	var p Projection
	err := json.Unmarshal([]byte(strings.Replace(levelsModel, `{"sex=F":`, `{"sex=M":`, 1)), &p)
	if want := `the model has a level for input "sex=M", but no such input`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Relevance comes back as it was; a file without it means 1 for all, and one that has a wrong
// number of them, or other numbers than from 0 to 1, is refused.
func TestModelKeepsRelevance(t *testing.T) {
	with := func(relevance string) (*Projection, error) {
		text := strings.Replace(levelsModel, `[[1,2]]`, `[[1,2],[3,4]],"relevance":`+relevance, 1)
		p := new(Projection)
		return p, json.Unmarshal([]byte(text), p)
	}
	p, err := with("[1,0.25]")
	if err != nil {
		t.Fatal(err)
	}
	if want := [][]float64{{1, 2}, {.75, 1}}; !slices.EqualFunc(p.Weights(), want, slices.Equal) || !slices.Equal(p.Components[1], []float64{3, 4}) {
		t.Errorf("weights %v, want %v, of components %v", p.Weights(), want, p.Components)
	}
	if bare := p.Unscaled(); !slices.EqualFunc(bare.Weights(), p.Components, slices.Equal) || len(p.Relevance) != 2 {
		t.Errorf("unscaled weights %v of %v", bare.Weights(), p)
	}
	for relevance, want := range map[string]string{
		"[1]":    "the model has 2 components, but 1 relevance",
		"[1,0]":  "component 2 of the model has relevance 0, but relevances are above 0 and at most 1",
		"[2,1]":  "component 1 of the model has relevance 2, but relevances are above 0 and at most 1",
		"[1,-1]": "component 2 of the model has relevance -1, but relevances are above 0 and at most 1",
	} {
		if _, err := with(relevance); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", relevance, err, want)
		}
	}
}

// Whatever a model file holds, reading it gives a model that can be written and read
// again, or an error.
func FuzzModel(f *testing.F) {
	f.Add([]byte(levelsModel))
	f.Add([]byte(levelsModel[:70]))
	f.Add([]byte(partsModel))
	f.Add([]byte(`{"format":"suffice/1","inputs":["a","a"],"components":[[0,1e308]],"mean":[0,1],"scale":[1e-299,0]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var p, back Projection
		if json.Unmarshal(data, &p) != nil {
			return
		}
		text, err := json.Marshal(&p)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%v in %s", err, text)
		}
	})
}
