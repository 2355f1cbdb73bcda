package cells

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// numberSeeds are numbers that are hard to round, at the edge of the range, or none.
var numberSeeds = []string{
	"0", "-0", "+0", "00", "1", "-1", "+1", "007", "1.", ".5", "-.5", "+.5e1", ".", "-", "+", "", "e", "e5", "1e", "1e+", "1e-", "1e5", "1E-5", "1e+5",
	"9007199254740993", "9007199254740992.5", "9007199254740993.00000000000000000001", "1e22", "1e23", "123456789012345678e22",
	"2.2250738585072011e-308", "2.2250738585072014e-308", "4.9e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "5e-324",
	"1.7976931348623157e308", "1.7976931348623159e308", "1e308", "1e309", "-1e309", "1e-400", "1e999999999999", "0e999999999999",
	"18446744073709551615", "18446744073709551616", "9999999999999999999", "0.000000000000000000000000000012345678901234567890",
	"0.1234567890123456789", "0.12345678901234567890", "123456.78901234567", "1.00000000000000011102230246251565404236316680908203125",
	"1.00000000000000011102230246251565404236316680908203124", "1.00000000000000011102230246251565404236316680908203126",
	"nan", "NaN", "-nan", "inf", "-Inf", "+INF", "infinity", "-Infinity", "infinityx", "0x1p-2", "0x10", "1_000", "1__0", "0b1", "1e1_0", "1,5", "1.2.3", "--1", "1-1", "1e5.5",
	"1.5e", "12345678", "1234567a", "0.1234567a", "0.12345678a", "0./234567", "0.:2345678", "٣",
}

// wantNumber compares with strconv, which also takes hexadecimal numbers and underscores.
func wantNumber(t *testing.T, text string) {
	t.Helper()
	want, err := strconv.ParseFloat(text, 64)
	wantOK := (err == nil || math.IsInf(want, 0)) && !strings.ContainsAny(text, "xX_")
	got, ok := ParseNumber([]byte(text))
	switch finite := want-want == 0; {
	case ok != wantOK:
		t.Fatalf("%q is a number: %v, but strconv says %v", text, ok, wantOK)
	case ok && finite && math.Float64bits(got) != math.Float64bits(want):
		t.Fatalf("%q is %x (%g), but strconv says %x (%g)", text, math.Float64bits(got), got, math.Float64bits(want), want)
	case ok && !finite && got-got == 0:
		t.Fatalf("%q is %g, but strconv says %g", text, got, want)
	}
	withComma := strings.Map(func(r rune) rune {
		switch r {
		case '.':
			return ','
		case ',':
			return '.'
		}
		return r
	}, text)
	again, okAgain := ParseNumberWith([]byte(withComma), ',')
	if okAgain != ok || ok && math.Float64bits(again) != math.Float64bits(got) {
		t.Fatalf("%q is %g, %v, but with a decimal comma %g, %v", text, got, ok, again, okAgain)
	}
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range numberSeeds {
		f.Add(seed)
	}
	f.Add(strings.Repeat("9", 400))
	f.Add("0." + strings.Repeat("0", 400) + "1")
	f.Fuzz(wantNumber)
}

// Floats in all the ways they are written, and decimals next to the middle of two floats.
func TestParseNumberIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		v := math.Float64frombits(random.Uint64())
		if v-v != 0 {
			continue
		}
		for _, precision := range []int{-1, 3, 16, 17, 18, 19, 25} {
			wantNumber(t, strconv.FormatFloat(v, 'e', precision, 64))
		}
		wantNumber(t, strconv.FormatFloat(random.NormFloat64(), 'f', random.IntN(22), 64))
		wantNumber(t, strconv.FormatUint(random.Uint64(), 10)+"e"+strconv.Itoa(random.IntN(700)-350))
		middle := 1<<53 + 2*random.Uint64N(1<<52) + 1
		wantNumber(t, strconv.FormatUint(middle, 10))
	}
}

// The table of powers is right where floats can tell.
func TestPowersOfTen(t *testing.T) {
	for k, p := range powers() {
		want, err := strconv.ParseFloat("1e"+strconv.Itoa(k+leastPower), 64)
		if err != nil || want < 0x1p-1022 || math.IsInf(want, 0) {
			continue
		}
		fraction, _ := math.Frexp(want)
		if got := float64(p.high) / 0x1p64; math.Abs(got-fraction) > 0x1p-53 {
			t.Errorf("10^%d begins with %g, want %g", k+leastPower, got, fraction)
		}
	}
}

func BenchmarkParseNumber(b *testing.B) {
	for _, test := range []struct{ name, text string }{
		{"integer", "12345"}, {"short", "3.142"}, {"17digits", "-0.85373712817430218"}, {"25digits", "0.8537371281743021812345678"},
	} {
		cell := []byte(test.text)
		b.Run(test.name, func(b *testing.B) {
			for b.Loop() {
				ParseNumber(cell)
			}
		})
		b.Run(test.name+"/strconv", func(b *testing.B) {
			for b.Loop() {
				_, _ = strconv.ParseFloat(string(cell), 64)
			}
		})
	}
}

func BenchmarkPowersOfTen(b *testing.B) {
	for b.Loop() {
		powersOfTen()
	}
}

func TestOnlyDecimalsAreNumbers(t *testing.T) {
	for _, text := range []string{"2007_000033", "0x1F", "0X1p-2", "1_0.5", "1e", "--1", "1.2.3", "١", ""} {
		if v, ok := ParseNumber([]byte(text)); ok {
			t.Errorf("%q is taken as %v", text, v)
		}
	}
	for text, want := range map[string]float64{".69": .69, "5.": 5, "+1": 1, "-0.5e-3": -0.0005, "007": 7} {
		if v, ok := ParseNumber([]byte(text)); !ok || v != want {
			t.Errorf("%q is taken as %v, %v", text, v, ok)
		}
	}
}
