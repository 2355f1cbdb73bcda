package termtext

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Bar shows a share of work: [####······].
func Bar(done, all int) string {
	const width = 20
	full := width * done / max(1, all)
	return "[" + strings.Repeat("#", full) + strings.Repeat("·", width-full) + "]"
}

// Left is what a line of progress ends with: an estimate, where there is one.
func Left(d time.Duration) string {
	if d <= 0 {
		return ""
	}
	return ", " + roughly(d) + " left"
}

// roughly is a time as a person would say it.
func roughly(d time.Duration) string {
	switch seconds := int(d.Seconds() + .5); {
	case seconds < 90:
		return fmt.Sprintf("%d s", seconds)
	case seconds < 90*60:
		return fmt.Sprintf("%d min", (seconds+30)/60)
	default:
		return fmt.Sprintf("%.1f h", d.Hours())
	}
}

// Seconds with three digits that mean something.
func Seconds(s float64) string {
	if s < .0005 {
		return "<0.001"
	}
	return strconv.FormatFloat(s, 'f', Decimals(s, 3), 64)
}

// Decimals are the digits after the point of a number with so many digits in all, where
// one below 1 has none before the point.
func Decimals(s float64, digits int) int {
	for ; s >= 1 && digits > 0; s /= 10 {
		digits--
	}
	return digits
}

// ThreeDigits writes a time with as many digits as mean something, however short it is.
func ThreeDigits(seconds float64) string {
	return strconv.FormatFloat(seconds, 'f', max(0, min(5, 2-int(math.Floor(math.Log10(seconds))))), 64)
}

// UnlessZero is a number, or "" for 0.
func UnlessZero(format string, v float64) string {
	if v == 0 {
		return ""
	}
	return fmt.Sprintf(format, v)
}

// Full is a number with all its digits, or "" for none.
func Full(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}

// Short is a number in at most ten columns.
func Short(v float64) string {
	if text := fmt.Sprintf("%.4g", v); len(text) <= 10 {
		return text
	}
	return fmt.Sprintf("%.3g", v)
}

// SignedBar draws a value to the left or the right of 0, the largest as long as half.
func SignedBar(v, largest float64, half int) string {
	length := 0
	if largest > 0 {
		length = int(math.Round(float64(half) * math.Abs(v) / largest))
	}
	filled, empty, blank := strings.Repeat("█", length), strings.Repeat(" ", half-length), strings.Repeat(" ", half)
	if v < 0 {
		return empty + filled + "│" + blank
	}
	return blank + "│" + filled + empty
}

// Sparkline draws values as columns of different height, at most twelve of them spread
// evenly. A single value has none.
func Sparkline(values []float64) string {
	heights := []rune("▁▂▃▄▅▆▇█")
	if len(values) < 2 {
		return ""
	}
	low, high := slices.Min(values), slices.Max(values)
	line := make([]rune, min(12, len(values)))
	for i := range line {
		v := values[i*(len(values)-1)/(len(line)-1)]
		line[i] = heights[0]
		if high > low {
			line[i] = heights[int(math.Round((v-low)/(high-low)*float64(len(heights)-1)))]
		}
	}
	return string(line)
}
