package linalg

import "fmt"

// CholeskySolve overwrites x with (Rᵀ R)⁻¹ x, r being the result of Cholesky.
func CholeskySolve(r Matrix, x []float64) {
	r.checkSquare()
	n := r.Rows
	x = x[:n]
	if n > 0 {
		forward(r, x)
		backward(r, x)
	}
}

// forward solves Rᵀ y = x, taking eight solved numbers from the rest at a time.
func forward(r Matrix, x []float64) {
	const block = 8
	n := r.Rows
	var solved [block]float64
	for i := 0; i < n; i += block {
		end := min(i+block, n)
		for p := i; p < end; p++ {
			row := r.Row(p)
			v := x[p] / row[p]
			x[p], solved[p-i] = v, -v
			for q := p + 1; q < end; q++ {
				x[q] -= float64(v * row[q])
			}
		}
		if end < n {
			addRows(x[end:], solved[:], r.Data[i*r.Stride+end:], r.Stride)
		}
	}
}

// backward solves R x = y, four rows at a time from the last.
func backward(r Matrix, x []float64) {
	const block = 4
	n := r.Rows
	var sums [block]float64
	for i := (n - 1) / block * block; i >= 0; i -= block {
		end := min(i+block, n)
		if end < n {
			dotRows(&sums, x[end:], r.Data[i*r.Stride+end:], r.Stride)
			for p := i; p < end; p++ {
				x[p] -= sums[p-i]
			}
		}
		for p := end - 1; p >= i; p-- {
			row := r.Row(p)
			for q := p + 1; q < end; q++ {
				x[p] -= float64(row[q] * x[q])
			}
			x[p] /= row[p]
		}
	}
}

const (
	solveBlock = 64  // rows solved before they are taken from the rest
	solvePiece = 192 // columns one core solves at a time
)

// CholeskySolveAll overwrites the columns of x with (Rᵀ R)⁻¹ x, r being the result of
// Cholesky.
func CholeskySolveAll(r, x Matrix) { solveAll(r, x, true, true) }

// ForwardSolveAll overwrites the columns of x with R⁻ᵀ x.
func ForwardSolveAll(r, x Matrix) { solveAll(r, x, true, false) }

// BackwardSolveAll overwrites the columns of x with R⁻¹ x.
func BackwardSolveAll(r, x Matrix) { solveAll(r, x, false, true) }

func solveAll(r, x Matrix, forward, backward bool) {
	r.checkSquare()
	if x.Rows != r.Rows {
		panic(fmt.Sprintf("linalg: %d equations for %d unknowns", x.Rows, r.Rows))
	}
	if x.Rows == 0 || x.Cols == 0 {
		return
	}
	p := product{m: x.Rows, n: 1, k: x.Cols, b: operand{x.Data, 0, 0}, a: operand{x.Data, x.Stride, 1}, c: x.Data, cs: x.Stride}
	p.check()
	Parallel(x.Cols, solvePiece, func(from, to int) {
		s := triangular{t: activeTiles(), r: r, x: x.Columns(from, to)}
		if forward {
			s.forward()
		}
		if backward {
			s.backward()
		}
	})
}

// triangular solves with r for all columns of x, on one core.
type triangular struct {
	t    *tiles
	r, x Matrix
}

// take subtracts rows [k, kEnd) of x, times the elements of r or rᵀ that belong to
// them, from rows [i, end) of x.
func (s triangular) take(i, end, k, kEnd int, transposed bool) {
	if k >= kEnd {
		return
	}
	a := operand{s.r.Data[i*s.r.Stride+k:], s.r.Stride, 1}
	if transposed {
		a = operand{s.r.Data[k*s.r.Stride+i:], 1, s.r.Stride}
	}
	p := product{t: s.t, m: end - i, n: s.x.Cols, k: kEnd - k, alpha: -1, a: a,
		b: operand{s.x.Data[k*s.x.Stride:], 1, s.x.Stride}, c: s.x.Data[i*s.x.Stride:], cs: s.x.Stride, add: true}
	p.serial()
}

func (s triangular) forward() {
	n := s.r.Rows
	for j := 0; j < n; j += solveBlock {
		end := min(j+solveBlock, n)
		s.take(j, end, 0, j, true)
		for i := j; i < end; i += solvedRows {
			stop := min(i+solvedRows, end)
			s.take(i, stop, j, i, true)
			s.corner(i, stop, true)
		}
	}
}

func (s triangular) backward() {
	n := s.r.Rows
	for j := (n - 1) / solveBlock * solveBlock; j >= 0; j -= solveBlock {
		end := min(j+solveBlock, n)
		s.take(j, end, end, n, false)
		for i := j + (end-1-j)/solvedRows*solvedRows; i >= j; i -= solvedRows {
			stop := min(i+solvedRows, end)
			s.take(i, stop, stop, end, false)
			s.corner(i, stop, false)
		}
	}
}

// corner solves with the triangle of rows [i, stop). Backward substitution is forward
// substitution on the rows in reverse.
func (s triangular) corner(i, stop int, transposed bool) {
	var corner [solvedRows * solvedRows]float64
	rows := stop - i
	full := rows == solvedRows
	for p := range rows {
		for q := p; q < rows; q++ {
			if transposed {
				corner[p*rows+q] = s.r.At(i+p, i+q)
			} else {
				corner[p*rows+q] = s.r.At(stop-1-q, stop-1-p)
			}
		}
		corner[p*rows+p] = 1 / corner[p*rows+p]
	}
	first, stride := i, s.x.Stride
	if !transposed {
		first, stride = stop-1, -stride
	}
	if full {
		solveRows(s.x.Cols, corner[:], s.x.Data, first*s.x.Stride, stride)
		return
	}
	row := func(p int) []float64 { return s.x.Data[first*s.x.Stride+p*stride:][:s.x.Cols] }
	for p := range rows {
		ScaleRow(corner[p*rows+p], row(p))
		for q := p + 1; q < rows; q++ {
			Axpy(-corner[p*rows+q], row(p), row(q))
		}
	}
}
