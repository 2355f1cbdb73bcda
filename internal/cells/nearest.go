package cells

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// nearest is the float nearest to mantissa 10^exponent. ok is false in the few cases that
// its arithmetic cannot decide, and for what is out of range.
func nearest(mantissa uint64, exponent int) (v float64, ok bool) {
	if mantissa < 1<<53 && -22 <= exponent && exponent <= 22 {
		// Both numbers are floats, so that the one operation rounds right.
		if exponent < 0 {
			return float64(mantissa) / exactPowers[-exponent], true
		}
		return float64(mantissa) * exactPowers[exponent], true
	}
	if mantissa == 0 {
		return 0, true
	}
	if exponent < leastPower || exponent > mostPower {
		return 0, false
	}
	return eiselLemire(mantissa, exponent)
}

// exactPowers are the powers of ten that are floats.
var exactPowers = [23]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

const leastPower, mostPower = -348, 347

// power is the first 128 bits of a power of ten, the highest of which is 1.
type power struct{ high, low uint64 }

// powers are those of 10^leastPower to 10^mostPower, made when they are first needed.
var powers = sync.OnceValue(powersOfTen)

func powersOfTen() *[mostPower - leastPower + 1]power {
	table := new([mostPower - leastPower + 1]power)
	word := new(big.Int).SetUint64(math.MaxUint64)
	ten := big.NewInt(10)
	for k := range table {
		q := new(big.Int)
		if exponent := k + leastPower; exponent >= 0 {
			q.Exp(ten, big.NewInt(int64(exponent)), nil)
			q.Lsh(q, 128)
		} else {
			inverse := new(big.Int).Exp(ten, big.NewInt(int64(-exponent)), nil)
			q.Lsh(big.NewInt(1), uint(inverse.BitLen()+128))
			q.Quo(q, inverse)
		}
		q.Rsh(q, uint(q.BitLen()-128))
		table[k].low = new(big.Int).And(q, word).Uint64()
		table[k].high = new(big.Int).Rsh(q, 64).Uint64()
	}
	return table
}

// eiselLemire multiplies the mantissa with the first 64 bits of the power of ten, and
// with 128 where those leave open how to round; it gives up where these do too. The power
// is cut off, so the product is too small by less than the mantissa in its last place.
// Reference: Lemire (2021), Number parsing at a gigabyte per second.
func eiselLemire(mantissa uint64, exponent int) (v float64, ok bool) {
	const undecided = 1<<9 - 1 // the bits below those of the float and the one that rounds
	shift := bits.LeadingZeros64(mantissa)
	mantissa <<= shift
	p := &powers()[exponent-leastPower]
	high, low := bits.Mul64(mantissa, p.high)
	if high&undecided == undecided && low+mantissa < low {
		more, least := bits.Mul64(mantissa, p.low)
		sum, carry := bits.Add64(low, more, 0)
		high, low = high+carry, sum
		if high&undecided == undecided && low == math.MaxUint64 && least+mantissa < least {
			return 0, false
		}
	}
	top := int(high >> 63)
	fraction := high >> (top + 9)
	if low == 0 && high&undecided == 0 && fraction&3 == 1 {
		return 0, false // in the middle of two floats, as far as one can see
	}
	fraction = (fraction + fraction&1) >> 1
	// 217706/2^16 is the binary logarithm of ten; 1023 is the bias of a float's exponent.
	binary := 217706*exponent>>16 + 64 + 1023 - shift - (1 - top)
	if fraction>>53 != 0 {
		fraction >>= 1
		binary++
	}
	if binary < 1 || binary > 2046 {
		return 0, false
	}
	return math.Float64frombits(uint64(binary)<<52 | fraction&(1<<52-1)), true
}
