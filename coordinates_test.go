package suffice

import (
	"math/rand/v2"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/coords"
	"suffice/internal/linalg"
	"suffice/internal/search"
	"suffice/internal/stiefel"
	"suffice/output"
	"suffice/rows"
)

// correlated draws n rows of d inputs that are correlated, with units of their own, and
// a class that depends on two of them.
func correlated(t interface{ Fatal(...any) }, n, d int, seed uint64) (*rows.Matrix, []int) {
	random := rand.New(rand.NewPCG(seed, 3))
	data, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		row, common := data[i*d:(i+1)*d], random.NormFloat64()
		for j := range row {
			row[j] = float64(1+j%3)*(random.NormFloat64()+.5*common*float64(j%2)) + float64(j)
		}
		for _, j := range []int{0, 1} {
			if row[j]-float64(j) > 0 {
				class[i] += 1 + j
			}
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	return x, class
}

// SCA in the coordinates along few rows finds what it finds among the inputs themselves,
// with matrices of their square.
func TestSCAAlongFewRowsIsSCAOnTheInputs(t *testing.T) {
	t.Parallel()
	const dim = 3 // as many as tell four classes of few rows apart completely: any two of them would do so as well as others
	x, class := correlated(t, 30, 40, 1)
	y := output.Classes(class)
	standard, err := aggregate.Standardize(t.Context(), x, false)
	if err != nil {
		t.Fatal(err)
	}
	narrow, err := coords.NewSpace(t.Context(), coords.Limits{}, coords.Rows, standard, y, dim, false)
	if err != nil {
		t.Fatal(err)
	}
	if narrow.OnInputs() || !narrow.Many {
		t.Fatal("30 rows of 40 inputs are not narrowed")
	}
	wide := &coords.Space{X: standard, Many: true}
	if wide.Whitening, err = coords.NewWhitening(t.Context(), standard, dim, true); err != nil {
		t.Fatal(err)
	}
	for _, stop := range []Stage{AfterFirstStep, AfterPasses} { // the climb magnifies rounding
		var found []linalg.Matrix
		for _, in := range []*coords.Space{narrow, wide} {
			f := &search.Search{Settings: search.Settings{Dim: dim, Centres: 200}, Space: in, Y: y, Random: rand.New(rand.NewPCG(1, 1))}
			if err := (SCA{Dim: dim, Stop: stop}).run(t.Context(), f); err != nil {
				t.Fatal(err)
			}
			w, err := in.ToInputs(t.Context(), f.W)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, w)
		}
		if d := stiefel.Distance(found[0], found[1]); d > 1e-8 {
			t.Errorf("stage %d: the subspaces differ by %g", stop, d)
		}
	}
}

// smallSquares makes inputs and rows too many from 20 on.
var smallSquares = search.Limits{Limits: coords.Limits{Square: 20}}

// limited is a method with other limits.
func limited(method Reducer, l search.Limits) Reducer {
	switch m := method.(type) {
	case SCA:
		m.limits = l
		return m
	case LSDR:
		m.limits = l
		return m
	case KDR:
		m.limits = l
		return m
	case NCA:
		m.limits = l
		return m
	case MLKR:
		m.limits = l
		return m
	case OPG:
		m.limits = l
		return m
	case MAVE:
		m.limits = l
		return m
	case RFM:
		m.limits = l
		return m
	case SIR:
		m.limits = l.Limits
		return m
	case SAVE:
		m.limits = l.Limits
		return m
	case PHd:
		m.limits = l.Limits
		return m
	case MDDM:
		m.limits = l.Limits
		return m
	case CCA:
		m.limits = l.Limits
		return m
	case LDA:
		m.limits = l.Limits
		return m
	case DR:
		m.limits = l.Limits
		return m
	case GKDR:
		m.limits = l.Limits
		return m
	case PLS:
		m.limits = l.Limits
		return m
	case PCA:
		m.limits = l.Limits
		return m
	}
	return method
}

// A search space of no fewer directions than there are inputs is all of them: every
// method finds there what it finds with matrices of their square.
func TestASearchSpaceOfAllDirectionsLosesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, class := correlated(t, 400, 30, 2)
	y := output.Classes(class)
	for name, method := range map[string]Reducer{
		"pca": PCA{Dim: 2}, "cca": CCA{Dim: 2}, "cca without ridge": CCA{Dim: 2, Ridge: -1}, "mddm": MDDM{Dim: 2},
		"mddm uncorrelated": MDDM{Dim: 2, Uncorrelated: true}, "sir": SIR{Dim: 2}, "save": SAVE{Dim: 2}, "sir unscaled": SIR{Dim: 2, NoScale: true},
		"cca unscaled": CCA{Dim: 2, NoScale: true},
	} {
		t.Run(name, func(t *testing.T) {
			want, err := method.Fit(t.Context(), x, y)
			if err != nil {
				t.Fatal(err)
			}
			got, err := limited(method, smallSquares).Fit(t.Context(), x, y)
			if err != nil {
				t.Fatal(err)
			}
			for k, row := range want.Components {
				for j, w := range row {
					if d := got.Components[k][j] - w; d > 1e-6 || d < -1e-6 { // eigenvectors to a tolerance of 1e-8, over their gaps
						t.Fatalf("weight %d of component %d is %g, want %g", j+1, k+1, got.Components[k][j], w)
					}
				}
			}
		})
	}
}

// Where the largest variances tell all there is to tell, directions made of the same rows
// and their outputs would add nothing but noise that these rows cannot tell from more.
func TestASearchSpaceLeavesOutWhatIsOnlyNoise(t *testing.T) {
	t.Parallel()
	const n, d, many = 600, 600, 60
	random := rand.New(rand.NewPCG(5, 0))
	data, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		factor := random.NormFloat64()
		for j := range d {
			data[i*d+j] = random.NormFloat64()
			if j < many {
				data[i*d+j] += factor
			}
		}
		if factor > 0 {
			class[i] = 1
		}
	}
	x, err := rows.NewMatrix(d, data)
	if err != nil {
		t.Fatal(err)
	}
	w := fitTo(t, limited(SIR{Dim: 1}, smallSquares), x, output.Classes(class))
	var share float64
	for _, v := range w.Row(0)[:many] {
		share += v * v
	}
	if share < .5 { // .64; with directions of noise it is .13
		t.Errorf("the inputs that follow the factor have %.2f of the weight", share)
	}
}
