package main

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"suffice"
	"suffice/internal/page"
)

// progress is a line on a terminal that says what is being done, and for how long,
// and rewrites itself. Where standard error is no terminal, it is silent, unless the rows are with
// an engine: then it is a line now and then, because work there takes long and its messages go to a log.
type progress struct {
	out   io.Writer // nil where it is silent
	lines io.Writer // nil unless steps are told to another program, a line each
	since time.Time
	stop  chan struct{}
	ended sync.WaitGroup

	mu   sync.Mutex
	text string
}

const (
	redraw    = 200 * time.Millisecond
	reminder  = 20 * time.Second
	lineWidth = 79 // one less than most terminals have, so that the line never wraps
)

func startProgress(errs io.Writer, text string) *progress {
	switch {
	case isTerminal(errs):
		return drawProgress(errs, text, redraw)
	case host.Load() != nil:
		return showProgress(errs, text, reminder, "suffice: %s\n", "")
	}
	return &progress{}
}

// tellProgress is for a program that has asked for it, be standard error a terminal or not.
func tellProgress(errs io.Writer) *progress { return &progress{lines: errs} }

// drawProgress rewrites a line of a terminal.
func drawProgress(out io.Writer, text string, every time.Duration) *progress {
	const again = "\r\x1b[K"
	return showProgress(out, text, every, again+"%s", again)
}

// showProgress shows the line for the first time after the given interval, so that
// short work shows none.
func showProgress(out io.Writer, text string, every time.Duration, format, last string) *progress {
	p := &progress{out: out, since: time.Now(), stop: make(chan struct{}), text: text}
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

// set changes what the line says.
func (p *progress) set(format string, values ...any) {
	if p.out == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.text = fmt.Sprintf(format, values...)
}

// step says how far a fit is.
func (p *progress) step(at suffice.Step) {
	switch {
	case p.lines != nil && at.All == 0:
		say(p.lines, "suffice: progress: %s", at.Text)
		return
	case p.lines != nil:
		say(p.lines, "suffice: progress: %s: %d of %d fits", at.Text, at.Done, at.All)
		return
	case at.All == 0:
		p.set("%s", at.Text)
		return
	}
	p.set("%s: %s %d of %d fits", at.Text, page.Bar(at.Done, at.All), at.Done, at.All)
}

// end takes the line away.
func (p *progress) end() {
	if p.out == nil {
		return
	}
	close(p.stop)
	p.ended.Wait()
	p.out = nil
}

func (p *progress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.text
	if h := host.Load(); h != nil && h.Told() != "" {
		text += ": " + h.Told()
	}
	return page.Cut(fmt.Sprintf("%s, %.1f s", page.Printable(text), time.Since(p.since).Seconds()), lineWidth)
}

// isTerminal reports whether w is a character device other than the null device, which is
// a terminal or, where it does no harm, another one.
func isTerminal(w io.Writer) bool {
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
