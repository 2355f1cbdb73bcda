package cli

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"suffice/internal/cluster"
	"suffice/internal/termtext"
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
		p.Set("fitting: %s", strings.Repeat("x", 100))
		time.Sleep(redraw)
		p.Set("fitting")
		p.Note("first look: z1 .9 a")
		time.Sleep(redraw)
		p.End()
		p.End() // does no harm
		const again = "\r\x1b[K"
		if want := again + "reading, 0.2 s" + again + termtext.Cut("fitting: "+strings.Repeat("x", 100), lineWidth) + again + "fitting, 0.6 s; first look: z1 .9 a" + again; out.String() != want {
			t.Errorf("wrote %q, want %q", out.String(), want)
		}
	})
}

func TestProgressIsSilentInAFile(t *testing.T) {
	var out bytes.Buffer
	p := StartProgress(&out, "reading")
	p.Set("fitting")
	p.End()
	if out.Len() > 0 {
		t.Errorf("wrote %q", out.String())
	}
}

// Messages of a job of an engine go to a log: there it is a line now and then, with what the
// engine tells.
func TestProgressOfAnEngineIsALineNowAndThen(t *testing.T) {
	var frames bytes.Buffer
	for _, f := range []cluster.Frame{
		{Kind: cluster.HasParts, Data: []byte("a.csv\x00")},
		{Kind: cluster.Tells, Data: []byte("3 of 8 tasks")},
		{Kind: cluster.Answers},
	} {
		if _, err := f.WriteTo(&frames); err != nil {
			t.Fatal(err)
		}
	}
	read, write := io.Pipe()
	go func() { _, _ = io.Copy(io.Discard, read) }()
	h, err := cluster.OpenHost(&frames, write)
	if err != nil {
		t.Fatal(err)
	}
	RunsOn(h.Told)
	defer RunsOn(nil)
	err = h.Ask(t.Context(), []byte("?"), func(cluster.Frame) error {
		synctest.Test(t, func(t *testing.T) {
			var out screen
			p := StartProgress(&out, "fitting")
			time.Sleep(reminder)
			synctest.Wait()
			p.Set("judging")
			time.Sleep(reminder)
			synctest.Wait()
			p.End()
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
