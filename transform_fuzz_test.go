package suffice

import (
	"bytes"
	"context"
	"math"
	"testing"

	"suffice/rows"
)

// FuzzModelTransform applies whatever model can be read to rows: numbers or an error.
func FuzzModelTransform(f *testing.F) {
	f.Add([]byte(levelsModel), 1.0, -2.0)
	f.Add([]byte(`{"format":"suffice/1","inputs":["a","b"],"components":[[0.6,0.8],[1,2]],"mean":[0,1],"scale":[1e-299,3],"output":{"kind":"number","names":["y"]}}`), 1e300, 5.0)
	f.Add([]byte(`{"format":"suffice/1","inputs":["a"],"components":[[1e308]],"mean":[-1e308],"scale":[1e-308]}`), 1e300, 5.0)
	f.Fuzz(func(t *testing.T, data []byte, a, b float64) {
		p, err := ReadModel(bytes.NewReader(data))
		if err != nil || len(p.Inputs) > 50 || a-a != 0 || b-b != 0 {
			return
		}
		x := make([][]float64, 3)
		for i := range x {
			x[i] = make([]float64, len(p.Inputs))
			for j := range x[i] {
				x[i][j] = max(-math.MaxFloat64, min(math.MaxFloat64, a+float64(i*j)*b))
			}
		}
		source, err := rows.FromSlices(x)
		if err != nil {
			return
		}
		if z, err := p.Transform(context.Background(), source); err == nil && (z.Len() != len(x) || z.Width() != p.Dim()) {
			t.Errorf("%d x %d numbers of %d rows and %d components", z.Len(), z.Width(), len(x), p.Dim())
		}
		_, _ = p.Directions()
	})
}
