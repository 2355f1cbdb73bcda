package humanize

import "testing"

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 rows", 1: "1 row", 2: "2 rows"} {
		if got := Count(n, "row"); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestQuoted(t *testing.T) {
	names := []string{"a", `"b"`, "c", "d", "e", "f", "g", "h", "i", "j"}
	for n, want := range map[int]string{0: "", 2: `"a", "\"b\""`, 10: `"a", "\"b\"", "c", "d", "e", "f", "g", "h" and 2 more`} {
		if got := Quoted(names[:n]); got != want {
			t.Errorf("%d names: %s, want %s", n, got, want)
		}
	}
}
