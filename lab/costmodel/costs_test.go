package costmodel

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"suffice/internal/cluster"
)

// madeUp are costs of a fit of two questions, without what the driver does.
func madeUp() *Costs {
	return &Costs{
		Kinds: []Kind{{Name: "a", Row: Curve{1e-6, 0, 1e-8}, Part: .01, Answer: Curve{0, 1000}, Gives: cluster.AnswersSums}, {Name: "b", Row: Curve{0, 2e-6}, Question: Curve{100}, Answer: Curve{8000}, Gives: cluster.AnswersDrawn}},
		Asked: []string{"a", "b", "a"}, Crowd: 1,
	}
}

func simulate(t interface {
	Fatal(...any)
	Context() context.Context
}, c *Costs, on Cluster, inputs int, parts []int) Took {
	took, err := c.Simulate(t.Context(), on, inputs, parts, c.Asked)
	if err != nil {
		t.Fatal(err)
	}
	return took
}

func wantClose(t interface{ Errorf(string, ...any) }, what string, got, want, tolerance float64) {
	if !(math.Abs(got-want) <= tolerance*math.Abs(want)) {
		t.Errorf("%s: %g, want %g", what, got, want)
	}
}

// With 10 inputs, a costs .01 + 1000 x 11e-6 for a part of 1000 rows, and b 1000 x 2e-6.
func TestOneWorkerTakesTheSumOfWork(t *testing.T) {
	got := simulate(t, madeUp(), Cluster{Workers: 1}, 10, Even(3000, 3))
	wantClose(t, "seconds", got.Seconds, 3*(2*.021+.002), 1e-12)
	if got.Workers != got.Seconds || got.Bottleneck() != "workers" {
		t.Errorf("got %+v", got)
	}
}

// Rows that are drawn cost as much whatever the number of rows of the table: 80 kB here.
func TestDrawnRowsCostTheSameInAnyTable(t *testing.T) {
	c := madeUp()
	c.Kinds[1].Drawn = 1e-6
	for _, parts := range [][]int{Even(3000, 3), {100, 5000}} {
		n := 0.
		for _, rows := range parts {
			n += float64(rows)
		}
		got := simulate(t, c, Cluster{Workers: 1}, 10, parts)
		wantClose(t, fmt.Sprint("seconds of ", parts), got.Seconds, 2*(.01*float64(len(parts))+n*11e-6)+n*2e-6+.08, 1e-12)
	}
}

// Two of three equal parts go side by side, so that a question takes the time of two.
func TestTheLastPartIsWaitedFor(t *testing.T) {
	got := simulate(t, madeUp(), Cluster{Workers: 2}, 10, Even(3000, 3))
	wantClose(t, "seconds", got.Seconds, 2*(2*.021+.002), 1e-12)
	wantClose(t, "stragglers", got.Stragglers, .5*(2*.021+.002), 1e-12)
}

// Ten answers of 1000 bytes at 10 kB/s and 1e-4 s a byte come together: the driver's link takes 0.1 s
// for each, and each is merged while the next one comes.
func TestAnswersPassTheLinkOneByOne(t *testing.T) {
	c := &Costs{Kinds: []Kind{{Name: "a", Part: 1, Answer: Curve{0, 1000}, Merge: 1e-4}}, Asked: []string{"a"}, Own: Curve{0, 5}, Crowd: 1}
	got := simulate(t, c, Cluster{Workers: 10, Bandwidth: 1e4, Job: .5}, 3, Even(10, 10))
	const question = .04 // 4 bytes for each of 10 parts, to 10 workers
	wantClose(t, "overhead", got.Overhead, .5+question, 1e-12)
	wantClose(t, "merge", got.Merge, 10*.1+.1, 1e-12)
	wantClose(t, "own", got.Own, 5, 1e-12)
	wantClose(t, "memory", got.Memory, 10*1000, 1e-12)
	wantClose(t, "seconds", got.Seconds, .5+question+1+1.1+5, 1e-12)
}

