//go:build unix

package peers

import (
	"path/filepath"
	"strings"
	"testing"

	"suffice/internal/linalg"
)

// The script is told the predictor, what y is, the arrays and the seed, and its array is
// read.
func TestPredict(t *testing.T) {
	made := filepath.Join(t.TempDir(), "made.npy")
	if err := writeArray(made, []int{2, 1}, []float64{3, 4}); err != nil {
		t.Fatal(err)
	}
	p := numpyAlone(t, `test -s "$1" && test "$2 $3 $8" = "forest classes 7" && test -s "$4" && test -s "$5" && test -s "$6" && cp '`+made+`' "$7" && echo '{"ready":true}' && echo '{"seconds":1.5,"predicted":true}'`)
	task := Task{X: linalg.New(3, 2), Y: linalg.New(3, 1), New: linalg.New(2, 2), Classes: true, Seed: 1<<32 + 7}
	got, seconds, err := p.Predict(t.Context(), "forest", task)
	if err != nil || seconds != 1.5 || got.Rows != 2 || got.At(0, 0) != 3 || got.At(1, 0) != 4 {
		t.Errorf("got %v, %v, %v", got, seconds, err)
	}
}

func TestPredictThatFails(t *testing.T) {
	wide := filepath.Join(t.TempDir(), "wide.npy")
	if err := writeArray(wide, []int{2, 3}, make([]float64, 6)); err != nil {
		t.Fatal(err)
	}
	for prints, want := range map[string]string{
		`echo '{"error":"ValueError: Input X contains NaN"}'`: "contains NaN",
		`cp '` + wide + `' "$7"; echo '{"predicted":true}'`:   "gave [2 3] predictions for 2 rows of 1",
		`echo '{"predicted":true}'`:                           "out.npy",
	} {
		_, _, err := numpyAlone(t, prints).Predict(t.Context(), "ridge", Task{X: linalg.New(3, 2), Y: linalg.New(3, 1), New: linalg.New(2, 2)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
