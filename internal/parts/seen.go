package parts

import (
	"math"
	"slices"

	"suffice/internal/cells"
)

// Seen is what a pass finds in the numbers of a column.
type Seen struct {
	Distinct []float64 `json:",omitempty"` // up to one more than FewValues
	Few      bool      `json:",omitempty"` // they are all in Distinct, and whole
	Zero     bool      `json:",omitempty"` // all are 0, and there are no words
	Whole    bool      `json:",omitempty"`

	Low, High float64 `json:",omitempty"` // of all numbers that cannot mark missing values
	Others    int     `json:",omitempty"` // how many those are
	Marks     []Mark  `json:",omitempty"` // numbers that can
	Huge      bool    `json:",omitempty"` // some whole numbers are too large for all their digits
}

// Mark is a number that may mark missing values, and how often it comes.
type Mark struct {
	Value float64
	Times int
}

// FewValues is how many different numbers may be classes.
const FewValues = 10

// NewSeen is what is found in no numbers.
func NewSeen() *Seen { return &Seen{Few: true, Zero: true, Whole: true} }

// Add takes a cell into account.
func (s *Seen) Add(v float64) {
	if s.Zero && v != 0 && !cells.IsMissing(v) {
		s.Zero = false
	}
	if v-v != 0 {
		return
	}
	if s.Whole {
		s.Whole = v == math.Trunc(v)
	}
	switch math.Abs(v) {
	case 99, 999, 9999, 99999, 999999, 9999999:
		s.mark(v, 1)
	default:
		s.other(1, v, v)
		const exact, longest = 1 << 53, 1 << 63 * 2. // beyond the first, floats leave whole numbers out; integers end at the second
		s.Huge = s.Huge || math.Abs(v) > exact && math.Abs(v) <= longest
	}
	if s.Few && !slices.Contains(s.Distinct, v) {
		s.Few = v == float64(int64(v)) && len(s.Distinct) <= FewValues
		s.Distinct = append(s.Distinct, v)
	}
}

// mark adds a number that comes some times, and may mark missing values.
func (s *Seen) mark(v float64, times int) {
	k := slices.IndexFunc(s.Marks, func(m Mark) bool { return m.Value == v })
	if k < 0 {
		k, s.Marks = len(s.Marks), append(s.Marks, Mark{Value: v})
	}
	s.Marks[k].Times += times
}

// other adds numbers from low to high that cannot.
func (s *Seen) other(count int, low, high float64) {
	switch {
	case count == 0:
	case s.Others == 0:
		s.Low, s.High = low, high
	default:
		s.Low, s.High = min(s.Low, low), max(s.High, high)
	}
	s.Others += count
}

// Join adds what is seen in later rows.
func (s *Seen) Join(later *Seen) {
	if later == nil {
		return
	}
	s.Zero, s.Whole, s.Few = s.Zero && later.Zero, s.Whole && later.Whole, s.Few && later.Few
	for _, v := range later.Distinct {
		if !slices.Contains(s.Distinct, v) && len(s.Distinct) <= FewValues+1 {
			s.Distinct = append(s.Distinct, v)
		}
	}
	s.Few = s.Few && len(s.Distinct) <= FewValues+1
	s.Huge = s.Huge || later.Huge
	s.other(later.Others, later.Low, later.High)
	for _, m := range later.Marks {
		s.mark(m.Value, m.Times)
	}
}

// Sentinel is a number that seems to mark missing values: 99 or the like, some times, and
// further from all others than those are from each other.
func (s *Seen) Sentinel() (mark float64, times int, found bool) {
	const fewest, twice = 10, 2
	if s.Others < fewest || !(s.High > s.Low) {
		return 0, 0, false
	}
	for _, m := range s.Marks {
		if away := max(s.Low-m.Value, m.Value-s.High); m.Times >= twice && away > s.High-s.Low && m.Times > times {
			mark, times, found = m.Value, m.Times, true
		}
	}
	return mark, times, found
}

// Moments are those of the numbers of a column, added one by one.
type Moments struct {
	N                       int
	Low, High, Mean, Square float64
}

// Add updates the mean and the sum of squares about it (Welford, 1962).
func (m *Moments) Add(v float64) {
	if m.N == 0 {
		m.Low, m.High = v, v
	}
	m.N++
	m.Low, m.High = min(m.Low, v), max(m.High, v)
	step := v - m.Mean
	m.Mean += step / float64(m.N)
	m.Square += step * (v - m.Mean)
}

// AddZeros adds n zeros at once (Chan, Golub and LeVeque, 1979).
func (m *Moments) AddZeros(n int) {
	if n == 0 {
		return
	}
	if m.N == 0 {
		m.Low, m.High = 0, 0
	}
	m.Low, m.High = min(m.Low, 0), max(m.High, 0)
	share := float64(n) / float64(m.N+n)
	m.Square += m.Mean * m.Mean * float64(m.N) * share
	m.Mean -= m.Mean * share
	m.N += n
}

// Join adds the moments of later numbers (Chan, Golub and LeVeque, 1979).
func (m *Moments) Join(later Moments) {
	if later.N == 0 {
		return
	}
	if m.N == 0 {
		*m = later
		return
	}
	n, step := float64(m.N+later.N), later.Mean-m.Mean
	m.Square += later.Square + step*step*float64(m.N)*float64(later.N)/n
	m.Mean += step * float64(later.N) / n
	m.N += later.N
	m.Low, m.High = min(m.Low, later.Low), max(m.High, later.High)
}
