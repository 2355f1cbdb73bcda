package main

import (
	"bytes"
	"os"
	"sync"
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
