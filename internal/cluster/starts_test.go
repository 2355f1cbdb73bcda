package cluster

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/aggregate"
	"suffice/rows"
	"suffice/table"
)

func TestStartsAreReadAsTheyWereWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := starts{0}
		for _, rows := range rapid.SliceOf(rapid.IntRange(0, 1<<40)).Draw(t, "rows") {
			want = append(want, want[len(want)-1]+rows)
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got starts
		if err := json.Unmarshal(text, &got); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v, %v, want %v", got, err, want)
		}
	})
}

// Ten thousand parts of a million rows take less than half of what a question may have.
func TestStartsOfManyPartsAreSmall(t *testing.T) {
	all := starts{0}
	for k := range 10_000 {
		all = append(all, all[k]+1_000_000+k)
	}
	if text, err := json.Marshal(all); err != nil || len(text) > 50_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
}

func TestDamagedStartsAreRefused(t *testing.T) {
	for _, sizes := range [][]byte{{0x80}, {1, 0xff}, {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1}} {
		text, err := json.Marshal(sizes)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, new(starts)); err == nil {
			t.Errorf("%v was read", sizes)
		}
	}
}

// A part is not read where none of its rows are asked for.
func TestPartsWithoutWantedRowsAreNotRead(t *testing.T) {
	files := houses(t, 70_000, 3, false)
	e := workers(t, 1, "well", files...)
	data, err := Describe(t.Context(), e, "houses", table.Options{}, roles["number"])
	if err != nil {
		t.Fatal(err)
	}
	choice, err := data.Choose(roles["number"])
	if err != nil {
		t.Fatal(err)
	}
	which := []int{69_999, 0, 5}
	want, err := aggregate.Take(t.Context(), choice.X, which)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(files[1]); err != nil {
		t.Fatal(err)
	}
	got, err := aggregate.Take(t.Context(), choice.X, which)
	if err != nil {
		t.Fatal(err)
	}
	for k := range which {
		if a, b := got.(*rows.Matrix).Row(k), want.(*rows.Matrix).Row(k); !slices.Equal(a, b) {
			t.Errorf("%v, want %v", a, b)
		}
	}
	if _, err := aggregate.Take(t.Context(), choice.X, []int{35_000}); err == nil {
		t.Error("a row of a file that is gone was read")
	}
}
