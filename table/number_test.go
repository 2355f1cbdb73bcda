package table

import "testing"

func TestOnlyDecimalsAreNumbers(t *testing.T) {
	for _, text := range []string{"2007_000033", "0x1F", "0X1p-2", "1_0.5", "1e", "--1", "1.2.3", "١", ""} {
		if v, ok := parseNumber([]byte(text)); ok {
			t.Errorf("%q is taken as %v", text, v)
		}
	}
	for text, want := range map[string]float64{".69": .69, "5.": 5, "+1": 1, "-0.5e-3": -0.0005, "007": 7} {
		if v, ok := parseNumber([]byte(text)); !ok || v != want {
			t.Errorf("%q is taken as %v, %v", text, v, ok)
		}
	}
}