// A thousand answers of a megabyte take the driver 10 s to merge; added up by tens, a tenth of it,
// and each group of ten takes its worker 0.09 s.
func TestNeighboursSpareTheDriver(t *testing.T) {
	c := &Costs{Kinds: []Kind{{Name: "a", Part: 1, Answer: Curve{0, 1e6}, Gives: cluster.AnswersSums, Merge: 1e-8}}, Asked: []string{"a"}, Crowd: 1}
	on := Cluster{Workers: 100, Collects: true}
	alone := simulate(t, c, on, 3, Even(1000, 1000))
	wantClose(t, "merge", alone.Merge, 1000*.01, 1e-9)
	wantClose(t, "memory", alone.Memory, 1000*1e6, 1e-12)
	on.Together = 10
	groups := simulate(t, c, on, 3, Even(1000, 1000))
	wantClose(t, "merge of groups", groups.Merge, 100*.01, 1e-9)
	wantClose(t, "work of groups", groups.Workers, 10+.09, 1e-9)
	wantClose(t, "memory of groups", groups.Memory, 100*1e6, 1e-12)
	for _, gives := range []cluster.AnswersOf{cluster.AnswersDrawn, cluster.AnswersPieces} { // these do not become fewer
		c.Kinds[0].Gives = gives
		if got := simulate(t, c, on, 3, Even(1000, 1000)); got.Workers != 10 || got.Merge < .01-1e-9 {
			t.Errorf("%s: %+v", gives, got)
		}
	}
}

// With fewer groups than workers, some have nothing to do.
func TestTooFewGroupsLeaveWorkersIdle(t *testing.T) {
	got := simulate(t, madeUp(), Cluster{Workers: 4, Together: 4}, 10, Even(8000, 8))
	if got.Tasks != 2 || got.Workers > (.5+1e-9)*got.Seconds {
		t.Errorf("%d tasks keep %.0f%% of four workers busy", got.Tasks, 100*got.Workers/got.Seconds)
	}
}

// An engine that collects answers has the driver merge only when the last is there.
func TestCollectedAnswersAreMergedLast(t *testing.T) {
	c := &Costs{Kinds: []Kind{{Name: "a", Row: Curve{0, 1}, Answer: Curve{0, 1}, Merge: .25}}, Asked: []string{"a"}, Crowd: 1}
	on := Cluster{Workers: 1}
	wantClose(t, "as they come", simulate(t, c, on, 3, Even(4, 4)).Seconds, 4+.25, 1e-12)
	on.Collects = true
	wantClose(t, "collected", simulate(t, c, on, 3, Even(4, 4)).Seconds, 4+4*.25, 1e-12)
}

func TestPartsHaveAllRows(t *testing.T) {
	if got := Even(11, 4); !slices.Equal(got, []int{3, 3, 3, 2}) {
		t.Errorf("got %v", got)
	}
}

// Without merges, more workers are never slower than one, nor faster than all of them at work all
// the time; and the same seed gives the same times.
func TestMoreWorkersAreNotSlower(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := madeUp()
		c.Spread = rapid.Float64Range(0, 2).Draw(t, "spread")
		parts, inputs := rapid.SliceOfN(rapid.IntRange(0, 100_000), 1, 40).Draw(t, "parts"), rapid.IntRange(1, 200).Draw(t, "inputs")
		on := Cluster{Workers: 1, Seed: rapid.Uint64().Draw(t, "seed")}
		one := simulate(t, c, on, inputs, parts)
		on.Workers = rapid.IntRange(1, 60).Draw(t, "workers")
		many := simulate(t, c, on, inputs, parts)
		if many.Seconds > one.Seconds*(1+1e-9) || many.Seconds < one.Seconds/float64(on.Workers)*(1-1e-9) {
			t.Errorf("one worker takes %g s, %d take %g s", one.Seconds, on.Workers, many.Seconds)
		}
		if again := simulate(t, c, on, inputs, parts); again != many {
			t.Errorf("the same seed gives %+v and %+v", many, again)
		}
	})
}

// The five shares are not below 0, and what the engine or the link takes makes nothing faster.
func TestOverheadsMakeNothingFaster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := madeUp()
		c.Kinds[0].Merge, c.Spread = rapid.Float64Range(0, 1e-5).Draw(t, "merge"), .3
		on := Cluster{Workers: rapid.IntRange(1, 50).Draw(t, "workers"), Together: rapid.IntRange(0, 9).Draw(t, "together")}
		parts := Even(100_000, rapid.IntRange(1, 90).Draw(t, "parts"))
		before := simulate(t, c, on, 20, parts)
		on.Job, on.Task, on.Bandwidth = rapid.Float64Range(0, 1).Draw(t, "job"), rapid.Float64Range(0, .1).Draw(t, "task"), rapid.Float64Range(1e3, 1e9).Draw(t, "bandwidth")
		after := simulate(t, c, on, 20, parts)
		if after.Seconds < before.Seconds*(1-1e-9) {
			t.Errorf("%g s become %g s", before.Seconds, after.Seconds)
		}
		if least := min(after.Workers, after.Stragglers, after.Merge, after.Overhead, after.Own); least < 0 {
			t.Errorf("a share is below 0: %+v", after)
		}
	})
}

