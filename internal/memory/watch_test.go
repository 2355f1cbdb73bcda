package memory

import (
	"context"
	"testing"
)

// What is held is seen at once where it is too much, and never where the watch ends.
func TestWatch(t *testing.T) {
	called := 0
	Watch(context.Background(), Mapped()/2, func() { called++ })
	ended, end := context.WithCancel(context.Background())
	end()
	Watch(ended, 1<<50, func() { called += 10 })
	if called != 1 {
		t.Errorf("called %d", called)
	}
}
