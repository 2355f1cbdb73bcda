package aggregate

import (
	"slices"

	"suffice/internal/linalg"
)

// Units are the means and scales by which rows are standardised.
type Units struct {
	Mean, Scale []float64

	tiled  []float64 // the means, for each row of a tile
	scaled bool      // some scale is not 1
}

// NewUnits takes the mean and the scale of each column.
func NewUnits(mean, scale []float64) *Units {
	u := &Units{Mean: mean, Scale: scale}
	_ = u.Complete()
	return u
}

func (u *Units) Complete() error {
	d := len(u.Mean)
	if d == 0 || len(u.Scale) != d {
		return ErrInconsistent
	}
	u.tiled = make([]float64, tileRows(d)*d)
	copy(u.tiled, u.Mean)
	repeat(u.tiled, d)
	u.scaled = slices.ContainsFunc(u.Scale, func(v float64) bool { return v != 1 })
	return nil
}

// Standardize sets dst to the rows of raw, standardised, a tile at a time.
func (u *Units) Standardize(dst, raw []float64) {
	for at := 0; at < len(raw); at += len(u.tiled) {
		end := min(at+len(u.tiled), len(raw))
		u.apply(dst[at:end], raw[at:end])
	}
}

// apply sets dst to (raw - mean) / scale for up to a tile of rows.
func (u *Units) apply(dst, raw []float64) {
	if !u.scaled {
		copy(dst, raw)
		linalg.Axpy(-1, u.tiled[:len(dst)], dst)
		return
	}
	for d := len(u.Mean); len(dst) > 0; dst, raw = dst[d:], raw[d:] {
		to, from, mean := dst[:d], raw[:d], u.Mean[:d]
		for j, scale := range u.Scale[:d] {
			to[j] = (from[j] - mean[j]) / scale
		}
	}
}

// Pieces is memory for standardised rows.
type Pieces struct{ memory []float64 }

// standardizeRows is how many rows a core standardises at a time.
const standardizeRows = 256

// Each calls visit with the rows of a block, standardised, size at a time; with the first numbers
// aligned with them, of which there are so many to a row, 0 meaning none; and with the weights of the
// rows, or nil where all count the same.
func (p *Pieces) Each(block Block, units *Units, size, aligned int, visit func(x, y linalg.Matrix, weights []float64)) error {
	d, y := len(units.Mean), linalg.Matrix{}
	err := block.CheckInputs(d)
	if aligned > 0 {
		err = block.Check(d, aligned)
	}
	if err != nil {
		return err
	}
	for from := 0; from < block.Rows; from += size {
		to := min(from+size, block.Rows)
		x := linalg.Of(to-from, d, Room(&p.memory, (to-from)*d))
		units.StandardizeAll(x.Data, block.X[from*d:to*d])
		if aligned > 0 {
			y = linalg.Of(to-from, aligned, block.Y[0][from*aligned:])
		}
		var weights []float64
		if block.Weights != nil {
			weights = block.Weights[from:to]
		}
		visit(x, y, weights)
	}
	return nil
}

// StandardizeAll is Standardize on all cores.
func (u *Units) StandardizeAll(dst, raw []float64) {
	d := len(u.Mean)
	linalg.Parallel(len(raw)/d, standardizeRows, func(a, b int) { u.Standardize(dst[a*d:b*d], raw[a*d:b*d]) })
}
