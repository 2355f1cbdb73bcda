package main

import (
	"encoding/json"
	"io"
	"os"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/table"
)

// fitGenerated writes a model of a table whose answer is known, or of a file.
func fitGenerated(t *testing.T, name, method string, dim int, exclude ...string) {
	t.Helper()
	read := cluster.ReadGenerated
	if !cluster.IsGenerated(name) {
		read = table.ReadFile
	}
	data, err := read(t.Context(), name, table.Options{})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(table.Roles{Target: []string{"y"}, Exclude: exclude})
	if err != nil {
		t.Fatal(err)
	}
	rows, err := choice.Data()
	if err != nil {
		t.Fatal(err)
	}
	chosen, err := suffice.MethodNamed(method)
	if err != nil {
		t.Fatal(err)
	}
	fitted, err := suffice.Fit(t.Context(), rows, suffice.FitOptions{Method: chosen, NoVerdict: true, Options: suffice.Options{Dim: dim}})
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.Create("m.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func(c io.Closer) { _ = c.Close() }(file)
	if err := fitted.Model.Write(file); err != nil {
		t.Fatal(err)
	}
}

// SAVE sees squares and lines, and finds what y depends on; PCA does not look at y.
func TestBenchError(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": "x1,y\n1,2\n2,4.5\n3,6\n4,7\n"})
	for method, most := range map[string]float64{"save": .2, "pca": 1} {
		fitGenerated(t, "generated:rows=2000,inputs=5,seed=3", method, 2)
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
	for want, fit := range map[string]func(){
		"the model has 1 component of 4 inputs, and the target depends on 2 of 4; fit these":  func() { fitGenerated(t, "generated:rows=100,inputs=4", "pca", 1) },
		"the model has 2 components of 3 inputs, and the target depends on 2 of 4; fit these": func() { fitGenerated(t, "generated:rows=100,inputs=4", "pca", 2, "x4") },
		"known of generated tables only": func() { fitGenerated(t, "a.csv", "pca", 1) },
	} {
		fit()
		if got := invoke(t, "", "bench", "error", "m.json"); got.code != cli.Failed || !strings.Contains(got.err, "m.json: ") || !strings.Contains(got.err, want) {
			t.Errorf("%+v, want %s", got, want)
		}
	}
}
