package suffice

import (
	"errors"
	"testing"

	"suffice/rows"
)

// A row whose values are as large as numbers can be has no components, and is named.
func TestRowsThatOverflow(t *testing.T) {
	p := &Projection{Inputs: []string{"a", "b"}, Components: [][]float64{{1, 1}, {1, -1}}, Mean: []float64{0, 0}, Scale: []float64{.5, .5}}
	x, err := rows.FromSlices([][]float64{{1, 2}, {3, 4}, {1.7e308, 1.7e308}})
	if err != nil {
		t.Fatal(err)
	}
	z := make([]float64, 6)
	if err := p.TransformTo(t.Context(), z, x); err != nil {
		t.Fatal(err)
	}
	if far, ok := errors.AsType[*NotFinite](p.CheckFinite(z)); !ok || far.Row != 2 {
		t.Errorf("got %+v", far)
	}
	if err := p.CheckFinite(z[:4]); err != nil {
		t.Error(err)
	}
}

func TestProvenanceInWords(t *testing.T) {
	for want, got := range map[string]string{
		"a.csv, 2 rows of 3 columns, of 2026-01-02T03:04:05Z, sha256:00, suffice v1": Source{File: "a.csv", Rows: 2, Columns: 3, Date: "2026-01-02T03:04:05Z", Digest: "sha256:00", Version: "v1"}.InWords(),
		"1 row of 1 column, suffice v1, commit 0123, go1.26":                         Source{Rows: 1, Columns: 1, Version: "v1", Commit: "0123", Go: "go1.26"}.InWords(),
		"1 row of 1 column, suffice (development, 0123456789ab), go1.26":             Source{Rows: 1, Columns: 1, Version: "(development, 0123456789ab)", Commit: "0123456789abcdef", Go: "go1.26"}.InWords(),
		"1 row of 1 column": Source{Rows: 1, Columns: 1}.InWords(),
		"format csv; header no; decimal comma; missing mean; nominal a, b": Reading{Format: "csv", Header: "no", DecimalComma: true, Missing: "mean", Nominal: []string{"a", "b"}}.InWords(),
		"": Reading{}.InWords(),
	} {
		if got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	if !(Reading{}).IsEmpty() || (Reading{Header: "no"}).IsEmpty() {
		t.Error("what is empty is not")
	}
}
