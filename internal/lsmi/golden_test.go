package lsmi

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/kernel"
	"suffice/internal/linalg"
	"suffice/output"
	"suffice/rows"
)

// golden holds exact values from an independent NumPy implementation; see
// testdata/README.md.
type golden struct {
	X, W, Labels   [][]float64
	Y              []float64
	Classes        []int
	Centres, Folds []int
	SigmaZ         float64 `json:"sigma_z"`
	SigmaY         float64 `json:"sigma_y"`
	Lambda         float64
	MedianZ        float64 `json:"median_nonzero_distance_z"`
	MedianX        float64 `json:"median_nonzero_distance_x"`
	MedianY        float64 `json:"median_nonzero_distance_y"`
	Cases          []goldenCase
	LSDR           struct {
		Value    float64 `json:"smi_tilde"`
		Gradient [][]float64
	}
	SCA0 struct {
		SigmaX    float64 `json:"sigma_x"`
		Alpha     []float64
		D         [][]float64
		Projector [][]float64
	} `json:"sca0"`
}

type goldenCase struct {
	OutputKernel string    `json:"output_kernel"`
	ZKernel      string    `json:"z_kernel"`
	Mean         []float64 `json:"h"`
	Product      [][]float64
	Variants     map[string]goldenVariant
}

// UnmarshalJSON tells h from H, which encoding/json takes for one name.
func (c *goldenCase) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for name, into := range map[string]any{
		"output_kernel": &c.OutputKernel, "z_kernel": &c.ZKernel, "h": &c.Mean, "H": &c.Product, "variants": &c.Variants,
	} {
		if err := json.Unmarshal(raw[name], into); err != nil {
			return err
		}
	}
	return nil
}

type goldenVariant struct {
	Alpha               []float64
	HalfHAlpha          float64     `json:"half_h_alpha"`
	J                   float64     `json:"cv_J"`
	Gradient            [][]float64 `json:"gradient"`
	DNotProjected       [][]float64 `json:"D_centres_not_projected"`
	DProjected          [][]float64 `json:"D_centres_projected"`
	ProjectorNotProject [][]float64 `json:"next_projector_centres_not_projected"`
	ProjectorProjected  [][]float64 `json:"next_projector_centres_projected"`
}

func readGolden(t *testing.T) golden {
	t.Helper()
	data, err := os.ReadFile("testdata/lsmi.json")
	if err != nil {
		t.Fatal(err)
	}
	var g golden
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatal(err)
	}
	return g
}

func (g golden) sample(t *testing.T, y output.Output) *Sample {
	t.Helper()
	x, err := rows.FromSlices(g.X)
	if err != nil {
		t.Fatal(err)
	}
	standard, err := aggregate.Standardize(t.Context(), x, true)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newSample(t.Context(), standard, y, nil, g.Centres, g.Folds)
	if err != nil {
		t.Fatal(err)
	}
	s.block = 7 // several blocks, one of them short
	s.sortByFold()
	return s
}

func (g golden) output(t *testing.T, name string) output.Output {
	t.Helper()
	switch name {
	case "gaussian":
		return output.Numbers(g.Y)
	case "delta":
		return output.Classes(g.Classes)
	}
	y, err := output.Labels(len(g.Labels[0]), linalg.FromSlices(g.Labels).Data)
	if err != nil {
		t.Fatal(err)
	}
	return y
}

// wantClose fails unless got is within tolerance of want, relative to want's largest entry.
func wantClose(t *testing.T, name string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d values, want %d", name, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance*linalg.Largest(want)) {
			t.Errorf("%s[%d] = %.17g, want %.17g", name, i, got[i], want[i])
		}
	}
}

func flat(table [][]float64) []float64 { return linalg.FromSlices(table).Data }

const exact = 1e-9 // of the array's largest entry

var allAlphas = map[string]Alpha{"free": Free, "clipped": Clipped, "nonnegative": NonNegative}

func TestGoldenValues(t *testing.T) {
	g := readGolden(t)
	w := linalg.FromSlices(g.W)
	settings := Settings{WidthZ: g.SigmaZ, WidthY: g.SigmaY, Lambda: g.Lambda}
	kernels := map[string]kernel.Kind{"epanechnikov": kernel.Epanechnikov, "gaussian": kernel.Gaussian}
	for _, c := range g.Cases {
		y, k := g.output(t, c.OutputKernel), kernels[c.ZKernel]
		for name, want := range c.Variants {
			t.Run(c.OutputKernel+"/"+c.ZKernel+"/"+name, func(t *testing.T) {
				s := g.sample(t, y)
				wantGoldenVariant(t, s, w, k, settings, allAlphas[name], c, want)
			})
		}
	}
}

func wantGoldenVariant(t *testing.T, s *Sample, w linalg.Matrix, k kernel.Kind, settings Settings, allowed Alpha, c goldenCase, want goldenVariant) {
	o, err := s.Objective(t.Context(), k, settings, allowed)
	if err != nil {
		t.Fatal(err)
	}
	value, err := o.Value(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	linalg.Symmetrize(o.sys.H)
	wantClose(t, "H", o.sys.H.Data, flat(c.Product), exact)
	wantClose(t, "h", o.sys.h, c.Mean, exact)
	wantClose(t, "alpha", o.alpha, want.Alpha, exact)
	wantClose(t, "SMI", []float64{value + constant(s.y.Signed())}, []float64{want.HalfHAlpha}, exact)

	grid := Grid{WidthZ: []float64{settings.WidthZ}, WidthY: []float64{settings.WidthY}, Lambda: []float64{settings.Lambda}}
	scored, fit, err := s.Validate(t.Context(), w, k, grid, allowed)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "alpha of the validation", fit.Alpha, want.Alpha, exact)
	wantClose(t, "J", []float64{-scored.Score - constant(s.y.Signed())}, []float64{want.J}, exact)

	if want.Gradient != nil {
		got := linalg.New(w.Rows, w.Cols)
		if err := o.Gradient(t.Context(), got); err != nil {
			t.Fatal(err)
		}
		wantClose(t, "gradient", got.Data, flat(want.Gradient), exact)
	}
	fit = Solution{Settings: settings, Alpha: o.alpha}
	wantStep(t, s, w, k, fit, false, want.DNotProjected, want.ProjectorNotProject)
	wantStep(t, s, w, k, fit, true, want.DProjected, want.ProjectorProjected)
}

