package output

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func stringsOf(t rapid.TB, by Spectrum, y ...string) Kernel {
	t.Helper()
	k, err := Strings(y, by)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// By hand, substrings of length 2: abab has ab twice and ba once, abb has ab and bb once,
// ccc has cc twice. The products are 4+1 = 5, 1+1 = 2, 4, and between the first two
// 2·1 = 2: L = 2/√(5·2).
func TestSpectrumByHand(t *testing.T) {
	k := stringsOf(t, Spectrum{Length: 2}, "abab", "abb", "ccc")
	want := [][]float64{{1, 2 / math.Sqrt(10), 0}, {2 / math.Sqrt(10), 1, 0}, {0, 0, 1}}
	wantPairs(t, k, 1e-15, func(i, c int) float64 { return want[i][c] })
	for i := range 3 {
		if v := values(k, i, i+1, []int{i}).At(0, 0); v != 1 {
			t.Errorf("L of row %d with itself is %v", i, v)
		}
	}
}

// By hand, length 2, one mismatch, letters a, b: ab is within one of aa, ab, bb; so
// aa -> {aa, ab, ba}, bb -> {bb, ab, ba}, ab -> {ab, aa, bb}. Strings aa, bb, ab have
// 3 features each, aa and bb share ab and ba, aa and ab share aa and ab. aab has the
// substrings aa and ab: aa 2, ab 2, ba 1, bb 1, product 10; with aa: 2+2+1 = 5.
func TestMismatchesByHand(t *testing.T) {
	k := stringsOf(t, Spectrum{Length: 2, Mismatches: 1}, "aa", "bb", "ab", "aab")
	want := [][]float64{
		{1, 2. / 3, 2. / 3, 5 / math.Sqrt(30)},
		{2. / 3, 1, 2. / 3, 4 / math.Sqrt(30)},
		{2. / 3, 2. / 3, 1, 5 / math.Sqrt(30)},
		{5 / math.Sqrt(30), 4 / math.Sqrt(30), 5 / math.Sqrt(30), 1},
	}
	wantPairs(t, k, 1e-15, func(i, c int) float64 { return want[i][c] })
}

// A letter that occurs nowhere adds the features ac, ca, … : aa and bb still share ab and
// ba, of 1 + 2·2 = 5 features each.
func TestAlphabetByHand(t *testing.T) {
	k := stringsOf(t, Spectrum{Length: 2, Mismatches: 1, Alphabet: 3}, "aa", "bb")
	wantPairs(t, k, 1e-15, func(i, c int) float64 {
		if i == c {
			return 1
		}
		return 2. / 5
	})
}

// mismatchTwin counts, for each of all words over the alphabet, the substrings of y within
// m of it, and takes the cosine.
func mismatchTwin(a, b, alphabet string, length, m int) float64 {
	if len(a) < length || len(b) < length {
		if a == b {
			return 1
		}
		return 0
	}
	var ab, aa, bb float64
	word := make([]byte, length)
	var all func(k int)
	count := func(y string) (c float64) {
		for from := 0; from+length <= len(y); from++ {
			distance := 0
			for k := range length {
				if y[from+k] != word[k] {
					distance++
				}
			}
			if distance <= m {
				c++
			}
		}
		return c
	}
	all = func(k int) {
		if k == length {
			x, y := count(a), count(b)
			ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
			return
		}
		for i := range len(alphabet) {
			word[k] = alphabet[i]
			all(k + 1)
		}
	}
	all(0)
	return ab / math.Sqrt(aa*bb)
}

func drawStrings(t *rapid.T, alphabet string) []string {
	n := rapid.IntRange(1, 6).Draw(t, "n")
	y := make([]string, n)
	for i := range y {
		y[i] = rapid.StringOfN(rapid.RuneFrom([]rune(alphabet)), 0, 9, -1).Draw(t, "y")
	}
	return y
}

func TestSequencesMatchAllWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := "abcd"[:rapid.IntRange(1, 4).Draw(t, "alphabet")]
		y := drawStrings(t, alphabet)
		by := Spectrum{Length: rapid.IntRange(1, 5).Draw(t, "length"), Alphabet: len(alphabet)}
		by.Mismatches = rapid.IntRange(0, by.Length-1).Draw(t, "mismatches")
		tokens := make([][]string, len(y))
		for i := range y {
			for _, r := range y[i] {
				tokens[i] = append(tokens[i], "token "+string(r))
			}
		}
		words, err := Tokens(tokens, by)
		if err != nil {
			t.Fatal(err)
		}
		twin := func(i, c int) float64 { return mismatchTwin(y[i], y[c], alphabet, by.Length, by.Mismatches) }
		wantPairs(t, stringsOf(t, by, y...), 1e-14, twin)
		wantPairs(t, words, 1e-14, twin)
	})
}

