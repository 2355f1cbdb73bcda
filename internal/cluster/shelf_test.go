package cluster

import (
	"testing"

	"suffice/table"
)

// Questions go over the parts in turn. Of ten parts, nine are kept, and are there for the next question.
func TestPartsAreKeptForTheNextQuestion(t *testing.T) {
	const rows, width, parts = 40, 9, 10
	files := houses(t, parts*rows, parts, false)
	var s shelf
	read := func(q *question) (again int) {
		for k, name := range files {
			before := len(s.parts)
			var last *loaded
			if before > 0 {
				last = s.parts[before-1]
			}
			l, err := s.load(t.Context(), part{number: k, name: name, isPath: true}, q, (parts-1)*rows*width*8)
			if err != nil {
				t.Fatal(err)
			}
			if len(s.parts) > before || s.parts[len(s.parts)-1] != last && l == s.parts[len(s.parts)-1] {
				again++
			}
		}
		return again
	}
	q := &question{Task: taskOutline}
	if n := read(q); n != parts {
		t.Fatalf("%d of %d parts were read", n, parts)
	}
	for range 3 {
		if n := read(q); n > 2 {
			t.Errorf("%d of %d parts were read again", n, parts)
		}
	}
	other := &question{Task: taskOutline, Reading: table.Options{NA: []string{"none"}}}
	read(other)
	if n := read(other); n > 2 { // those that were read in another way make room
		t.Errorf("%d of %d parts were read again", n, parts)
	}
}
