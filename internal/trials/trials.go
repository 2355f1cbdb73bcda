// Package trials makes trials of several kinds, such as methods on data sets, again and
// again: side by side, with a journal that lets an interrupted run go on where it stopped,
// and with an estimate of the time that is left.
package trials

import (
	"context"
	"sync"
	"time"

	"suffice/internal/journal"
	"suffice/internal/linalg"
)

// Plan says what is tried, and takes what came of it. A trial gives a V, and is known by a
// K in the journal.
type Plan[K comparable, V any] struct {
	Kinds   int  // of trials
	Repeats int  // trials of each kind
	InOrder bool // one after the other, for trials that want the machine, or depend on those before

	// Try makes a trial. An error ends all, but one after ctx was done says nothing of the
	// trial: it counts as not made.
	Try     func(ctx context.Context, kind, repeat int) (V, error)
	Seconds func(V) float64  // that a trial took
	Named   func(int) string // what a kind is called, such as "sca on data1"; may be nil
	Release func(repeat int) // all trials of a repeat are made; may be nil
	Told    func(Progress)   // after each trial, by one goroutine at a time; may be nil

	Journal *journal.Journal[K, V]   // trials of before, which are not made again; takes the new ones; may be nil
	Key     func(kind, repeat int) K // of a trial in it; may be nil where there is none
	Again   func(V) bool             // whether a trial is to be made again, so that the journal does not take it; may be nil

	// Made is what came of the trials, by kind and repeat. Where they are made in order,
	// Try may look at those before.
	Made [][]V

	mu      sync.Mutex
	done    int
	waiting []int // by repeat: trials that are not made
	pace    *Pace
	failure error
}

// Progress is how far a plan is.
type Progress struct {
	Done, All int           // trials
	Kind      int           // of the one that was made last
	Name      string        // of that kind
	Left      time.Duration // an estimate; 0 where there is none yet
}

type trial struct{ kind, repeat int }

// Run makes the trials that the journal does not have. They are begun repeat by repeat,
// each for all kinds, so that all kinds see the same load of the machine, and what is left
// can be told early. Each of them runs on one core as long as there are enough for all
// cores: see linalg.Parallel.
func (p *Plan[K, V]) Run(ctx context.Context) error {
	work, stop := context.WithCancel(ctx)
	defer stop()
	left := p.recall()
	attempt := func(from, _ int) {
		if work.Err() == nil && !p.attempt(work, left[from]) {
			stop()
		}
	}
	if p.InOrder {
		for i := range left {
			attempt(i, i+1)
		}
	} else {
		linalg.Parallel(len(left), 1, attempt)
	}
	if p.failure != nil || p.done == p.Kinds*p.Repeats {
		return p.failure
	}
	return ctx.Err()
}

// recall takes what the journal has, and returns what is left.
func (p *Plan[K, V]) recall() (left []trial) {
	counts := make([]int, p.Kinds)
	p.Made, p.waiting = make([][]V, p.Kinds), make([]int, p.Repeats)
	for kind := range counts {
		counts[kind] = p.Repeats
		p.Made[kind] = make([]V, p.Repeats)
	}
	p.pace = Start(counts)
	for repeat := range p.Repeats {
		for kind := range p.Kinds {
			known, ok := p.known(kind, repeat)
			if !ok {
				left = append(left, trial{kind, repeat})
				p.waiting[repeat]++
				continue
			}
			p.Made[kind][repeat] = known
			p.pace.Known(kind, p.Seconds(known))
			p.done++
		}
	}
	return left
}

func (p *Plan[K, V]) known(kind, repeat int) (made V, ok bool) {
	if p.Journal == nil {
		return made, false
	}
	return p.Journal.Find(p.Key(kind, repeat))
}

// attempt makes a trial, keeps it and tells of it. It reports whether others are worth it.
func (p *Plan[K, V]) attempt(ctx context.Context, t trial) bool {
	made, err := p.Try(ctx, t.kind, t.repeat)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.failure != nil || err != nil && ctx.Err() != nil {
		return false
	}
	if err == nil && p.Journal != nil && (p.Again == nil || !p.Again(made)) {
		err = p.Journal.Add(p.Key(t.kind, t.repeat), made)
	}
	if p.failure = err; err != nil {
		return false
	}
	p.Made[t.kind][t.repeat] = made
	p.done++
	if p.waiting[t.repeat]--; p.waiting[t.repeat] == 0 && p.Release != nil {
		p.Release(t.repeat)
	}
	p.pace.Done(t.kind, p.Seconds(made))
	if p.Told != nil {
		told := Progress{Done: p.done, All: p.Kinds * p.Repeats, Kind: t.kind, Left: p.pace.Left()}
		if p.Named != nil {
			told.Name = p.Named(t.kind)
		}
		p.Told(told)
	}
	return true
}
