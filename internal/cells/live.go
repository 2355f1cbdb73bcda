package cells

import (
	"bytes"
	"context"
	"io"
	"os"
	"time"
)

// Live reads a pipe ahead, so that one can know whether more is there already, and
// need not wait for a block to fill while whoever writes to the pipe pauses.
type Live struct {
	ctx    context.Context
	End    context.CancelFunc // nobody wants more
	pieces chan []byte
	err    error // of the source, once pieces is closed
	piece  []byte
}

const (
	livePiece  = 1 << 16
	livePieces = 8 // read ahead

	// headPause is how long the start of a pipe may pause before it is taken for all that
	// can be seen of its format, if there are two lines.
	headPause = 250 * time.Millisecond
)

// IsLive reports whether r is a pipe, a terminal or the like, which may pause.
func IsLive(r io.Reader) bool {
	switch r := r.(type) {
	case *io.PipeReader:
		return true
	case *os.File:
		info, err := r.Stat()
		return err == nil && !info.Mode().IsRegular()
	}
	return false
}

// NewLive reads ahead from r until it ends, or nobody wants more.
func NewLive(ctx context.Context, r io.Reader) *Live {
	l := &Live{pieces: make(chan []byte, livePieces)}
	l.ctx, l.End = context.WithCancel(ctx)
	go l.read(r)
	return l
}

// read reads until the end. Where nobody writes, it stays in its last Read until someone
// does: nothing can be done about that in Go.
func (l *Live) read(r io.Reader) {
	defer close(l.pieces)
	for {
		piece := make([]byte, livePiece)
		n, err := r.Read(piece)
		if n > 0 {
			select {
			case l.pieces <- piece[:n]:
			case <-l.ctx.Done():
				l.err = l.ctx.Err()
				return
			}
		}
		if err != nil {
			l.err = err
			return
		}
	}
}

func (l *Live) Read(p []byte) (int, error) {
	for len(l.piece) == 0 {
		select {
		case piece, ok := <-l.pieces:
			if !ok {
				return 0, l.err
			}
			l.piece = piece
		case <-l.ctx.Done():
			return 0, l.ctx.Err()
		}
	}
	n := copy(p, l.piece)
	l.piece = l.piece[n:]
	return n, nil
}

// atHand reports whether something, or the end, can be read at once.
func (l *Live) atHand() bool {
	if len(l.piece) > 0 {
		return true
	}
	select {
	case piece := <-l.pieces: // nil at the end
		l.piece = piece
		return true
	default:
		return false
	}
}

// comes waits for something to read, or the end, for as long as a pause may be.
func (l *Live) comes(pause time.Duration) bool {
	if len(l.piece) > 0 {
		return true
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case piece := <-l.pieces: // nil at the end
		l.piece = piece
		return true
	case <-l.ctx.Done():
		return true
	case <-timer.C:
		return false
	}
}

// Idle reports whether one would have to wait for more of a pipe.
func (in *File) Idle() bool {
	return in.live != nil && in.Buffered() == 0 && !in.live.atHand()
}

// RowsWait reports whether rows that were read should not wait for more of a pipe: it has
// paused, and what it gave last, after the row that was read, is no whole line.
func (in *File) RowsWait(unread []byte) bool {
	return in.live != nil && bytes.IndexByte(bytes.TrimLeft(unread, " \t\r\n,"), '\n') < 0 && in.Idle()
}

// liveHead is the start of a pipe: as much as comes without a long pause.
func (in *File) liveHead() ([]byte, error) {
	for in.Buffered() < LookAhead {
		seen, _ := in.Peek(in.Buffered())
		if in.Paused || bytes.Count(seen, []byte("\n")) > 1 && !in.live.comes(headPause) {
			in.Paused = true
			return seen[:bytes.LastIndexByte(seen, '\n')+1], nil
		}
		before := in.Buffered()
		if _, err := in.Peek(before + 1); err != nil {
			if err != io.EOF { //nolint:errorlint // as readers return it
				return nil, in.Failed(err)
			}
			break
		}
	}
	return in.Peek(in.Buffered())
}
