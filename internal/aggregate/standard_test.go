package aggregate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/linalg"
	"suffice/rows"
)

func standardize(t rapid.TB, x rows.Source, noScale bool) *Standard {
	s, err := Standardize(context.Background(), x, noScale)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// naive is the mean and the standard deviation of column j, by their definitions.
func naive(m *rows.Matrix, j int) (mean, sd float64) {
	for i := range m.Len() {
		mean += m.Row(i)[j]
	}
	mean /= float64(m.Len())
	for i := range m.Len() {
		sd += (m.Row(i)[j] - mean) * (m.Row(i)[j] - mean)
	}
	return mean, math.Sqrt(sd / float64(m.Len()))
}

// random is a matrix of normal numbers with column j shifted by j and scaled by j+1.
func random(t rapid.TB, n, width int, seed uint64) *rows.Matrix {
	rng := rand.New(rand.NewPCG(seed, 0))
	m := numbered(t, n, width)
	for i := range valuesOf(m) {
		j := float64(i % width)
		valuesOf(m)[i] = j + (j+1)*rng.NormFloat64()
	}
	return m
}

// The shapes make one block, several, and several with a short last one. Sums of n
// terms of size 1 are right to n ε, and random signs of the errors make that √n ε.
func TestStandardizeMatchesTheDefinition(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {2, 1}, {4096, 2}, {4097, 1}, {9000, 3}, {64, 4096}, {150, 4100}} {
		m := random(t, size[0], size[1], 1)
		s, raw := standardize(t, m, false), standardize(t, filling{m}, true)
		for j := range size[1] {
			mean, sd := naive(m, j)
			if size[0] == 1 {
				sd = 1
			}
			tolerance := 1e-15 * math.Sqrt(float64(size[0])) * float64(j+2)
			if math.Abs(s.Mean[j]-mean) > tolerance || math.Abs(s.Scale[j]-sd) > tolerance {
				t.Errorf("%v: column %d has mean %v ± %v, want %v ± %v", size, j, s.Mean[j], s.Scale[j], mean, sd)
			}
			if raw.Mean[j] != s.Mean[j] || raw.Scale[j] != 1 {
				t.Errorf("%v: column %d without scaling has mean %v and scale %v", size, j, raw.Mean[j], raw.Scale[j])
			}
		}
	}
}

// Merging the moments of blocks gives those of all rows, wherever the blocks end.
func TestMomentsDoNotDependOnTheBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		m := random(t, n, 2, rapid.Uint64().Draw(t, "seed"))
		sums := newMoments(&columns{2})
		for from := 0; from < n; {
			to := rapid.IntRange(from+1, n).Draw(t, "to")
			if bad := sums.add(from, linalg.Of(to-from, 2, valuesOf(m)[2*from:])); bad.Found {
				t.Fatal(bad)
			}
			from = to
		}
		for j := range 2 {
			mean, sd := naive(m, j)
			got := math.Sqrt(sums.Squares[j] / float64(n))
			if math.Abs(sums.Origin[j]+sums.Mean[j]-mean) > 1e-14 || math.Abs(got-sd) > 1e-14 { // 60 terms of size ≤ 10
				t.Fatalf("column %d has mean %v ± %v, want %v ± %v", j, sums.Origin[j]+sums.Mean[j], got, mean, sd)
			}
		}
	})
}

// Values are 1e8 + u exactly, so that the moments of u are the truth. The mean is then
// known to half a unit in its last place, which is 7e-9; the standard deviation to as
// many digits as without the offset.
func TestStandardizeWithALargeOffset(t *testing.T) {
	const offset, unit = 1e8, 1. / (1 << 26)
	for _, spread := range []float64{1, 1e-3, 1e-5} {
		n := 10000
		rng := rand.New(rand.NewPCG(7, 0))
		u, x := numbered(t, n, 1), numbered(t, n, 1)
		for i := range n {
			valuesOf(u)[i] = math.Round(spread*rng.NormFloat64()/unit) * unit
			valuesOf(x)[i] = offset + valuesOf(u)[i]
		}
		mean, sd := naive(u, 0)
		s := standardize(t, x, false)
		if got := s.Mean[0] - offset; math.Abs(got-mean) > .51*unit {
			t.Errorf("spread %g: mean 1e8 + %v, want 1e8 + %v", spread, got, mean)
		}
		if got := s.Scale[0]; math.Abs(got-sd) > 1e-13*sd {
			t.Errorf("spread %g: standard deviation %v, want %v", spread, got, sd)
		}
	}
}

