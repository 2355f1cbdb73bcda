package linalg

import "math"

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
