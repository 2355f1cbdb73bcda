package paper

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"
)

// A short version of the experiment: 3 trials of Data1. What least squares reaches
// is known: an angle whose tangent has standard deviation 0.5 / √(n/3) in each of
// three directions.
func TestTable1OnData1(t *testing.T) {
	data, err := ByName("data1")
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	table, err := Table1{
		Trials: 3, N: 200, Seed: 1, Data: []Data{data}, Methods: []Method{SCA0(100)},
		Progress: func(_, _ int, data, method string) { told = append(told, data+" "+method) },
	}.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 2 || table[0].Method != "ols" || table[1].Method != "sca0" {
		t.Fatalf("rows %+v, want ols and sca0", table)
	}
	if len(told) != 6 || told[0] != "data1 ols" || told[5] != "data1 sca0" {
		t.Errorf("progress %q", told)
	}
	expected := math.Sqrt(3) * .5 / math.Sqrt(200./3)
	if got := table[0].Mean; got < expected/3 || got > 2*expected {
		t.Errorf("least squares has error %.3f, want about %.3f", got, expected)
	}
	for _, row := range table {
		if !(0 < row.Mean && row.Mean <= row.Max && row.Max <= 1 && row.SD > 0) {
			t.Errorf("impossible row %+v", row)
		}
	}
}

// Trial k of a table that starts at seed s is trial 0 of one that starts at s + k.
func TestTrialsAreIndependentOfWhereTheTableStarts(t *testing.T) {
	run := func(seed uint64, trials int) Row {
		table, err := Table1{Trials: trials, N: 60, Seed: seed, Data: All()[3:], Methods: []Method{SCA0(20)}}.Run(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return table[0]
	}
	if got, want := run(7, 2).Mean, (run(7, 1).Mean+run(8, 1).Mean)/2; math.Abs(got-want) > 1e-15 {
		t.Errorf("mean %v, want %v", got, want)
	}
}

func TestTable1StopsWhenCancelled(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 100*time.Millisecond)
	defer cancel()
	start := time.Now()
	_, err := Table1{Trials: 1000, N: 1000, Data: All(), Methods: []Method{SCA(0)}}.Run(ctx)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("took %v", took)
	}
}

func TestTable1Errors(t *testing.T) {
	for _, bad := range []Table1{
		{Trials: 0, N: 100, Data: All(), Methods: []Method{SCA0(0)}},
		{Trials: 1, N: 1, Data: All(), Methods: []Method{SCA0(0)}},
		{Trials: 1, N: 3, Data: All()[:1]}, // fewer rows than least squares has coefficients
	} {
		if _, err := bad.Run(context.Background()); err == nil {
			t.Errorf("no error for %d trials of %d rows", bad.Trials, bad.N)
		}
	}
}

func TestSummarize(t *testing.T) {
	got := summarize([]Trial{{Error: .1, Seconds: 1}, {Error: .2, Seconds: 2}, {Error: .6, Seconds: 6}})
	want := Row{Mean: .3, SD: math.Sqrt((.04 + .01 + .09) / 2), Max: .6, Seconds: 3}
	for _, pair := range [][2]float64{{got.Mean, want.Mean}, {got.SD, want.SD}, {got.Max, want.Max}, {got.Seconds, want.Seconds}} {
		if math.Abs(pair[0]-pair[1]) > 1e-15 {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}
