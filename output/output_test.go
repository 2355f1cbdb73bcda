package output

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
)

// values returns what y says about rows [from, to) and the centres, into memory that
// held NaN before.
func values(y Output, from, to int, centres []int) linalg.Matrix {
	dst := linalg.New(to-from, len(centres))
	for i := range dst.Data {
		dst.Data[i] = math.NaN()
	}
	switch y := y.(type) {
	case Kernel:
		y.Kernel(dst.Data, from, to, centres)
	case Metric:
		y.SquaredDistances(dst.Data, from, to, centres)
	}
	return dst
}

func all(n int) []int {
	rows := make([]int, n)
	for i := range rows {
		rows[i] = i
	}
	return rows
}

// wantPairs compares all that y says with want(i, c), up to the given share of 1 or of
// the wanted value.
func wantPairs(t rapid.TB, y Output, tolerance float64, want func(i, c int) float64) {
	t.Helper()
	got := values(y, 0, y.Len(), all(y.Len()))
	for i := range got.Rows {
		for c, v := range got.Row(i) {
			if w := want(i, c); !(math.Abs(v-w) <= tolerance*max(1, math.Abs(w))) {
				t.Fatalf("%s: rows %d and %d give %v, want %v", y.Kind(), i, c, v, w)
			}
		}
	}
}

// kinds is one output of each kind with n rows.
func kinds(t rapid.TB, n int, seed uint64) []Output {
	rng := rand.New(rand.NewPCG(seed, 0))
	y, bits, class, names, gram := make([]float64, 2*n), make([]float64, 3*n), make([]int, n), make([]string, n), make([]float64, n*n)
	for i := range y {
		y[i] = rng.NormFloat64()
	}
	for i := range bits {
		bits[i] = float64(rng.IntN(2))
	}
	for i := range n {
		class[i] = rng.IntN(3) - 1
		names[i] = []string{"ash", "beech"}[rng.IntN(2)]
		for j := range n {
			gram[i*n+j] = y[i] * y[j]
		}
	}
	columns, err1 := Columns(2, y)
	labels, err2 := Labels(3, bits)
	g, err3 := Gram(n, gram)
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	return []Output{Numbers(y[:n]), columns, Classes(class), ClassNames(names), labels, g}
}

// Any rows and any centres, in any order and repeated, give the same bits as the
// whole matrix.
func TestBlocksAreCutFromTheWholeMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		from := rapid.IntRange(0, n-1).Draw(t, "from")
		to := rapid.IntRange(from+1, n).Draw(t, "to")
		centres := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 6).Draw(t, "centres")
		for _, y := range kinds(t, n, rapid.Uint64().Draw(t, "seed")) {
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

func TestKindsSignsAndLengths(t *testing.T) {
	wantKinds := []Kind{"number", "numbers", "class", "class", "labels", "gram"}
	for k, y := range kinds(t, 7, 1) {
		if y.Kind() != wantKinds[k] || y.Len() != 7 {
			t.Errorf("kind %q of %d rows, want %q of 7", y.Kind(), y.Len(), wantKinds[k])
		}
		if want := k >= 4; y.Signed() != want {
			t.Errorf("%s: signed is %v, want %v", y.Kind(), y.Signed(), want)
		}
		if err := y.Check(); err != nil {
			t.Errorf("%s: %v", y.Kind(), err)
		}
	}
}

// A kernel that is not positive semi-definite is none. Eigenvalues of a matrix of
// order n with elements up to 1 are right to about n ε.
func TestKernelsArePositiveSemiDefinite(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 20).Draw(t, "n")
		for _, y := range kinds(t, n, rapid.Uint64().Draw(t, "seed"))[2:5] {
			L := values(y, 0, n, all(n))
			for i := range n {
				for j := range n {
					if L.At(i, j) != L.At(j, i) || math.Abs(L.At(i, j)) > 1+1e-15 {
						t.Fatalf("%s: L(%d, %d) = %v, L(%d, %d) = %v", y.Kind(), i, j, L.At(i, j), j, i, L.At(j, i))
					}
				}
			}
			eigenvalues, _, err := linalg.Leading(L, n)
			if err != nil {
				t.Fatal(err)
			}
			if least := eigenvalues[n-1]; least < -1e-15*float64(n) {
				t.Fatalf("%s: eigenvalue %g", y.Kind(), least)
			}
		}
	})
}