// wantStep compares D and the projector on its leading eigenvectors, where golden values exist.
func wantStep(t *testing.T, s *Sample, w linalg.Matrix, k kernel.Kind, fit Solution, projected bool, wantD, wantProjector [][]float64) {
	t.Helper()
	if wantD == nil {
		return
	}
	u := s.u
	if projected && w.Rows > 0 { // W Wᵀ is the identity here, so this is WᵀW u
		v := linalg.New(u.Rows, w.Rows)
		linalg.MulT(v, s.u, w)
		u = linalg.New(u.Rows, u.Cols)
		linalg.Mul(u, v, w)
	}
	d, err := s.Scatter(t.Context(), w, k, fit, u, 2)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "D", d.Data, flat(wantD), exact)
	_, next, err := linalg.Leading(d, 2)
	if err != nil {
		t.Fatal(err)
	}
	projector := linalg.New(w.Cols, w.Cols)
	linalg.TMul(projector, next, next)
	wantClose(t, "projector", projector.Data, flat(wantProjector), exact)
}

func TestGoldenBound(t *testing.T) {
	g := readGolden(t)
	s, w := g.sample(t, output.Numbers(g.Y)), linalg.FromSlices(g.W)
	o, err := s.Bound(t.Context(), kernel.Gaussian, Settings{WidthZ: g.SigmaZ, WidthY: g.SigmaY, Lambda: g.Lambda})
	if err != nil {
		t.Fatal(err)
	}
	value, err := o.Value(t.Context(), w)
	if err != nil {
		t.Fatal(err)
	}
	gradient := linalg.New(w.Rows, w.Cols)
	if err := o.Gradient(t.Context(), gradient); err != nil {
		t.Fatal(err)
	}
	wantClose(t, "SMI~", []float64{value}, []float64{g.LSDR.Value}, exact)
	wantClose(t, "gradient", gradient.Data, flat(g.LSDR.Gradient), exact)
}

func TestGoldenFirstStep(t *testing.T) {
	g := readGolden(t)
	s := g.sample(t, output.Numbers(g.Y))
	settings := Settings{WidthZ: g.SCA0.SigmaX, WidthY: g.SigmaY, Lambda: g.Lambda}
	fit, err := s.Solve(t.Context(), linalg.Matrix{}, kernel.Epanechnikov, settings, Clipped)
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "alpha", fit.Alpha, g.SCA0.Alpha, exact)
	wantStep(t, s, linalg.New(0, 3), kernel.Epanechnikov, fit, true, g.SCA0.D, g.SCA0.Projector)
}

func TestGoldenMedians(t *testing.T) {
	g := readGolden(t)
	s := g.sample(t, output.Numbers(g.Y))
	x, errX := s.MedianZ(t.Context(), linalg.Matrix{})
	z, errZ := s.MedianZ(t.Context(), linalg.FromSlices(g.W))
	y, errY := s.MedianY()
	if errX != nil || errZ != nil || errY != nil {
		t.Fatal(errX, errZ, errY)
	}
	wantClose(t, "median x", []float64{x}, []float64{g.MedianX}, exact)
	wantClose(t, "median z", []float64{z}, []float64{naiveMedian(s, linalg.FromSlices(g.W))}, exact)
	// The golden median of z counts one of the twelve distances of a centre to itself,
	// which rounding made non-zero there, among the non-zero ones.
	wantClose(t, "median z", []float64{naiveMedian(s, linalg.FromSlices(g.W), 1e-16)}, []float64{g.MedianZ}, exact)
	wantClose(t, "median y", []float64{y}, []float64{g.MedianY}, exact)
}

// naiveMedian sorts all distances between rows and centres in z = W x but those of a
// row to itself, with the extra ones.
func naiveMedian(s *Sample, w linalg.Matrix, extra ...float64) float64 {
	all := extra
	x, _ := s.x.Select(context.Background(), s.order)
	for i, row := range s.order {
		for l, c := range s.centres {
			if row == c {
				continue
			}
			var squared float64
			for k := range w.Rows {
				z := linalg.Dot(w.Row(k), x.Row(i)) - linalg.Dot(w.Row(k), s.u.Row(l))
				squared += z * z
			}
			all = append(all, math.Sqrt(squared))
		}
	}
	slices.Sort(all)
	return (all[(len(all)-1)/2] + all[len(all)/2]) / 2
}

// Solve fits α at z = W x (z = x where w has no rows).
func (s *Sample) Solve(ctx context.Context, w linalg.Matrix, k kernel.Kind, settings Settings, allowed Alpha) (Solution, error) {
	o, err := s.Objective(ctx, k, settings, allowed)
	if err != nil {
		return Solution{}, err
	}
	value, err := o.Value(ctx, w)
	if err != nil {
		return Solution{}, err
	}
	return Solution{Settings: settings, Alpha: o.alpha, SMI: value}, nil
}
