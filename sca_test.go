package suffice_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/internal/linalg"
	"suffice/internal/stiefel"
	"suffice/output"
)

// hidden is a problem with a known answer.
type hidden struct {
	x     [][]float64
	y     output.Output
	truth [][]float64
}

// correlated draws n rows of d normal inputs with correlation rho between any two.
func correlated(n, d int, rho float64, random *rand.Rand) [][]float64 {
	x := make([][]float64, n)
	for i := range x {
		common := random.NormFloat64()
		x[i] = make([]float64, d)
		for j := range x[i] {
			x[i][j] = math.Sqrt(rho)*common + math.Sqrt(1-rho)*random.NormFloat64()
		}
	}
	return x
}

// problems are dependences of many shapes. The errors that a fit must reach are about
// twice those measured with this seed.
func problems(t *testing.T) map[string]struct {
	hidden
	limit float64
} {
	t.Helper()
	const n = 500
	random := rand.New(rand.NewPCG(11, 12))
	plain, tied := correlated(n, 6, 0, random), correlated(n, 6, .9, random)
	numbers := func(x [][]float64, f func(row []float64, noise float64) float64) output.Output {
		y := make([]float64, n)
		for i, row := range x {
			y[i] = f(row, random.NormFloat64())
		}
		return output.Numbers(y)
	}
	ring, labels, pair := make([]int, n), make([]float64, 2*n), make([]float64, 2*n)
	for i, row := range plain {
		radius := row[0]*row[0] + row[1]*row[1] + .2*random.NormFloat64()
		if radius > 1 {
			ring[i]++
		}
		if radius > 2.5 {
			ring[i]++
		}
		labels[2*i] = math.Round(1 / (1 + math.Exp(-8*row[0])))
		labels[2*i+1] = math.Round(1 / (1 + math.Exp(-8*(math.Abs(row[1])-.7))))
		pair[2*i], pair[2*i+1] = math.Sin(2*row[0])+.1*random.NormFloat64(), 1000*(row[1]*row[1]+.1*random.NormFloat64())
	}
	sets, err := output.Labels(2, labels)
	if err != nil {
		t.Fatal(err)
	}
	several, err := output.Columns(2, pair)
	if err != nil {
		t.Fatal(err)
	}
	wide := correlated(n, 30, .9, random) // more directions than a tenth of the rows
	edge := func(row []float64, e float64) float64 {
		a, b := (row[0]-row[1])/math.Sqrt(.2), (row[2]-row[3])/math.Sqrt(.2)
		return a + b*b + .2*e
	}
	contrasts := [][]float64{make([]float64, 30), make([]float64, 30)}
	contrasts[0][0], contrasts[0][1], contrasts[1][2], contrasts[1][3] = 1, -1, 1, -1
	first, both := [][]float64{{1, 0, 0, 0, 0, 0}}, [][]float64{{1, 0, 0, 0, 0, 0}, {0, 1, 0, 0, 0, 0}}
	sum := [][]float64{{1, 1, 0, 0, 0, 0}}
	type problem = struct {
		hidden
		limit float64
	}
	return map[string]problem{
		"variance":             {hidden{plain, numbers(plain, func(r []float64, e float64) float64 { return r[0] * e }), first}, .12},
		"sine and square":      {hidden{plain, numbers(plain, func(r []float64, e float64) float64 { return math.Sin(2*r[0]) + r[1]*r[1] + .2*e }), both}, .05},
		"correlated, square":   {hidden{tied, numbers(tied, func(r []float64, e float64) float64 { return (r[0]+r[1])*(r[0]+r[1]) + .2*e }), sum}, .03},
		"correlated, line":     {hidden{tied, numbers(tied, func(r []float64, e float64) float64 { return r[0] + r[1] + .3*e }), sum}, .20},
		"30 correlated inputs": {hidden{wide, numbers(wide, edge), contrasts}, .12},
		"classes on rings":     {hidden{plain, output.Classes(ring), both}, .10},
		"label sets":           {hidden{plain, sets, both}, .15},
		"two numbers":          {hidden{plain, several, both}, .04},
	}
}

func TestSCAFindsHiddenDirections(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	for name, p := range problems(t) {
		t.Run(name, func(t *testing.T) {
			model := mustFit(t, suffice.SCA{Dim: len(p.truth), Seed: 1}, p.x, p.y)
			found, err := model.Directions()
			if err != nil {
				t.Fatal(err)
			}
			truth := linalg.FromSlices(p.truth)
			if err := stiefel.Orthonormalize(truth); err != nil {
				t.Fatal(err)
			}
			distance := stiefel.Distance(linalg.FromSlices(found), truth)
			t.Logf("error %.4f", distance)
			if distance > p.limit {
				t.Errorf("error %.4f, want at most %g", distance, p.limit)
			}
			if score, ok := model.Score(); !ok || score <= 0 {
				t.Errorf("held-out score %g for dependent data", score)
			}
		})
	}
}

