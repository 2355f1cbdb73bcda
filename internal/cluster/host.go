package cluster

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync/atomic"
)

// Host is an engine that is another program, such as a job of Spark, on the other ends of two
// pipes: it reads questions and writes answers of all parts, in any order.
type Host struct {
	parts   []string
	to      io.WriteCloser
	answers chan answered
	told    atomic.Pointer[string]
}

type answered struct {
	frame Frame
	err   error
}

// OpenHost reads the names of the parts, which come first.
func OpenHost(from io.Reader, to io.WriteCloser) (*Host, error) {
	in := bufio.NewReaderSize(from, 1<<16)
	first, err := ReadFrame(in)
	switch {
	case err != nil:
		return nil, gone(err)
	case first.Kind == Gives:
		return nil, errors.New(string(first.Data))
	case first.Kind != HasParts:
		return nil, errNoFrame
	case len(first.Data) == 0:
		return nil, errors.New("there are no parts, and so no rows; name files that are there")
	}
	h := &Host{to: to, answers: make(chan answered)}
	for name := range bytes.SplitSeq(bytes.TrimSuffix(first.Data, []byte{0}), []byte{0}) {
		h.parts = append(h.parts, string(name))
	}
	go func() {
		for {
			f, err := ReadFrame(in)
			if err == nil && f.Kind == Tells {
				h.tell(string(f.Data))
				continue
			}
			h.answers <- answered{f, err}
			if err != nil {
				return
			}
		}
	}()
	return h, nil
}

// Parts implements Engine.
func (h *Host) Parts() []string { return h.parts }

// Told is how far the host says it is with the question, in words, and empty where it does not say.
func (h *Host) Told() string {
	if text := h.told.Load(); text != nil {
		return *text
	}
	return ""
}

func (h *Host) tell(text string) { h.told.Store(&text) }

// Ask implements Engine. The end of the context closes the pipe, by which the host knows that
// nobody waits for answers.
func (h *Host) Ask(ctx context.Context, question []byte, each func(Frame) error) error {
	defer h.tell("")
	if _, err := (Frame{Kind: Asks, Data: question}).WriteTo(h.to); err != nil {
		return gone(err)
	}
	for range h.parts {
		select {
		case <-ctx.Done():
			_ = h.to.Close()
			return ctx.Err()
		case a := <-h.answers:
			switch {
			case a.err != nil:
				return gone(a.err)
			case a.frame.Kind == Gives:
				return errors.New(string(a.frame.Data))
			}
			if err := each(a.frame); err != nil {
				return err
			}
		}
	}
	return nil
}

// Close tells the host that there are no more questions.
func (h *Host) Close() error { return h.to.Close() }

func gone(err error) error {
	return fmt.Errorf("the engine that has the rows has gone: %w", err)
}
