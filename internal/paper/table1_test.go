package paper

import (
	"context"
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"suffice"
	"suffice/internal/trials"
	"suffice/output"
)

// method is one of the library's.
func method(t testing.TB, name string, centres int) Method {
	t.Helper()
	m, err := suffice.MethodNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return MethodOf(m, centres)
}

// fake is a method that takes no time, and errs by what it is told.
func fake(name string, run func(ctx context.Context, d Data, seed uint64) (trials.Fit, error)) Method {
	return Method{Name: name, run: func(ctx context.Context, d Data, _ int, seed uint64) (trials.Fit, error) { return run(ctx, d, seed) }}
}

func constant(name string, trial trials.Fit) Method {
	return fake(name, func(context.Context, Data, uint64) (trials.Fit, error) { return trial, nil })
}

// A short version of the experiment: 3 trials of Data1. What least squares reaches
// is known: an angle whose tangent has standard deviation 0.5 / √(n/3) in each of
// three directions.
func TestTable1OnData1(t *testing.T) {
	data, err := ByName("data1")
	if err != nil {
		t.Fatal(err)
	}
	var told []trials.Progress
	table, err := Table1{
		Trials: 3, N: 200, Seed: 1, Data: []Data{data}, Methods: []Method{method(t, "sca0", 100)},
		Progress: func(p trials.Progress) { told = append(told, p) },
	}.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 2 || table[0].Method != "ols" || table[1].Method != "sca0" {
		t.Fatalf("rows %+v, want ols and sca0", table)
	}
	if len(told) != 6 || told[0].Done != 1 || told[5].Done != 6 || told[5].All != 6 || told[5].Left != 0 || told[2].Left <= 0 {
		t.Errorf("progress %+v", told)
	}
	expected := math.Sqrt(3) * .5 / math.Sqrt(200./3)
	if got := table[0].Mean; got < expected/3 || got > 2*expected {
		t.Errorf("least squares has error %.3f, want about %.3f", got, expected)
	}
	for _, row := range table {
		if !(0 < row.Mean && row.Mean <= row.Max && row.Max <= 1 && row.SD > 0 && len(row.Errors) == 3) {
			t.Errorf("impossible row %+v", row)
		}
	}
	if table[0].Best || !table[1].Best {
		t.Error("the floor is among the best, or the only method is not")
	}
}

// Trial k of a table that starts at seed s is trial 0 of one that starts at s + k.
func TestTrialsAreIndependentOfWhereTheTableStarts(t *testing.T) {
	run := func(seed uint64, trials int) Row {
		table, err := Table1{Trials: trials, N: 60, Seed: seed, Data: All()[3:], Methods: []Method{method(t, "sca0", 20)}}.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return table[0]
	}
	if got, want := run(7, 2).Mean, (run(7, 1).Mean+run(8, 1).Mean)/2; math.Abs(got-want) > 1e-15 {
		t.Errorf("mean %v, want %v", got, want)
	}
}