// run is a fit that took what costs say, and crowded times as long in its parts.
func (c *Costs) run(inputs, workers int, parts []int, crowded float64) Run {
	r := Run{Inputs: inputs, Workers: workers, Seconds: c.Own.At(inputs)}
	for _, name := range c.Asked {
		k := c.kind(name)
		q := cluster.Question{Kind: name, Gives: k.Gives, Bytes: int(k.Question.At(inputs)), Seconds: c.Job}
		for _, n := range parts {
			p := cluster.Part{Rows: n, Bytes: int(k.Answer.At(inputs))}
			if k.Gives == cluster.AnswersDrawn {
				p.Bytes /= len(parts)
			}
			p.Seconds = crowded * k.seconds(n, inputs, drawn(q, p))
			q.Parts = append(q.Parts, p)
			q.Seconds, q.Merge = q.Seconds+p.Seconds/float64(workers), q.Merge+k.Merge*float64(p.Bytes)
		}
		r.Seconds += q.Seconds
		r.Questions = append(r.Questions, q)
	}
	return r
}

// Costs that runs were made of are found again, also between the widths that were measured and beyond.
func TestCostsAreFoundAgain(t *testing.T) {
	want := madeUp()
	want.Own, want.Job, want.Kinds[0].Merge = Curve{.1, 2}, .003, 2e-9
	var runs []Run
	want.Kinds[1].Drawn = 3e-9
	for k, inputs := range []int{20, 50, 100} {
		runs = append(runs, want.run(inputs, 1, [][]int{{4000, 12_000, 4000, 12_000}, {1000, 3000, 1000, 3000}}[min(k, 1)], 1))
	}
	runs = append(runs, want.run(20, 2, []int{1000, 3000, 1000, 3000}, 1.25))
	got, err := Measured(runs)
	if err != nil {
		t.Fatal(err)
	}
	// Rows and answers are what curves go through but for the last sweeps; seconds hold 1e-16.
	for _, inputs := range []int{20, 30, 100, 150} {
		for k := range want.Kinds {
			g, w := got.Kinds[k], want.Kinds[k]
			wantClose(t, fmt.Sprint(w.Name, " rows, inputs ", inputs), g.Row.At(inputs), w.Row.At(inputs), 1e-4)
			wantClose(t, fmt.Sprint(w.Name, " answer, inputs ", inputs), g.Answer.At(inputs), w.Answer.At(inputs), 1e-4)
		}
		wantClose(t, "own", got.Own.At(inputs), want.Own.At(inputs), 1e-4)
	}
	wantClose(t, "part", got.Kinds[0].Part, .01, 1e-4)
	wantClose(t, "drawn", got.Kinds[1].Drawn, 3e-9, 1e-3)
	wantClose(t, "merge", got.Kinds[0].Merge, 2e-9, 1e-9)
	wantClose(t, "job", got.Job, .003, 1e-9)
	wantClose(t, "crowd", got.Crowd, 1.25, 1e-4)
	if got.Spread > 1e-4 || !slices.Equal(got.Asked, want.Asked) {
		t.Errorf("spread %g, asked %q", got.Spread, got.Asked)
	}
	if err := got.Check(); err != nil {
		t.Error(err)
	}
}

// With one width alone, costs are in proportion to the inputs.
func TestOneWidthIsInProportion(t *testing.T) {
	got, err := Measured([]Run{madeUp().run(50, 1, []int{1000, 3000}, 1)})
	if err != nil {
		t.Fatal(err)
	}
	wantClose(t, "row", got.Kinds[1].Row.At(100), 2*2e-6, 1e-4)
}

func TestCostsThatLackAKindAreRefused(t *testing.T) {
	c := madeUp()
	c.Asked = append(c.Asked, "other")
	if c.Check() == nil || new(Costs).Check() == nil {
		t.Error("costs pass that cannot be simulated with")
	}
	if _, err := c.Simulate(t.Context(), Cluster{Workers: 1}, 1, []int{5}, c.Asked); err == nil {
		t.Error("a question without costs is simulated")
	}
	if _, err := Measured(nil); err == nil {
		t.Error("there are costs of nothing")
	}
}
