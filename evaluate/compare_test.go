package evaluate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"suffice"
	"suffice/internal/learn"
	"suffice/output"
	"suffice/rows"
)

// problem is n rows of 4 inputs, the first of which tells the class and the number.
func problem(t testing.TB, n int) (*rows.Matrix, *output.Target) {
	rng := rand.New(rand.NewPCG(1, 2))
	data, class := make([]float64, 4*n), make([]int, n)
	for i := range data {
		data[i] = rng.NormFloat64() * float64(1+i%4)
	}
	for i := range class {
		if data[4*i]+.3*rng.NormFloat64() > 0 {
			class[i] = 1
		}
	}
	return matrix(t, 4, data), &output.Target{Names: []string{"y"}, Kind: "class", Class: class, Classes: []string{"a", "b"}}
}

func methods(t testing.TB, names ...string) (all []suffice.Method) {
	for _, name := range names {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m)
	}
	return all
}

// The twin divides, fits, transforms and looks for the nearest by hand.
func TestCompareMatchesATwin(t *testing.T) {
	x, y := problem(t, 90)
	got, err := Compare(t.Context(), x, y, CompareOptions{
		Methods: methods(t, "pca", "sir", "none"), Dims: []int{2, 1, 2}, Splits: Splits{Train: 50, Repeats: 4, Seed: 7}, Judge: NearestJudge,
	})
	if err != nil {
		t.Fatal(err)
	}
	table := got.Rows
	if got.N != 90 || got.D != 4 || got.Measure != "error_rate" || got.Kind != "class" || got.Train != 50 || got.Repeats != 4 {
		t.Errorf("%+v", got)
	}
	var shape []string
	for _, r := range table {
		shape = append(shape, fmt.Sprint(r.Method, r.Dim))
	}
	if want := []string{"pca1", "pca2", "sir1", "none4"}; !slices.Equal(shape[:2], want[:2]) || shape[4] != want[3] || len(shape) != 5 {
		t.Fatalf("rows %v", shape)
	}
	reducers := []suffice.Reducer{suffice.PCA{Dim: 1}, suffice.PCA{Dim: 2}, suffice.SIR{Dim: 1}, nil, suffice.None{}}
	for i, reducer := range reducers {
		if reducer == nil {
			continue
		}
		var want []float64
		for r := range uint64(4) {
			want = append(want, byHand(t, x, y.Class, reducer, 50, 7+r))
		}
		if !slices.Equal(table[i].Errors, want) {
			t.Errorf("%s: errors %v, want %v", shape[i], table[i].Errors, want)
		}
		mean, variance := learn.Moments(want)
		if table[i].Mean != mean || table[i].SD != math.Sqrt(variance) || table[i].Err != nil {
			t.Errorf("%s: %+v", shape[i], table[i])
		}
	}
	if table[3].Err == nil || table[3].Errors != nil || table[3].Best {
		t.Errorf("sir finds two components of two classes: %+v", table[3])
	}
}

