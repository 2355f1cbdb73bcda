package cells

import (
	"math"
	"math/big"
	"strconv"
)

// Decimal is v/10^scale, rounded once, as if it were read from text.
func Decimal(v int64, scale int) float64 {
	const exact, exactPower = 1 << 53, 22 // up to these, both are numbers without rounding
	if -exact < v && v < exact && 0 <= scale && scale <= exactPower {
		return float64(v) / math.Pow10(scale)
	}
	return parsedDecimal(strconv.FormatInt(v, 10), scale)
}

const longestDecimal = 64 // bytes

// LongDecimal is the same for a number of any length: two's complement, largest byte first.
func LongDecimal(b []byte, scale int) float64 {
	if len(b) > longestDecimal {
		return math.NaN()
	}
	for len(b) > 1 && b[0] == byte(int8(b[1])>>7) { // which only repeats the sign
		b = b[1:]
	}
	if len(b) <= 8 {
		v := int64(0)
		for i, digit := range b {
			if i == 0 {
				v = int64(int8(digit))
			} else {
				v = v<<8 | int64(digit)
			}
		}
		return Decimal(v, scale)
	}
	v := new(big.Int).SetBytes(b)
	if b[0]>>7 != 0 {
		v.Sub(v, new(big.Int).Lsh(big.NewInt(1), uint(8*len(b))))
	}
	return parsedDecimal(v.String(), scale)
}

func parsedDecimal(digits string, scale int) float64 {
	v, _ := strconv.ParseFloat(digits+"e"+strconv.Itoa(-scale), 64) // out of range is infinite, so missing
	return v
}
