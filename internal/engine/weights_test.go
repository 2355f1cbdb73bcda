package engine

import (
	"bytes"
	"strings"
	"testing"

	"suffice"
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

// Weights are not sent with questions, whose size does not depend on the number of rows.
func TestQuestionsAboutWeightedRowsAreSmall(t *testing.T) {
	roles := roles["number"]
	roles.Weights = "c"
	e := &counted{Engine: workers(t, 1, "well", houses(t, 66_000, 2, false)...)}
	if _, err := fitThere(t, e, roles, suffice.PLS{Dim: 1}); err != nil || e.largest > 100_000 {
		t.Errorf("a question of %d bytes, %v", e.largest, err)
	}
}
