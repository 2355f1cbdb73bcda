package pace

import (
	"testing"
	"time"
)

// Two of ten tasks of 1 s and one of ten of 3 s were done in 2.5 s, on two cores: 8 s and
// 27 s of work are left, which take 17.5 s.
func TestLeftKnowsTheKinds(t *testing.T) {
	p := Start([]int{10, 10})
	if p.Left() != 0 {
		t.Errorf("%v left before anything is known", p.Left())
	}
	p.Done(0, 1)
	p.Done(0, 1)
	p.Done(1, 3)
	p.since = time.Now().Add(-2500 * time.Millisecond)
	if got := p.Left().Seconds(); got < 17.5 || got > 25 {
		t.Errorf("%.2f s left, want 17.5", got)
	}
}

// A kind that has had no task yet is taken to be like the others.
func TestLeftOfUnknownKinds(t *testing.T) {
	p := Start([]int{2, 3})
	p.Known(0, 1)
	p.Done(0, 3)
	p.since = time.Now().Add(-3 * time.Second)
	if got := p.Left().Seconds(); got < 6 || got > 9 {
		t.Errorf("%.2f s left, want 6", got)
	}
}