func byHand(t *testing.T, x *rows.Matrix, class []int, reducer suffice.Reducer, train int, seed uint64) float64 {
	training, testing, err := Splits{Train: train, Seed: seed, Class: class}.take(x.Len(), 0)
	if err != nil {
		t.Fatal(err)
	}
	var xs [][]float64
	var ys []int
	for _, i := range training {
		xs, ys = append(xs, x.Row(i)), append(ys, class[i])
	}
	own, err := rows.FromSlices(xs)
	if err != nil {
		t.Fatal(err)
	}
	model, err := reducer.Fit(t.Context(), own, output.Classes(ys))
	if err != nil {
		t.Fatal(err)
	}
	z, err := model.Transform(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	wrong := 0
	for _, i := range testing {
		best, least := 0, math.Inf(1)
		for _, k := range training {
			var r float64
			for j, v := range z.Row(i) {
				r += (v - z.Row(k)[j]) * (v - z.Row(k)[j])
			}
			if r < least {
				best, least = k, r
			}
		}
		if class[best] != class[i] {
			wrong++
		}
	}
	return float64(wrong) / float64(len(testing))
}

// spy is a method that keeps what it was given.
type spy struct {
	mu   *sync.Mutex
	seen map[string][][]float64 // by method: the first column, for each fit
	name string
	fail error
}

func (s spy) Fit(_ context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	if s.fail != nil {
		return nil, s.fail
	}
	var column []float64
	for i := range x.Len() {
		column = append(column, x.(*rows.Matrix).Row(i)[0])
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen[s.name] = append(s.seen[s.name], column)
	if y.Len() != x.Len() {
		return nil, errors.New("as many outputs as inputs")
	}
	return &suffice.Projection{Components: [][]float64{{1, 0, 0, 0}}, Mean: make([]float64, 4), Scale: []float64{1, 1, 1, 1}}, nil
}

func (s spy) method() suffice.Method {
	return suffice.Method{Name: s.name, New: func(suffice.Options) suffice.Reducer { return s }}
}

// Every method is given the same training rows, and no others.
func TestMethodsSeeTheSameTrainingRows(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that splits come in order
	x, y := problem(t, 30)
	a := spy{mu: new(sync.Mutex), seen: map[string][][]float64{}, name: "a"}
	b := a
	b.name = "b"
	for _, splits := range []Splits{{Train: 20, Repeats: 3, Seed: 5}, {Folds: 3, Seed: 5}} {
		clear(a.seen)
		if _, err := Compare(t.Context(), x, y, CompareOptions{Methods: []suffice.Method{a.method(), b.method()}, Dims: []int{1}, Splits: splits, Judge: NearestJudge}); err != nil {
			t.Fatal(err)
		}
		for r := range 3 {
			var want []float64
			splits.Class = y.Class
			training, _, err := splits.take(30, r)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range training {
				want = append(want, x.Row(i)[0])
			}
			if !slices.Equal(a.seen["a"][r], want) || !slices.Equal(a.seen["b"][r], want) {
				t.Errorf("split %d of %+v: other rows than %v", r, splits, training)
			}
		}
	}
}

// A method that fails says why, and the others are compared as if it was not there.
func TestAMethodThatFailsDoesNotStopTheOthers(t *testing.T) {
	x, y := problem(t, 60)
	broken := spy{name: "broken", fail: errors.New("no idea")}.method()
	run := func(all ...suffice.Method) []Row {
		table, err := Compare(t.Context(), x, y, CompareOptions{Methods: all, Dims: []int{1}, Splits: Splits{Repeats: 3}})
		if err != nil {
			t.Fatal(err)
		}
		return table.Rows
	}
	pca := methods(t, "pca")[0]
	with, without := run(broken, pca), run(pca)
	if with[0].Err == nil || with[0].Err.Error() != "no idea" || with[0].Best {
		t.Errorf("the method that fails: %+v", with[0])
	}
	sometimes := entry{trials: []trial{{}, {err: errors.New("no idea")}, {err: errors.New("none")}}}
	if got := sometimes.row("rmse").Err; got == nil || got.Error() != "on 2 of 3 splits: no idea" {
		t.Errorf("a method that fails sometimes: %v", got)
	}
	if !slices.Equal(with[1].Errors, without[0].Errors) || with[1].Mark != without[0].Mark {
		t.Errorf("the other one: %+v, alone %+v", with[1], without[0])
	}
}

func TestCompareGivesTheSameBitsOnAnyNumberOfThreads(t *testing.T) {
	x, y := problem(t, 60)
	run := func(threads int) (errors [][]float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		table, err := Compare(t.Context(), x, y, CompareOptions{
			Methods: methods(t, "sca0", "mddm", "none"), Dims: []int{1}, Splits: Splits{Folds: 3, Seed: 3}, Centres: 20,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table.Rows {
			errors = append(errors, row.Errors)
		}
		return errors
	}
	one := run(1)
	for _, threads := range []int{2, 5} {
		if !slices.EqualFunc(one, run(threads), slices.Equal) {
			t.Errorf("%d threads give other errors than one", threads)
		}
	}
}

func TestCompareTellsItsProgress(t *testing.T) {
	x, y := problem(t, 30)
	var told []Progress
	_, err := Compare(t.Context(), x, y, CompareOptions{
		Methods: methods(t, "pca", "none"), Dims: []int{1, 2}, Splits: Splits{Repeats: 2},
		Progress: func(p Progress) { told = append(told, p) },
	})
	if err != nil || len(told) != 6 {
		t.Fatalf("%d reports, %v", len(told), err)
	}
	for k, p := range told {
		if p.Done != k+1 || p.All != 6 || p.Method == "" || p.Dim < 1 {
			t.Errorf("report %d: %+v", k, p)
		}
	}
}

// patient is a method of which the first fits are made, and the others wait to be stopped.
type patient struct {
	spy
	made *atomic.Int64
	most int64
}

func (p patient) Fit(ctx context.Context, x suffice.Rows, y output.Output) (*suffice.Projection, error) {
	if p.made.Add(1) > p.most {
		<-ctx.Done()
		return nil, fmt.Errorf("stopped: %w", ctx.Err())
	}
	return p.spy.Fit(ctx, x, y)
}

// A fit that ended because it was told to is not made: neither told, nor kept, nor why a
// method failed. However many run side by side, no other is begun.
func TestCompareStopsWhenCancelled(t *testing.T) {
	x, y := problem(t, 60)
	for _, cores := range []int{1, 2, 12, 32} {
		for _, most := range []int64{1, 3} {
			restore := runtime.GOMAXPROCS(cores)
			ctx, cancel := context.WithCancel(t.Context())
			p := patient{spy{mu: new(sync.Mutex), seen: map[string][][]float64{}, name: "p"}, new(atomic.Int64), most}
			told := int64(0)
			c := CompareOptions{
				Methods: []suffice.Method{{Name: "p", New: func(suffice.Options) suffice.Reducer { return p }}}, Dims: []int{1, 2}, Splits: Splits{Repeats: 50},
				Progress: func(Progress) {
					if told++; told == most {
						cancel()
					}
				},
			}
			var err error
			if c.State, err = OpenState(ctx, filepath.Join(t.TempDir(), "state"), x, y, c); err != nil {
				t.Fatal(err)
			}
			_, err = Compare(ctx, x, y, c)
			if !errors.Is(err, context.Canceled) || told != most || c.State.Len() != int(most) || p.made.Load() > most+int64(cores) {
				t.Errorf("%d cores: %v, %d of %d fits told, %d kept, %d begun", cores, err, told, most, c.State.Len(), p.made.Load())
			}
			_ = c.State.Close()
			runtime.GOMAXPROCS(restore)
		}
	}
}

func TestCompareRefusesWhatCannotBe(t *testing.T) {
	x, y := problem(t, 30)
	pca := methods(t, "pca")
	for name, c := range map[string]CompareOptions{
		"no methods":      {Dims: []int{1}},
		"no dimensions":   {Methods: pca},
		"dimension 0":     {Methods: pca, Dims: []int{0}},
		"dimension 5":     {Methods: pca, Dims: []int{2, 5}},
		"all rows train":  {Methods: pca, Dims: []int{1}, Splits: Splits{Train: 30}},
		"one fold":        {Methods: pca, Dims: []int{1}, Splits: Splits{Folds: 1}},
		"folds and train": {Methods: pca, Dims: []int{1}, Splits: Splits{Folds: 3, Train: 9}},
	} {
		if _, err := Compare(t.Context(), x, y, c); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := Compare(t.Context(), x, y.Subset([]int{1, 2, 3}), CompareOptions{Methods: pca, Dims: []int{1}}); err == nil {
		t.Error("no error for 30 rows of inputs and 3 of outputs")
	}
}
