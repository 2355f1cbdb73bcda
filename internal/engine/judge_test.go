package engine

import (
	"math"
	"os"
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
	if model.Predictor, err = (suffice.Predicting{Folds: 2, Centres: 10, Seed: 1}).Fit(t.Context(), suffice.MDDM{Dim: 1}, model, all.X, all.Y); err != nil {
		t.Fatal(err)
	}
	return model
}

// judgedBy is what one machine says of a model by the rows of files, and what an engine does.
func judgedBy(t *testing.T, e Engine, model *suffice.Projection, missing table.Missing) (want, got *evaluate.Judged) {
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
	choice, err := Apply(t.Context(), e, joined, table.Options{}, wanted)
	if err != nil {
		t.Fatal(err)
	}
	if got, err = choice.X.(*Rows).Judge(t.Context(), model); err != nil {
		t.Fatal(err)
	}
	return want, got
}

func wantJudged(t *testing.T, name string, got, want *evaluate.Judged) {
	t.Helper()
	if got.Rows != want.Rows || got.Unlike != want.Unlike || len(got.Measures) != len(want.Measures) || len(got.Targets) != len(want.Targets) {
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
