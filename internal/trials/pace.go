package trials

import "time"

// Pace is what tasks took so far. It is not safe for concurrent use.
type Pace struct {
	since time.Time
	busy  float64 // seconds of the tasks done since then
	kinds []kind
}

type kind struct {
	all, done int
	seconds   float64 // of those done
}

// Start begins with so many tasks of each kind.
func Start(tasks []int) *Pace {
	p := &Pace{since: time.Now(), kinds: make([]kind, len(tasks))}
	for i, n := range tasks {
		p.kinds[i].all = n
	}
	return p
}

// Known tells of a task that was done before the start.
func (p *Pace) Known(i int, seconds float64) {
	p.kinds[i].done++
	p.kinds[i].seconds += seconds
}

// Done tells of a task that was done now, alone or beside others.
func (p *Pace) Done(i int, seconds float64) {
	p.busy += seconds
	p.Known(i, seconds)
}

// Left estimates the time that the rest takes: what the tasks of each kind took so far,
// times those to come, at the rate of seconds of tasks a second so far. It is 0 where
// nothing is left, or nothing is known yet.
func (p *Pace) Left() time.Duration {
	var mean, known float64 // seconds of a task, over the kinds that have had one
	for _, k := range p.kinds {
		if k.done > 0 {
			mean += k.seconds / float64(k.done)
			known++
		}
	}
	mean /= max(1, known)
	var rest float64
	for _, k := range p.kinds {
		each := mean
		if k.done > 0 {
			each = k.seconds / float64(k.done)
		}
		rest += each * float64(k.all-k.done)
	}
	rate := p.busy / time.Since(p.since).Seconds()
	if !(rate > 0) {
		return 0
	}
	return time.Duration(rest / rate * float64(time.Second))
}
