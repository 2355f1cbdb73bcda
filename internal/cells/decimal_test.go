package cells

import (
	"encoding/binary"
	"math"
	"math/big"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// A decimal is the float nearest to it, however many bytes hold it.
func TestDecimalsAreRoundedOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v, scale := rapid.Int64().Draw(t, "v"), rapid.IntRange(-5, 30).Draw(t, "scale")
		want, _ := strconv.ParseFloat(strconv.FormatInt(v, 10)+"e"+strconv.Itoa(-scale), 64)
		if got := Decimal(v, scale); got != want {
			t.Fatalf("%d of scale %d is %v, not %v", v, scale, got, want)
		}
		sign := make([]byte, rapid.IntRange(0, 24).Draw(t, "bytes"))
		for i := range sign {
			sign[i] = byte(v >> 63)
		}
		if got := LongDecimal(binary.BigEndian.AppendUint64(sign, uint64(v)), scale); got != want {
			t.Fatalf("%d of scale %d in %d bytes is %v, not %v", v, scale, 8+len(sign), got, want)
		}
	})
}

func TestDecimalsOfManyBytes(t *testing.T) {
	large, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	if got := LongDecimal(large.Bytes(), 10); got != 12345678901234567890.1234567890 {
		t.Errorf("got %v", got)
	}
	if got := LongDecimal(make([]byte, longestDecimal+1), 0); !math.IsNaN(got) {
		t.Errorf("got %v of more bytes than a decimal has", got)
	}
}
