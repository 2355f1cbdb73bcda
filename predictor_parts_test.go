package suffice

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/output"
	"suffice/rows"
)

// drawnMachine is any machine on dim numbers that predicts k.
func drawnMachine(t *rapid.T, dim, k int) KernelMachine {
	numbers := func(n int) []float64 { return rapid.SliceOfN(rapid.Float64Range(-2, 2), n, n).Draw(t, "numbers") }
	m := KernelMachine{Kernel: rapid.SampledFrom([]string{"gaussian", "laplace", "manhattan"}).Draw(t, "kernel"), Scales: numbers(dim), Offset: numbers(k)}
	for range rapid.IntRange(0, 3).Draw(t, "centres") {
		m.Centres, m.Weights = append(m.Centres, numbers(dim)), append(m.Weights, numbers(k))
	}
	for range dim {
		if len(m.Centres) == 0 || len(m.Slopes) > 0 || rapid.Bool().Draw(t, "slopes") {
			m.Slopes = append(m.Slopes, numbers(k))
		}
	}
	if len(m.Slopes) != dim {
		m.Slopes = nil
	}
	return m
}

// at is f_j(u), as the formula has it.
func (m *KernelMachine) at(u []float64, j int) float64 {
	f := m.Offset[j]
	for c, centre := range m.Centres {
		squares, sum := 0., 0.
		for k, v := range u {
			squares += (m.Scales[k]*v - centre[k]) * (m.Scales[k]*v - centre[k])
			sum += math.Abs(m.Scales[k]*v - centre[k])
		}
		exponent := map[string]float64{"gaussian": squares / 2, "laplace": math.Sqrt(squares), "manhattan": sum}
		f += m.Weights[c][j] * math.Exp(-exponent[m.Kernel])
	}
	for k, slopes := range m.Slopes {
		f += slopes[j] * m.Scales[k] * u[k]
	}
	return f
}

// drawnPredictor is a model of three inputs with any predictor, and a row.
func drawnPredictor(t *rapid.T) (*Projection, []float64) {
	numbers := func(n int, least, most float64) []float64 {
		return rapid.SliceOfN(rapid.Float64Range(least, most), n, n).Draw(t, "numbers")
	}
	m := &Projection{
		Inputs: []string{"a", "b", "c"}, Components: [][]float64{numbers(3, -1, 1), numbers(3, -1, 1)}, Relevance: []float64{1, .5},
		Mean: numbers(3, -1, 1), Scale: numbers(3, .5, 2),
	}
	p := &Predictor{Kind: rapid.SampledFrom([]output.Kind{output.KindNumbers, output.KindClass, output.KindLabels}).Draw(t, "kind"), Names: []string{"u", "v"}}
	dim := 2
	if rapid.Bool().Draw(t, "own") {
		dim = rapid.IntRange(1, 4).Draw(t, "dim")
		for range dim {
			p.Components = append(p.Components, numbers(3, -1, 1))
		}
	}
	p.KernelMachine, p.Baseline, p.Spread = drawnMachine(t, dim, 2), []float64{0, 0}, []float64{1, 1}
	switch linked := rapid.Bool().Draw(t, "link"); {
	case p.Kind.Numeric():
		p.Log, p.Low, p.High, p.Least = []bool{linked, true}, []float64{-1, .5}, []float64{3, 3}, []float64{-.5, .4}
		p.Intervals = []Interval{{80, []float64{.5, 1}}, {90, []float64{1, 2}}}
		if rapid.Bool().Draw(t, "deviation") {
			p.Deviation = &Deviation{KernelMachine: drawnMachine(t, dim, 2), Low: []float64{-1, -.5}, High: []float64{.5, 1}}
		}
	case !linked:
		p.Power, p.Floor = 1.5, .01
	case p.Kind == output.KindClass:
		p.Link = "softmax"
	default:
		p.Link = "logit"
	}
	m.Predictor = p
	return m, numbers(3, -3, 3)
}

