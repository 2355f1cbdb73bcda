package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens one, and returns what is written to it, and a function that closes it.
func terminal(t *testing.T) (side *os.File, shown *screen, end func()) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip("there is no terminal to be had: ", err)
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err != nil {
		t.Skip("there is no terminal to be had: ", err)
	}
	side, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there is no terminal to be had: ", err)
	}
	shown = &screen{}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(shown, master) // ends with an error when the other side is closed
	}()
	return side, shown, func() {
		_ = side.Close()
		<-done
		_ = master.Close()
	}
}

// redraw is how often package cli shows a line.
const redraw = 200 * time.Millisecond

// slowly is a table that takes its time to arrive, in the time of a bubble.
type slowly struct {
	io.Reader
	begin sync.Once
}

func (s *slowly) Read(data []byte) (int, error) {
	s.begin.Do(func() { time.Sleep(9 * redraw / 2) })
	return s.Reader.Read(data)
}

// While the table is read, the line says so, and nothing else.
func TestOneProgressLineAtATime(t *testing.T) {
	t.Setenv("TERM", "xterm")
	drawable(t)
	data := readFile(t, "d.csv")
	for _, args := range []string{"plot m.json - -o p.svg", "report m.json - -o r.html --repeats 1"} {
		side, shown, end := terminal(t)
		code := -1
		synctest.Test(t, func(t *testing.T) {
			code = run(t.Context(), strings.Fields(args), &slowly{Reader: strings.NewReader(data)}, io.Discard, side)
		})
		end()
		text := shown.String()
		last := strings.LastIndex(text, "reading -")
		if code != codeDone || strings.Count(text, "reading -") != 4 {
			t.Errorf("%s: exit code %d, shown %q", args, code, text)
			continue
		}
		for line := range strings.SplitSeq(text[:last], "\r\x1b[K") {
			if line != "" && !strings.HasPrefix(line, "reading -") {
				t.Errorf("%s: shown while reading: %q", args, line)
			}
		}
	}
}
