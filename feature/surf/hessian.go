package surf

// crossWeight balances the mixed derivative against the pure ones, because boxes
// are not Gaussians: |L_xy|·|D_yy| / (|L_yy|·|D_xy|) = 0.912, about 0.9.
const crossWeight = 0.9

// baseScale is the standard deviation of the Gaussian that the smallest filter, of
// baseSize pixels, stands for.
const (
	baseScale = 1.2
	baseSize  = 9
)

// filterSize returns the side of the filter of an interval in an octave, both from 0:
// 9, 15, 21, 27; 15, 27, 39, 51; 27, 51, 75, 99; …
func filterSize(octave, interval int) int {
	return 3 * ((interval+1)<<(octave+1) + 1)
}

func scaleOf(size float64) float64 { return size * baseScale / baseSize }

// columns are parts of the filters along y, for each place along x between pixels;
// what is left to do for the filter at a pixel is to take differences along x.
type columns struct {
	xx, yy, xy []float64
}

func newColumns(width int) *columns {
	n := width + 1
	all := make([]float64, 3*n)
	return &columns{xx: all[:n:n], yy: all[n : 2*n : 2*n], xy: all[2*n:]}
}

// sum takes the sums for filters of a size that are centred on row y.
func (c *columns) sum(s *integral, size, y int) {
	lobe, half := size/3, size/2
	rest := lobe / 2
	difference(c.xx, s.row(y+lobe), s.row(y-lobe+1))

	whole, wholeTop := s.row(y+half+1), s.row(y-half)
	middle, middleTop := s.row(y+rest+1), s.row(y-rest)
	for x := range c.yy {
		c.yy[x] = (whole[x] - wholeTop[x]) - 3*(middle[x]-middleTop[x])
	}

	upper, upperTop := s.row(y), s.row(y-lobe)
	lower, lowerTop := s.row(y+lobe+1), s.row(y+1)
	for x := range c.xy {
		c.xy[x] = (upper[x] - upperTop[x]) - (lower[x] - lowerTop[x])
	}
}

func difference(dst, a, b []float64) {
	for x := range dst {
		dst[x] = a[x] - b[x]
	}
}

// second returns the responses of the three box filters of a size at column x of the
// row that was summed. Along its axis a pure derivative has three lobes of weights
// 1, -2, 1, which is the whole less three times the middle; across it is 2·lobe-1 wide.
// The mixed one has four lobes about the centre, a pixel apart.
func (c *columns) second(size, x int) (xx, yy, xy float64) {
	lobe, half := size/3, size/2
	rest := lobe / 2
	xx = (c.xx[x+half+1] - c.xx[x-half]) - 3*(c.xx[x+rest+1]-c.xx[x-rest])
	yy = c.yy[x+lobe] - c.yy[x-lobe+1]
	xy = (c.xy[x] - c.xy[x-lobe]) - (c.xy[x+lobe+1] - c.xy[x+1])
	return xx, yy, xy
}

// determinants writes det H = D_xx·D_yy - (0.9·D_xy)², each D divided by the area of
// the filter, at every step-th pixel of the row that was summed; where the filter
// does not fit into the picture, dst is left as it is.
func (c *columns) determinants(dst []float64, size, step int) {
	width, half := len(c.xx)-1, size/2
	area := float64(size * size)
	weight := 1 / (area * area)
	for k := (half + step - 1) / step; k*step+half < width; k++ {
		xx, yy, xy := c.second(size, k*step)
		dst[k] = (xx*yy - crossWeight*crossWeight*xy*xy) * weight
	}
}

// laplacian returns the sign of D_xx + D_yy of the filter centred at a pixel.
func laplacian(s *integral, size, x, y int) int {
	lobe, half := size/3, size/2
	rest := lobe / 2
	xx := s.box(x-half, y-lobe+1, x+half+1, y+lobe) - 3*s.box(x-rest, y-lobe+1, x+rest+1, y+lobe)
	yy := s.box(x-lobe+1, y-half, x+lobe, y+half+1) - 3*s.box(x-lobe+1, y-rest, x+lobe, y+rest+1)
	if xx+yy < 0 {
		return -1
	}
	return 1
}
