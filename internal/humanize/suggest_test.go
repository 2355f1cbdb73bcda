package humanize

import "testing"

func TestNearest(t *testing.T) {
	columns := []string{"LSTAT", "rooms", "age", "y"}
	for name, want := range map[string]string{
		"lstat":  "LSTAT", // case
		" age ":  "age",   // spaces
		"room":   "rooms", // a letter missing
		"rosom":  "rooms", // neighbours swapped
		"Rroms":  "rooms",
		"Y":      "y",
		"x":      "", // a single letter is not a hint
		"income": "",
		"":       "",
	} {
		if got := Nearest(name, columns); got != want {
			t.Errorf("Nearest(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestNearestPrefersTheCloserOne(t *testing.T) {
	if got := Nearest("column12", []string{"column1", "column22", "COLUMN12"}); got != "COLUMN12" {
		t.Errorf("got %q", got)
	}
}

func TestNearestDoesNotGuess(t *testing.T) {
	if got := Nearest("x3", []string{"x1", "x2"}); got != "" {
		t.Errorf("got %q", got)
	}
}
