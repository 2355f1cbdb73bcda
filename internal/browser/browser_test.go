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
	browser, err := first()
	if err != nil {
		t.Fatal(err)
	}
	window, err := browser.Another(t.TempDir(), width, height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = window.Close() })
	return window
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
