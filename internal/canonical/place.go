package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/internal/wire"
)

// pieceRows is how many rows are taken at a time: their kernel values stay in the cache.
const pieceRows = 192

// place is a W with the kernel of some centres, where statistics are taken.
type place struct {
	units   *blocks.Units
	p       *kernel.Projected
	outputs int // functions of y aligned with a row
}

// pieces is room for a piece of rows.
type pieces struct {
	blocks.Pieces
	z linalg.Matrix
}

func (at *place) pieces() pieces {
	return pieces{Pieces: blocks.Pieces{Units: at.units, Rows: pieceRows}, z: linalg.New(pieceRows, at.p.W.Rows)}
}

// each calls visit with x, standardised, and y for the pieces of a block.
func (p *pieces) each(at *place, block blocks.Block, visit func(x, y linalg.Matrix)) error {
	r := at.outputs
	if err := block.Check(len(at.units.Mean), r); err != nil {
		return err
	}
	return p.Each(block, func(from int, x linalg.Matrix) { visit(x, linalg.Of(x.Rows, r, block.Y[0][from*r:])) })
}

func (at *place) append(to []byte) []byte {
	return wire.Int(at.p.Append(at.units.Append(to)), at.outputs)
}

func readPlace(r *wire.Reader) (*place, error) {
	units, err := blocks.ReadUnits(r)
	if err != nil {
		return nil, err
	}
	at := &place{units: units, p: kernel.ReadProjected(r), outputs: r.Int()}
	if at.p == nil || at.p.W.Rows == 0 || at.p.W.Cols != len(units.Mean) || at.outputs < 1 || at.outputs > mostOutputs {
		return nil, blocks.ErrInconsistent
	}
	return at, nil
}

// mostOutputs is how many functions of y may come from elsewhere.
const mostOutputs = 1 << 20

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds {
	return blocks.Kinds{"regression": readRegression, "slope": readSlope, "powers": readPowers}
}