func TestProgressIsReported(t *testing.T) {
	x, y := curved(80, 3, 14)
	var stages []string
	method := suffice.SCA{Dim: 1, Seed: 1, Centres: 40, Progress: func(p suffice.Progress) { stages = append(stages, p.Stage) }}
	model := mustFit(t, method, x, output.Numbers(y))
	looks := slices.Repeat([]string{"wide", "narrow", "plain"}, 4)
	if want := append(looks, "ascent", "ascent", "final"); !slices.Equal(stages, want) {
		t.Errorf("told of %q, want %q", stages, want)
	}
	if len(model.Trace) != len(stages) {
		t.Errorf("%d steps in the trace, %d told", len(model.Trace), len(stages))
	}
	if score, ok := model.Score(); !ok || model.Trace[len(model.Trace)-1].Score != score {
		t.Errorf("the trace %+v does not end at the score %g", model.Trace, score)
	}
}

// The stages of a fit are views of y, judged out of sample, and then S where there are rows
// for it; the analytic passes are starts where rows are few for the freedom. There are several
// looks at few rows.
func TestStagesOfSCA(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	random := rand.New(rand.NewPCG(3, 8))
	plain, tied, few := correlated(300, 4, 0, random), correlated(300, 4, .9, random), correlated(30, 40, .5, random)
	first := func(x [][]float64) (y []float64, class []int) {
		for _, row := range x {
			y = append(y, row[0]+.3*random.NormFloat64())
			class = append(class, 0)
			if row[0] > 0 {
				class[len(class)-1] = 1
			}
		}
		return y, class
	}
	for _, c := range []struct {
		name  string
		x     [][]float64
		class bool
		want  string
	}{
		{"numbers", plain, false, "wide narrow plain ascent ascent final"},
		{"correlated inputs", tied, false, "wide narrow plain other units ascent ascent final"},
		{"classes", plain, true, "wide plain ascent ascent final"},
		{"fewer rows than inputs", few, false, strings.Repeat("wide narrow plain ", 4) + "final"},
	} {
		y, class := first(c.x)
		var out output.Output = output.Numbers(y)
		if c.class {
			out = output.Classes(class)
		}
		model := mustFit(t, suffice.SCA{Dim: 1, Seed: 1, Centres: 40}, c.x, out)
		var stages []string
		for _, pass := range model.Trace {
			stages = append(stages, pass.Stage)
			switch pass.Stage {
			case "wide", "narrow", "plain", "other units":
				if pass.Measure != "cross-fitted information" {
					t.Errorf("%s: %s has measure %q", c.name, pass.Stage, pass.Measure)
				}
			case "ascent":
				if pass.Measure != "leave-one-out information" {
					t.Errorf("%s: %s has measure %q", c.name, pass.Stage, pass.Measure)
				}
			}
		}
		if got := strings.Join(stages, " "); got != c.want {
			t.Errorf("%s: stages %q, want %q", c.name, got, c.want)
		}
		if s, ok := model.Settings["spread"].(float64); !ok || !(s >= 0 && s <= 1) {
			t.Errorf("%s: spread %v", c.name, model.Settings["spread"])
		}
	}
}

// Three events in twenty thousand rows are an output, not a constant.
func TestRareEventsAreNotConstant(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	x := correlated(20000, 2, 0, random)
	y := make([]float64, len(x))
	y[11], y[5003], y[17777] = 1, 1, 1
	mustFit(t, suffice.SCA{Dim: 1, Seed: 1, Centres: 30, Stop: suffice.AfterFirstStep}, x, output.Numbers(y))
}

func TestTheUnitOfAGramMatrixDoesNotMatter(t *testing.T) {
	x, y := curved(80, 3, 16)
	fit := func(unit float64) *suffice.Projection {
		k := make([]float64, 80*80)
		for i := range 80 {
			for j := range 80 {
				k[i*80+j] = unit * math.Exp(-(y[i]-y[j])*(y[i]-y[j]))
			}
		}
		g, err := output.Gram(80, k)
		if err != nil {
			t.Fatal(err)
		}
		return mustFit(t, suffice.SCA{Dim: 1, Seed: 1}, x, g)
	}
	plain, _ := fit(1).Score()
	large, _ := fit(1024).Score()
	if plain != large || plain < .1 {
		t.Errorf("score %g, and %g in another unit", plain, large)
	}
}

func TestImpossibleSettingsAreErrors(t *testing.T) {
	x, y := curved(20, 3, 17)
	for _, method := range []suffice.SCA{{Dim: 1, Centres: -1}, {Dim: 1, Stop: 7}, {Dim: 1, Stop: -1}} {
		if _, err := method.Fit(t.Context(), matrix(t, x), output.Numbers(y)); err == nil {
			t.Errorf("%+v was accepted", method)
		}
	}
}

// Outputs that differ in a few of many rows may differ in none of those that a start is
// searched with.
func TestSCAWithRareOutputs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a while")
	}
	t.Parallel()
	x, y := curved(16_000, 3, 1)
	class := make([]int, len(y))
	for i := range y {
		y[i] = 0
	}
	for _, i := range []int{17, 4801} {
		y[i], class[i] = 1, 1
	}
	for _, y := range []output.Output{output.Numbers(y), output.Classes(class)} {
		for seed := range uint64(4) {
			mustFit(t, suffice.SCA{Dim: 1, Centres: 20, Seed: seed}, x, y)
		}
	}
}
