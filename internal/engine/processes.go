package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
)

// Processes is an engine of this machine: workers that are processes of their own, and parts
// that are files.
type Processes struct {
	Files   []string
	Workers int                                   // how many at a time; at least 1
	Command func(ctx context.Context) *exec.Cmd // that runs one
}

// tries is how often a part is asked again where its worker has died.
const tries = 4

// Parts implements Engine.
func (p *Processes) Parts() []string { return p.Files }

// Ask implements Engine.
func (p *Processes) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	parts, answers := make(chan int), make(chan Frame)
	var workers sync.WaitGroup
	for range max(1, p.Workers) {
		workers.Go(func() {
			w := &worker{of: p, question: question}
			defer w.end()
			for k := range parts {
				f, err := w.insist(ctx, k)
				if err != nil {
					stop(err)
					return
				}
				select {
				case answers <- f:
				case <-ctx.Done():
					return
				}
			}
		})
	}
	go func() {
		defer close(parts)
		for k := range p.Files {
			select {
			case parts <- k:
			case <-ctx.Done():
				return
			}
		}
	}()
	go func() {
		workers.Wait()
		close(answers)
	}()
	for f := range answers {
		if ctx.Err() != nil {
			continue
		}
		if err := answered(f); err != nil {
			stop(err)
		}
	}
	return context.Cause(ctx)
}

// worker is one of the processes.
type worker struct {
	of       *Processes
	question []byte

	running *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

// insist asks about a part until there is an answer.
func (w *worker) insist(ctx context.Context, k int) (f Frame, err error) {
	for range tries {
		if f, err = w.ask(ctx, k); err == nil {
			return f, nil
		}
		w.end()
		if ctx.Err() != nil {
			return f, ctx.Err()
		}
	}
	return f, fmt.Errorf("%s: its worker died %d times, the last time: %w", w.of.Files[k], tries, err)
}

func (w *worker) ask(ctx context.Context, k int) (Frame, error) {
	if w.running == nil {
		if err := w.start(ctx); err != nil {
			return Frame{}, err
		}
	}
	if _, err := (part{number: k, name: w.of.Files[k], isPath: true}).frame().WriteTo(w.in); err != nil {
		return Frame{}, err
	}
	f, err := ReadFrame(w.out)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return f, err
}

func (w *worker) start(ctx context.Context) (err error) {
	w.running = w.of.Command(ctx)
	if w.in, err = w.running.StdinPipe(); err != nil {
		return err
	}
	out, err := w.running.StdoutPipe()
	if err != nil {
		return err
	}
	w.out = bufio.NewReader(out)
	if err := w.running.Start(); err != nil {
		return err
	}
	_, err = Frame{Kind: Asks, Data: w.question}.WriteTo(w.in)
	return err
}

// end ends the process, which does so by itself when nothing more is asked.
func (w *worker) end() {
	if w.running == nil {
		return
	}
	_ = w.in.Close()
	if w.running.Process != nil {
		_ = w.running.Wait()
	}
	w.running = nil
}
