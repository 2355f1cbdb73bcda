package peers

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What lies in the files is what was drawn, and fewer rows are the first of more.
func TestDataInFiles(t *testing.T) {
	small, large := files{t.TempDir()}, files{t.TempDir()}
	kept, err := small.writeData(t.Context(), 5, 300)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := large.writeData(t.Context(), 5, 700); err != nil {
		t.Fatal(err)
	}
	shape, x, err := readArray(large.x())
	if err != nil || !slices.Equal(shape, []int{700, Inputs}) {
		t.Fatalf("shape %v: %v", shape, err)
	}
	for i := range 300 {
		if !slices.Equal(kept.x.Row(i), x[i*Inputs:(i+1)*Inputs]) {
			t.Fatalf("row %d differs", i)
		}
	}
	for _, set := range Sets() {
		_, y, err := readArray(large.y(set))
		if err != nil || len(y) != 700 || !slices.Equal(y[:300], kept.y[set.Name]) {
			t.Errorf("%s: %d values: %v", set.Name, len(y), err)
		}
	}
}

// y less what it depends on is the noise, the same in both data sets; over 2000 rows its
// standard deviation of 0.1 is seen within 5 of its standard errors, 0.1/√4000.
func TestDataFormulas(t *testing.T) {
	data := someRows(t, trainStream, 2000)
	formulas := map[string]func(a, b float64) float64{
		"trend":     func(a, b float64) float64 { return a / (.5 + b*b + 3*b + 2.25) },
		"symmetric": func(a, b float64) float64 { return (a+b)*(a+b) - 2*a*b },
	}
	for name, formula := range formulas {
		var squares float64
		for i, y := range data.y[name] {
			row := data.x.Row(i)
			squares += math.Pow(y-formula(row[0], row[1]), 2) / 2000
		}
		if sd := math.Sqrt(squares); math.Abs(sd-noise) > 5*noise/math.Sqrt(4000) {
			t.Errorf("%s: noise of standard deviation %v", name, sd)
		}
	}
}

// Each of our methods prints that it is ready, and then two directions, or one for CCA.
func TestFitOfOurs(t *testing.T) {
	place := files{t.TempDir()}
	train, err := place.writeData(t.Context(), 1, 250)
	if err != nil {
		t.Fatal(err)
	}
	test := someRows(t, testStream, 50)
	for _, e := range Entrants() {
		if e.Program != Ours || (e.Method == "SCA" || e.Method == "NCA") && testing.Short() {
			continue
		}
		var out bytes.Buffer
		method := strings.ToLower(e.Method)
		if err := Fit(t.Context(), &out, method, place.x(), place.y(Sets()[0]), 1); err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		decoder := json.NewDecoder(&out)
		var ready, got line
		if err := decoder.Decode(&ready); err != nil || !ready.Ready {
			t.Errorf("%s: %+v, %v", e, ready, err)
		}
		if err := decoder.Decode(&got); err != nil || got.Seconds <= 0 || got.Runs < 1 {
			t.Errorf("%s: %+v, %v", e, got, err)
		}
		if missed, _, err := judge(t.Context(), got.Directions, train, test, Sets()[0]); err != nil || missed > 1 {
			t.Errorf("%s: error %v, %v", e, missed, err)
		}
	}
	if err := Fit(t.Context(), new(bytes.Buffer), "tsne", place.x(), place.x(), 1); err == nil {
		t.Error("a method that is not ours was fitted")
	}
}

func TestArraysThatAreNone(t *testing.T) {
	place := files{t.TempDir()}
	if _, err := place.writeData(t.Context(), 1, 200); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(place.x())
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "x.npy")
	for name, content := range map[string][]byte{
		"empty": nil, "short": whole[:len(whole)-1], "float32": bytes.Replace(whole, []byte("<f8"), []byte("<f4"), 1),
		"columns first": bytes.Replace(whole, []byte("False"), []byte("True "), 1),
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := readArray(path); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
