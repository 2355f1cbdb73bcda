package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// SAVE sees squares and lines, and finds what y depends on; PCA does not look at y.
func TestBenchError(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": smallTable})
	for method, most := range map[string]float64{"save": .2, "pca": 1} {
		must(t, "", "fit", "generated:rows=2000,inputs=5,seed=3", "-t", "y", "-d", "2", "--method", method, "--no-verdict", "-o", "m.json")
		var got errorReport
		if err := json.Unmarshal([]byte(must(t, "", "bench", "error", "m.json", "--json")), &got); err != nil {
			t.Fatal(err)
		}
		if got.Method != method || got.Dim != 2 || got.Error > most || got.Error < most/100 {
			t.Errorf("%+v, want an error of at most %g", got, most)
		}
		if text := must(t, "", "bench", "error", "m.json"); !strings.HasPrefix(text, "generated:rows=2000,inputs=5,dim=2,noise=0.5,seed=3,parts=1, "+method+"\n") {
			t.Errorf("%s", text)
		}
	}
	if z := must(t, "", "transform", "m.json", "generated:rows=7,inputs=5"); strings.Count(z, "\n") != 8 {
		t.Errorf("%s", z)
	}
	for words, want := range map[string]string{
		"generated:rows=100,inputs=4 -t y -d 1":       "the model has 1 component of 4 inputs, and the target depends on 2 of 4; fit these",
		"generated:rows=100,inputs=4 -t y -d 2 -x x4": "the model has 2 components of 3 inputs, and the target depends on 2 of 4; fit these",
		"a.csv -t y -d 1":                             "known of generated tables only",
	} {
		must(t, "", append([]string{"fit", "--method", "pca", "--no-verdict", "-o", "m.json"}, strings.Fields(words)...)...)
		if got := invoke(t, "", "bench", "error", "m.json"); got.code != codeFailed || !strings.Contains(got.err, "m.json: ") || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", words, got)
		}
	}
}
