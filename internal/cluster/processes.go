package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"suffice/table"
)

// Processes is an engine of this machine: workers that are processes of their own, and parts
// that are files.
type Processes struct {
	Files   []string
	Workers int              // how many at a time; at least 1
	Command func() *exec.Cmd // that runs one

	answered func(part int, took time.Duration) // told of each answer, by any worker; may be nil

	idle []*worker
}

// Variable is that of the environment which says where the rows are, for commands that an engine runs:
//
//	pipes:5,6    answers come from file 5, and questions go to file 6
//	workers:4    four processes of this machine, to try it
const Variable = "SUFFICE_ENGINE"

// Local are so many processes of this machine for the files or generated tables that paths name. Words
// are those of the command that one runs.
func Local(paths []string, workers int, words ...string) (*Processes, error) {
	names, err := Expand(paths)
	if err != nil {
		return nil, err
	}
	files, err := table.Files(names)
	if err != nil {
		return nil, err
	}
	return &Processes{Files: files, Workers: workers, Command: func() *exec.Cmd {
		command := exec.Command(words[0], words[1:]...)
		command.Env = append(os.Environ(), Variable+"=")
		command.Stderr = os.Stderr
		return command
	}}, nil
}

// tries is how often a part is asked again where its worker has died.
const tries = 4

// Parts implements Engine.
func (p *Processes) Parts() []string { return p.Files }

// Ask implements Engine.
func (p *Processes) Ask(ctx context.Context, question []byte, answered func(Frame) error) error {
	for len(p.idle) < max(1, p.Workers) {
		p.idle = append(p.idle, &worker{of: p})
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	n := neighbours(len(p.Files))
	groups, answers := make(chan group, len(p.Files)), make(chan Frame)
	for from := 0; from < len(p.Files); from += n {
		groups <- group{from: from, to: min(from+n, len(p.Files))}
	}
	close(groups)
	var workers sync.WaitGroup
	for _, w := range p.idle {
		w.next = question
		workers.Go(func() {
			for g := range groups {
				frames, err := w.insist(ctx, g)
				if err != nil {
					stop(err)
					return
				}
				for _, f := range frames {
					answers <- f
				}
			}
		})
	}
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

// Close ends the workers.
func (p *Processes) Close() {
	for _, w := range p.idle {
		w.end()
	}
	p.idle = nil
}

// worker is one of the processes.
type worker struct {
	of   *Processes
	next []byte // question

	running *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	asked   string // the question that it has
}

// insist asks about neighbours until there are answers of all.
func (w *worker) insist(ctx context.Context, g group) (frames []Frame, err error) {
	for range tries {
		if frames, err = w.ask(ctx, g); err == nil {
			return frames, nil
		}
		w.end()
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return nil, fmt.Errorf("%s: its worker died %d times, the last time: %w", w.of.Files[g.from+len(frames)], tries, err)
}

// ask asks about neighbours, one after the other. It returns the answers that there are.
func (w *worker) ask(ctx context.Context, g group) (frames []Frame, err error) {
	if w.running == nil {
		if err := w.start(); err != nil {
			return nil, err
		}
	}
	process := w.running.Process
	defer context.AfterFunc(ctx, func() { _ = process.Kill() })()
	if id := idOf(w.next); w.asked != id {
		if _, err := (Frame{Kind: Asks, Data: w.next}).WriteTo(w.in); err != nil {
			return nil, err
		}
		w.asked = id
	}
	if g.to-g.from > 1 {
		if _, err := g.frame().WriteTo(w.in); err != nil {
			return nil, err
		}
	}
	for k := g.from; k < g.to; k++ {
		began := time.Now()
		if _, err := (part{number: k, name: w.of.Files[k], isPath: true}).frame().WriteTo(w.in); err != nil {
			return frames, err
		}
		f, err := ReadFrame(w.out)
		if w.of.answered != nil {
			w.of.answered(k, time.Since(began))
		}
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return frames, err
		}
		frames = append(frames, f)
	}
	return frames, nil
}

func (w *worker) start() (err error) {
	w.running, w.asked = w.of.Command(), ""
	if w.in, err = w.running.StdinPipe(); err != nil {
		return err
	}
	out, err := w.running.StdoutPipe()
	if err != nil {
		return err
	}
	w.out = bufio.NewReader(out)
	return w.running.Start()
}

// end ends the process, which does so by itself when nothing more is asked; one that does not
// answer is not waited for.
func (w *worker) end() {
	if w.running == nil {
		return
	}
	_ = w.in.Close()
	if w.running.Process != nil {
		_ = w.running.Process.Kill()
		_ = w.running.Wait()
	}
	w.running = nil
}