// The mean of n times .1 is not .1, and rounding must not become a standard deviation.
func TestConstantColumns(t *testing.T) {
	n := 5000
	m := random(t, n, 3, 2)
	for i := range n {
		m.Row(i)[0], m.Row(i)[2] = .1, -1e300
	}
	for _, noScale := range []bool{false, true} {
		s := standardize(t, m, noScale)
		if !slices.Equal(s.Constant, []int{0, 2}) {
			t.Errorf("columns %v are constant, want [0 2]", s.Constant)
		}
		if s.Mean[0] != .1 || s.Scale[0] != 1 || s.Mean[2] != -1e300 || s.Scale[2] != 1 {
			t.Errorf("constant columns have means %v and scales %v", s.Mean, s.Scale)
		}
		x, err := s.Select(context.Background(), []int{0, n - 1})
		if err != nil {
			t.Fatal(err)
		}
		if x.At(0, 0) != 0 || x.At(1, 0) != 0 || x.At(0, 2) != 0 {
			t.Errorf("constant columns become %v, want 0", x.Data)
		}
	}
}

func TestNotFiniteInputsAreLocated(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		for _, row := range []int{0, 4999} { // the first block and the last
			m := random(t, 5000, 3, 3)
			m.Row(row)[1] = bad
			named, err := m.WithNames([]string{"crim", "rooms", "tax"})
			if err != nil {
				t.Fatal(err)
			}
			_, err = Standardize(context.Background(), named, false)
			var got rows.NotFinite
			if !errors.As(err, &got) || got.Row != row || got.Column != "rooms" || !(got.Value == bad || math.IsNaN(bad) && math.IsNaN(got.Value)) {
				t.Errorf("%v in row %d, column rooms: error %v", bad, row, err)
				continue
			}
			if want := fmt.Sprintf("row %d, column \"rooms\": %g is not", row+1, bad); !strings.Contains(err.Error(), want) {
				t.Errorf("error %q does not say %q", err, want)
			}
		}
	}
}

// Where squares of deviations leave the range of floating-point numbers, an error
// names the column; silence would give NaN, or digits that are not there.
func TestColumnsBeyondArithmetic(t *testing.T) {
	for _, size := range []float64{math.MaxFloat64, 1e200, 1e160, 1e-160, 1e-200, math.SmallestNonzeroFloat64} {
		m := matrix(t, 2, []float64{1, size, 2, -size, 3, 0})
		_, err := Standardize(context.Background(), m, false)
		if err == nil || !strings.Contains(err.Error(), `column "x2"`) || !strings.Contains(err.Error(), "rescale") {
			t.Errorf("values of size %g: error %v", size, err)
		}
	}
	for _, size := range []float64{1e150, 1e-150} {
		m := matrix(t, 2, []float64{1, size, 2, -size, 3, 0})
		s := standardize(t, m, false)
		if want := size * math.Sqrt(2./3); math.Abs(s.Scale[1]-want) > 1e-15*want {
			t.Errorf("values of size %g: standard deviation %v, want %v", size, s.Scale[1], want)
		}
	}
}

func TestStandardizeNothing(t *testing.T) {
	if _, err := Standardize(context.Background(), matrix(t, 2, nil), false); err == nil {
		t.Error("no error without rows")
	}
}

func TestStandardizeStopsOnACancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Standardize(ctx, random(t, 10, 2, 1), false); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

