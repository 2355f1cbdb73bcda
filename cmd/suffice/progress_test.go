package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"suffice/internal/engine"
	"suffice/internal/page"
)

// Time is that of a bubble, which passes when nothing else is left to do: no machine is too
// fast or too slow for it.
func TestProgressRewritesOneLineAndLeavesNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out screen
		p := drawProgress(&out, "reading", redraw)
		time.Sleep(redraw - 1)
		synctest.Wait()
		if said := out.String(); said != "" {
			t.Errorf("wrote %q at once", said)
		}
		time.Sleep(redraw)
		p.set("fitting: %s", strings.Repeat("x", 100))
		time.Sleep(redraw)
		p.end()
		p.end() // does no harm
		const again = "\r\x1b[K"
		if want := again + "reading, 0.2 s" + again + page.Cut("fitting: "+strings.Repeat("x", 100), lineWidth) + again; out.String() != want {
			t.Errorf("wrote %q, want %q", out.String(), want)
		}
	})
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

// Messages of a job of an engine go to a log: there it is a line now and then, with what the
// engine tells.
func TestProgressOfAnEngineIsALineNowAndThen(t *testing.T) {
	var frames bytes.Buffer
	for _, f := range []engine.Frame{
		{Kind: engine.HasParts, Data: []byte("a.csv\x00")},
		{Kind: engine.Tells, Data: []byte("3 of 8 tasks")},
		{Kind: engine.Answers},
	} {
		if _, err := f.WriteTo(&frames); err != nil {
			t.Fatal(err)
		}
	}
	read, write := io.Pipe()
	go func() { _, _ = io.Copy(io.Discard, read) }()
	h, err := engine.OpenHost(&frames, write)
	if err != nil {
		t.Fatal(err)
	}
	host.Store(h)
	defer host.Store(nil)
	err = h.Ask(t.Context(), []byte("?"), func(engine.Frame) error {
		synctest.Test(t, func(t *testing.T) {
			var out screen
			p := startProgress(&out, "fitting")
			time.Sleep(reminder)
			synctest.Wait()
			p.set("judging")
			time.Sleep(reminder)
			synctest.Wait()
			p.end()
			if want := "suffice: fitting: 3 of 8 tasks, 20.0 s\nsuffice: judging: 3 of 8 tasks, 40.0 s\n"; out.String() != want {
				t.Errorf("wrote %q, want %q", out.String(), want)
			}
		})
		return nil
	})
	if err != nil || h.Told() != "" {
		t.Errorf("told %q after the question, %v", h.Told(), err)
	}
}

// A program that runs a fit reads how far it is.
func TestFitTellsItsProgress(t *testing.T) {
	drawable(t)
	out, errs := new(bytes.Buffer), new(bytes.Buffer)
	if code := run(t.Context(), strings.Fields("fit d.csv --target y --method sir --dim 1 --progress"), nil, out, errs); code != codeDone {
		t.Fatalf("exit code %d, said %q", code, errs.String())
	}
	var told int
	for line := range strings.Lines(errs.String()) {
		if strings.HasPrefix(line, "suffice: progress: ") && strings.HasSuffix(line, " fits\n") {
			told++
		}
	}
	if told < 2 {
		t.Errorf("told %d steps: %q", told, errs.String())
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
