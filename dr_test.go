package suffice_test

import (
	"encoding/csv"
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"suffice"
)

// goldenDR is what the R package dr gives for one method; see testdata/dr.md.
type goldenDR struct {
	Eigenvalues []float64
	Directions  [][]float64  // columns, of length 1
	Tests       [][]*float64 // by dimension from 0: statistic, degrees of freedom, p
	SliceSizes  []int        `json:"slice_sizes"`
}

func readDR(t *testing.T, method string) (x [][]float64, y []float64, golden goldenDR) {
	t.Helper()
	data, err := os.ReadFile("testdata/dr.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(all[method], &golden); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open("testdata/dr.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for j, field := range record {
			if row[j], err = strconv.ParseFloat(field, 64); err != nil {
				t.Fatal(err)
			}
		}
		x, y = append(x, row[:len(row)-1]), append(y, row[len(row)-1])
	}
	return x, y, golden
}

func wantNear(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// wantDR compares a fit of all components, in the units of the file, with R's.
func wantDR(t *testing.T, p *suffice.Projection, golden goldenDR) {
	t.Helper()
	const tolerance = 1e-8
	d := len(golden.Eigenvalues)
	if len(p.Values) != d || p.Dim() != d || len(p.Tests) < len(golden.Tests) {
		t.Fatalf("%d values, %d components, %d tests", len(p.Values), p.Dim(), len(p.Tests))
	}
	for k, want := range golden.Eigenvalues {
		wantNear(t, "eigenvalue", p.Values[k], want, tolerance)
		sign := 1.
		if golden.Directions[0][k]*p.Components[k][0] < 0 {
			sign = -1
		}
		for j := range d {
			wantNear(t, "direction", p.Components[k][j], sign*golden.Directions[j][k], tolerance)
		}
	}
	for k, want := range golden.Tests {
		got := p.Tests[k]
		if got.Dim != k || float64(got.DF) != *want[1] {
			t.Errorf("dimension %d has %d degrees of freedom, want dimension %d with %g", got.Dim, got.DF, k, *want[1])
		}
		wantNear(t, "statistic", got.Statistic, *want[0], tolerance**want[0])
		wantNear(t, "p-value", got.P, *want[2], tolerance)
	}
}
