package humanize

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumber(t *testing.T) {
	for _, test := range []struct {
		v      float64
		digits int
		want   string
	}{
		{84134.6, 4, "84,130"}, {-84134.6, 4, "-84,130"}, {2010, 4, "2010"}, {.00012345, 3, "0.000123"}, {2.5, 4, "2.5"}, {0, 4, "0"},
		{math.Copysign(0, -1), 4, "0"}, {9999.9, 4, "10,000"}, {1234567890, 10, "1,234,567,890"}, {1e20, 3, "1e+20"}, {3e-9, 3, "3e-09"},
		{math.Inf(1), 3, "+Inf"}, {math.NaN(), 3, "NaN"},
	} {
		if got := Number(test.v, test.digits); got != test.want {
			t.Errorf("%v in %d digits: %s, want %s", test.v, test.digits, got, test.want)
		}
	}
	if got := Decimals(-1234567.5, 2); got != "-1,234,567.50" {
		t.Error(got)
	}
}

// Without its commas, a number reads as what it was, but for rounding.
func TestNumberIsClose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e18, 1e18).Draw(t, "v")
		got, err := strconv.ParseFloat(strings.ReplaceAll(Number(v, 6), ",", ""), 64)
		if err != nil || math.Abs(got-v) > 5.0001e-6*math.Abs(v) {
			t.Fatalf("%v became %s", v, Number(v, 6))
		}
	})
}
