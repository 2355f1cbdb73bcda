package metrics

import (
	"bytes"
	"math"
	"testing"

	"suffice/internal/linalg"
	"suffice/output"
)

// Whatever bytes come, they are refused, or are read as what has these bytes.
func FuzzTally(f *testing.F) {
	kinds := []output.Kind{output.KindNumber, output.KindClass, output.KindLabels}
	for k, kind := range kinds {
		t := NewTally(kind, 3, nil)
		truth, predicted := linalg.New(40, 3), linalg.New(40, 3)
		for i := range truth.Rows {
			truth.Set(i, i%3, 1)
			copy(predicted.Row(i), []float64{math.Exp(-float64(i)), .5, 1 - math.Exp(-float64(i))})
		}
		t.Add(truth, predicted, nil)
		f.Add(uint8(k), t.Append(nil))
		for _, s := range t.scores {
			s.most = 7
		}
		f.Add(uint8(k), t.Append(nil))
	}
	f.Fuzz(func(t *testing.T, k uint8, data []byte) {
		one := NewTally(kinds[int(k)%len(kinds)], 3, []float64{1, 1, 1})
		rest, err := one.Read(data)
		if err != nil {
			return
		}
		again := NewTally(one.kind, 3, one.spread)
		if left, err := again.Read(one.Append(nil)); err != nil || len(left) > 0 || !bytes.Equal(again.Append(nil), one.Append(nil)) {
			t.Fatalf("%x was read but for %d bytes, and is %x, %v", data, len(rest), one.Append(nil), err)
		}
		again.Merge(one)
		again.Measures()
	})
}