// naiveInputs is what a predictor works on, as the formula has it.
func naiveInputs(m *Projection, x []float64) (u []float64) {
	weights := m.Predictor.Components
	if weights == nil {
		weights = m.Weights()
	}
	for _, row := range weights {
		sum := 0.
		for j, w := range row {
			sum += w * (x[j] - m.Mean[j]) / m.Scale[j]
		}
		u = append(u, sum)
	}
	return u
}

// naively is the prediction of one row, and the ends of its interval of 90 percent.
func naively(m *Projection, x []float64) (predicted, lower, upper []float64) {
	p, u := m.Predictor, naiveInputs(m, x)
	f := []float64{p.at(u, 0), p.at(u, 1)}
	power := func(f float64) float64 { return math.Pow(max(0, f)+p.Floor, p.Power) }
	for j := range f {
		switch {
		case p.Kind == output.KindClass && p.Link == "":
			predicted = append(predicted, power(f[j])/(power(f[0])+power(f[1])))
		case p.Kind == output.KindClass:
			predicted = append(predicted, math.Exp(f[j])/(math.Exp(f[0])+math.Exp(f[1])))
		case p.Kind == output.KindLabels && p.Link == "":
			predicted = append(predicted, power(f[j])/(power(f[j])+power(1-f[j])))
		case p.Kind == output.KindLabels:
			predicted = append(predicted, 1/(1+math.Exp(-f[j])))
		default:
			if p.Log[j] {
				f[j] = math.Exp(f[j])
			}
			y, s := min(p.High[j], max(p.Low[j], f[j])), 1.
			if d := p.Deviation; d != nil {
				s = math.Exp(min(d.High[j], max(d.Low[j], d.at(u, j))))
			}
			low, high := y-s*p.Intervals[1].Half[j], y+s*p.Intervals[1].Half[j]
			if p.Log[j] {
				low, high = math.Exp(math.Log(y)-s*p.Intervals[1].Half[j]), math.Exp(math.Log(y)+s*p.Intervals[1].Half[j])
			}
			predicted, lower, upper = append(predicted, y), append(lower, max(p.Least[j], low)), append(upper, high)
		}
	}
	return predicted, lower, upper
}

// Predictors of all parts predict what their formula says, and so does the model of the inputs that
// have weight alone.
func TestPredictorsPredictTheirFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, x := drawnPredictor(t)
		m.Components[0][2], m.Components[1][2] = 0, 0 // the predictor's own may have weight there
		source, err := rows.FromSlices([][]float64{x})
		if err != nil {
			t.Fatal(err)
		}
		used, percent := m.Used(), 0
		if m.Predictor.Kind.Numeric() {
			percent = 90
		}
		predicted, lower, upper, err := m.PredictIntervals(t.Context(), source, percent)
		if err != nil {
			t.Fatal(err)
		}
		same := func(name string, got *rows.Matrix, want []float64) {
			if len(want) == 0 {
				if got != nil {
					t.Errorf("there are %s", name)
				}
				return
			}
			for j, v := range want {
				if !(math.Abs(got.Row(0)[j]-v) <= 1e-9*max(1, math.Abs(v))) {
					t.Errorf("%s: %v, want %v", name, got.Row(0), want)
				}
			}
		}
		wantPredicted, wantLower, wantUpper := naively(m, x)
		same("predictions", predicted, wantPredicted)
		same("lower ends", lower, wantLower)
		same("upper ends", upper, wantUpper)
		var less []float64
		for _, name := range used.Inputs {
			less = append(less, x[slices.Index(m.Inputs, name)])
		}
		if source, err = rows.FromSlices([][]float64{less}); err != nil {
			t.Fatal(err)
		}
		if predicted, err = used.Predict(t.Context(), source); err != nil {
			t.Fatal(err)
		}
		same("predictions of used inputs", predicted, wantPredicted)
		if bare := m.WithoutPredictor().Used(); len(bare.Inputs) < 3 && slices.Contains(bare.Inputs, "c") {
			t.Errorf("components without weight on c need %v", bare.Inputs)
		}
	})
}
