package main

import (
	"encoding/json"
	"fmt"
	"html"
	"maps"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"suffice"
)

// said is what a command, or a file, says of rows that were not seen.
type said struct {
	Dim       int
	Verdict   *suffice.Verdict
	Curve     []suffice.Dimension
	Predictor *struct{ Measures map[string]float64 }
}

func saidBy(t *testing.T, text string) (s said) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &s); err != nil {
		t.Fatal(err)
	}
	return s
}

// kindsOfTarget is a table of a number, two numbers, three classes and two labels, with words,
// missing values and weights.
func kindsOfTarget() string {
	random := rand.New(rand.NewPCG(3, 1))
	text := "a,b,town,weight,y,far,class,high,low\n"
	for i := range 45 {
		a, b := random.NormFloat64(), random.NormFloat64()
		z := a + b + .4*random.NormFloat64()
		class, high, low := "middle", 0, 0
		if z > .5 {
			class, high = "large", 1
		}
		if z < -1 {
			class, low = "small", 1
		}
		second := fmt.Sprintf("%.3f", b)
		if i%11 == 5 {
			second = ""
		}
		text += fmt.Sprintf("%.3f,%s,%s,%d,%.3f,%.3f,%s,%d,%d\n", a, second, []string{"Ulm", "Bonn"}[i%2], i%4, z, z*z*z, class, high, low)
	}
	return text
}

// Every command says the same number of one model: fit as JSON, the file, inspect, dims where it
// is asked the same, and a report in words.
func TestOneNumberOfAllCommands(t *testing.T) {
	inDirectory(t, map[string]string{"a.csv": kindsOfTarget()})
	for name, options := range map[string]string{
		"number":  "-t y --method pls --exclude far,class,high,low,weight",
		"weights": "-t y --method pls --exclude far,class,high,low --weights weight",
		"numbers": "-t y -t far --method pls --exclude class,high,low,weight",
		"class":   "-t class --method lda --exclude y,far,high,low,weight",
		"labels":  "-t high -t low --method mddm --exclude y,far,class,weight",
	} {
		t.Run(name, func(t *testing.T) {
			asked := append([]string{"a.csv", "--missing", "mean"}, strings.Fields(options)...)
			fitted := saidBy(t, must(t, "", append([]string{"fit", "--predictor", "--json", "-o", "m.json"}, asked...)...))
			file, err := os.ReadFile("m.json")
			if err != nil {
				t.Fatal(err)
			}
			v := *fitted.Verdict
			all := map[string]said{"fit": fitted, "the file": saidBy(t, string(file)), "inspect": saidBy(t, must(t, "", "inspect", "m.json", "--json"))}
			if name != "weights" { // dims has none
				all["dims"] = saidBy(t, must(t, "", append([]string{"dims", "--json"}, asked...)...))
			}
			for who, s := range all {
				if *s.Verdict != v || s.Curve[fitted.Dim-1].Value != v.Value || s.Curve[fitted.Dim-1].SE != v.SE {
					t.Errorf("%s says %+v and %+v, fit says %+v", who, s.Verdict, s.Curve, v)
				}
				if s.Predictor != nil && !maps.Equal(s.Predictor.Measures, fitted.Predictor.Measures) {
					t.Errorf("%s: the predictor has %v, fit says %v", who, s.Predictor.Measures, fitted.Predictor.Measures)
				}
			}
			if all["fit"].Predictor == nil || all["the file"].Predictor == nil {
				t.Error("there is no predictor")
			}
			must(t, "", "report", "m.json", "a.csv", "--repeats", "0", "-o", "r.html")
			page, err := os.ReadFile("r.html")
			if err != nil {
				t.Fatal(err)
			}
			if words := v.InWords(fitted.Dim); !strings.Contains(html.UnescapeString(string(page)), words) {
				t.Errorf("the report does not say %q", words)
			}
		})
	}
}
