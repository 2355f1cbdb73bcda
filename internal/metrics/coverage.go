package metrics

import "math"

// Coverage is how many numbers of a column are within their intervals, by how large the
// predictions are. It has the sums of areas under curves, and their precision.
type Coverage struct{ of *scores }

// NewCoverage is that of no rows, for one of so many columns; exact keeps all predictions.
func NewCoverage(columns int, exact bool) Coverage {
	if exact {
		return Coverage{newScores(math.MaxInt / 2)}
	}
	return Coverage{newScores(mostPerColumn(columns))}
}

// Add takes in a row, with its prediction in any units that all rows share; those about as large
// as the numbers vary are told apart best.
func (c Coverage) Add(prediction float64, within bool) {
	is := 0.
	if within {
		is = 1
	}
	c.of.add((1+prediction/(1+math.Abs(prediction)))/2, is, 1)
}

// Merge takes in that of other rows.
func (c Coverage) Merge(o Coverage) { c.of.merge(o.of) }

// Share is that of all rows within their intervals.
func (c Coverage) Share() float64 { return c.of.all.share() }

func (s seen) share() float64 { return s.ones / (s.ones + s.zeros) }

// Thirds are the shares of rows with low, middle and high predictions. Equal predictions are of
// one third; there are none where a third is without rows.
func (c Coverage) Thirds() (shares [3]float64, ok bool) {
	var thirds [3]seen
	before, all := 0., c.of.all.ones+c.of.all.zeros
	for _, one := range c.of.inOrder() {
		rows := one.ones + one.zeros
		k := min(2, int(3*(before+rows/2)/all))
		thirds[k] = thirds[k].plus(one.seen)
		before += rows
	}
	for k, third := range thirds {
		if third == (seen{}) {
			return shares, false
		}
		shares[k] = third.share()
	}
	return shares, true
}

// Append appends the binary form.
func (c Coverage) Append(to []byte) []byte {
	c.of.limit(c.of.most)
	return c.of.appendTo(to)
}

// Read makes one of no rows that which Append has written of so many, and returns what follows.
func (c Coverage) Read(data []byte, rows int) ([]byte, error) {
	data, err := c.of.read(data)
	if err == nil && c.of.all.ones+c.of.all.zeros != float64(rows) {
		err = errForm
	}
	return data, err
}
