package predictor

import (
	"maps"
	"slices"
)

// scores are how many rows that are 1 and 0 have each score. Scores are told apart by so many
// binary digits that there are no more than Most different ones: first by all, and by one less
// whenever there are too many. How many that is does not depend on the order of the rows.
type scores struct {
	Digits, Most int
	Rows         map[uint64]seen // by the score times 2 to the power of Digits
}

// seen is how many rows are 1 and 0.
type seen struct{ Ones, Zeros float64 }

// mostScores is how many different ones are kept of all columns.
const mostScores = 1 << 16

func newScores(columns int) *scores {
	const digits, fewest = 52, 1 << 8
	return &scores{digits, max(fewest, mostScores/columns), map[uint64]seen{}}
}

func (s *scores) add(score, is float64) {
	s.count(uint64(max(0, min(1, score))*float64(uint64(1)<<s.Digits)), seen{is, 1 - is})
	s.round()
}

func (s *scores) count(key uint64, more seen) {
	own := s.Rows[key]
	s.Rows[key] = seen{own.Ones + more.Ones, own.Zeros + more.Zeros}
}

// round leaves out digits while there are too many scores.
func (s *scores) round() {
	for len(s.Rows) > s.Most && s.Digits > 0 {
		s.to(s.Digits - 1)
	}
}

// to tells scores apart by no more than so many digits.
func (s *scores) to(digits int) {
	if digits >= s.Digits {
		return
	}
	all, by := s.Rows, s.Digits-digits
	s.Digits, s.Rows = digits, make(map[uint64]seen, len(all))
	for key, n := range all {
		s.count(key>>by, n)
	}
}

func (s *scores) merge(o *scores) {
	s.to(o.Digits)
	for key, n := range o.Rows {
		s.count(key>>max(0, o.Digits-s.Digits), n)
	}
	s.round()
}

// area is the chance that a row that is 1 has a larger score than one that is 0, as auc has
// it.
func (s *scores) area() (area float64, ok bool) {
	var ones, zeros float64
	for _, key := range slices.Sorted(maps.Keys(s.Rows)) {
		n := s.Rows[key]
		area += n.Ones * (zeros + n.Zeros/2)
		ones, zeros = ones+n.Ones, zeros+n.Zeros
	}
	if ones == 0 || zeros == 0 {
		return 0, false
	}
	return area / (ones * zeros), true
}
