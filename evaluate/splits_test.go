package evaluate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Each row is a test row of one fold and a training row of the others; folds differ by
// one row at most.
func TestFoldsPartTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 50).Draw(t, "n")
		s, err := Splits{Folds: rapid.IntRange(2, n).Draw(t, "folds"), Seed: rapid.Uint64().Draw(t, "seed")}.Filled(n)
		if err != nil {
			t.Fatal(err)
		}
		tested := make([]int, n)
		for r := range s.Count() {
			training, testing, err := s.take(n, r)
			if err != nil {
				t.Fatal(err)
			}
			if size := len(testing); size != n/s.Folds && size != n/s.Folds+1 || len(training)+size != n {
				t.Fatalf("fold %d of %d rows has %d test rows and %d training rows", r, n, size, len(training))
			}
			for _, i := range testing {
				tested[i]++
				if slices.Contains(training, i) {
					t.Fatalf("row %d is in both parts of fold %d", i, r)
				}
			}
		}
		if slices.Max(tested) != 1 || slices.Min(tested) != 1 {
			t.Fatalf("rows are tested %v times", tested)
		}
	})
}

func TestSplitsUnlessAskedOtherwise(t *testing.T) {
	s, err := Splits{}.Filled(100)
	if err != nil || s.Train != 66 || s.Count() != DefaultRepeats {
		t.Errorf("%+v, %v", s, err)
	}
	a, _, err := s.take(100, 3)
	b, _, err2 := Split(100, 66, 3)
	if err != nil || err2 != nil || !slices.Equal(a, b) {
		t.Errorf("split 3 with seed 0 is %v, want that of seed 3: %v (%v, %v)", a, b, err, err2)
	}
}

func TestSplitsThatCannotBe(t *testing.T) {
	for _, s := range []Splits{{Train: 1}, {Train: 10}, {Train: -1}, {Repeats: -1}, {Folds: -1}, {Folds: 1}, {Folds: 11}, {Folds: 2, Repeats: 2}} {
		if got, err := s.Filled(10); err == nil {
			t.Errorf("%+v became %+v", s, got)
		}
	}
	if _, err := (Splits{}).Filled(2); err == nil {
		t.Error("two rows were divided")
	}
}

func TestOneRowIsTooFew(t *testing.T) {
	for n, want := range map[int]string{1: "1 row is too few to be divided into training and test rows", 2: "2 rows are too few to be divided into training and test rows"} {
		if _, err := (Splits{}).Filled(n); err == nil || err.Error() != want {
			t.Errorf("%d: %v", n, err)
		}
	}
	if got := (&TooManyComponents{Method: "cca", Dim: 1}).Error(); got != "1 component, but cca finds at most 0 of this output; ask for fewer" {
		t.Error(got)
	}
}
