package learn

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/sampling"
)

// Every row is judged once, by all others; folds differ by one row at most, and so do the
// rows of each class in them.
func TestFoldsPartTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 60).Draw(t, "n")
		o := FoldOptions{Folds: rapid.IntRange(2, n).Draw(t, "folds"), Seed: rapid.Uint64().Draw(t, "seed")}
		if rapid.Bool().Draw(t, "classes") {
			o.Class = rapid.SliceOfN(rapid.IntRange(0, 3), n, n).Draw(t, "class")
		}
		folds := mustFold(t, n, o)
		judged := make([]int, n)
		for _, f := range folds {
			if !slices.IsSorted(f.Test) || !slices.Equal(f.Train, Others(n, f.Test)) {
				t.Fatalf("%v beside %v", f.Train, f.Test)
			}
			for _, i := range f.Test {
				judged[i]++
			}
		}
		if len(folds) != o.Folds || slices.Min(judged) != 1 || slices.Max(judged) != 1 {
			t.Fatalf("%d of %d folds judge rows %v times", len(folds), o.Folds, judged)
		}
		for class := -1; class < 4; class++ { // -1 means any
			if class >= 0 && o.Class == nil {
				continue
			}
			var sizes []int
			for _, f := range folds {
				sizes = append(sizes, len(slices.DeleteFunc(slices.Clone(f.Test), func(i int) bool { return class >= 0 && o.Class[i] != class })))
			}
			if slices.Max(sizes)-slices.Min(sizes) > 1 {
				t.Fatalf("folds have %v rows of class %d", sizes, class)
			}
		}
		if again := mustFold(t, n, o); !reflect.DeepEqual(again, folds) {
			t.Fatal("the same seed gave other folds")
		}
	})
}

func mustFold(t rapid.TB, n int, o FoldOptions) []Fold {
	t.Helper()
	folds, err := Folds(n, o)
	if err != nil {
		t.Fatal(err)
	}
	return folds
}

func TestOtherSeedsGiveOtherFolds(t *testing.T) {
	a, b := mustFold(t, 100, FoldOptions{Folds: 5, Seed: 1}), mustFold(t, 100, FoldOptions{Folds: 5, Seed: 2})
	if reflect.DeepEqual(a, b) {
		t.Error("two seeds gave the same folds")
	}
	random := rand.New(rand.NewPCG(1, 0xf01d))
	if c := mustFold(t, 100, FoldOptions{Folds: 5, Random: random}); !reflect.DeepEqual(a, c) {
		t.Error("a seed and its random numbers gave different folds")
	}
}

// Every row is in one fold, a group in one alone, and no fold is empty.
func TestGroupsStayTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		group := rapid.SliceOfN(rapid.IntRange(0, 6), 8, 60).Draw(t, "group")
		o := FoldOptions{Folds: rapid.IntRange(2, 5).Draw(t, "folds"), Seed: rapid.Uint64().Draw(t, "seed"), Group: group}
		folds, err := Folds(len(group), o)
		if few := len(sampling.Groups(group)) < o.Folds; few != (err != nil) {
			t.Fatalf("%d folds of %d groups: %v", o.Folds, len(sampling.Groups(group)), err)
		}
		in, seen := map[int]int{}, 0
		for k, f := range folds {
			if len(f.Test) == 0 || !slices.IsSorted(f.Test) || !slices.Equal(f.Train, Others(len(group), f.Test)) {
				t.Fatalf("fold %d: %v", k, f)
			}
			for _, i := range f.Test {
				if fold, known := in[group[i]]; known && fold != k {
					t.Fatalf("group %d is in folds %d and %d", group[i], fold, k)
				}
				in[group[i]] = k
				seen++
			}
		}
		if err == nil && seen != len(group) {
			t.Fatalf("%d of %d rows are in a fold", seen, len(group))
		}
	})
}

// What is judged is later than all that it is learnt from, and judged once.
func TestTestRowsAreLater(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		time := rapid.SliceOfN(rapid.SampledFrom([]float64{1, 2, 3, 5, 8, 13}), 6, 60).Draw(t, "time")
		folds, err := Folds(len(time), FoldOptions{Folds: rapid.IntRange(1, 6).Draw(t, "parts"), Time: time})
		if err != nil {
			return
		}
		seen := map[int]bool{}
		for k, f := range folds {
			if len(f.Train) == 0 || len(f.Test) == 0 || !slices.IsSorted(f.Train) || !slices.IsSorted(f.Test) {
				t.Fatalf("fold %d: %v", k, f)
			}
			for _, i := range f.Test {
				if seen[i] {
					t.Fatalf("row %d is judged twice", i)
				}
				seen[i] = true
				for _, j := range f.Train {
					if time[j] >= time[i] {
						t.Fatalf("row %d at %g is learnt from for row %d at %g", j, time[j], i, time[i])
					}
				}
			}
		}
	})
}

func TestFoldsThatCannotBe(t *testing.T) {
	for _, o := range []FoldOptions{
		{}, {Folds: 1}, {Folds: 7}, {Folds: -1}, {Folds: 2, Class: make([]int, 5)}, {Folds: 2, Group: make([]int, 5)}, {Folds: 2, Time: make([]float64, 5)},
		{Folds: 2, Group: make([]int, 6)}, {Folds: 3, Time: make([]float64, 6)}, {Folds: 2, Group: make([]int, 6), Time: make([]float64, 6)},
	} {
		if folds, err := Folds(6, o); err == nil {
			t.Errorf("%+v gave %v", o, folds)
		}
	}
}
