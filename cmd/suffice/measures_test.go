package main

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"suffice/internal/metrics"
)

// manyTargets is a table whose columns are inputs and targets of all kinds.
func manyTargets(n int) string {
	var out strings.Builder
	out.WriteString("a,b,number,other,class,l1,l2,text\n")
	for i := range n {
		a, b := math.Sin(float64(i*i)), math.Cos(float64(7*i))
		class := "low"
		if a+.2*b > 0 {
			class = "high"
		}
		l1, l2 := i%2, 0
		if a > .1 {
			l2 = 1
		}
		fmt.Fprintf(&out, "%v,%v,%v,%v,%s,%d,%d,%s\n", a, b, a+.1*b*b, b-a, class, l1, l2, strings.Repeat("ab", 1+int(3*math.Abs(a)))+"c")
	}
	return out.String()
}

// wantKnownMeasures walks what --json prints, and collects the measures that it tells. A key or
// value that names a measure is one of the list, letter by letter.
func wantKnownMeasures(t *testing.T, where string, value any, seen map[string]bool) {
	name := func(text string) {
		if metrics.Named(text).Name != text || text == "" {
			t.Errorf("%s: %q is no name of a measure", where, text)
		}
		seen[text] = true
	}
	switch value := value.(type) {
	case []any:
		for _, v := range value {
			wantKnownMeasures(t, where, v, seen)
		}
	case map[string]any:
		for key, v := range value {
			if is := metrics.Named(key).Name; is != "" && is != key {
				t.Errorf("%s: %q is called %q", where, is, key)
			}
			within := where + " " + key
			switch v := v.(type) {
			case string:
				if key == "measure" {
					name(v)
				}
			case map[string]any:
				_, row := v["method"]
				for measure := range v {
					if key == "measures" || key == "baseline" && !row || strings.HasSuffix(where, " targets") {
						name(measure)
					}
				}
			}
			if key != "trace" { // steps of a fit have measures of their own
				wantKnownMeasures(t, within, v, seen)
			}
		}
	}
}

// Every measure has one name, whichever command tells it, and some command tells each.
func TestEveryJSONHasTheSameNamesOfMeasures(t *testing.T) {
	inDirectory(t, map[string]string{"d.csv": manyTargets(60), "e.csv": manyTargets(70)})
	seen := map[string]bool{}
	for _, target := range []string{"number", "number,other", "class", "l1,l2", "text"} {
		of := []string{"-t", target, "-i", "a,b"}
		run := func(args ...string) {
			var value any
			if err := json.Unmarshal([]byte(must(t, "", args...)), &value); err != nil {
				t.Fatal(err)
			}
			wantKnownMeasures(t, strings.Join(args, " "), value, seen)
		}
		kind := map[string]string{"text": "sequence", "l1,l2": "labels"}[target]
		if kind != "" {
			of = append(of, "--kind", kind)
		}
		run(append([]string{"compare", "d.csv", "--methods", "mddm,none", "--dims", "1", "--repeats", "3", "--json"}, of...)...)
		run(append([]string{"dims", "d.csv", "--method", "mddm", "--most", "1", "--json"}, of...)...)
		if kind == "sequence" {
			continue
		}
		run(append([]string{"fit", "d.csv", "--method", "mddm", "--dim", "1", "--predictor", "--json", "-o", "m.json"}, of...)...)
		run(append([]string{"fit", "d.csv", "--method", "mddm", "--dim", "1", "--predictor", "-o", "-"}, of...)...)
		run("inspect", "m.json", "--json")
		run("evaluate", "m.json", "e.csv", "--json")
		run("report", "m.json", "e.csv", "-o", "r.html", "--repeats", "2", "--json")
	}
	for _, m := range metrics.All() {
		if !seen[m.Name] {
			t.Errorf("no command tells %s", m.Name)
		}
	}
}
