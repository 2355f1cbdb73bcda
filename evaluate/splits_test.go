package evaluate

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/learn"
	"suffice/internal/sampling"
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

// Each class has its share of the training rows, but for rounding, and each row is in one part.
func TestClassesAreInBothParts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		class := rapid.SliceOfN(rapid.IntRange(0, 3), 6, 60).Draw(t, "class")
		n := len(class)
		s, err := Splits{Class: class, Train: rapid.IntRange(2, n-1).Draw(t, "train"), Seed: rapid.Uint64().Draw(t, "seed")}.Filled(n)
		if err != nil {
			t.Fatal(err)
		}
		training, testing, err := s.take(n, 1)
		if err != nil || len(training) != s.Train || !slices.Equal(learn.Others(n, training), testing) || !slices.IsSorted(training) {
			t.Fatalf("%v and %v, %v", training, testing, err)
		}
		for c := range 4 {
			all, learnt := 0, 0
			for i, v := range class {
				if v == c {
					all++
					if slices.Contains(training, i) {
						learnt++
					}
				}
			}
			if share := float64(all*s.Train) / float64(n); float64(learnt) < share-1 || float64(learnt) > share+1 {
				t.Fatalf("%d of %d rows of class %d are among the %d of %d to learn from", learnt, all, c, s.Train, n)
			}
		}
	})
}

// No group is in both parts, no training row is later than a test row, and there are no more
// rows than asked for.
func TestSplitsByGroupAndTime(t *testing.T) {
	group, when := make([]int, 90), make([]float64, 90)
	for i := range group {
		group[i], when[i] = i*7%13, float64(i*11%30)
	}
	for _, s := range []Splits{{Group: group}, {Group: group, Train: 20, Test: 10}, {Group: group, Folds: 4}, {Time: when}, {Time: when, Train: 20, Test: 4}, {Time: when, Folds: 4}} {
		s, err := s.Filled(90)
		if err != nil {
			t.Fatal(err)
		}
		for r := range s.Count() {
			training, testing, err := s.take(90, r)
			if err != nil || len(training) == 0 || len(testing) == 0 || s.Train > 0 && len(training) > s.Train || s.Test > 0 && len(testing) > s.Test {
				t.Fatalf("%d training and %d test rows, %v", len(training), len(testing), err)
			}
			for _, i := range training {
				for _, k := range testing {
					if s.Group != nil && group[i] == group[k] || s.Time != nil && when[i] >= when[k] || i == k {
						t.Fatalf("row %d is learnt from and row %d is tested", i, k)
					}
				}
			}
		}
	}
	for _, s := range []Splits{{Group: group, Time: when}, {Group: group, Block: group}, {Block: group[1:]}, {Block: sampling.All(90)}, {Group: group[1:]}, {Group: make([]int, 90)}, {Time: make([]float64, 90)}, {Test: -1}} {
		if _, err := s.Filled(90); err == nil {
			t.Errorf("%d groups, %d times and %d test rows were taken", len(s.Group), len(s.Time), s.Test)
		}
	}
}

// Of a block there are test rows and training rows in most splits, and several test rows at a time.
func TestSplitsOfBlocks(t *testing.T) {
	block := make([]int, 120)
	for i := range block {
		block[i] = i % 6
	}
	for _, s := range []Splits{{Block: block}, {Block: block, Folds: 4}} {
		s, err := s.Filled(len(block))
		if err != nil {
			t.Fatal(err)
		}
		tested := make([]int, len(block))
		for r := range s.Count() {
			training, testing, err := s.take(len(block), r)
			if err != nil || len(training)+len(testing) != len(block) || len(learn.Others(len(block), training)) != len(testing) {
				t.Fatalf("%d and %d rows, %v", len(training), len(testing), err)
			}
			of := map[int]int{}
			for _, i := range testing {
				of[block[i]]++
				tested[i]++
			}
			for b, count := range of {
				if count < 5 || len(training) < 80 {
					t.Errorf("%d test rows of block %d, and %d training rows", count, b, len(training))
				}
			}
		}
		if s.Folds > 0 && (slices.Min(tested) != 1 || slices.Max(tested) != 1) {
			t.Errorf("rows are tested %v times", tested)
		}
	}
}
