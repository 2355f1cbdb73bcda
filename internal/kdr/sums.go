package kdr

import (
	"suffice/internal/blocks"
	"suffice/internal/canonical"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
)

// Known are the kinds of statistics of this package.
func Known() blocks.Kinds { return blocks.Kinds{&regressionAt{}} }

// regressionAt asks for [F 1]ᵀ[F 1] and FᵀY.
type regressionAt struct {
	canonical.Place
	Inverse linalg.Matrix // R⁻¹
	Width   float64
}

func (at *regressionAt) Kind() string { return "kdr regression" }

func (at *regressionAt) Zero() blocks.Partial {
	r := at.Inverse.Rows
	ff, fy := blocks.Upper(r+1), blocks.Full(r, at.Outputs)
	s := &regression{
		Totals: blocks.NewTotals(at, ff, fy), of: at, ff: ff.Matrix, fy: fy.Matrix,
		z: linalg.New(canonical.PieceRows, at.P.W.Rows), k: linalg.Borrow(canonical.PieceRows, r), f1: linalg.Borrow(canonical.PieceRows, r+1),
	}
	for i := range canonical.PieceRows {
		s.f1.Row(i)[r] = 1
	}
	return s
}

func (at *regressionAt) Complete() error {
	return blocks.Consistent(at.Inverse.Rows == at.P.V.Rows, at.Inverse.Cols == at.P.V.Rows)
}

type regression struct {
	blocks.Totals
	of   *regressionAt
	ff   linalg.Matrix // [F 1]ᵀ[F 1], upper triangle
	fy   linalg.Matrix // FᵀY
	z, k linalg.Matrix // of a piece
	f1   linalg.Matrix // F and 1 of it
}

func (s *regression) Add(block blocks.Block) error {
	at := s.of
	return s.EachWeighted(block, at.Units, canonical.PieceRows, at.Outputs, func(x, y linalg.Matrix, weights []float64) {
		k, f1 := s.k.Slice(0, x.Rows), s.f1.Slice(0, x.Rows)
		f := f1.Columns(0, k.Cols)
		at.P.Kernel(k, s.z, x, kernel.Gaussian, at.Width)
		linalg.Mul(f, k, at.Inverse)
		if weights != nil {
			for i := range f1.Rows {
				f1.Row(i)[f.Cols] = 1
			}
		}
		blocks.ScaleRoots(f1, weights)
		linalg.AddGram(s.ff, f1)
		blocks.ScaleRoots(f, weights)
		linalg.AddTMul(s.fy, 1, f, y)
	})
}

// Release gives the memory back.
func (s *regression) Release() {
	s.Totals.Release()
	linalg.Return(s.k, s.f1)
}
