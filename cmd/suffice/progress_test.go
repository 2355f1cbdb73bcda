package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestProgressRewritesOneLineAndLeavesNothing(t *testing.T) {
	var out bytes.Buffer
	p := drawProgress(&out, "reading", time.Millisecond)
	time.Sleep(20 * time.Millisecond)
	p.set("fitting: %s", strings.Repeat("x", 100))
	time.Sleep(20 * time.Millisecond)
	p.end()
	p.end() // does no harm
	text := out.String()
	if !strings.Contains(text, "reading, 0.0 s") || !strings.Contains(text, "fitting: xxx") {
		t.Errorf("drew %q", text)
	}
	if strings.Contains(text, "\n") || !strings.HasSuffix(text, "\r\x1b[K") {
		t.Errorf("left something: %q", text)
	}
	for line := range strings.SplitSeq(text, "\r\x1b[K") {
		if width := len([]rune(line)); width > lineWidth {
			t.Errorf("a line of %d columns", width)
		}
	}
}

func TestProgressIsSilentInAFile(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, "reading")
	p.set("fitting")
	p.end()
	if out.Len() > 0 {
		t.Errorf("wrote %q", out.String())
	}
}
