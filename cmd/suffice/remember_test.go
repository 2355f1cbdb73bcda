package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	library "suffice"
)

// tableWithCommas is a table with decimal commas and gaps.
func tableWithCommas(n, shift int) string {
	var text strings.Builder
	text.WriteString("a;b;code;y\n")
	for i := range n {
		k := i + shift
		b := fmt.Sprintf("%d,5", k*7%11)
		if i%9 == 4 {
			b = ""
		}
		fmt.Fprintf(&text, "%d,25;%s;%d;%d,5\n", k%13, b, k%3, k%13+k*7%11)
	}
	return text.String()
}

// What was said of the file of the fit need not be said again, and can be said otherwise.
func TestTheModelRemembersHowItsFileWasRead(t *testing.T) {
	inDirectory(t, map[string]string{"train.csv": tableWithCommas(90, 0), "new.csv": tableWithCommas(40, 5), "points.csv": strings.ReplaceAll(strings.ReplaceAll(tableWithCommas(40, 5), ",", "."), ";", ",")})
	must(t, "", "fit", "train.csv", "-t", "y", "-d", "1", "--method", "sir", "--decimal-comma", "--missing", "mean", "--nominal", "code", "--predictor", "-o", "m.json")
	model, err := os.Open("m.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = model.Close() }()
	m, err := library.ReadModel(model)
	if err != nil || m.Reading == nil || !m.Reading.DecimalComma || m.Reading.Missing != "mean" || len(m.Reading.Nominal) != 1 {
		t.Fatalf("%v: %+v", err, m.Reading)
	}
	want := must(t, "", "transform", "m.json", "new.csv", "--decimal-comma", "--missing", "mean")
	if got := must(t, "", "transform", "m.json", "new.csv"); got != want || strings.Count(got, "\n") != 41 {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := must(t, "", "transform", "m.json", "points.csv", "--decimal-comma=false"); got != want {
		t.Errorf("of points: got\n%s\nwant\n%s", got, want)
	}
	if got := must(t, "", "transform", "m.json", "new.csv", "--missing", "drop"); strings.Count(got, "\n") != 37 {
		t.Errorf("rows were not dropped:\n%s", got)
	}
	must(t, "", "predict", "m.json", "new.csv")
	must(t, "", "evaluate", "m.json", "new.csv")
	must(t, "", "plot", "m.json", "new.csv", "-o", "p.svg")
	must(t, "", "report", "m.json", "new.csv", "--repeats", "2", "-o", "r.html")
	if text := must(t, "", "inspect", "m.json"); !strings.Contains(text, "read with      decimal comma; missing mean; nominal code\n") {
		t.Errorf("got\n%s", text)
	}
}

// The same file gives the same bytes; what the model says of it is what it is.
func TestTheModelKnowsItsFile(t *testing.T) {
	inDirectory(t, map[string]string{"train.csv": drawnCSV(t, "data1", 50, 1)})
	date := time.Date(2024, 2, 29, 12, 30, 0, 0, time.UTC)
	if err := os.Chtimes("train.csv", date, date); err != nil {
		t.Fatal(err)
	}
	fit := func(file string) string {
		return must(t, "", "fit", "--no-verdict", file, "-t", "y", "-d", "1", "--method", "sir", "-o", "-")
	}
	model := fit("train.csv")
	if fit("./train.csv") != model {
		t.Error("another way to the file makes another model")
	}
	for _, want := range []string{`"source": {"file":"train.csv","rows":50,"columns":5,"date":"2024-02-29T12:30:00Z","digest":"sha256:`, `"version":"(development)",`} {
		if !strings.Contains(model, want) {
			t.Errorf("%s is not in\n%s", want, model)
		}
	}
	if text := must(t, model, "inspect", "-"); !strings.Contains(text, "fitted on      train.csv, 50 rows of 5 columns, of 2024-02-29T12:30:00Z,") {
		t.Errorf("got\n%s", text)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "86400")
	if !strings.Contains(fit("train.csv"), `"date":"1970-01-02T00:00:00Z"`) {
		t.Error("SOURCE_DATE_EPOCH does not count")
	}
}

// A report tells the rows of the fit from others, and judges the model itself by the others.
func TestReportJudgesTheModel(t *testing.T) {
	takesLong(t)
	inDirectory(t, map[string]string{"train.csv": drawnCSV(t, "data3", 200, 1), "new.csv": drawnCSV(t, "data3", 100, 2)})
	must(t, "", "fit", "train.csv", "-t", "y", "-d", "2", "--method", "sir", "--predictor", "-o", "m.json")
	const seen = "suffice: warning: train.csv has the rows that the model was fitted on, which it predicts better than others\n"
	if got := invoke(t, "", "evaluate", "m.json", "train.csv"); got.code != codeDone || got.err != seen {
		t.Errorf("exit code %d, said %s", got.code, got.err)
	}
	if got := invoke(t, "", "evaluate", "m.json", "new.csv"); got.code != codeDone || strings.Contains(got.err, "the rows that") {
		t.Errorf("exit code %d, said %s", got.code, got.err)
	}
	for file, want := range map[string][]string{
		"train.csv": {`"seen": "yes"`, "These are the rows that the model was fitted on"},
		"new.csv":   {`"seen": "no"`, "These are not the rows that the model was fitted on", `"method":"this model"`, "<strong>this model</strong>"},
	} {
		said := must(t, "", "report", "m.json", file, "--repeats", "2", "-o", "r.html", "--json") + readFile(t, "r.html")
		for _, text := range append(want, "What the model predicts of these rows", "fitted on") {
			if !strings.Contains(said, text) {
				t.Errorf("%s: %q is not in the report", file, text)
			}
		}
		if strings.Contains(said, "this model") != (file == "new.csv") {
			t.Errorf("%s: the model itself is compared on the wrong rows", file)
		}
	}
}

func TestSlices(t *testing.T) {
	takesLong(t)
	data := drawnCSV(t, "data1", 80, 1)
	for _, method := range []string{"sir", "save", "dr", "lassosir", "seas"} {
		if model := must(t, data, "fit", "-", "-t", "y", "-d", "1", "--method", method, "--slices", "4", "--no-verdict", "-o", "-"); !strings.Contains(model, `"slices":4`) {
			t.Errorf("%s: got\n%s", method, model)
		}
	}
	for args, want := range map[string]string{
		"--method sir --slices 1": "--slices 1: there must be at least 2",
		"--slices 4":              "--slices does not apply to method sca; leave it out",
	} {
		if got := invoke(t, data, append(strings.Fields("fit - -t y -d 1"), strings.Fields(args)...)...); got.code != codeUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: exit code %d, said %s", args, got.code, got.err)
		}
	}
}
