package cluster

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/table"
)

// predicting is a model of files with a predictor.
func predicting(t *testing.T, files []string, roles table.Roles) *suffice.Projection {
	t.Helper()
	model, err := fitHere(t, files, roles, suffice.MDDM{Dim: 1})
	if err != nil {
		t.Fatal(err)
	}
	data, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	all, err := data.Choose(roles)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := all.Data()
	if err != nil {
		t.Fatal(err)
	}
	model.Predictor = predictorOf(t, rows)
	return model
}

// predictorOf is that of a component by MDDM.
func predictorOf(t *testing.T, data *suffice.Data) *suffice.Predictor {
	t.Helper()
	mddm, err := suffice.MethodNamed("mddm")
	if err != nil {
		t.Fatal(err)
	}
	result, err := suffice.Fit(t.Context(), data, suffice.FitOptions{Method: mddm, Options: suffice.Options{Dim: 1, Seed: 1}, NoVerdict: true, Predictor: true})
	if err != nil {
		t.Fatal(err)
	}
	return result.Model.Predictor
}

// judgedBy is what one machine says of a model by the rows of files, and what an engine does.
func judgedBy(t *testing.T, e Engine, model *suffice.Projection, missing table.Missing) (want, got *evaluate.ModelResult) {
	t.Helper()
	wanted := table.WantedBy(model)
	wanted.Missing = missing
	data, err := table.ReadFiles(t.Context(), e.Parts(), wanted.Reading(table.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	all, err := data.Apply(wanted)
	if err != nil {
		t.Fatal(err)
	}
	if want, err = evaluate.Model(t.Context(), model, all.X, all.Target()); err != nil {
		t.Fatal(err)
	}
	joined, err := Describe(t.Context(), e, "houses", table.Options{}, table.Roles{Target: model.Output.Names})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := joined.Apply(wanted)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = choice.X.(*Rows).Judge(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	return want, got
}

func wantJudged(t *testing.T, name string, got, want *evaluate.ModelResult) {
	t.Helper()
	if got.Rows != want.Rows || got.Unlike != want.Unlike || len(got.Measures) != len(want.Measures) || len(got.Targets) != len(want.Targets) || !slices.Equal(got.Thirds, want.Thirds) {
		t.Errorf("%s: %+v, want %+v", name, got, want)
	}
	for measure, v := range want.Measures {
		if !near(got.Measures[measure], v) || !near(got.Baseline[measure], want.Baseline[measure]) {
			t.Errorf("%s: %s is %v and %v, want %v and %v", name, measure, got.Measures[measure], got.Baseline[measure], v, want.Baseline[measure])
		}
	}
}

// near reports whether numbers differ by rounding, or are not finite in the same way.
func near(a, b float64) bool {
	return a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*(1+math.Abs(b))
}

// A model is judged by sums over parts as it is by all rows at once.
func TestModelsAreJudgedByParts(t *testing.T) {
	files := houses(t, 300, 3, true)
	for kind, roles := range roles {
		roles.Missing = table.DropMissing
		want, got := judgedBy(t, here(files), predicting(t, files, roles), table.DropMissing)
		wantJudged(t, kind, got, want)
	}
}

// rewrite replaces text in a file.
func rewrite(t *testing.T, file, from, to string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err == nil {
		err = os.WriteFile(file, []byte(strings.ReplaceAll(string(text), from, to)), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A class that the model does not know is none that it predicts, and one that is written in other
// letters is what the model calls it.
func TestClassesThatAreNewAreJudged(t *testing.T) {
	files := houses(t, 300, 3, false)
	model := predicting(t, files, roles["class"])
	rewrite(t, files[1], "middle", "new")
	for _, file := range files {
		rewrite(t, file, "Large", "LARGE")
	}
	want, got := judgedBy(t, here(files), model, "")
	wantJudged(t, "new", got, want)
}

// A number whose square is too large is as wrong as on one machine.
func TestOverflowsAreJudged(t *testing.T) {
	files := houses(t, 300, 3, false)
	model := predicting(t, files, roles["number"])
	data, err := os.ReadFile(files[1])
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(data), "\n")
	cells := strings.Split(lines[7], ",")
	cells[5] = "1e200"
	rewrite(t, files[1], lines[7], strings.Join(cells, ","))
	want, got := judgedBy(t, here(files), model, "")
	if !math.IsInf(want.Measures["rmse"], 1) || !math.IsNaN(want.Measures["r2"]) {
		t.Errorf("one machine says %v", want.Measures)
	}
	wantJudged(t, "1e200", got, want)
}

// Many rows are predicted a block at a time, and the row that is told is that of the file.
func TestBlocksOfAPartAreJudged(t *testing.T) {
	few, files := houses(t, 300, 1, false), houses(t, 5000, 1, false)
	for kind, roles := range roles {
		model := predicting(t, few, roles)
		want, got := judgedBy(t, here(files), model, "")
		wantJudged(t, kind, got, want)
	}
	model := predicting(t, few, roles["number"])
	for k := range model.Scale {
		model.Scale[k] = 1e-200
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	row := strings.Split(string(data), "\n")[4501]
	rewrite(t, files[0], row, "1e200"+row[strings.Index(row, ","):])
	joined, err := Describe(t.Context(), here(files), "houses", table.Options{}, table.Roles{Target: model.Output.Names})
	if err != nil {
		t.Fatal(err)
	}
	choice, err := joined.Apply(table.WantedBy(model))
	if err != nil {
		t.Fatal(err)
	}
	_, err = choice.X.(*Rows).Judge(t.Context(), model)
	if at, ok := errors.AsType[*table.Error](err); !ok || at.Source != files[0] || at.Row != 4501 {
		t.Error(err)
	}
}

// Sums of a part's predictions are small, whatever the number of rows, and neighbours of many parts
// are added up by their worker: it says the same as the driver, to the last bit.
func TestSumsOfPredictionsAreSmall(t *testing.T) {
	files := houses(t, 300, 1, false)
	rewrite(t, files[0], "middle", "small") // two classes
	model := predicting(t, files, roles["class"])
	many := houses(t, 60_000, 1, false)
	rewrite(t, many[0], "middle", "small")
	size := 0
	want, got := judgedBy(t, changes{here(many), taskJudge, func(_ int, _ *answerHead, result []byte) []byte {
		size = len(result)
		return result
	}}, model, "")
	t.Logf("sums of %d rows are %d bytes", got.Rows, size)
	if off := math.Abs(got.Measures["auc"] - want.Measures["auc"]); off > 2./(1<<13) || size > 100_000 {
		t.Errorf("the area is off by %v, with an answer of %d bytes", off, size)
	}
}

func TestJudgedNeighboursAreMergedOnTheWay(t *testing.T) {
	inGroups(t, 64)
	parts := partsOf(t, "generated:rows=3000,inputs=3,noise=0.1,parts=65")
	judged := func(e Engine) *evaluate.ModelResult {
		roles := table.Roles{Target: []string{"y"}}
		data, err := Describe(t.Context(), e, "all", table.Options{}, roles)
		if err != nil {
			t.Fatal(err)
		}
		choice, err := data.Choose(roles)
		if err != nil {
			t.Fatal(err)
		}
		model, err := fitted(t, choice, suffice.MDDM{Dim: 1})
		if err != nil {
			t.Fatal(err)
		}
		all := choice.X.(*Rows)
		some, err := all.Draw(t.Context(), 300, 1)
		if err != nil {
			t.Fatal(err)
		}
		model.Predictor = predictorOf(t, some)
		found, err := all.Judge(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	want := judged(oneByOne(parts))
	e := kindsOf{workers(t, 2, "well", parts...), map[Kind]int{}}
	if got := judged(e); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	if questions := (e.frames[Answers] + e.frames[Merged]) / len(parts); e.frames[Merged] != (questions-2)*32 {
		t.Errorf("answers of %d of %d questions were merged, want all but two", e.frames[Merged]/32, questions)
	}
}