// A sequence shorter than the substrings is like its equals only, and so is an empty one.
func TestShortSequences(t *testing.T) {
	y := []string{"", "a", "ab", "ab", "ba", "abc", "", "abcabc"}
	for _, mismatches := range []int{0, 1, 2} {
		k := stringsOf(t, Spectrum{Mismatches: mismatches}, y...)
		for i := range y {
			for c := range y {
				v := values(k, i, i+1, []int{c}).At(0, 0)
				if short := len(y[i]) < 3 || len(y[c]) < 3; y[i] == y[c] && v != 1 || y[i] != y[c] && short && v != 0 {
					t.Errorf("%d mismatches: L(%q, %q) = %v", mismatches, y[i], y[c], v)
				}
			}
		}
	}
}

// Characters are counted, not bytes: é is one of them.
func TestStringsAreCharacters(t *testing.T) {
	k := stringsOf(t, Spectrum{Length: 1}, "éa", "èa")
	if got := values(k, 0, 1, []int{1}).At(0, 0); math.Abs(got-.5) > 1e-15 {
		t.Errorf("L = %v, want 1/2", got)
	}
}

func TestWrongSpectra(t *testing.T) {
	long := make([]string, 500)
	rng := rand.New(rand.NewPCG(1, 1))
	for i := range long {
		word := make([]byte, 40)
		for k := range word {
			word[k] = "acgt"[rng.IntN(4)]
		}
		long[i] = string(word)
	}
	many := make([][]string, 1)
	for i := range 3000 {
		many[0] = append(many[0], string(rune(1000+i)))
	}
	_, negative := Strings([]string{"a"}, Spectrum{Length: -1})
	_, mismatches := Strings([]string{"a"}, Spectrum{Length: 2, Mismatches: 2})
	_, alphabet := Strings([]string{"abc"}, Spectrum{Mismatches: 1, Alphabet: 2})
	_, symbols := Tokens(many, Spectrum{Length: 6, Mismatches: 5})
	_, neighbours := Strings(long, Spectrum{Length: 9, Mismatches: 4})
	for _, c := range []struct {
		err  error
		want string
	}{
		{negative, "substrings of length -1"},
		{mismatches, "2 mismatches in substrings of length 2"},
		{alphabet, "an alphabet of 2 symbols, but the sequences have 3"},
		{symbols, "5 mismatches among 3000 symbols are too many to count"},
		{neighbours, "choose a smaller Mismatches or a larger Length"},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("error %v, want %q", c.err, c.want)
		}
	}
}

// randomStrings is n strings over an alphabet of the given size.
func randomStrings(n, length, alphabet int) []string {
	rng := rand.New(rand.NewPCG(1, 2))
	y := make([]string, n)
	for i := range y {
		word := make([]byte, length)
		for k := range word {
			word[k] = byte('a' + rng.IntN(alphabet))
		}
		y[i] = string(word)
	}
	return y
}

func benchmarkBlock(b *testing.B, make func() (Kernel, error)) {
	y, err := make()
	if err != nil {
		b.Fatal(err)
	}
	dst, centres := values(y, 0, 1000, all(500)), all(500)
	b.Run("make", func(b *testing.B) {
		for b.Loop() {
			if _, err := make(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("block", func(b *testing.B) {
		for b.Loop() {
			y.Kernel(dst.Data, 0, 1000, centres)
		}
	})
}

// L of 1000 rows and 500 centres, on one core.
func BenchmarkSequences(b *testing.B) {
	for name, c := range map[string]struct {
		by       Spectrum
		alphabet int
	}{
		"spectrum3of4":     {Spectrum{}, 4},
		"spectrum3of20":    {Spectrum{}, 20},
		"mismatch5by1of4":  {Spectrum{Length: 5, Mismatches: 1}, 4},
		"mismatch5by1of20": {Spectrum{Length: 5, Mismatches: 1}, 20},
		"mismatch6by2of4":  {Spectrum{Length: 6, Mismatches: 2}, 4},
	} {
		y := randomStrings(1000, 30, c.alphabet)
		b.Run(name, func(b *testing.B) { benchmarkBlock(b, func() (Kernel, error) { return Strings(y, c.by) }) })
	}
}
