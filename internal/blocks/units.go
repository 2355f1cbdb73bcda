package blocks

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
	d := len(mean)
	u := &Units{Mean: mean, Scale: scale, tiled: make([]float64, tileRows(d)*d)}
	copy(u.tiled, mean)
	repeat(u.tiled, d)
	for _, v := range scale {
		u.scaled = u.scaled || v != 1
	}
	return u
}

// Equal reports whether both are the same numbers.
func (u *Units) Equal(other *Units) bool {
	return u == other || slices.Equal(u.Mean, other.Mean) && slices.Equal(u.Scale, other.Scale)
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
	copy(dst, raw)
	linalg.Axpy(-1, u.tiled[:len(dst)], dst)
	for ; u.scaled && len(dst) > 0; dst = dst[len(u.Scale):] {
		for j, scale := range u.Scale[:min(len(u.Scale), len(dst))] {
			dst[j] /= scale
		}
	}
}
