package main

import (
	"bytes"
	"context"
	"os"
	"strings"
	"sync/atomic"
	"testing"
)

// inquired is a context that counts how often it is asked whether it is cancelled, and is
// from the given time on.
type inquired struct {
	context.Context
	at     int64 // 0 is never
	cancel context.CancelFunc
	asked  atomic.Int64
}

func (c *inquired) Err() error {
	if c.asked.Add(1) == c.at {
		c.cancel()
	}
	return c.Context.Err()
}

func interruptedAt(t *testing.T, at int64) *inquired {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	return &inquired{Context: ctx, at: at, cancel: cancel}
}

// wantInterrupted interrupts a command, whose last option may be -o, at its start, at its end
// and between, and fails where it does not end with one line, or leaves a file.
func wantInterrupted(t *testing.T, args string, files map[string]string) {
	t.Helper()
	undisturbed := interruptedAt(t, 0)
	var errs bytes.Buffer
	if code := run(undisturbed, strings.Fields(args), nil, new(bytes.Buffer), &errs); code != codeDone {
		t.Fatalf("exit code %d, said %q", code, errs.String())
	}
	_, out, _ := strings.Cut(args, " -o ")
	_ = os.Remove(out)
	for k := range int64(3) {
		at := 1 + k*(undisturbed.asked.Load()-1)/2
		ctx := interruptedAt(t, at)
		var out, errs bytes.Buffer
		code := run(ctx, strings.Fields(args), nil, &out, &errs)
		if code != codeInterrupted || out.Len() > 0 || errs.String() != interrupted+"\n" {
			t.Errorf("at %d of %d: exit code %d, printed %q, said %q", at, undisturbed.asked.Load(), code, out.String(), errs.String())
		}
		wantOnly(t, files)
	}
}

func TestInterruptedAnywhere(t *testing.T) {
	takesLong(t)
	drawable(t)
	writeDrawn(t, "e.csv", "data2", 60, 1)
	for _, args := range []string{
		"fit e.csv -t y -d 2 --centres 30 -o out",
		"fit e.csv -t y -d 2 --method sir -o out",
		"transform m.json d.csv -o out.csv",
		"describe e.csv",
		"compare e.csv -t y --methods pca,sir --dims 1 --repeats 3",
		"dependence e.csv --between x1,x2 --and y --permutations 20",
		"plot m.json d.csv -o out.svg",
		"report m.json d.csv --repeats 1 -o out.html",
	} {
		t.Run(args, func(t *testing.T) {
			wantInterrupted(t, args, map[string]string{"d.csv": "", "e.csv": "", "m.json": ""})
		})
	}
}