func TestNotFiniteOutputsAreLocated(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		columns, err1 := Columns(2, []float64{1, 2, 3, bad, 5, 6})
		labels, err2 := Labels(2, []float64{1, 0, 0, bad, 1, 1})
		gram, err3 := Gram(2, []float64{1, 0, 0, bad})
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for _, y := range []Output{Numbers([]float64{0, bad, 1}), columns, labels, gram} {
			var got NotFinite
			err := y.Check()
			if !errors.As(err, &got) || got.Row != 1 || !(got.Value == bad || math.IsNaN(bad) && math.IsNaN(got.Value)) {
				t.Errorf("%s with %v in row 1: error %v", y.Kind(), bad, err)
			}
			if err == nil || !strings.HasPrefix(err.Error(), "row 2: the output ") {
				t.Errorf("error %v does not count rows from 1", err)
			}
		}
	}
}

func TestConstantOutputs(t *testing.T) {
	columns, err1 := Columns(2, []float64{.1, 5, .1, 5, .1, 5})
	none, err2 := Columns(3, nil)
	labels, err3 := Labels(2, []float64{1, 0, 1, 0, 1, 0})
	tenths, err4 := Labels(1, []float64{.1, .1, .1})
	gram, err5 := Gram(3, []float64{2, 2, 2, 2, 2, 2, 2, 2, 2})
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		t.Fatal(err)
	}
	for _, y := range []Output{
		Numbers([]float64{.1, .1, .1}), Numbers([]float64{4}), Numbers(nil), columns, none,
		Classes([]int{3, 3}), Classes(nil), ClassNames([]string{"a", "a"}), labels, tenths, gram,
	} {
		if err := y.Check(); !errors.Is(err, ErrConstant) {
			t.Errorf("constant %s of %d rows: error %v", y.Kind(), y.Len(), err)
		}
	}
}

// One row that differs is enough, wherever it is.
func TestNearlyConstantOutputs(t *testing.T) {
	for odd := range 3 {
		y, class, bits, g := []float64{.1, .1, .1}, []int{3, 3, 3}, []float64{1, 0, 1, 0, 1, 0}, []float64{1, 1, 1, 1, 1, 1, 1, 1, 1}
		y[odd], class[odd], bits[2*odd+1], g[odd*3+odd] = math.Nextafter(.1, 1), 4, 1, 2
		pairs := append([]float64{}, bits...)
		columns, err1 := Columns(2, pairs)
		labels, err2 := Labels(2, bits)
		gram, err3 := Gram(3, g)
		if err := errors.Join(err1, err2, err3); err != nil {
			t.Fatal(err)
		}
		for _, y := range []Output{Numbers(y), columns, Classes(class), labels, gram} {
			if err := y.Check(); err != nil {
				t.Errorf("%s with an odd row %d: %v", y.Kind(), odd, err)
			}
		}
	}
}

func TestTablesThatAreNoRectangle(t *testing.T) {
	_, columns := Columns(2, make([]float64, 5))
	_, noColumns := Columns(0, nil)
	_, labels := Labels(2, make([]float64, 5))
	_, noLabels := Labels(0, nil)
	_, gram := Gram(2, make([]float64, 5))
	_, noGram := Gram(0, nil)
	for _, c := range []struct {
		err  error
		want string
	}{
		{columns, "5 output values do not make rows of 2 columns"},
		{noColumns, "0 output values do not make rows of 0 columns"},
		{labels, "5 values do not make rows of 2 labels"},
		{noLabels, "0 values do not make rows of 0 labels"},
		{gram, "5 values do not make a Gram matrix of 2 rows"},
		{noGram, "0 values do not make a Gram matrix of 0 rows"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}