// Select gives (x - mean) / scale, bit for bit, from sources of both kinds, and leaves the
// source as it was.
func TestSelect(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, width := rapid.IntRange(2, 600).Draw(t, "n"), rapid.IntRange(1, 5).Draw(t, "width")
		m := random(t, n, width, rapid.Uint64().Draw(t, "seed"))
		before := slices.Clone(valuesOf(m))
		which := rapid.SliceOfN(rapid.IntRange(0, n-1), 1, 60).Draw(t, "which")
		for _, x := range []rows.Source{m, filling{m}} {
			s := standardize(t, x, rapid.Bool().Draw(t, "noScale"))
			selected, err := s.Select(context.Background(), which)
			if err != nil {
				t.Fatal(err)
			}
			columns := linalg.New(width, n)
			if err := s.Columns(context.Background(), 0, width, columns); err != nil {
				t.Fatal(err)
			}
			for k, i := range which {
				for j, v := range selected.Row(k) {
					if want := (m.Row(i)[j] - s.Mean[j]) / s.Scale[j]; v != want || columns.At(j, i) != want {
						t.Fatalf("row %d, column %d is %v, and %v in Columns, want %v", i, j, v, columns.At(j, i), want)
					}
				}
			}
			if !slices.Equal(valuesOf(m), before) {
				t.Fatal("the source has changed")
			}
		}
	})
}

// Rows that are taken are those of the source, from any source and in any order.
func TestTake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sparse, dense := drawSparse(t)
		which := rapid.SliceOfN(rapid.IntRange(0, dense.Len()-1), 1, 60).Draw(t, "which")
		for _, x := range []rows.Source{sparse, dense, filling{dense}} {
			taken, err := Take(t.Context(), x, which)
			if err != nil {
				t.Fatal(err)
			}
			_, want := x.(rows.Sparse)
			if _, got := taken.(rows.Sparse); got != want {
				t.Fatalf("sparse: %v, want %v", got, want)
			}
			got, err := taken.Block(t.Context(), 0, len(which), make([]float64, len(which)*dense.Width()))
			if err != nil {
				t.Fatal(err)
			}
			for k, i := range which {
				if row := got[k*dense.Width() : (k+1)*dense.Width()]; !slices.Equal(row, dense.Row(i)) {
					t.Fatalf("row %d is %v, want %v", i, row, dense.Row(i))
				}
			}
		}
	})
	if _, err := Take(t.Context(), random(t, 4, 2, 1), []int{4}); err == nil {
		t.Error("there is no fifth row")
	}
}

func TestStandardPassesErrorsOn(t *testing.T) {
	want := errors.New("disk on fire")
	s := standardize(t, random(t, 4, 2, 1), false)
	s.Source = broken{random(t, 4, 2, 1), want}
	if _, err := s.Select(context.Background(), []int{1}); !errors.Is(err, want) {
		t.Errorf("Select: error %v, want %v", err, want)
	}
	if _, err := Standardize(context.Background(), s.Source, false); !errors.Is(err, want) {
		t.Errorf("Standardize: error %v, want %v", err, want)
	}
}

// Whichever part of the rows finds one first, the first row that is bad is named.
func TestTheFirstOfSeveralBadRowsIsNamed(t *testing.T) {
	m := random(t, 9000, 2, 5)
	for _, row := range []int{8999, 4321, 4320, 700} {
		m.Row(row)[1] = math.NaN()
		_, err := Standardize(context.Background(), m, false)
		var got rows.NotFinite
		if !errors.As(err, &got) || got.Row != row {
			t.Errorf("error %v, want row %d", err, row+1)
		}
	}
}

// Neither the threads nor an outlier in the first row change anything: the deviations
// are taken from the mean of each piece.
func TestMomentsWithAnOutlierAndAnyNumberOfThreads(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	m := random(t, 5000, 3, 6)
	for i := range m.Len() - 1 { // a spread of 1e-3 of values around the outlier's distance
		m.Row(i + 1)[0] = 1e3 + m.Row(i + 1)[0]
	}
	var first *Standard
	for _, threads := range []int{1, 2, 8} {
		runtime.GOMAXPROCS(threads)
		s := standardize(t, m, false)
		if first == nil {
			first = s
		}
		if !slices.Equal(s.Mean, first.Mean) || !slices.Equal(s.Scale, first.Scale) {
			t.Errorf("%d threads give %v ± %v, one gives %v ± %v", threads, s.Mean, s.Scale, first.Mean, first.Scale)
		}
	}
	for j := range 3 {
		mean, sd := naive(m, j)
		if math.Abs(first.Mean[j]-mean) > 1e-13*1e3 || math.Abs(first.Scale[j]-sd) > 1e-13*1e3 {
			t.Errorf("column %d has mean %v ± %v, want %v ± %v", j, first.Mean[j], first.Scale[j], mean, sd)
		}
	}
}
