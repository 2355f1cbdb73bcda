package canonical

import (
	"suffice/internal/blocks"
	"suffice/internal/kernel"
)

// PieceRows is how many rows are taken at a time: their kernel values stay in the cache.
const PieceRows = 192

// Place is a W with the kernel of some centres, where statistics are taken.
type Place struct {
	Units   *blocks.Units
	P       *kernel.Projected
	Outputs int // functions of y aligned with a row
	Size    int // of the sums, as the plan counts them
}

func (at *Place) Plan(n, width int) blocks.Plan {
	return blocks.Plan{Parts: blocks.Divide(n, width, at.Size)}
}

// Weighs says that rows count by their weights.
func (at *Place) Weighs() bool { return true }

func (at *Place) Complete() error {
	inputs := at.P.W.Cols
	if at.P.W.Rows == 0 { // z = x
		inputs = at.P.V.Cols
	}
	return blocks.Consistent(inputs == len(at.Units.Mean), at.Outputs >= 1)
}

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds { return blocks.Kinds{&regressions{}, &SlopeAt{}, &powers{}, &gradientsAt{}} }
