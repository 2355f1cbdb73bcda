package linalg

// level is the set of instructions the kernels use. All of them give the same bits.
type level int

const (
	plain  level = iota // Go alone
	avx2                // AVX2 and FMA
	avx512              // AVX-512 F, DQ, BW and VL
)

// active is what this machine has. Tests set it to run the other paths, and from outside
// GODEBUG=cpu.avx512f=off,cpu.avx2=off takes instructions away.
var active = detect()

// Instructions names what the kernels of this machine use.
func Instructions() string { return [...]string{"plain Go", "AVX2", "AVX-512"}[active] }

// tileFunc sets c(i, j), i < rows of the function, j < cols, to alpha times the sum
// over k of a(i, k) b(k, j), or adds that to it. a(i, k) is at a[i*ars+k*aks], b(k, j)
// at b[k*bks+j] and c(i, j) at c[i*crs+j]; nothing else is touched, and c is not read
// unless add is set.
type tileFunc func(k int, alpha float64, a *float64, ars, aks int, b *float64, bks int, c *float64, crs, cols int, add bool)

// tiles are the products of one level by the size of their result, which the
// registers hold: up to rows high, and up to cols wide.
type tiles struct {
	rows, cols, lanes int
	part              [][3]tileFunc // by height - 1 and by vectors of width - 1; nil means Go
	full              [3]tileFunc   // of full height, with no lane unused
}

// of returns the function for a tile of the given size, or nil for plainTile: that takes
// slices, since Go checks what it reads, and a function between would cost as much as a
// small tile.
func (t *tiles) of(rows, cols int) tileFunc {
	if t.part == nil {
		return nil
	}
	vectors := (cols + t.lanes - 1) / t.lanes
	if rows == t.rows && cols == vectors*t.lanes {
		return t.full[vectors-1]
	}
	return t.part[rows-1][vectors-1]
}
