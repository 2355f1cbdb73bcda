package cluster

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/sampling"
	"suffice/rows"
	"suffice/table"
)

// Rows count by the weights that they have where they are: those of weight 0 not at all.
func TestWeightsOfParts(t *testing.T) {
	for _, weights := range []string{"c", "low"} {
		for parts, names := range map[int]string{1: "mddm pca sca lsdr", 5: "mddm pca pls"} {
			files := houses(t, 300, parts, true)
			roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "high"}, Weights: weights, Missing: table.MedianForMissing}
			for name := range strings.FieldsSeq(names) {
				method, err := suffice.MethodNamed(name)
				if err != nil {
					t.Fatal(err)
				}
				reducer := method.New(suffice.Options{Dim: 1, Centres: 10, NoRefine: true, Seed: 1})
				want, err := fitHere(t, files, roles, reducer)
				if err != nil {
					t.Fatal(err)
				}
				got, err := fitThere(t, here(files), roles, reducer)
				if err != nil {
					t.Fatal(name, err)
				}
				wantSame(t, name+" by "+weights, got, want)
				if parts == 1 && !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
					t.Errorf("%s by %s: %s, want %s", name, weights, bytesOf(t, got), bytesOf(t, want))
				}
			}
		}
	}
}

// Weights are not sent with questions, and none but those of drawn rows with answers: the weights of
// a part would be 1000 kB. Slices are cut by the numbers of drawn rows, not of all, which moves
// components by less than chance does.
func TestQuestionsAboutWeightedRowsAreSmall(t *testing.T) {
	roles := roles["number"]
	roles.Weights = "c"
	files := houses(t, 250_000, 2, false)
	for _, method := range []suffice.Reducer{suffice.PLS{Dim: 1}, suffice.SIR{Dim: 1}, suffice.SAVE{Dim: 1}} {
		e := &counted{Engine: workers(t, 1, "well", files...)}
		got, err := fitThere(t, e, roles, method)
		if err != nil || e.largest > 100_000 || e.answer > 850_000 {
			t.Fatalf("%T: a question of %d bytes, an answer of %d, %v", method, e.largest, e.answer, err)
		}
		want, err := fitHere(t, files, roles, method)
		if err != nil {
			t.Fatal(err)
		}
		wantWithin(t, fmt.Sprintf("%T", method), got, want, ofDrawnRows)
	}
}

// The model is the same to the last bit in whatever order parts are answered.
func TestWeightsInAnyOrderOfAnswers(t *testing.T) {
	files, roles := houses(t, 300, 5, false), roles["number"]
	roles.Weights = "c"
	for _, method := range []suffice.Reducer{suffice.PLS{Dim: 1}, suffice.SIR{Dim: 1}, suffice.GKDR{Dim: 1, Centres: 20}} {
		want, err := fitThere(t, here(files), roles, method)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range []Engine{oneByOne(files), workers(t, 3, "well", files...)} {
			got, err := fitThere(t, e, roles, method)
			if err != nil || !bytes.Equal(bytesOf(t, got), bytesOf(t, want)) {
				t.Errorf("%T has another model, %v", method, err)
			}
		}
	}
}

// Rows that are drawn have the weights that they have in the table.
func TestWeightsOfDrawnRows(t *testing.T) {
	files := houses(t, 300, 4, true)
	roles := table.Roles{Target: []string{"price"}, Exclude: []string{"sort", "high"}, Missing: table.DropMissing, Weights: "c"}
	data, err := table.ReadFiles(t.Context(), files, roles.Reading(table.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(roles)
	if err != nil {
		t.Fatal(err)
	}
	which := draws{100, 1}.of(choice.X.Len())
	want, err := rows.Take(t.Context(), choice.X, which)
	if err == nil {
		want, err = rows.WithWeights(want, sampling.Pick(choice.Weights, which))
	}
	if err != nil {
		t.Fatal(err)
	}
	drawn, _, err := drawnOf(t, here(files), roles, 100)
	if err != nil {
		t.Fatal(err)
	}
	if got := rows.Weights(drawn.X); !slices.Equal(got, rows.Weights(want)) {
		t.Errorf("weights %v, want %v", got, rows.Weights(want))
	}
}

// What parts tell of their weights is what is to know of all, at any scale.
func TestWeighingOfParts(t *testing.T) {
	weights := []float64{1, 3, 2, 2, 5, 4, 7}
	for _, scale := range []float64{1, 1e-300, 1e307} {
		scaled := slices.Clone(weights)
		for i := range scaled {
			scaled[i] *= scale
		}
		want := weighingOf(scaled)
		got := joined([]*weighing{weighingOf(scaled[:3]), nil, weighingOf(scaled[3:4]), weighingOf(scaled[4:])}, []int{3, 0, 1, 3})
		if got.Least != want.Least || got.Largest != want.Largest || math.Abs(got.Mean-want.Mean) > 1e-15 || !got.possible() {
			t.Errorf("%v, want %v", got, want)
		}
	}
	if equal := joined([]*weighing{weighingOf([]float64{2, 2}), weighingOf([]float64{2})}, []int{2, 1}); equal != nil {
		t.Errorf("equal weights are %v", equal)
	}
}
