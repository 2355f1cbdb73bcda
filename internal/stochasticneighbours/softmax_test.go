package stochasticneighbours

import (
	"context"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/rows"
)

// golden is testdata/classical.json, which scripts/golden_linear.py makes of testdata/dr.csv.
type golden struct {
	Classes []int
	NCA     struct {
		W, Gradient [][]float64
		Loss        float64
	}
	MLKR struct{ Loss float64 }
}

func readGolden(t *testing.T) (g golden, x *aggregate.Standard, y linalg.Matrix) {
	t.Helper()
	figures, err := os.ReadFile("../../testdata/classical.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(figures, &g); err != nil {
		t.Fatal(err)
	}
	table, err := os.ReadFile("../../testdata/dr.csv")
	if err != nil {
		t.Fatal(err)
	}
	var inputs, outputs []float64
	for _, line := range strings.Split(strings.TrimSpace(string(table)), "\n")[1:] {
		for j, cell := range strings.Split(strings.TrimSpace(line), ",") {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			if j < 5 {
				inputs = append(inputs, v)
			} else {
				outputs = append(outputs, v)
			}
		}
	}
	m, err := rows.NewMatrix(5, inputs)
	if err != nil {
		t.Fatal(err)
	}
	if x, err = aggregate.Standardize(t.Context(), m, false); err != nil {
		t.Fatal(err)
	}
	return g, x, linalg.Of(len(outputs), 1, outputs)
}

func TestNCAIsScikitLearns(t *testing.T) {
	g, x, _ := readGolden(t)
	o := &Objective{X: x, Y: linalg.New(x.Len(), 1), Classes: true}
	for i, c := range g.Classes {
		o.Y.Data[i] = float64(c)
	}
	if err := o.Anchor(t.Context(), sampling.All(x.Len())); err != nil {
		t.Fatal(err)
	}
	slope := linalg.New(2, 5)
	loss, err := o.Value(t.Context(), linalg.FromSlices(g.NCA.W), slope)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(loss-g.NCA.Loss) > 1e-12 {
		t.Errorf("loss %v, want %v", loss, g.NCA.Loss)
	}
	for k, row := range g.NCA.Gradient {
		for j, want := range row {
			if math.Abs(slope.At(k, j)-want) > 1e-12 {
				t.Errorf("slope (%d, %d) is %v, want %v", k, j, slope.At(k, j), want)
			}
		}
	}
}

func TestMLKRIsNumPys(t *testing.T) {
	g, x, y := readGolden(t)
	unit, err := aggregate.Standardize(t.Context(), must(rows.NewMatrix(1, y.Data)), false)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range y.Data {
		y.Data[i] = (v - unit.Mean[0]) / unit.Scale[0]
	}
	o := &Objective{X: x, Y: y}
	if err := o.Anchor(t.Context(), sampling.All(x.Len())); err != nil {
		t.Fatal(err)
	}
	loss, err := o.Value(t.Context(), linalg.FromSlices(g.NCA.W), linalg.New(2, 5))
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(loss-g.MLKR.Loss) > 1e-12 {
		t.Errorf("loss %v, want %v", loss, g.MLKR.Loss)
	}
}

func must(m *rows.Matrix, err error) *rows.Matrix {
	if err != nil {
		panic(err)
	}
	return m
}

// The derivative is what the loss changes by, also where some rows are anchors.
func TestSlopeIsTheDerivative(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	normal := func(r, c int) linalg.Matrix {
		m := linalg.New(r, c)
		for i := range m.Data {
			m.Data[i] = random.NormFloat64()
		}
		return m
	}
	x, err := aggregate.AsStandard(4, normal(50, 4).Data)
	if err != nil {
		t.Fatal(err)
	}
	classes := linalg.New(50, 1)
	for i := range classes.Data {
		classes.Data[i] = float64(random.IntN(3))
	}
	for name, o := range map[string]*Objective{
		"classes": {X: x, Y: classes, Classes: true},
		"numbers": {X: x, Y: normal(50, 2)},
	} {
		for _, anchors := range [][]int{sampling.All(50), sampling.Rows(50, 12, random)} {
			if err := o.Anchor(t.Context(), anchors); err != nil {
				t.Fatal(err)
			}
			w, slope, other := normal(2, 4), linalg.New(2, 4), linalg.New(2, 4)
			at := func(w linalg.Matrix, slope linalg.Matrix) float64 {
				loss, err := o.Value(t.Context(), w, slope)
				if err != nil {
					t.Fatal(err)
				}
				return loss
			}
			at(w, slope)
			const h = 1e-5
			for i := range w.Data {
				up, down := w.Clone(), w.Clone()
				up.Data[i] += h
				down.Data[i] -= h
				if want := (at(up, other) - at(down, other)) / (2 * h); math.Abs(slope.Data[i]-want) > 1e-8 {
					t.Errorf("%s, %d anchors: slope %v, want %v", name, len(anchors), slope.Data[i], want)
				}
			}
		}
	}
}

// The bottom of a bowl that is a hundred times as steep along one axis as along another.
func TestDescentFindsTheBottom(t *testing.T) {
	bowl := func(_ context.Context, w, slope linalg.Matrix) (float64, error) {
		value := 1.
		for i, v := range w.Data {
			steep := math.Pow(10, float64(i))
			value += steep * (v - 1) * (v - 1)
			slope.Data[i] = 2 * steep * (v - 1)
		}
		return value, nil
	}
	w, value, err := Descent{Steps: 100, Tolerance: 1e-15, Size: linalg.Norm}.Run(t.Context(), bowl, linalg.Of(1, 3, []float64{5, -3, 2}), func(int, float64) {})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range w.Data {
		if math.Abs(v-1) > 1e-6 {
			t.Errorf("the bottom is at %v, value %v", w.Data, value)
		}
	}
}
