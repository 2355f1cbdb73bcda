package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"suffice/internal/cli"
)

// smallKernels is bench kernels in sizes that take no time.
func smallKernels(out *bytes.Buffer) *benchKernels {
	return &benchKernels{
		Streams: cli.Streams{Out: out, Err: new(bytes.Buffer)},
		sizes: kernelSizes{
			product: 8, factor: 9, gramRows: 30, gramCols: 5, spectrum: 12, leading: 3,
			elements: 100, rows: 1000, centres: 7, dims: 2,
		},
		during: time.Microsecond,
	}
}

// smallFit is bench fit with a product that takes no time.
func smallFit(out *bytes.Buffer) *benchFit {
	return &benchFit{
		Streams: cli.Streams{Out: out, Err: new(bytes.Buffer)}, problem: problem{n: 300, d: 5, dim: 2, seed: 3}, centres: 60,
		product: 8, during: time.Microsecond,
	}
}

// What --json prints is read by programs: the names of the entries and their order
// stay as they are.
func TestBenchKernelsJSON(t *testing.T) {
	var out bytes.Buffer
	k := smallKernels(&out)
	k.AsJSON = true
	if err := k.run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var report kernelsReport
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	threads := slices.Compact([]int{1, runtime.GOMAXPROCS(0)})
	if report.Threads != runtime.GOMAXPROCS(0) || len(report.Rows) != 6*len(threads) {
		t.Errorf("%d threads and %d rows", report.Threads, len(report.Rows))
	}
	for _, of := range threads {
		for _, row := range []string{
			`{"op":"gemm","shape":"8x8x8","threads":%d,"gflops":…,"seconds":…}`,
			`{"op":"syrk","shape":"30x5","threads":%d,"gflops":…,"seconds":…}`,
			`{"op":"cholesky","shape":"9","threads":%d,"gflops":…,"seconds":…}`,
			`{"op":"eigenvectors","shape":"12, 3 leading","threads":%d,"seconds":…}`,
			`{"op":"exp","shape":"100","threads":%d,"seconds":…,"ns_per_element":…,"times_math_exp":…}`,
			`{"op":"kernelmatrix","shape":"1000x7x2","threads":%d,"gflops":…,"seconds":…,"ns_per_element":…}`,
		} {
			pattern := strings.ReplaceAll(regexp.QuoteMeta(fmt.Sprintf(row, of)), "…", `[0-9.e+-]+`)
			if !regexp.MustCompile(pattern).Match(out.Bytes()) {
				t.Errorf("there is no row %s in\n%s", fmt.Sprintf(row, of), out.String())
			}
		}
	}
}

func TestBenchKernelsTable(t *testing.T) {
	var out bytes.Buffer
	if err := smallKernels(&out).run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	wantNarrow(t, out.String())
	for _, want := range []string{"the fastest run of each\n", "\ngemm          8x8x8 ", "\neigenvectors  12, 3 leading ", "\nkernelmatrix  1000x7x2 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, out.String())
		}
	}
}

