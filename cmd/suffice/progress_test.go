package main

import (
	"bytes"
	"os"
	"strings"
	"testing"
	"time"
)

func TestProgressRewritesOneLineAndLeavesNothing(t *testing.T) {
	var out screen
	shows := func(text string) {
		t.Helper()
		eventually(t, text, func() bool { return strings.Contains(out.String(), text) })
	}
	p := drawProgress(&out, "reading", time.Millisecond)
	shows("\r\x1b[Kreading, 0.")
	p.set("fitting: %s", strings.Repeat("x", 100))
	shows("\r\x1b[Kfitting: xxx")
	p.end()
	p.end() // does no harm
	text := out.String()
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

// The null device is no terminal: a picture may go there.
func TestNullDeviceIsNoTerminal(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = null.Close() }()
	drawable(t)
	var errs bytes.Buffer
	if code := run(t.Context(), strings.Fields("plot m.json d.csv -o - --to png"), nil, null, &errs); isTerminal(null) || code != codeDone {
		t.Errorf("exit code %d, said %q", code, errs.String())
	}
}
