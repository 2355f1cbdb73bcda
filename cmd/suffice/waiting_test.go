package main

import (
	"bytes"
	"context"
	"os"
	"sync"
	"testing"
	"time"
)

// eventually waits until something is so, however long that takes. The pause between two
// looks is for others to work in: a machine that is faster or slower only looks more or
// less often.
func eventually(is func() bool) {
	for !is() {
		time.Sleep(5 * time.Millisecond)
	}
}

// hasLines reports whether there is a file of at least so many lines.
func hasLines(path string, n int) bool {
	text, err := os.ReadFile(path)
	return err == nil && bytes.Count(text, []byte("\n")) >= n
}

// interruptedAfter is a context that is cancelled as soon as a file has so many lines.
func interruptedAfter(t *testing.T, path string, lines int) context.Context {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var watch sync.WaitGroup
	watch.Go(func() {
		eventually(func() bool { return ctx.Err() != nil || hasLines(path, lines) })
		cancel()
	})
	t.Cleanup(func() {
		cancel()
		watch.Wait()
	})
	return ctx
}

// screen is a buffer that can be looked at while it is written.
type screen struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *screen) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *screen) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}
