package parquet

import (
	"encoding/binary"
	"testing"

	"github.com/parquet-go/parquet-go/encoding/delta"
)

// Runs are counted as the format says: what is repeated, and what is packed by eights.
func TestRunsFit(t *testing.T) {
	repeated := func(n uint64) []byte { return append(binary.AppendUvarint(nil, n<<1), 1) }
	for _, test := range []struct {
		runs  []byte
		width int
		n     int64
		fits  bool
	}{
		{nil, 1, 0, true}, {repeated(10), 1, 10, true}, {repeated(11), 1, 10, false}, {repeated(1<<31 - 1), 1, 1 << 20, false},
		{append(repeated(5), repeated(6)...), 1, 10, false}, {[]byte{1<<1 | 1, 7, 7, 7}, 3, 8, true}, {[]byte{2<<1 | 1, 7, 7, 7, 7, 7, 7}, 3, 8, false},
		{repeated(10), 33, 10, false}, {[]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 1, 10, false},
	} {
		if got := runsFit(test.runs, test.width, test.n); got != test.fits {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// What is packed as differences ends where its decoder ends, and has as many numbers.
func TestAfterDifferences(t *testing.T) {
	var encoding delta.BinaryPackedEncoding
	for _, n := range []int{1, 2, 32, 33, 128, 129, 1000} {
		values := make([]int32, n)
		for i := range values {
			values[i] = int32(i * i % 977)
		}
		packed, err := encoding.EncodeInt32(nil, values)
		if err != nil {
			t.Fatal(err)
		}
		rest, fits := afterDifferences(append(packed, "rest"...), int64(n))
		if !fits || string(rest) != "rest" {
			t.Errorf("%d numbers: %v, %q is left", n, fits, rest)
		}
		if _, fits := afterDifferences(packed, int64(n-1)); fits {
			t.Errorf("%d numbers are taken for fewer", n)
		}
	}
}

// Texts that repeat the one before are counted in full.
func TestPrefixesFit(t *testing.T) {
	var encoding delta.BinaryPackedEncoding
	page := func(length int32) []byte {
		prefixes, err := encoding.EncodeInt32(nil, []int32{0, length, length})
		if err != nil {
			t.Fatal(err)
		}
		suffixes, err := encoding.EncodeInt32(nil, []int32{length, 0, 0})
		if err != nil {
			t.Fatal(err)
		}
		return append(prefixes, suffixes...)
	}
	if !prefixesFit(page(1000), 3) || prefixesFit(page(200<<20), 3) || prefixesFit(page(-5), 3) || prefixesFit(page(1000), 2) {
		t.Error("lengths are not added up")
	}
}
