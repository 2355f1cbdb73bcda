package explore

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// Names and levels come through as they are, whatever they hold.
func TestHostileNames(t *testing.T) {
	names := []string{"<script>alert(1)</script>", `a"b`, "c,d", "e*f", "x[1]", "line\nbreak", "../../etc/passwd", "\u202egnp.exe", "=1+1", "töwn 😀", "__proto__", "s;t;u\tv;w"}
	levels := []string{"<img src=x onerror=alert(1)>", `"quoted"`, "a=b"}
	var text strings.Builder
	out := csv.NewWriter(&text)
	_ = out.Write(names)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range 60 {
		row := make([]string, len(names))
		for j := range row {
			row[j] = fmt.Sprintf("%.3f", random.NormFloat64())
		}
		row[9] = levels[i%3]
		_ = out.Write(row)
	}
	out.Flush()
	c := serve(t, text.String(), Options{})
	var all Columns
	c.call(http.MethodGet, "api/columns", nil, &all)
	for j, column := range all.Columns {
		if column.Name != names[j] {
			t.Errorf("column %d is %q, want %q", j, column.Name, names[j])
		}
	}
	for _, target := range []int{11, 0, 2, 3, 4, 8, 10} {
		state := c.choose(Roles{Target: []string{names[target]}, Exclude: []string{names[1], names[5]}, Nominal: []string{}})
		if state.Choice == nil || !slices.Equal(state.Choice.Target, []string{names[target]}) || state.Choice.Inputs != 11 {
			t.Fatalf("%q: %+v, %s", names[target], state.Choice, state.Problem)
		}
	}
	id := c.fit(map[string]any{"method": "sir", "dim": 1, "seed": 1, "verdict": false, "predictor": true})
	f := c.detail(id)
	values := map[string]string{}
	for _, column := range f.Columns {
		values[column.Name] = "0.5"
		if len(column.Levels) > 0 {
			values[column.Name] = column.Levels[0]
		}
	}
	var predicted Predicted
	c.call(http.MethodPost, ofFit(id, "predict"), map[string]any{"values": values}, &predicted)
	if len(predicted.Values) != 1 {
		t.Errorf("%+v", predicted)
	}
	for name := range keptFiles {
		c.call(http.MethodGet, ofFit(id, "files/"+name), nil, nil)
	}
	if report := string(c.call(http.MethodGet, ofFit(id, "files/report.html"), nil, nil)); strings.Contains(report, "<script>alert") || strings.Contains(report, "<img src=x") {
		t.Error("the report holds a name as it is")
	}
	var selected Selected
	c.call(http.MethodPost, "api/selection", `{"rows":[0,3,6]}`, &selected)
	if selected.Differences[0].Name != names[9]+"="+levels[0] && !strings.HasPrefix(selected.Differences[0].Name, names[9]) {
		t.Errorf("%+v", selected.Differences)
	}
	rows, err := csv.NewReader(strings.NewReader(string(c.call(http.MethodPost, "api/selection.csv", `{"rows":[1]}`, nil)))).ReadAll()
	if err != nil || !slices.Equal(rows[0], names) || rows[1][9] != levels[1] {
		t.Errorf("%q, %v", rows, err)
	}
}
