package linalg

import "math"

// The kernels in Go, for machines without our assembly. Each does the operations of the
// assembly in their order, and is fused where that is, so that it gives the same bits.
// A product that is not to be fused stands in a conversion, since some compilers fuse
// what they may.

// plainTiles are products in Go.
var plainTiles = tiles{rows: 4, cols: 8, lanes: 1}

// plainTile is a tileFunc of the given height.
func plainTile(rows, cols, k int, alpha float64, a []float64, ars, aks int, b []float64, bks int, c []float64, crs int, add bool) {
	for i := range rows {
		row, left := c[i*crs:i*crs+cols], a[i*ars:]
		j := 0
		for ; j+4 <= cols; j += 4 {
			s0, s1, s2, s3 := plainChains(k, left, aks, b[j:], bks)
			finishChain(&row[j], alpha, s0, add)
			finishChain(&row[j+1], alpha, s1, add)
			finishChain(&row[j+2], alpha, s2, add)
			finishChain(&row[j+3], alpha, s3, add)
		}
		for ; j < cols; j++ {
			var sum float64
			for l := range k {
				sum = math.FMA(left[l*aks], b[l*bks+j], sum)
			}
			finishChain(&row[j], alpha, sum, add)
		}
	}
}

// plainChains returns the sums over k of a row of A with four columns of B, each one
// chain of fused operations.
func plainChains(k int, a []float64, aks int, b []float64, bks int) (s0, s1, s2, s3 float64) {
	for l := range k {
		v, row := a[l*aks], b[l*bks:l*bks+4]
		s0 = math.FMA(v, row[0], s0)
		s1 = math.FMA(v, row[1], s1)
		s2 = math.FMA(v, row[2], s2)
		s3 = math.FMA(v, row[3], s3)
	}
	return
}

// finishChain sets c to alpha times the sum, or adds that to it.
func finishChain(c *float64, alpha, sum float64, add bool) {
	if add {
		*c = math.FMA(alpha, sum, *c)
	} else {
		*c = alpha * sum
	}
}

// eightSums are sums along a row, number i in sum i%8.
type eightSums [8]float64

// add adds the products of the first eight numbers.
func (s *eightSums) add(x, y []float64) {
	x, y = x[:8], y[:8]
	for l := range s {
		s[l] = math.FMA(x[l], y[l], s[l])
	}
}

// plus adds other sums.
func (s *eightSums) plus(other *eightSums) {
	for l := range s {
		s[l] += other[l]
	}
}

// plainSums adds up x y: the first eight numbers in the first of the sums, the next in the
// next one, and so on in turn; but in the first what is left when there is no full turn
// any more, with zeros to the end of the last eight.
func plainSums(sums []eightSums, x, y []float64) {
	turn := 8 * len(sums)
	for ; len(x) >= turn; x, y = x[turn:], y[turn:] {
		for j := range sums {
			sums[j].add(x[8*j:], y[8*j:])
		}
	}
	for ; len(x) >= 8; x, y = x[8:], y[8:] {
		sums[0].add(x, y)
	}
	if len(x) > 0 {
		var lastX, lastY [8]float64
		copy(lastX[:], x)
		copy(lastY[:], y)
		sums[0].add(lastX[:], lastY[:])
	}
}

func plainDot(x, y []float64) float64 {
	var sums [4]eightSums
	plainSums(sums[:], x, y)
	sums[0].plus(&sums[1])
	sums[2].plus(&sums[3])
	sums[0].plus(&sums[2])
	return AddEight((*[8]float64)(&sums[0]))
}

func plainDotRows(dst *[4]float64, x, v []float64, vs int) {
	for i := range dst {
		var sums [1]eightSums
		plainSums(sums[:], x, v[i*vs:][:len(x)])
		dst[i] = AddEight((*[8]float64)(&sums[0]))
	}
}

func plainAxpy(alpha float64, x, y []float64) {
	y = y[:len(x)]
	for i, v := range x {
		y[i] = math.FMA(alpha, v, y[i])
	}
}

func plainAddProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = math.FMA(x[i], y[i], dst[i])
	}
}

func plainProducts(dst, x, y []float64) {
	x, y = x[:len(dst)], y[:len(dst)]
	for i := range dst {
		dst[i] = x[i] * y[i]
	}
}

func plainSquares(dst, z, v []float64, vs int) {
	clear(dst)
	for k, zk := range z {
		row := v[k*vs:][:len(dst)]
		for l := range dst {
			delta := zk - row[l]
			dst[l] = math.FMA(delta, delta, dst[l])
		}
	}
}

func plainEpanechnikov(dst, src []float64, scale float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = max(0, math.FMA(-scale, src[i], 1))
	}
}

func plainAddRows(dst, z, v []float64, vs int) {
	for k, zk := range z {
		plainAxpy(zk, v[k*vs:][:len(dst)], dst)
	}
}

func plainSolveRows(n int, r, x []float64, first, xs int) {
	row := func(p int) []float64 { return x[first+p*xs:][:n] }
	for p := range solvedRows {
		ScaleRow(r[p*solvedRows+p], row(p))
		for q := p + 1; q < solvedRows; q++ {
			plainAxpy(-r[p*solvedRows+q], row(p), row(q))
		}
	}
}

func plainRotate(n int, cs, x []float64, first, xs int) {
	for ; len(cs) > 1; cs = cs[2:] {
		c, s := cs[0], cs[1]
		high, low := x[first:first+n], x[first-xs:first-xs+n]
		for l, h := range high {
			high[l] = math.FMA(c, h, s*low[l])
			low[l] = math.FMA(-s, h, c*low[l])
		}
		first -= xs
	}
}

// What e^x is made of; see asm/exp.go, whose numbers these are.
const (
	ln2High    = 6.93147180369123816490e-01
	ln2Low     = 1.90821492927058770002e-10
	largestExp = 710
	eighths    = 0x1.8p49
)

var (
	expCoefficients = [6]float64{
		0.5000000000000051, 0.16666666666666724, 0.0416666666173296, 0.008333333327851467, 0.0013889588505409305, 0.00019842047189636849,
	}
	rootsOfTwo = [8]float64{ // 2^(j/8), to the last digit or the one before
		1, 1.0905077326652577, 1.189207115002721, 1.2968395546510096,
		1.414213562373095, 1.542210825407941, 1.6817928305074292, 1.8340080864093424,
	}
)

func plainExp(dst, src []float64, factor, floor float64) {
	src = src[:len(dst)]
	for i := range dst {
		dst[i] = plainExpOf(factor*src[i], floor)
	}
}

// plainExpOf is e^x, or 0 for x below floor: 2^n 2^(j/8) e^r, n + j/8 being x/ln(2)
// rounded to eighths.
func plainExpOf(x, floor float64) float64 {
	if x < floor {
		return 0
	}
	if x > largestExp {
		x = largestExp
	}
	rounded := math.FMA(x, math.Log2E, eighths)
	last := int32(uint32(math.Float64bits(rounded))) // 8n + j
	power := rounded - eighths
	r := math.FMA(-ln2Low, power, math.FMA(-ln2High, power, x))
	q := expCoefficients[5]
	for k := 4; k >= 0; k-- {
		q = math.FMA(q, r, expCoefficients[k])
	}
	root := rootsOfTwo[last&7]
	e := math.FMA(root, math.FMA(r, r*q, r), root)
	n := last >> 3
	return e * powerOfTwo(n>>1) * powerOfTwo(n-n>>1)
}

// powerOfTwo is 2^n, whose logarithm is small enough for it to be of full precision.
func powerOfTwo(n int32) float64 { return math.Float64frombits(uint64(n+1023) << 52) }
