package bag

import (
	"sync"
	"time"

	"suffice/internal/trials"
)

// clock tells how far a stage is, and how long the rest takes.
type clock struct {
	stage string
	tell  func(Progress)
	kinds []int // of each file

	mu   sync.Mutex
	read int
	pace *trials.Pace
}

// The kinds of files: those that must be described take far longer than those that are
// in the cache or in memory.
const (
	fresh = iota
	known
)

func (m *making) startClock(stage string) *clock {
	c := &clock{stage: stage, tell: m.tell, kinds: make([]int, len(m.files))}
	tasks := make([]int, 2)
	for i := range c.kinds {
		if m.described[i].held != nil || m.cache != nil && m.cache.has(m.path(i)) {
			c.kinds[i] = known
		}
		tasks[c.kinds[i]]++
	}
	c.pace = trials.Start(tasks)
	return c
}

// done tells of a file.
func (c *clock) done(i int, took time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read++
	c.pace.Done(c.kinds[i], took.Seconds())
	c.tell(Progress{c.stage, c.read, len(c.kinds), c.pace.Left()})
}

func (m *making) tell(p Progress) {
	if m.Progress != nil {
		m.Progress(p)
	}
}
