package browser

import (
	"bytes"
	"context"
	"fmt"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

// first is the first window of the browser that all tests share.
var first = sync.OnceValues(func() (*Window, error) {
	window, err := Start(context.Background(), os.TempDir(), 400, 300)
	if err == nil {
		atEnd = append(atEnd, func() { _ = window.Close() })
	}
	return window, err
})

// start opens a window, or skips the test where there is no browser.
func start(t *testing.T, width, height int) *Window {
	t.Helper()
	if _, err := Find(); err != nil {
		t.Skip(err)
	}
	limited(t)
	browser, err := first()
	if err != nil {
		t.Fatal(err)
	}
	window, err := browser.Another(t.TempDir(), width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = window.Close() })
	t.Cleanup(window.Limit(patience(t)))
	return window
}

// patience is how long is left for a test before it is taken to hang: until two minutes before the time
// of all tests is up, however fast the machine is.
func patience(t testing.TB) time.Duration {
	if own, ok := t.(interface{ Deadline() (time.Time, bool) }); ok {
		if deadline, ok := own.Deadline(); ok {
			return time.Until(deadline) - 2*time.Minute
		}
	}
	return 24 * time.Hour
}

// limited is the time that the processes of a test have, with its cleanup; where the test does not
// end with them, all tests end with its name.
func limited(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.Context()), patience(t))
	hangs := time.AfterFunc(patience(t)+time.Minute, func() { panic(t.Name() + " hangs") })
	t.Cleanup(func() {
		cancel()
		hangs.Stop()
	})
	return ctx
}

// TestMain closes what the tests share.
func TestMain(m *testing.M) {
	code := m.Run()
	for _, end := range atEnd {
		end()
	}
	os.Exit(code)
}

// atEnd gives back what tests share.
var atEnd []func()

func TestDriver(t *testing.T) {
	window := start(t, 400, 300)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/file" {
			w.Header().Set("Content-Disposition", "attachment; filename=a.txt")
		} else {
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = fmt.Fprint(w, `<a id=file href=/file>file</a> <button id=b onclick="this.textContent = 'done'; console.warn('clicked')">go</button>`)
	}))
	defer server.Close()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	check(window.Open(server.URL))
	check(window.Click("#b"))
	check(window.Wait(`document.querySelector('#b').textContent == 'done'`))
	sum, err := Value[int](window, "Promise.resolve(1 + 2)")
	check(err)
	file, err := window.Download(func() error { return window.Click("#file") })
	check(err)
	content, err := os.ReadFile(file)
	check(err)
	shot, err := window.Picture(false)
	check(err)
	drawn, err := png.Decode(bytes.NewReader(shot))
	check(err)
	if sum != 3 || !strings.Contains(string(content), "<button") || drawn.Bounds().Dx() != 400 || !strings.Contains(window.Console(), "clicked") {
		t.Errorf("sum %d, file %q, picture %v, console %q", sum, content, drawn.Bounds(), window.Console())
	}
}

// Where a page does not do what is waited for, the limit ends the wait, and it is known what the
// page shows.
func TestLimit(t *testing.T) {
	window := start(t, 400, 300)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		_, _ = fmt.Fprint(w, "still loading")
	}))
	defer server.Close()
	if err := window.Open(server.URL); err != nil {
		t.Fatal(err)
	}
	defer window.Limit(time.Millisecond)()
	err := window.Wait("document.querySelector('#never')")
	if err == nil || !strings.HasSuffix(err.Error(), "not within 1ms") {
		t.Errorf("got %v", err)
	}
	if shown := window.Shown(); shown != "still loading" {
		t.Errorf("the page shows %q", shown)
	}
}
