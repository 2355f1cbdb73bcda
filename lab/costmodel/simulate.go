package costmodel

import (
	"cmp"
	"container/heap"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"suffice/internal/cluster"
)

// Cluster is what a fit runs on.
type Cluster struct {
	Workers   int     // cores that work, one part at a time each
	Bandwidth float64 // bytes a second of the driver's link; 0 for no limit
	Job       float64 // seconds until a question is with the workers
	Task      float64 // seconds of the driver to give a part to a worker
	Together  int     // neighbours that a worker is given at a time, and whose sums it adds up; 0 is 1
	Collects  bool    // the engine hands over answers when all are there, as Spark does
	Seed      uint64  // of the stragglers
}

// Took is how long a fit takes, and what it waits for. The five shares add up to the seconds.
type Took struct {
	Seconds    float64 `json:"seconds"`
	Workers    float64 `json:"workers"`    // work, divided evenly among the workers
	Stragglers float64 `json:"stragglers"` // the last parts, while other workers have none
	Merge      float64 `json:"merge"`      // answers that pass the link and are merged after the last part
	Overhead   float64 `json:"overhead"`   // questions and parts that are given out
	Own        float64 `json:"own"`        // the driver's own work
	Memory     float64 `json:"memory"`     // bytes of the largest answers, all at the driver
	Tasks      int     `json:"tasks"`      // that a question is divided into: parts, or groups of neighbours
}

// Bottleneck is what takes longest.
func (t Took) Bottleneck() string {
	shares := []float64{t.Workers, t.Stragglers, t.Merge, t.Overhead, t.Own}
	at := slices.Index(shares, slices.Max(shares))
	return []string{"workers", "stragglers", "driver's merge", "overhead", "driver's own work"}[at]
}

// Even are the sizes of parts of a table.
func Even(rows, parts int) []int {
	sizes := make([]int, parts)
	for k := range sizes {
		sizes[k] = rows/parts + min(1, max(0, rows%parts-k))
	}
	return sizes
}

// Simulate plays a fit of a table with parts of so many rows, of the questions asked.
func (c *Costs) Simulate(ctx context.Context, on Cluster, inputs int, parts []int, asked []string) (Took, error) {
	took := Took{Own: c.Own.At(inputs)}
	random := rand.New(rand.NewPCG(on.Seed, 0xc1))
	crowd := 1.
	if on.Workers > 1 {
		crowd = c.Crowd
	}
	all := 0
	for _, rows := range parts {
		all += rows
	}
	for _, name := range asked {
		kind := c.kind(name)
		if ctx.Err() != nil {
			return took, ctx.Err()
		}
		if kind == nil {
			return took, fmt.Errorf("what a question of kind %q costs was not measured", name)
		}
		seconds, drawn := make([]float64, len(parts)), 0. // drawn: bytes of a row of the table
		if kind.Gives == cluster.AnswersDrawn {
			drawn = kind.Answer.At(inputs) / float64(max(1, all))
		}
		for k, rows := range parts {
			straggle := math.Exp(c.Spread*random.NormFloat64() - c.Spread*c.Spread/2) // 1 on average
			seconds[k] = crowd * kind.seconds(rows, inputs, drawn*float64(rows)) * straggle
		}
		on.ask(kind, inputs, seconds, &took)
	}
	took.Seconds = took.Workers + took.Stragglers + took.Merge + took.Overhead + took.Own
	return took, nil
}

// ask plays a question to parts that take so many seconds, and adds to what it took.
func (on Cluster) ask(k *Kind, inputs int, seconds []float64, took *Took) {
	answer := k.Answer.At(inputs)
	if k.Gives == cluster.AnswersDrawn {
		answer /= float64(len(seconds))
	}
	var groups []float64 // seconds of neighbours that a worker is given together
	together := max(1, on.Together)
	for members := range slices.Chunk(seconds, together) {
		adding := 0.
		if k.Gives == cluster.AnswersSums {
			adding = answer * k.Merge * float64(len(members)-1)
		}
		groups = append(groups, sum(members)+adding)
	}
	if k.Gives != cluster.AnswersSums { // those of a group come one after the other
		answer *= float64(together)
	}
	const sizeInQuestion = 4 // bytes: a question says how many rows each part has
	question := k.Question.At(inputs) + sizeInQuestion*float64(len(seconds))
	begin := on.Job + on.over(question*float64(on.Workers))
	done, last := on.work(begin, groups)
	even := sum(groups) / float64(on.Workers)
	given := max(0, on.Task*float64(len(groups))-even)
	took.Workers += even
	took.Overhead += begin + given
	took.Stragglers += max(0, last-begin-even-given)
	took.Merge += on.merged(done, answer, k.Merge) - last
	took.Memory = max(took.Memory, answer*float64(len(groups)))
	took.Tasks = len(groups)
}

// over is how long bytes are on the link.
func (on Cluster) over(bytes float64) float64 {
	if on.Bandwidth == 0 {
		return 0
	}
	return bytes / on.Bandwidth
}

// work gives parts in order to the workers that are free first, and is when each is done, and the last.
func (on Cluster) work(begin float64, seconds []float64) (done []float64, last float64) {
	free := make([]float64, min(on.Workers, len(seconds))) // when workers are; all 0 is a heap
	done = make([]float64, len(seconds))
	for k, s := range seconds {
		done[k] = max(free[0], begin+float64(k+1)*on.Task) + s
		last = max(last, done[k])
		free[0] = done[k]
		heap.Fix(whenFree{free}, 0)
	}
	return done, last
}

// merged is when the driver has merged answers that are ready at these times: they pass the link as they
// come, and are merged in the order of their parts, as soon as the engine hands them over.
func (on Cluster) merged(ready []float64, bytes, merge float64) (end float64) {
	order := make([]int, len(ready))
	for k := range order {
		order[k] = k
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ready[a], ready[b]) })
	link, here := 0., make([]float64, len(ready))
	for _, k := range order {
		link = max(link, ready[k]) + on.over(bytes)
		here[k] = link
	}
	if on.Collects {
		end = link
	}
	for _, at := range here {
		end = max(end, at) + bytes*merge
	}
	return end
}

func sum(all []float64) (s float64) {
	for _, v := range all {
		s += v
	}
	return s
}

// whenFree is a heap of the times at which workers are free.
type whenFree struct{ sort.Float64Slice }

func (whenFree) Push(any) {}             // workers neither come
func (whenFree) Pop() any { return nil } // nor go
