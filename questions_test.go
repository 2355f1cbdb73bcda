package suffice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"suffice/internal/aggregate"
	"suffice/internal/canonical"
	"suffice/internal/linalg"
	"suffice/internal/sampling"
	"suffice/internal/search"
	"suffice/internal/target"
	"suffice/output"
	"suffice/rows"
)

// hundredMillion is a table with d inputs that says it has as many rows, with a target that a
// method takes, and with weights where these are wanted.
func hundredMillion(t testing.TB, d int, method string, weighs bool) (*vastTable, output.Output) {
	t.Helper()
	const n, times = 1000, 100_000
	random := rand.New(rand.NewPCG(1, 2))
	data, y, class := make([]float64, n*d), make([]float64, n), make([]int, n)
	for i := range n {
		row := data[i*d : (i+1)*d]
		for j := range row {
			row[j] = random.NormFloat64()
		}
		y[i] = math.Sin(row[0]+row[1]) + row[2]*row[2] + .1*random.NormFloat64()
		class[i] = min(2, max(0, int(y[i]+1)))
	}
	var x rows.Source
	x, err := rows.NewMatrix(d, data)
	if err == nil && weighs {
		x, err = rows.WithWeights(x, countsOf(n, false))
	}
	if err != nil {
		t.Fatal(err)
	}
	of := &output.Target{Kind: output.KindNumber, Names: []string{"y"}, Values: y}
	if ofClasses(method) {
		of = &output.Target{Kind: output.KindClass, Names: []string{"c"}, Class: class, Classes: []string{"a", "b", "c"}}
	}
	vast := newVast(x, of, times)
	there, err := target.Open(t.Context(), vast, &output.Target{Kind: of.Kind, Names: of.Names, Classes: of.Classes}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return vast, there
}

// ofClasses reports whether a method is for classes alone.
func ofClasses(method string) bool { return method == "lda" || method == "nca" }

// atMostTwo is two components, or one where a method finds no more.
func atMostTwo(method Method, y output.Output) int {
	if method.Most == nil {
		return 2
	}
	return min(2, method.Most(y))
}

// No question of any method has more than 100 kB, of 1e8 rows with 20 inputs, and none asks for
// something of each row: inputs, target or weight. Methods share the tables, whose targets are looked
// at once: the first method of each table answers for these questions too.
func TestNoQuestionIsLarge(t *testing.T) {
	if testing.Short() {
		t.Skip("fits by every method, and no two things side by side that other tests have not")
	}
	t.Parallel()
	type table struct {
		vast *vastTable
		y    output.Output
	}
	tables := map[string]table{}
	for k := range 2 * len(Methods()) {
		method, weighs, name := Methods()[k/2], k%2 > 0, Methods()[k/2].Name
		if weighs {
			name += ", by weight"
		}
		if weighs && !method.Uses.Weights || method.Name == "opg" || method.Name == "csopg" || weighs && method.Name == "csmave" {
			continue // MAVE begins as OPG does, and csMAVE asks for weights as MAVE does
		}
		t.Run(name, func(t *testing.T) {
			kind := fmt.Sprint(ofClasses(method.Name), weighs)
			if _, ok := tables[kind]; !ok {
				vast, y := hundredMillion(t, 20, method.Name, weighs)
				tables[kind] = table{vast, y}
			}
			vast, y := tables[kind].vast, tables[kind].y
			defer clear(vast.Questions)
			centres := 0 // as many as there are by default
			if weighs {
				centres = 60 // a weight is asked for as a column is, however many there are
			}
			reducer := limited(quick(method.New(Options{Dim: atMostTwo(method, y), Centres: centres, Seed: 1})), search.Limits{Tuning: 500})
			switch m := reducer.(type) {
			case SEAS:
				m.limits.Rows = 20_000
				reducer = m
			case LassoSIR:
				m.limits.Rows = 20_000
				reducer = m
			case SPLS:
				m.limits.Rows = 20_000
				reducer = m
			case SCA:
				m.Quick = true
				reducer = m
			}
			if _, err := reducer.Fit(t.Context(), vast.Weighed(), y); err != nil {
				t.Fatal(err)
			}
			const head = 4000 // names of columns, and where parts begin
			if kind, size := vast.Largest(); size > 100_000-head {
				t.Errorf("a question for %s has %d bytes", kind, size)
			}
		})
	}
}

// Functions that are asked for one question after the other add up to the same bits as at once.
func TestGradientsInSeveralQuestions(t *testing.T) {
	t.Parallel()
	const n, b, functions = sampling.ForAll + 1, 200, 62
	random := rand.New(rand.NewPCG(1, 2))
	numbers := func(r, c int) linalg.Matrix {
		m := linalg.New(r, c)
		for i := range m.Data {
			m.Data[i] = random.NormFloat64()
		}
		return m
	}
	here, err := aggregate.AsStandard(1, numbers(n, 1).Data)
	if err != nil {
		t.Fatal(err)
	}
	u, beta := numbers(b, 1), numbers(b, functions)
	want, err := canonical.OuterProducts(t.Context(), here, u, beta, .1)
	if err != nil {
		t.Fatal(err)
	}
	x, all := scattered(here.Source, &output.Target{Names: []string{"y"}}, 1)
	there := *here
	there.Source = x
	got, err := canonical.OuterProducts(t.Context(), &there, u, beta, .1)
	if err != nil || got.At(0, 0) != want.At(0, 0) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	if len(all.Asked) < 2 || all.Questions["gradients"] > 100_000 {
		t.Errorf("%d questions of %d bytes", len(all.Asked), all.Questions["gradients"])
	}
}

// BenchmarkQuestions tells how many questions a fit of 1e8 rows asks, how large they are, and how
// large the sums over a part are.
func BenchmarkQuestions(b *testing.B) {
	for _, d := range []int{20, 100} {
		for _, method := range Methods() {
			b.Run(fmt.Sprintf("%s/inputs=%d", method.Name, d), func(b *testing.B) {
				for b.Loop() {
					vast, y := hundredMillion(b, d, method.Name, false)
					if _, err := method.New(Options{Dim: atMostTwo(method, y), Seed: 1}).Fit(b.Context(), vast, y); err != nil {
						b.Fatal(err)
					}
					_, size := vast.Largest()
					b.ReportMetric(float64(len(vast.Asked)), "questions")
					b.ReportMetric(float64(size), "B/question")
					b.ReportMetric(float64(vast.Answer), "B/answer")
				}
			})
		}
	}
}
