package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	library "suffice"
	"suffice/output"
)

const inspectedModel = `{"format":"suffice/1","method":"sca","inputs":["age","sex=F","b"],
"levels":{"sex=F":{"column":"sex","value":"F"}},"components":[[-0.5,0.25,0],[0,1e-7,-2e-7]],"mean":[40.123456,0.5,0],"scale":[10,0.5,123456789],
"output":{"kind":"class","names":["y"]},"settings":{"centres":20,"stop":"ascent","dim":2},"seed":3,"score":1.5,
"trace":[{"stage":"pass","step":1,"score":1},{"stage":"pass","step":2,"score":1.2},{"stage":"pass","step":3,"score":2},
{"stage":"ascent","step":1,"score":7,"measure":"information"},{"stage":"final","step":1,"score":1.5}],"warnings":["constant input columns get weight 0: \"b\""]}`

func TestInspect(t *testing.T) {
	want := `standard input: 2 components of 3 inputs -> y (class)

method         sca, 20 centres, seed 3
SMI            1.5000
passes         pass x 3, ascent, final
settings       dim 2, stop ascent
warning        constant input columns get weight 0: "b"

weights, on inputs scaled to standard deviation 1

z1           weight                                         mean      scale
  age       -0.5000  ███████████████│                      40.12         10
  sex=F      0.2500                 │████████                0.5        0.5
  and 1 with weight 0

z2           weight                                         mean      scale
  b          -2e-07  ███████████████│                          0  1.235e+08
  sex=F       1e-07                 │████████                0.5        0.5
  and 1 with weight 0

stage        steps  score                            measure
pass             3  1 to 2              ▁▂█          SMI
ascent           1  7                                information
final            1  1.5                              SMI
`
	if got := must(t, inspectedModel, "inspect", "-"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestInspectAll(t *testing.T) {
	m := &library.Projection{Components: make([][]float64, 1), Output: library.Output{Kind: "number"}}
	for j := range 30 {
		m.Inputs = append(m.Inputs, fmt.Sprintf("a very long name\nof a column %d that goes on and on", j))
		m.Mean, m.Scale, m.Components[0] = append(m.Mean, -1.23456e-100), append(m.Scale, 1), append(m.Components[0], float64(j)*-1.2345e-101)
	}
	for range 1000 {
		m.Trace = append(m.Trace, library.Pass{Stage: "a stage of many letters", Measure: "a measure of many more letters", Score: -1.23456e-100}, library.Pass{Stage: "b"})
	}
	m.Settings = map[string]any{"a setting": strings.Repeat("many words ", 30)}
	m.Warnings = []string{strings.Repeat("long", 50)}
	short, long := inspectText(m, strings.Repeat("path/", 40), false), inspectText(m, "m.json", true)
	wantNarrow(t, short)
	wantNarrow(t, long)
	if strings.Count(short, "│") != 10 || !strings.Contains(short, "  and 20 with smaller weights; --all lists them\n") {
		t.Errorf("got\n%s", short)
	}
	if strings.Count(long, "│") != 30 || strings.Contains(long, "  and ") {
		t.Errorf("got\n%s", long)
	}
}

func TestInspectJSON(t *testing.T) {
	var got inspectReport
	decoder := json.NewDecoder(strings.NewReader(must(t, inspectedModel, "inspect", "-", "--json")))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Method != "sca" || got.Dim != 2 || got.D != 3 || *got.Score != 1.5 || got.Seed != 3 || len(got.Trace) != 5 || len(got.Warnings) != 1 {
		t.Errorf("got %+v", got)
	}
	text, err := json.Marshal(got.Loadings)
	if err != nil {
		t.Fatal(err)
	}
	if want := `[{"input":"age","mean":40.123456,"scale":10,"weights":[-0.5,0],"per_unit":[-0.05,0]},` +
		`{"input":"sex=F","level":{"column":"sex","value":"F"},"mean":0.5,"scale":0.5,"weights":[0.25,1e-7],"per_unit":[0.5,2e-7]},` +
		`{"input":"b","mean":0,"scale":123456789,"weights":[0,-2e-7],"per_unit":[0,-1.620000014742e-15]}]`; string(text) != want {
		t.Errorf("got  %s\nwant %s", text, want)
	}
}

// Any model that fit writes can be inspected.
func TestInspectWhatFitWrites(t *testing.T) {
	takesLong(t)
	data := drawnCSV(t, "data1", 60, 1)
	for _, m := range library.Methods() {
		dim := "1"
		if m.Name == "none" {
			dim = "4"
		}
		if m.Most != nil && m.Most(output.Numbers([]float64{0, 1})) == 0 {
			continue // not for numbers
		}
		model := must(t, data, "fit", "-", "-t", "y", "-d", dim, "--no-verdict", "--method", m.Name, "-o", "-")
		text := must(t, model, "inspect", "-")
		wantNarrow(t, text)
		if !strings.Contains(text, "method         "+m.Name) || !strings.Contains(text, "\nz1 ") {
			t.Errorf("%s: got\n%s", m.Name, text)
		}
	}
}
