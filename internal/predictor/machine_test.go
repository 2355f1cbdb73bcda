package predictor

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/draw"
	"suffice/internal/linalg"
	"suffice/internal/metrics"
	"suffice/output"
)

func learnt(t *testing.T, z, y linalg.Matrix, s Settings) *Machine {
	t.Helper()
	m, err := Learn(z, y, s)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// The formula of the type, term by term.
func (m *Machine) naive(z []float64) []float64 {
	out := append([]float64(nil), m.Mean...)
	for c := range m.Centres.Rows {
		var squares float64
		for k, v := range z {
			off := v*m.Scales[k] - m.Centres.At(c, k)
			squares += off * off
		}
		kernel := math.Exp(-squares / 2)
		if m.Kernel == Laplace {
			kernel = math.Exp(-math.Sqrt(squares))
		}
		for j := range out {
			out[j] += kernel * m.Weights.At(c, j)
		}
	}
	return out
}

func TestMachineIsItsFormula(t *testing.T) {
	s := curve(150, true)
	m := learnt(t, s.z, s.y, Settings{Centres: 60})
	got := m.Predict(s.test)
	for i := range s.test.Rows {
		for j, want := range m.naive(s.test.Row(i)) {
			if math.Abs(got.At(i, j)-want) > 1e-9 {
				t.Fatalf("row %d: got %v, want %v", i, got.At(i, j), want)
			}
		}
	}
}

// What bends is predicted by a Gaussian, and noise of a tenth leaves about a hundredth of the
// variance, twice that of the curve's sine.
func TestMachineOnACurve(t *testing.T) {
	s := curve(600, false)
	m := learnt(t, s.z, s.y, Settings{Centres: 100})
	if left := s.left(m.Predict(s.test)); left > .04 {
		t.Errorf("%v of the squares is left", left)
	}
}

// A component of noise counts less than the other.
func TestMachineOnSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	z, y := linalg.New(400, 2), linalg.New(400, 1)
	for i := range z.Rows {
		z.Set(i, 0, random.Float64())
		z.Set(i, 1, random.Float64())
		y.Set(i, 0, math.Mod(math.Floor(6*z.At(i, 0)), 2))
	}
	m := learnt(t, z, y, Settings{Centres: 200})
	if m.Scales[0] < 4*m.Scales[1] {
		t.Errorf("kernel %s, scales %v", m.Kernel, m.Scales)
	}
}

// With ridges apart, a column is predicted as if it were alone, where kernel and scales are
// the same; a column of noise then does not blur the other.
func TestRidgesApart(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	z, y := linalg.New(200, 1), linalg.New(200, 2)
	for i := range z.Rows {
		z.Set(i, 0, random.NormFloat64())
		y.Set(i, 0, math.Sin(3*z.At(i, 0)))
		y.Set(i, 1, 3*random.NormFloat64())
	}
	p := problem{z: z, y: y, at: draw.All(50), apart: true}
	apart, together := p.newTrial(), p.newTrial()
	together.apart = false
	for _, trial := range []*trial{apart, together} {
		if err := trial.try(Gaussian, []float64{2}, true); err != nil {
			t.Fatal(err)
		}
	}
	if apart.least >= together.least {
		t.Errorf("apart %v, together %v", apart.least, together.least)
	}
}

// The loss of a trial is that of leaving each row out for real, with the same centres.
func TestTrialLeavesRowsOut(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	const n = 12
	z, y := linalg.New(n, 1), linalg.New(n, 1)
	for i := range n {
		z.Set(i, 0, random.NormFloat64())
		y.Set(i, 0, random.NormFloat64())
	}
	trial := problem{z: z, y: y, at: []int{0, 3, 7}}.newTrial()
	if err := trial.try(Laplace, []float64{1}, false); err != nil {
		t.Fatal(err)
	}
	least := math.Inf(1)
	for half := range halfDecades + 1 {
		lambda := n * math.Pow(10, -float64(half)/2)
		var loss float64
		for i := range n {
			off := y.At(i, 0) - leftOut(z, y, trial.at, i, lambda)
			loss += off * off
		}
		least = min(least, loss)
	}
	if math.Abs(trial.least/least-1) > 1e-6 {
		t.Errorf("got %v, want %v", trial.least, least)
	}
}