// The rates of a table follow from its seconds and the operations of docs/benchmarks.md.
func TestBenchRates(t *testing.T) {
	for _, test := range []struct {
		op   operation
		want kernelsRow
	}{
		{product(1000), kernelsRow{GFLOPS: 4}},
		{gram(2000, 1000), kernelsRow{GFLOPS: 4}},
		{cholesky(3000), kernelsRow{GFLOPS: 18}},
		{eigenvectors(1000, 10), kernelsRow{}},
		{exponential(1000), kernelsRow{NsPerElement: 500_000}},
		{kernelMatrix(2000, 1000, 2), kernelsRow{GFLOPS: .02, NsPerElement: 250}},
	} {
		got := test.op.row(2, .5)
		test.want.Op, test.want.Shape, test.want.Threads, test.want.Seconds = got.Op, got.Shape, 2, .5
		if got != test.want {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
}

// The widest numbers that a machine may have still fit the page.
func TestBenchKernelsTableIsNarrow(t *testing.T) {
	row := kernelsRow{
		Op: "eigenvectors", Shape: "1024, 10 leading", Threads: 128, Seconds: 10.123456,
		GFLOPS: 12345.67, NsPerElement: 123.45, TimesMathExp: 123.4,
	}
	wantNarrow(t, kernelsReport{Threads: 128, Rows: []kernelsRow{row}}.text())
	wide := fitRate{N: maxRows, D: 10, Centres: 10000, Dim: 10, Seed: 1, Threads: 128, Seconds: 1e5, FLOPs: math.MaxInt64, Share: 1}
	wantNarrow(t, wide.text())
}

// An operation runs at least 3 times however long it takes, on the threads asked for.
func TestFastest(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	runs := 0
	seconds, err := fastest(t.Context(), 1, 0, func() error {
		runs++
		if got := runtime.GOMAXPROCS(0); got != 1 {
			t.Errorf("run on %d threads", got)
		}
		return nil
	})
	if err != nil || runs != 3 || seconds <= 0 {
		t.Errorf("%d runs, %v seconds, error %v", runs, seconds, err)
	}
	if after := runtime.GOMAXPROCS(0); after != before {
		t.Errorf("%d threads before, %d after", before, after)
	}
}

func TestFastestStops(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := fastest(ctx, 1, time.Hour, func() error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	broken := errors.New("broken")
	if _, err := fastest(t.Context(), 1, time.Hour, func() error { return broken }); !errors.Is(err, broken) {
		t.Errorf("failed: %v", err)
	}
	if after := runtime.GOMAXPROCS(0); after != before {
		t.Errorf("%d threads before, %d after", before, after)
	}
}

// 300 rows of 5 inputs are enough to find the two that y depends on within 0.1; a
// random plane would be at about 0.7.
func TestBenchFitJSON(t *testing.T) {
	var out bytes.Buffer
	b := smallFit(&out)
	b.AsJSON = true
	if err := b.run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var entries map[string]float64
	if err := json.Unmarshal(out.Bytes(), &entries); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"n", "d", "centres", "dim", "seed", "threads", "seconds", "flops", "gflops", "gemm_gflops", "share", "error"} {
		if _, ok := entries[name]; !ok {
			t.Errorf("there is no %s in %s", name, out.String())
		}
	}
	var got fitRate
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if got.N != 300 || got.D != 5 || got.Centres != 60 || got.Dim != 2 || got.Seed != 3 || got.Threads != runtime.GOMAXPROCS(0) {
		t.Errorf("got %+v", got)
	}
	if got.Error > .1 || got.Seconds <= 0 || got.GemmGFLOPS <= 0 {
		t.Errorf("got %+v", got)
	}
	if got.FLOPs <= 0 {
		t.Errorf("a fit of %d operations", got.FLOPs)
	}
	if rate := float64(got.FLOPs) / got.Seconds / 1e9; math.Abs(got.GFLOPS-rate) > 1e-9*rate || math.Abs(got.Share*got.GemmGFLOPS-rate) > 1e-9*rate {
		t.Errorf("the rates do not follow from the rest: %+v", got)
	}
}

func TestBenchFitText(t *testing.T) {
	var out bytes.Buffer
	if err := smallFit(&out).run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	wantNarrow(t, out.String())
	for _, want := range []string{
		"fit of 300 rows, 5 inputs, 2 components\n", "\nmethod         sca, 60 centres, seed 3, ", "\ntime  ", "\noperations  ", "\nrate  ", "\ngemm  ", "\nshare  ", "\nerror  ",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the summary lacks %q:\n%s", want, out.String())
		}
	}
}

// y less what it depends on is the noise, whose standard deviation is 0.1; over 2000
// rows it is seen within 5 of its standard errors, which are 0.1/√4000.
func TestBenchData(t *testing.T) {
	for dim, signal := range map[int]func(x []float64) float64{
		1: func(x []float64) float64 { return x[0] * x[0] },
		2: func(x []float64) float64 { return x[0]*x[0] + x[1] },
		3: func(x []float64) float64 { return x[0]*x[0] + x[1] + x[2]*x[2] },
	} {
		table, err := problem{n: 2000, d: 4, dim: dim, seed: 7}.draw(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var squares float64
		for i, v := range table.Y {
			noise := v - signal(table.X.Row(i))
			squares += noise * noise / float64(len(table.Y))
		}
		if sd := math.Sqrt(squares); math.Abs(sd-.1) > 5*.1/math.Sqrt(4000) {
			t.Errorf("%d terms: noise of standard deviation %v", dim, sd)
		}
	}
}

func TestBenchTransform(t *testing.T) {
	var report transformReport
	var out bytes.Buffer
	small := &benchTransform{Streams: cli.Streams{Out: &out, Err: io.Discard, AsJSON: true}, n: 1000, d: 5, dim: 2, during: time.Millisecond}
	if err := small.run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	if report.N != 1000 || report.Dim != 2 || !(report.Rate > 0) || !(report.Copy > 0) || math.Abs(report.Share-report.Rate/report.Copy) > 1e-9 {
		t.Errorf("got %+v", report)
	}
	for _, line := range strings.Split(report.text(), "\n") {
		if len(line) > 80 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
	for _, args := range [][]string{{"--n", "0"}, {"--dim", "51"}} {
		if got := invoke(t, "", append([]string{"bench", "transform"}, args...)...); got.code != cli.WrongUsage {
			t.Errorf("%v: exit code %d", args, got.code)
		}
	}
}
