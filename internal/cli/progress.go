package cli

import (
	"fmt"
	"io"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"suffice"
	"suffice/internal/termtext"
)

// Progress is a line on a terminal that says what is being done, and for how long,
// and rewrites itself. Where standard error is no terminal, it is silent, unless the rows are with
// an engine: then it is a line now and then, because work there takes long and its messages go to a log.
type Progress struct {
	out   io.Writer // nil where it is silent
	lines io.Writer // nil unless steps are told to another program, a line each
	since time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu         sync.Mutex
	text, note string
}

// running tells how far the cluster is that this program runs on, if it does.
var running atomic.Pointer[func() string]

// RunsOn says that this program runs on a cluster, and what tells how far that is; nil says that it
// does not.
func RunsOn(told func() string) {
	if told == nil {
		running.Store(nil)
		return
	}
	running.Store(&told)
}

const (
	redraw    = 200 * time.Millisecond
	reminder  = 20 * time.Second
	lineWidth = 79 // one less than most terminals have, so that the line never wraps
)

// StartProgress shows what is being done, where somebody can see it.
func StartProgress(errs io.Writer, text string) *Progress {
	switch {
	case IsTerminal(errs):
		return drawProgress(errs, text, redraw)
	case running.Load() != nil:
		return showProgress(errs, text, reminder, "suffice: %s\n", "")
	}
	return &Progress{}
}

// TellProgress is for a program that has asked for it, be standard error a terminal or not.
func TellProgress(errs io.Writer) *Progress { return &Progress{lines: errs} }

// drawProgress rewrites a line of a terminal.
func drawProgress(out io.Writer, text string, every time.Duration) *Progress {
	const again = "\r\x1b[K"
	return showProgress(out, text, every, again+"%s", again)
}

// showProgress shows the line for the first time after the given interval, so that
// short work shows none.
func showProgress(out io.Writer, text string, every time.Duration, format, last string) *Progress {
	p := &Progress{out: out, since: time.Now(), stop: make(chan struct{}), text: text}
	p.ended.Go(func() {
		tick := time.NewTicker(every)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_, _ = fmt.Fprintf(out, format, p.line())
			case <-p.stop:
				_, _ = fmt.Fprint(out, last)
				return
			}
		}
	})
	return p
}

// Set changes what the line says.
func (p *Progress) Set(format string, values ...any) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, values...)
}

// Shown reports whether a person sees the line.
func (p *Progress) Shown() bool { return p.out != nil }

// Note adds what is known so far, where the line has room.
func (p *Progress) Note(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note = "; " + text
}

// Step says how far a fit is.
func (p *Progress) Step(at suffice.Step) {
	switch {
	case p.lines != nil && at.All == 0:
		Say(p.lines, "suffice: progress: %s", at.Text)
		return
	case p.lines != nil:
		Say(p.lines, "suffice: progress: %s: %d of %d fits", at.Text, at.Done, at.All)
		return
	case at.All == 0:
		p.Set("%s", at.Text)
		return
	}
	p.Set("%s: %s %d of %d fits", at.Text, termtext.Bar(at.Done, at.All), at.Done, at.All)
}

// End takes the line away.
func (p *Progress) End() {
	if p.out == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	p.out = nil
}

func (p *Progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.text
	if by := running.Load(); by != nil && (*by)() != "" {
		text += ": " + (*by)()
	}
	return termtext.Cut(fmt.Sprintf("%s, %.1f s%s", termtext.Printable(text), time.Since(p.since).Seconds(), termtext.Printable(p.note)), lineWidth)
}

// IsTerminal reports whether w is a character device other than the null device, which is
// a terminal or, where it does no harm, another one.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