func TestTable1GivesTheSameBitsOnAnyNumberOfThreads(t *testing.T) {
	run := func(threads int) (errors [][]float64) {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threads))
		table, err := Table1{Trials: 3, N: 60, Seed: 7, Data: All(), Methods: []Method{method(t, "sca0", 20)}}.Run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range table {
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

// Methods are tested against the best on the same data, least squares apart.
func TestBestAndThoseNotDifferent(t *testing.T) {
	noisy := func(name string, mean float64) Method {
		return fake(name, func(_ context.Context, _ Data, seed uint64) (trials.Fit, error) {
			return trials.Fit{Error: mean + .01*float64(seed%5)}, nil
		})
	}
	table, err := Table1{
		Trials: 10, N: 60, Data: All(), Methods: []Method{noisy("best", .1), noisy("near", .105), noisy("far", .2)},
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table {
		if want := row.Method == "best" || row.Method == "near"; row.Best != want {
			t.Errorf("%s on %s: best is %v", row.Method, row.Data, row.Best)
		}
	}
}

// One trial says nothing about differences.
func TestBestOfOneTrial(t *testing.T) {
	table, err := Table1{
		Trials: 1, N: 60, Data: All()[1:2], Methods: []Method{constant("b", trials.Fit{Error: .2}), constant("a", trials.Fit{Error: .1})},
	}.Run(t.Context())
	if err != nil || table[0].Best || !table[1].Best {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestTimesAreRelativeToLSDR(t *testing.T) {
	table, err := Table1{
		Trials: 2, N: 60, Data: All()[:2], Methods: []Method{constant("sca", trials.Fit{Seconds: 1}), constant("lsdr", trials.Fit{Seconds: 4})},
	}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := Times(table), []Time{{"sca", 1, .25, "0.49"}, {"lsdr", 4, 1, "1.0"}}; !slices.Equal(got, want) {
		t.Errorf("times %+v, want %+v", got, want)
	}
	if got := Times(table[:2]); got != nil {
		t.Errorf("times %+v without LSDR", got)
	}
}

// Once the first trial is told, no other is begun, and those at work are given up.
func TestTable1StopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int64
	sca := method(t, "sca", 0)
	counting := Method{Name: "sca", run: func(ctx context.Context, d Data, n int, seed uint64) (trials.Fit, error) {
		if begun.Add(1) == 1 {
			return trials.Fit{}, nil
		}
		return sca.run(ctx, d, n, seed)
	}}
	_, err := Table1{Trials: 1000, N: 1000, Data: All()[1:], Methods: []Method{counting}, Progress: func(trials.Progress) { cancel() }}.Run(ctx)
	if most := 1 + runtime.GOMAXPROCS(0); !errors.Is(err, context.Canceled) || int(begun.Load()) > most {
		t.Errorf("%v after %d trials, want at most %d", err, begun.Load(), most)
	}
}

func TestTable1Errors(t *testing.T) {
	for _, bad := range []Table1{
		{Trials: 0, N: 100, Data: All(), Methods: []Method{method(t, "sca0", 0)}},
		{Trials: 1, N: 1, Data: All(), Methods: []Method{method(t, "sca0", 0)}},
		{Trials: 1, N: 3, Data: All()[:1]}, // fewer rows than least squares has coefficients
	} {
		if _, err := bad.Run(context.Background()); err == nil {
			t.Errorf("no error for %d trials of %d rows", bad.Trials, bad.N)
		}
	}
}

// The failure of one trial ends the run, and says which it was.
func TestTable1SaysWhichTrialFailed(t *testing.T) {
	for _, test := range []struct {
		trial trials.Fit
		err   error
		want  string
	}{
		{trials.Fit{}, errors.New("no good"), "frail on data3 with seed 13: no good"},
		{trials.Fit{Error: math.NaN()}, nil, "frail on data3 with seed 13: the components found are not finite"},
	} {
		frail := fake("frail", func(ctx context.Context, d Data, seed uint64) (trials.Fit, error) {
			if d.Name == "data3" && seed == 13 {
				return test.trial, test.err
			}
			if d.Name == "data3" && seed > 13 {
				<-ctx.Done() // is told to stop
				return trials.Fit{}, ctx.Err()
			}
			return trials.Fit{Error: .1}, nil
		})
		_, err := Table1{Trials: 9, N: 60, Seed: 10, Data: All()[1:3], Methods: []Method{frail}}.Run(t.Context())
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

// A method of the library that takes no centres is still one to compare.
func TestMethodOfTakesAnyMethod(t *testing.T) {
	var asked []suffice.Options
	made := suffice.Method{Name: "made", New: func(o suffice.Options) suffice.Reducer {
		asked = append(asked, o)
		return firstInputs(o.Dim)
	}}
	table, err := Table1{Trials: 1, N: 60, Seed: 3, Data: All()[2:3], Methods: []Method{MethodOf(made, 7)}}.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(asked) != 1 || asked[0].Dim != 2 || asked[0].Centres != 7 || asked[0].Seed != 3 {
		t.Errorf("options %+v", asked)
	}
	if table[0].Mean > 1e-15 { // the answer of data3 is x1 and x2
		t.Errorf("error %v of the true answer", table[0].Mean)
	}
}

// firstInputs is a method that takes the first inputs as they are.
type firstInputs int

func (m firstInputs) Fit(_ context.Context, x suffice.Rows, _ output.Output) (*suffice.Projection, error) {
	p := &suffice.Projection{Components: make([][]float64, int(m)), Mean: make([]float64, x.Width()), Scale: make([]float64, x.Width())}
	for j := range p.Scale {
		p.Scale[j] = 1
	}
	for k := range p.Components {
		p.Components[k] = make([]float64, x.Width())
		p.Components[k][k] = 1
	}
	return p, nil
}

func TestSummarize(t *testing.T) {
	got := trials.Summarize([]trials.Fit{{Error: .1, Seconds: 1}, {Error: .2, Seconds: 2}, {Error: .6, Seconds: 6}})
	want := Row{Mean: .3, SD: math.Sqrt((.04 + .01 + .09) / 2), Max: .6, Seconds: 3}
	for _, pair := range [][2]float64{{got.Mean, want.Mean}, {got.SD, want.SD}, {got.Max, want.Max}, {got.Seconds, want.Seconds}} {
		if math.Abs(pair[0]-pair[1]) > 1e-15 {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// All that the paper prints is there, and its best are the bold ones.
func TestPrinted(t *testing.T) {
	bold := ""
	for _, d := range All() {
		for _, name := range Compared() {
			figure, ok := Printed(d.Name, name)
			if !ok || figure.Mean <= 0 || figure.SD <= 0 || printedTimes[name] == "" {
				t.Errorf("nothing for %s on %s", name, d.Name)
			}
			if figure.Best {
				bold += " " + d.Name + ":" + name
			}
		}
	}
	if want := "data1:sca data1:lsdr data1:kdr data2:sca data3:sca data3:kdr data4:sca"; strings.TrimSpace(bold) != want {
		t.Errorf("bold are%s, want %s", bold, want)
	}
	if _, ok := Printed("data1", "ols"); ok || printedTimes["ols"] != "" {
		t.Error("the paper has no least squares")
	}
}

func TestPictureTitle(t *testing.T) {
	for trials, want := range map[int]string{1: "Error of the subspace found, 1 trial of 60 rows", 2: "Error of the subspace found, 2 trials of 60 rows"} {
		if got := Picture(nil, trials, 60).Title; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
