package blocks

import (
	"suffice/internal/linalg"
	"suffice/internal/wire"
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

// Append appends the binary form.
func (u *Units) Append(to []byte) []byte { return wire.Floats(wire.Floats(to, u.Mean), u.Scale) }

// ReadUnits reads the binary form.
func ReadUnits(r *wire.Reader) (*Units, error) {
	mean, scale := r.Floats(), r.Floats()
	if len(mean) == 0 || len(scale) != len(mean) {
		return nil, ErrInconsistent
	}
	return NewUnits(mean, scale), nil
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

// Pieces standardises the rows of blocks, so many at a time, in memory that it keeps.
type Pieces struct {
	Units *Units
	Rows  int

	memory []float64
}

// standardizeRows is how many rows a core standardises at a time.
const standardizeRows = 256

// Each calls visit with one piece after the other, from being its first row within the
// block.
func (p *Pieces) Each(block Block, visit func(from int, x linalg.Matrix)) error {
	d := len(p.Units.Mean)
	if err := block.CheckInputs(d); err != nil {
		return err
	}
	for from := 0; from < block.Rows; from += p.Rows {
		to := min(from+p.Rows, block.Rows)
		x := linalg.Of(to-from, d, Room(&p.memory, (to-from)*d))
		p.Units.StandardizeAll(x.Data, block.X[from*d:to*d])
		visit(from, x)
	}
	return nil
}

// StandardizeAll is Standardize on all cores.
func (u *Units) StandardizeAll(dst, raw []float64) {
	d := len(u.Mean)
	linalg.Parallel(len(raw)/d, standardizeRows, func(a, b int) { u.Standardize(dst[a*d:b*d], raw[a*d:b*d]) })
}
