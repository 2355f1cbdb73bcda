package evaluate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"suffice"
	"suffice/output"
)

// vectorsOf are n rows of d numbers with a class of three, which the last two numbers tell; the first
// vary more.
func vectorsOf(t testing.TB, n, d int, seed uint64) *suffice.Data {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 5))
	x, class := make([]float64, n*d), make([]int, n)
	for i := range n {
		class[i] = random.IntN(3)
		row := x[i*d : (i+1)*d]
		for j := range row {
			row[j] = 1 + random.NormFloat64()*float64(d-j)
		}
		row[d-1] += 4 * float64(class[i]%2)
		row[d-2] += 8 * float64(class[i]/2)
	}
	y, err := (&output.Target{Names: []string{"y"}, Kind: "class", Class: class, Classes: []string{"a", "b", "c"}}).Output()
	if err != nil {
		t.Fatal(err)
	}
	return suffice.NewData(matrix(t, d, x), y)
}

func compressed(t testing.TB, d *suffice.Data, o CompressOptions) *CompressResult {
	t.Helper()
	found, err := Compress(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// figures are those of a cost, without what is known of each row.
func figures(c Cost) string {
	return fmt.Sprintf("%.3f by neighbours, %.3f by a line, %.3f kept", c.Neighbours, c.Line, c.Kept)
}

// The first number that loses no more than it may is taken, and nothing is tried after it; what takes no
// target knows nothing of the classes, and is better at keeping neighbours.
func TestCompressFindsTheFewestNumbers(t *testing.T) {
	d := vectorsOf(t, 300, 8, 1)
	got := compressed(t, d, CompressOptions{Methods: methods(t, "lda"), Dims: []int{1, 2, 4}, Within: .01, Euclidean: true})
	if got.Dim != 2 || got.Method != "lda" || !got.Enough || len(got.Ladder) != 2 || got.N != 300 || got.D != 8 || got.Measure != "accuracy" || got.Neighbours != 5 {
		t.Fatalf("%d by %s, enough %v after %d; %d of %d, %s by %d", got.Dim, got.Method, got.Enough, len(got.Ladder), got.N, got.D, got.Measure, got.Neighbours)
	}
	at := got.Ladder[1]
	if at.Neighbours < .9 || at.PCA.Neighbours > .5 || at.Cut.Neighbours > .5 || at.PCA.Kept < at.Kept+.1 {
		t.Errorf("%s, pca %s, cut %s", figures(at.Cost), figures(at.PCA), figures(at.Cut))
	}
	if one := got.Ladder[0]; got.All.Kept != 1 || one.Line > got.All.Line-.01 && one.Neighbours > got.All.Neighbours-.01 {
		t.Errorf("all %s, one number %s", figures(got.All), figures(one.Cost))
	}
}

// All numbers, cut at none, are all inputs; so are all principal components.
func TestAllNumbersCostNothing(t *testing.T) {
	for seed := range uint64(4) {
		d, euclidean := 2+int(seed), seed%2 == 0
		got := compressed(t, vectorsOf(t, 60+5*d, d, seed), CompressOptions{Methods: methods(t, "pca"), Dims: []int{d}, Euclidean: euclidean})
		cut := got.Ladder[0].Cut
		if cut.Neighbours != got.All.Neighbours || cut.Line != got.All.Line || cut.Kept != 1 {
			t.Errorf("cut %s, all %s", figures(cut), figures(got.All))
		}
		if pca := got.Ladder[0].PCA; euclidean && (pca.Neighbours != got.All.Neighbours || pca.Kept != 1) {
			t.Errorf("pca %s, all %s", figures(pca), figures(got.All))
		}
	}
}

// The twin divides as Compress does, and counts neighbours by hand.
func TestRecallMatchesATwin(t *testing.T) {
	data := vectorsOf(t, 60, 4, 3)
	c, err := CompressOptions{Methods: methods(t, "pca"), Dims: []int{2}, Euclidean: true}.prepare(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	nearest := func(i int, train []int, d int) []int {
		order := slices.Clone(train)
		distance := func(j int) (sum float64) {
			for k := range d {
				sum += math.Pow(c.x.At(i, k)-c.x.At(j, k), 2)
			}
			return sum
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if distance(a) < distance(b) {
				return -1
			}
			return 1
		})
		return order[:10]
	}
	var kept, right float64
	for _, f := range c.folds {
		for _, i := range f.Test {
			whole, votes := nearest(i, f.Train, 4), make([]float64, 3)
			for at, j := range nearest(i, f.Train, 2) {
				if slices.Contains(whole, j) {
					kept += .1 / 60
				}
				if at < 5 {
					votes[slices.Index(c.targets.Row(j), 1)]++
				}
			}
			if slices.Index(votes, slices.Max(votes)) == slices.Index(c.targets.Row(i), 1) {
				right += 1. / 60
			}
		}
	}
	got := compressed(t, data, CompressOptions{Methods: methods(t, "pca"), Dims: []int{2}, Euclidean: true}).Ladder[0].Cut
	if math.Abs(got.Kept-kept) > 1e-9 || math.Abs(got.Neighbours-right) > 1e-9 {
		t.Errorf("got %s, want %v kept and %v right", figures(got), kept, right)
	}
}

// Numbers are measured by R2, which noise does not have; the number of rows is a bound.
func TestCompressForANumber(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	x, y := make([]float64, 6*400), make([]float64, 400)
	for i := range x {
		x[i] = random.NormFloat64()
	}
	noise := slices.Clone(y)
	for i := range y {
		y[i], noise[i] = x[6*i]-x[6*i+5]+.3*random.NormFloat64(), random.NormFloat64()
	}
	of := func(y []float64) *CompressResult {
		out, err := (&output.Target{Names: []string{"y"}, Kind: "number", Values: y}).Output()
		if err != nil {
			t.Fatal(err)
		}
		return compressed(t, suffice.NewData(matrix(t, 6, x), out), CompressOptions{Methods: methods(t, "pls"), Dims: []int{1}, Rows: 300, Seed: 4})
	}
	if got := of(y); got.Measure != "r2" || got.Neighbours != 10 || got.Judged != 300 || got.N != 400 || got.Ladder[0].Line < .9 || got.Ladder[0].Neighbours < .85 {
		t.Errorf("all %s, one number %s; %s by %d, %d of %d", figures(got.All), figures(got.Ladder[0].Cost), got.Measure, got.Neighbours, got.Judged, got.N)
	}
	if got := of(noise); got.All.Line > .05 || got.Ladder[0].Neighbours > .05 {
		t.Errorf("noise: all %s, one number %s", figures(got.All), figures(got.Ladder[0].Cost))
	}
}

// A method is taken in place of the first where it is better by a standard error.
func TestAnotherMethodMustBeClearlyBetter(t *testing.T) {
	data := vectorsOf(t, 200, 6, 7)
	for _, test := range []struct{ first, then, want string }{{"pca", "lda", "lda"}, {"lda", "pca", "lda"}, {"lda", "sir", "lda"}} {
		got := compressed(t, data, CompressOptions{Methods: methods(t, test.first, test.then), Dims: []int{2}})
		if got.Method != test.want || len(got.Ladder[0].Tried) != 2 {
			t.Errorf("%+v: %s", test, got.Method)
		}
	}
}

// Rows of one group are in one fold, and the answer is the same on one core.
func TestCompressOfGroups(t *testing.T) {
	data := vectorsOf(t, 120, 5, 9)
	for i := range 120 {
		data.Group = append(data.Group, i%10)
	}
	o := CompressOptions{Methods: methods(t, "lda"), Dims: []int{2}}
	c, err := o.prepare(t.Context(), data)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range c.folds {
		for _, i := range f.Test {
			for _, j := range f.Train {
				if i%10 == j%10 {
					t.Fatal("a group is divided")
				}
			}
		}
	}
	many := compressed(t, data, o)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	if one := compressed(t, data, o); one.All.Line != many.All.Line || one.Ladder[0].Line != many.Ladder[0].Line || one.Ladder[0].Neighbours != many.Ladder[0].Neighbours {
		t.Errorf("%s on one core, %s on many", figures(one.Ladder[0].Cost), figures(many.Ladder[0].Cost))
	}
}

// oneInput has the same target and numbers of one kind alone.
func oneInput(t *testing.T, d *suffice.Data) *suffice.Data {
	t.Helper()
	return suffice.NewData(matrix(t, 1, make([]float64, d.Len())), d.Y)
}

func TestCompressErrors(t *testing.T) {
	data := vectorsOf(t, 40, 4, 2)
	for _, test := range []struct {
		o    CompressOptions
		want string
	}{
		{CompressOptions{}, "no method"},
		{CompressOptions{Methods: methods(t, "lda"), Dims: []int{5}}, "from 1 to 4"},
		{CompressOptions{Methods: methods(t, "lda"), Dims: []int{0}}, "from 1 to 4"},
		{CompressOptions{Methods: methods(t, "lda"), Dims: []int{3, 0}}, "0 numbers, but there must be from 1 to 4"},
		{CompressOptions{Methods: methods(t, "lda", "none")}, "none keeps all inputs"},
		{CompressOptions{Methods: methods(t, "lda"), Dims: []int{3}}, "no method finds 3 components"},
	} {
		if _, err := Compress(t.Context(), data, test.o); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
	if _, err := Compress(t.Context(), &suffice.Data{X: data.X}, CompressOptions{Methods: methods(t, "lda")}); err == nil || !strings.Contains(err.Error(), "no target") {
		t.Errorf("got %v", err)
	}
	for want, data := range map[string]*suffice.Data{"19 rows, but it takes 20": vectorsOf(t, 19, 4, 2), "one input alone": oneInput(t, data), "fewer than the 16 rows": vectorsOf(t, 20, 30, 2)} {
		if _, err := Compress(t.Context(), data, CompressOptions{Methods: methods(t, "pca"), Dims: []int{20}}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	if got := compressed(t, data, CompressOptions{Methods: methods(t, "lda"), Dims: []int{}}); len(got.Ladder) != 1 {
		t.Errorf("%d numbers tried", len(got.Ladder))
	}
	if got := compressed(t, data, CompressOptions{Methods: methods(t, "pca"), Dims: []int{4, 2, 4}, Within: -2}); len(got.Ladder) != 2 || got.Ladder[0].Dim != 2 {
		t.Errorf("%d tried, %d first", len(got.Ladder), got.Ladder[0].Dim)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Compress(ended, data, CompressOptions{Methods: methods(t, "lda")}); err == nil {
		t.Error("a context that has ended does not end it")
	}
}
