package explore

import (
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"suffice/table"
)

// classes is a table of three classes, of which one is rare, with missing values and weights.
func classes(n int) string {
	lines := strings.Split(strings.TrimSpace(noisy(n)), "\n")
	lines[0] += ",class,counts"
	for i := 1; i < len(lines); i++ {
		cells := strings.Split(lines[i], ",")
		class := "low"
		if !strings.HasPrefix(cells[6], "-") {
			class = "high"
		}
		if i%9 == 0 {
			class, cells[2] = "rare", ""
		}
		lines[i] = fmt.Sprintf("%s,%s,%d", strings.Join(cells, ","), class, 1+i%3)
	}
	return strings.Join(lines, "\n") + "\n"
}

// What the page says of rows that were not seen is one number, and that of the model that it
// gives: where components were judged, where they were fitted, and where a predictor came later.
func TestOneNumberOnThePage(t *testing.T) {
	for name, c := range map[string]struct {
		text   string
		roles  table.Roles
		method string
	}{
		"a number": {noisy(60), table.Roles{Target: []string{"y"}}, "pls"},
		"classes":  {classes(60), table.Roles{Target: []string{"class"}, Exclude: []string{"y", "id"}, Missing: table.MeanForMissing, Weights: "counts"}, "lda"},
	} {
		t.Run(name, func(t *testing.T) {
			page := serve(t, c.text, Options{Roles: c.roles})
			options := map[string]any{"method": c.method, "dim": 0, "seed": 1}
			page.work(map[string]any{"kind": "judge", "options": options})
			judged := page.state().Judged
			id := page.fit(options)
			page.work(map[string]any{"kind": "predictor", "fit": id})
			options["predictor"] = true
			atOnce := page.fit(options)
			want := page.model(atOnce)
			v := want.Verdict
			for _, fit := range []int{id, atOnce} {
				model, shown := page.model(fit), page.detail(fit)
				if *model.Verdict != *v || !maps.Equal(model.Predictor.Measures, want.Predictor.Measures) {
					t.Errorf("fit %d: %+v, predictor %v", fit, model.Verdict, model.Predictor.Measures)
				}
				wantOnThePage(t, shown.Verdict, shown.Curve, shown.Dim, v.Value)
			}
			wantOnThePage(t, judged.Verdict, judged.Curve, judged.Dim, v.Value)
			var plain struct{ Verdict struct{ Value float64 } } // as the page reads it
			page.call(http.MethodGet, ofFit(id, ""), nil, &plain)
			if plain.Verdict.Value != v.Value {
				t.Errorf("the page is told %v, the model has %v", plain.Verdict.Value, v.Value)
			}
		})
	}
}

func wantOnThePage(t *testing.T, v *Verdict, curve []Dimension, dim int, want float64) {
	t.Helper()
	if float64(v.Value) != want || len(curve) < dim || float64(curve[dim-1].Value) != want || curve[dim-1].SE != v.SE {
		t.Errorf("the page has %+v and %+v for %d components, the model %v", v, curve, dim, want)
	}
}
