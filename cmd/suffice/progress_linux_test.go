package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// terminal opens one, and returns a function that closes it and gives what was written.
func terminal(t *testing.T) (screen *os.File, shown func() string) {
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
	screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("there is no terminal to be had: ", err)
	}
	var out bytes.Buffer
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = io.Copy(&out, master) // ends with an error when the other side is closed
	}()
	return screen, func() string {
		_ = screen.Close()
		<-done
		_ = master.Close()
		return out.String()
	}
}

// slowly is a table that takes its time to arrive.
type slowly struct {
	io.Reader
	begin sync.Once
}

func (s *slowly) Read(data []byte) (int, error) {
	s.begin.Do(func() { time.Sleep(4 * redraw) })
	return s.Reader.Read(data)
}

// While the table is read, the line says so, and nothing else.
func TestOneProgressLineAtATime(t *testing.T) {
	t.Setenv("TERM", "xterm")
	drawable(t)
	data := readFile(t, "d.csv")
	for _, args := range []string{"plot m.json - -o p.svg", "report m.json - -o r.html --repeats 1"} {
		screen, shown := terminal(t)
		code := run(t.Context(), strings.Fields(args), &slowly{Reader: strings.NewReader(data)}, io.Discard, screen)
		text := shown()
		last := strings.LastIndex(text, "reading -")
		if code != codeDone || last < 0 {
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
