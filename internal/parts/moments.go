package parts

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
