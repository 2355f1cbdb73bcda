package release

import "testing"

func TestVersionsThatMayNotBeMixed(t *testing.T) {
	for _, c := range []struct {
		a, b   string
		differ bool
	}{
		{"v1.0.0", "v1.0.0", false},
		{"v1.0.0", "v1.1.0", true},
		{"(development, abc)", "(development, def)", false},
		{"(development, abc)", "v1.0.0", true},
	} {
		if got := Differ(c.a, c.b); got != c.differ {
			t.Errorf("%s and %s: %v, want %v", c.a, c.b, got, c.differ)
		}
	}
	if Version() == "" {
		t.Error("there is no version")
	}
}
