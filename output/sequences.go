package output

import (
	"cmp"
	"encoding/binary"
	"fmt"
)

// Spectrum compares sequences by the substrings of a given length that they share:
// L(y, y') is the cosine of the vectors that count them. With mismatches, a substring
// counts for all those that differ from it in so many places.
//
// A sequence that is shorter than the substrings has L = 1 with sequences that equal it
// and 0 with all others; so has an empty one.
//
// See docs/outputs.md. References: Leslie, Eskin and Noble (2002) for the spectrum
// kernel; Leslie, Eskin, Cohen, Weston and Noble (2004) for the mismatch kernel.
type Spectrum struct {
	Length     int // of the substrings; 0 means 3
	Mismatches int // places in which substrings may differ, fewer than Length
	Alphabet   int // number of symbols that mismatches may be made of; 0 means those in the rows
}

// Strings is a string a row, a sequence of Unicode characters. Each
// byte that is no UTF-8 counts as the character U+FFFD, a symbol like any other.
func Strings(y []string, by Spectrum) (Kernel, error) {
	symbols := make([][]int32, len(y))
	for i, text := range y {
		for _, r := range text {
			symbols[i] = append(symbols[i], r)
		}
	}
	return by.output(symbols)
}

// Tokens is a list of tokens a row, such as words.
func Tokens(y [][]string, by Spectrum) (Kernel, error) {
	number := numbering{}
	symbols := make([][]int32, len(y))
	for i, tokens := range y {
		for _, token := range tokens {
			symbols[i] = append(symbols[i], number.of([]byte(token)))
		}
	}
	return by.output(symbols)
}

func (s Spectrum) output(y [][]int32) (Kernel, error) {
	s.Length = cmp.Or(s.Length, 3)
	switch {
	case s.Length < 0:
		return nil, fmt.Errorf("substrings of length %d, but it must be at least 1; 0 means 3", s.Length)
	case s.Mismatches < 0 || s.Mismatches >= s.Length:
		return nil, fmt.Errorf("%d mismatches in substrings of length %d, but there must be fewer, and at least 0", s.Mismatches, s.Length)
	}
	number := numbering{}
	var substrings [][]int32 // by number
	rows := make([]bag, len(y))
	for i, sequence := range y {
		k := min(s.Length, len(sequence)) // a short sequence is one substring, of its own length
		features := make([]int32, 0, len(sequence)-k+1)
		for from := 0; from+k <= len(sequence) && (k > 0 || from == 0); from++ {
			part := sequence[from : from+k]
			f := number.of(key(part))
			if int(f) == len(substrings) {
				substrings = append(substrings, part)
			}
			features = append(features, f)
		}
		rows[i] = newBag(features)
	}
	var near *nearness
	if s.Mismatches > 0 {
		var err error
		if s.Alphabet, err = s.alphabet(y); err != nil {
			return nil, err
		}
		if near, err = s.nearness(substrings); err != nil {
			return nil, err
		}
	}
	return newBags(KindSequence, rows, len(substrings), near), nil
}

// alphabet is the number of symbols.
func (s Spectrum) alphabet(y [][]int32) (int, error) {
	seen := map[int32]bool{}
	for _, sequence := range y {
		for _, symbol := range sequence {
			seen[symbol] = true
		}
	}
	if s.Alphabet != 0 && s.Alphabet < len(seen) {
		return 0, fmt.Errorf("an alphabet of %d symbols, but the sequences have %d; 0 means those", s.Alphabet, len(seen))
	}
	return cmp.Or(s.Alphabet, len(seen)), nil
}

// key writes numbers as bytes.
func key(numbers []int32) []byte {
	bytes, _ := binary.Append(nil, binary.LittleEndian, numbers) // numbers of a fixed size have a form
	return bytes
}
