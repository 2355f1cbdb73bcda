package explore

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"time"
)

const (
	betweenStates = 100 * time.Millisecond // at least, so that progress does not flood a window
	heartbeat     = 20 * time.Second       // after which a window is sent a line that says nothing
	slowWindow    = 30 * time.Second       // that a window may take for what it is sent
)

// getEvents sends the state whenever it changes, as long as the window is there.
func (s *Server) getEvents(w http.ResponseWriter, r *http.Request) error {
	window := make(chan struct{}, 1)
	window <- struct{}{} // for the state as it is
	s.enter(window)
	defer s.leave(window)
	w.Header().Set("Content-Type", "text/event-stream")
	control := http.NewResponseController(w)
	for {
		var message []byte
		select {
		case <-r.Context().Done():
			return nil
		case <-time.After(heartbeat):
			message = []byte(": still here\n\n")
		case <-window:
			text, err := s.stateText()
			if err != nil {
				return err
			}
			message = fmt.Appendf(nil, "event: state\ndata: %s\n\n", bytes.ReplaceAll(text, []byte("\n"), []byte(" ")))
		}
		_ = control.SetWriteDeadline(time.Now().Add(slowWindow))
		_, err := w.Write(message)
		if err = cmp.Or(err, control.Flush()); err != nil {
			return ignored(err)
		}
		select {
		case <-r.Context().Done():
		case <-time.After(betweenStates):
		}
	}
}

// enter counts a window.
func (s *Server) enter(window chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.windows[window] = true
	if s.leaving != nil && s.leaving.Stop() {
		s.work.Done()
	}
	s.leaving = nil
}

// leave forgets a window. Where it was the last, and none comes in its place, work ends.
func (s *Server) leave(window chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.windows, window)
	if len(s.windows) > 0 || s.closed {
		return
	}
	s.work.Add(1)
	s.leaving = time.AfterFunc(s.options.Grace, func() {
		defer s.work.Done()
		s.abandon()
	})
}

// abandon ends work that no one looks at.
func (s *Server) abandon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.windows) == 0 && s.cancelAll() {
		s.changed()
	}
}
