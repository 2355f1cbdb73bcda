package engine

import (
	"fmt"
	"math"
	"testing"

	"suffice"
	"suffice/evaluate"
	"suffice/table"
)

// A model is judged by sums over parts as it is by all rows at once; the area under the curve
// to six digits.
func TestModelsAreJudgedByParts(t *testing.T) {
	files := houses(t, 300, 3, true)
	for kind, roles := range roles {
		roles.Missing = table.DropMissing
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
		want, err := evaluate.Model(t.Context(), model, all.X, all.Target())
		if err != nil {
			t.Fatal(err)
		}
		joined, err := Describe(t.Context(), here(files), "houses", table.Options{}, table.Roles{Target: roles.Target})
		if err != nil {
			t.Fatal(err)
		}
		wanted := table.WantedBy(model)
		wanted.Missing = table.DropMissing
		choice, err := Apply(t.Context(), here(files), joined, table.Options{}, wanted)
		if err != nil {
			t.Fatal(err)
		}
		got, err := choice.X.(*Rows).Judge(t.Context(), model)
		if err != nil {
			t.Fatal(err)
		}
		if got.Rows != want.Rows || got.Unlike != want.Unlike || len(got.Measures) != len(want.Measures) || len(got.Targets) != len(want.Targets) {
			t.Errorf("%s: %+v, want %+v", kind, got, want)
		}
		for name, v := range want.Measures {
			if math.Abs(got.Measures[name]-v) > 1e-6 || math.Abs(got.Baseline[name]-want.Baseline[name]) > 1e-6 {
				t.Errorf("%s: %s is %v, want %v", kind, name, fmt.Sprint(got.Measures[name], got.Baseline[name]), fmt.Sprint(v, want.Baseline[name]))
			}
		}
	}
}
