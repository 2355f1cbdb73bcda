package humanize

import (
	"math"
	"strconv"
	"strings"
)

// Number writes a number as people do, rounded to so many digits: 84,130, 0.00012, 2.5. Only
// what would be a row of zeros has a power of ten.
func Number(v float64, digits int) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	size := math.Abs(rounded)
	if err != nil || math.IsNaN(v) || size >= 1e15 || size > 0 && size < 1e-6 {
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	return Decimals(rounded+0, -1) // no negative zero
}

// Decimals writes a number with so many decimals, below 0 with as many as it has, and with
// commas between its thousands from 10,000 on.
func Decimals(v float64, decimals int) string {
	text := strconv.FormatFloat(v, 'f', decimals, 64)
	whole, part, _ := strings.Cut(text, ".")
	digits := strings.TrimPrefix(whole, "-")
	if len(digits) < 5 {
		return text
	}
	sign := whole[:len(whole)-len(digits)]
	for at := len(digits) - 3; at > 0; at -= 3 {
		digits = digits[:at] + "," + digits[at:]
	}
	if part != "" {
		part = "." + part
	}
	return sign + digits + part
}
