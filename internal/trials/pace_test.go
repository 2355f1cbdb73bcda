package trials

import (
	"testing"
	"testing/synctest"
	"time"
)

// Two of ten tasks of 1 s and one of ten of 3 s were done in 2.5 s, on two cores: 8 s and
// 27 s of work are left, which take 17.5 s.
func TestLeftKnowsTheKinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Start([]int{10, 10})
		if p.Left() != 0 {
			t.Errorf("%v left before anything is known", p.Left())
		}
		time.Sleep(2500 * time.Millisecond)
		p.Done(0, 1)
		p.Done(0, 1)
		p.Done(1, 3)
		if got := p.Left(); got != 17500*time.Millisecond {
			t.Errorf("%v left, want 17.5 s", got)
		}
	})
}

// A kind that has had no task yet is taken to be like the others.
func TestLeftOfUnknownKinds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := Start([]int{2, 3})
		time.Sleep(3 * time.Second)
		p.Known(0, 1)
		p.Done(0, 3)
		if got := p.Left(); got != 6*time.Second {
			t.Errorf("%v left, want 6 s", got)
		}
	})
}