// leftOut solves (KᵀK + λ K_cc) w = Kᵀy without row i, and predicts that row.
func leftOut(z, y linalg.Matrix, at []int, without int, lambda float64) float64 {
	kernel := func(a, b int) float64 { return math.Exp(-math.Abs(z.At(a, 0) - z.At(b, 0))) }
	a, b := linalg.New(len(at), len(at)), linalg.New(len(at), 1)
	for k, ck := range at {
		for l, cl := range at {
			a.Set(k, l, lambda*kernel(ck, cl))
		}
	}
	for i := range z.Rows {
		if i == without {
			continue
		}
		for k, ck := range at {
			b.Set(k, 0, b.At(k, 0)+kernel(i, ck)*y.At(i, 0))
			for l, cl := range at {
				a.Set(k, l, a.At(k, l)+kernel(i, ck)*kernel(i, cl))
			}
		}
	}
	if err := linalg.Cholesky(a); err != nil {
		return math.NaN()
	}
	linalg.CholeskySolveAll(a, b)
	var sum float64
	for k, ck := range at {
		sum += kernel(without, ck) * b.At(k, 0)
	}
	return sum
}

// Probabilities of classes add up to 1 and keep the order of the scores; those of labels
// are between 0 and 1.
func TestProbabilities(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		scores := rapid.SliceOfN(rapid.Float64Range(-2, 3), 2, 6).Draw(t, "scores")
		c := Calibration{rapid.SampledFrom(powers).Draw(t, "power"), rapid.SampledFrom(floors).Draw(t, "floor")}
		p := linalg.Of(1, len(scores), append([]float64(nil), scores...))
		c.Probabilities(p, true)
		total := 0.
		for j, v := range p.Data {
			total += v
			for l := range p.Data {
				if scores[j] > scores[l] && v < p.Data[l] {
					t.Fatalf("scores %v, probabilities %v", scores, p.Data)
				}
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("they add up to %v", total)
		}
		q := linalg.Of(1, len(scores), append([]float64(nil), scores...))
		c.Probabilities(q, false)
		for j, v := range q.Data {
			if !(v >= 0 && v <= 1) || (v > .5) != (scores[j] > .5) && math.Abs(v-.5) > 1e-9 {
				t.Fatalf("score %v, probability %v", scores[j], v)
			}
		}
	})
}

// Scores that are the probabilities themselves stay nearly what they are.
func TestCalibrationOfProbabilities(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 8))
	truth, scores := linalg.New(4000, 2), linalg.New(4000, 2)
	for i := range truth.Rows {
		p := random.Float64()
		scores.Set(i, 0, p)
		scores.Set(i, 1, 1-p)
		has := 1
		if random.Float64() < p {
			has = 0
		}
		truth.Set(i, has, 1)
	}
	c := Calibrate(truth, scores, true)
	c.Probabilities(scores, true)
	if off := metrics.Of(output.KindClass, truth, scores, nil)["calibration_error"]; off > .03 {
		t.Errorf("%+v is off by %v", c, off)
	}
}

// The bound is exceeded by as many residuals as it may be, and no smaller one would do.
func TestBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		residuals := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 60).Draw(t, "residuals")
		percent := rapid.IntRange(1, 99).Draw(t, "percent")
		bound, ok := Bound(residuals, percent)
		within, below := 0, 0
		for _, r := range residuals {
			if math.Abs(r) <= bound {
				within++
			}
			if math.Abs(r) < bound {
				below++
			}
		}
		wanted := float64(len(residuals)+1) * float64(percent) / 100
		if ok && (float64(within) < wanted-1e-9 || float64(below) >= wanted) {
			t.Fatalf("%d within and %d below %v, wanted %v", within, below, bound, wanted)
		}
		if !ok && wanted <= float64(len(residuals)) {
			t.Fatalf("no bound, but %v of %d", wanted, len(residuals))
		}
	})
}
