package suffice

import (
	"testing"

	"suffice/internal/humanize"
)

// One is one.
func TestCount(t *testing.T) {
	for got, want := range map[string]string{
		humanize.Count(1, "row"): "1 row", humanize.Count(0, "row"): "0 rows", humanize.Count(2, "input column"): "2 input columns",
		only(1, "row"): "is only 1 row", only(3, "row"): "are only 3 rows",
		columns([]string{"a"}): `column "a"`, columns([]string{"a", "b"}): `columns "a", "b"`,
	} {
		if got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}
