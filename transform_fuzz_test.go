package suffice

import (
	"bytes"
	"context"
	"math"
	"testing"

	"suffice/rows"
)

// partsModel is a model whose predictor has all parts that there are for numbers.
const partsModel = `{"format":"suffice/1","inputs":["a","b"],"components":[[0.6,0.8]],"mean":[0,1],"scale":[2,3],"output":{"kind":"numbers","names":["y","v"]},
"predictor":{"kind":"numbers","names":["y","v"],"components":[[1,0],[2,1]],"kernel":"laplace","scales":[1,2],"centres":[[0,1]],"weights":[[1,2]],"offset":[1,0],
"slopes":[[0.1,0.2],[0.3,0.4]],"log":[true,false],"low":[0,-9],"high":[90,9],"least":[0,-5],"deviation":{"kernel":"gaussian","scales":[1,1],"slopes":[[1,0],[0,1]],
"offset":[0,0],"low":[-1,-1],"high":[1,1]},"intervals":[{"percent":90,"half":[1,2]}],"baseline":[1,1],"spread":[1,1],"rows":20,"measures":{}}}`

// FuzzModelTransform applies whatever model can be read to rows: numbers or an error.
func FuzzModelTransform(f *testing.F) {
	f.Add([]byte(levelsModel), 1.0, -2.0)
	f.Add([]byte(`{"format":"suffice/1","inputs":["a","b"],"components":[[0.6,0.8],[1,2]],"mean":[0,1],"scale":[1e-299,3],"output":{"kind":"number","names":["y"]}}`), 1e300, 5.0)
	f.Add([]byte(`{"format":"suffice/1","inputs":["a"],"components":[[1e308]],"mean":[-1e308],"scale":[1e-308]}`), 1e300, 5.0)
	f.Add([]byte(partsModel), 2.0, 1.0)
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
		if p.Predictor == nil {
			return
		}
		percent := 0
		if p.Predictor.HasInterval(90) {
			percent = 90
		}
		y, lower, upper, err := p.PredictIntervals(context.Background(), source, percent)
		if err == nil && (y.Len() != len(x) || percent > 0 && (lower.Len() != len(x) || upper.Width() != y.Width())) {
			t.Errorf("predictions of %d rows: %v, %v, %v", len(x), y, lower, upper)
		}
	})
}
