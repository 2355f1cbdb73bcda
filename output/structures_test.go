package output

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// structures is one output of each kind of structure, and of each kernel, with n rows.
func structures(t rapid.TB, n int, seed uint64) []Kernel {
	rng := rand.New(rand.NewPCG(seed, 3))
	text := make([]string, n)
	for i := range text {
		for range rng.IntN(8) {
			text[i] += string(rune('a' + rng.IntN(3)))
		}
	}
	spectrum, err1 := Strings(text, Spectrum{Length: 2})
	mismatch, err2 := Strings(text, Spectrum{Length: 3, Mismatches: 1})
	trees := randomTrees(rng, n, 4)
	fragments, err3 := Trees(trees, TreeKernel{})
	whole, err4 := Trees(trees, TreeKernel{Whole: true, Decay: .7})
	graphs, err5 := Graphs(randomGraphs(rng, n, 6), GraphKernel{})
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	return []Kernel{spectrum, mismatch, fragments, whole, graphs}
}

func TestStructuresAreKernels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		wantKinds := []Kind{"sequence", "sequence", "tree", "tree", "graph"}
		for k, y := range structures(t, n, rapid.Uint64().Draw(t, "seed")) {
			if y.Kind() != wantKinds[k] || y.Len() != n || y.Signed() {
				t.Fatalf("%s of %d rows, signed %v", y.Kind(), y.Len(), y.Signed())
			}
			L := values(y, 0, n, all(n))
			for i := range n {
				for j := range n {
					// Sums over pairs of nodes are taken in another order for the other tree.
					if v := L.At(i, j); !(v >= 0 && v <= 1) || math.Abs(v-L.At(j, i)) > 1e-14 || i == j && v != 1 {
						t.Fatalf("%s: L(%d, %d) = %v, L(%d, %d) = %v", y.Kind(), i, j, v, j, i, L.At(j, i))
					}
				}
			}
			eigenvalues, _, err := linalg.Leading(L, n)
			if err != nil {
				t.Fatal(err)
			}
			if least := eigenvalues[n-1]; least < -1e-13 { // n ε, and the asymmetry above
				t.Fatalf("%s: eigenvalue %g", y.Kind(), least)
			}
		}
	})
}

func TestBlocksOfStructuresAreCutFromTheWholeMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		to := rapid.IntRange(from+1, n).Draw(t, "to")
		centres := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 6).Draw(t, "centres")
		for _, y := range structures(t, n, rapid.Uint64().Draw(t, "seed")) {
			whole, got := values(y, 0, n, all(n)), values(y, from, to, centres)
			for i := range got.Rows {
				for l, v := range got.Row(i) {
					if w := whole.At(from+i, centres[l]); v != w {
						t.Fatalf("%s: rows %d and %d give %v in a block, %v in the whole", y.Kind(), from+i, centres[l], v, w)
					}
				}
			}
		}
	})
}

// Several goroutines ask at once, and each gets the same bits.
func TestStructuresInSeveralGoroutines(t *testing.T) {
	const n = 60
	for _, y := range structures(t, n, 5) {
		want := values(y, 0, n, all(n))
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				for range 5 {
					if got := values(y, 0, n, all(n)); !slices.Equal(got.Data, want.Data) {
						t.Errorf("%s: L differs", y.Kind())
					}
				}
			})
		}
		wait.Wait()
	}
}

func TestConstantStructures(t *testing.T) {
	for _, y := range []Kernel{
		stringsOf(t, Spectrum{}, "abcd", "abcd"), stringsOf(t, Spectrum{}, "", ""), stringsOf(t, Spectrum{}),
		stringsOf(t, Spectrum{Mismatches: 1}, "abcd", "abcd", "abcd"),
		stringsOf(t, Spectrum{Length: 1}, "aab", "aaaabb", "baa"), // the same shares of letters
		treesOf(t, TreeKernel{}, "(a b)", "(a b)"), treesOf(t, TreeKernel{Whole: true}, "(a b)", "(a b)"),
		graphsOf(t, GraphKernel{}, "a b", "c d"), graphsOf(t, GraphKernel{}),
	} {
		if err := y.Check(); !errors.Is(err, ErrConstant) {
			t.Errorf("constant %s of %d rows: error %v", y.Kind(), y.Len(), err)
		}
	}
	for _, y := range []Kernel{
		stringsOf(t, Spectrum{}, "abcd", "abcd", "abce"), stringsOf(t, Spectrum{}, "", "a"),
		treesOf(t, TreeKernel{}, "(a b)", "(a c)"), graphsOf(t, GraphKernel{}, "a b", "a b", "a=x b"),
	} {
		if err := y.Check(); err != nil {
			t.Errorf("%s: %v", y.Kind(), err)
		}
	}
}
