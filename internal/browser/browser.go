// Package browser drives a Chromium as a person would, for tests of the page of suffice explore
// and measurements of it. The program itself does not use it.
package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// Find is where a Chromium is: as the variable CHROMIUM says, or on the path.
func Find() (string, error) {
	for _, name := range []string{os.Getenv("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"} {
		if name == "" {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium; install Debian's package chromium, or name one with the variable CHROMIUM")
}

// Window is one of the browser's.
type Window struct {
	ctx       context.Context // ends with the window
	acting    context.Context // ends with what may be done in it
	downloads string

	mu      sync.Mutex
	console bytes.Buffer
}

// Start starts a browser that draws by software, with a window of that many pixels, whose
// downloads go to the folder. The end of ctx ends it, and so does closing that window.
func Start(ctx context.Context, folder string, width, height int) (*Window, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WindowSize(width, height),
		chromedp.Flag("use-angle", "swiftshader"), chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("disable-dev-shm-usage", true))
	allocator, _ := chromedp.NewExecAllocator(ctx, options...)
	return open(allocator, folder, width, height)
}

// Another is a further window of the same browser; what it downloads goes to the folder.
func (w *Window) Another(folder string, width, height int) (*Window, error) {
	return open(w.ctx, folder, width, height)
}

func open(parent context.Context, folder string, width, height int) (*Window, error) {
	ctx, _ := chromedp.NewContext(parent)
	w := &Window{ctx: ctx, acting: ctx, downloads: folder}
	err := chromedp.Do(ctx, chromedp.EmulateViewport(int64(width), int64(height)), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: countCalls})
		return err
	}))
	if err != nil {
		return nil, fmt.Errorf("the browser does not start: %w", err)
	}
	go func() { // ends with the window
		for message, err := range chromedp.Console(ctx) {
			if err != nil {
				return
			}
			w.mu.Lock()
			fmt.Fprintf(&w.console, "%s: %s\n", message.Type, message)
			w.mu.Unlock()
		}
	}()
	return w, nil
}

// countCalls keeps in callsUnderWay how many calls of a page are not answered, or not read.
const countCalls = `window.callsUnderWay = 0
for (const [of, name] of [[window, 'fetch'], ...['json', 'text', 'blob', 'arrayBuffer'].map(name => [Response.prototype, name])]) {
	const call = of[name]
	of[name] = function (...given) {
		window.callsUnderWay++
		return call.apply(this, given).finally(() => window.callsUnderWay--)
	}
}`

// Console is what the page has complained of so far.
func (w *Window) Console() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.console.String()
}

// Limit is how long the window can be used from now on; what goes on then ends with an error.
// The function that it returns gives up the limit.
func (w *Window) Limit(limit time.Duration) context.CancelFunc {
	acting, end := context.WithTimeoutCause(w.ctx, limit, fmt.Errorf("not within %v", limit))
	w.acting = acting
	return end
}

// Shown is the text that the page shows, also when the limit is reached, or why there is none.
func (w *Window) Shown() string {
	const soon = 10 * time.Second // a page that hangs does not answer at all
	ctx, end := context.WithTimeout(w.ctx, soon)
	defer end()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string]("document.body.innerText"))
	if err != nil {
		return fmt.Sprintf("nothing that it tells: %v", err)
	}
	return text
}

// Open goes to an address.
func (w *Window) Open(address string) error { return chromedp.Do(w.acting, chromedp.Navigate(address)) }

// Reload loads the page again.
func (w *Window) Reload() error { return chromedp.Do(w.acting, chromedp.Reload()) }

// Close closes the window.
func (w *Window) Close() error { return chromedp.Cancel(w.ctx) }

// Wait waits until an expression is true in the page.
func (w *Window) Wait(expression string) error {
	_, err := chromedp.Run(w.acting, chromedp.Poll[bool]("!!("+expression+")", chromedp.WithPollingTimeout(0)))
	if err != nil {
		return fmt.Errorf("waiting for %s: %w", expression, w.why(err))
	}
	return nil
}

// why is the error, or that the limit is reached.
func (w *Window) why(err error) error {
	if w.acting.Err() != nil {
		return context.Cause(w.acting)
	}
	return err
}

// Value is what an expression, which may be a promise, is in the page.
func Value[T any](w *Window, expression string) (T, error) {
	value, err := chromedp.Run(w.acting, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		return value, fmt.Errorf("%s: %w", expression, w.why(err))
	}
	return value, nil
}

// Click clicks on the first element that a CSS selector finds, as soon as its middle can be seen.
// It looks and clicks in one step, because what comes meanwhile moves what is on the page.
func (w *Window) Click(selector string) error {
	return w.Wait(fmt.Sprintf(`(() => { %s; if (!e || e.disabled || !e.contains(document.elementFromPoint(x, y))) return false; e.click(); return true })()`, middle(selector)))
}

// middle is a script that has an element as e, brings it into view, and has its middle as x and y.
func middle(selector string) string {
	return fmt.Sprintf(`const e = document.querySelector(%q); e?.scrollIntoView({block: 'center', behavior: 'instant'}); const b = e?.getBoundingClientRect(), x = b?.x + b?.width / 2, y = b?.y + b?.height / 2`, selector)
}

// Type types keys into an element.
func (w *Window) Type(selector, keys string) error {
	return chromedp.Do(w.acting, chromedp.SendKeys(chromedp.CSS(selector), keys))
}

// Press presses keys where the focus is.
func (w *Window) Press(keys string) error { return chromedp.Do(w.acting, chromedp.KeyEvent(keys)) }

// Choose sets the value of a control, and tells the page.
func (w *Window) Choose(selector, value string) error {
	_, err := Value[bool](w, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true})); return true })()`, selector, value))
	return err
}

// Upload gives files to a control that takes some.
func (w *Window) Upload(selector string, files ...string) error {
	return chromedp.Do(w.acting, chromedp.SetUploadFiles(chromedp.CSS(selector), files))
}

// Point is a place in the window, in CSS pixels.
type Point struct{ X, Y float64 }

// Place is the middle of an element, which it brings into view. It waits until the page has what it
// has called for, and the element stays where it is.
func (w *Window) Place(selector string) (Point, error) {
	script := middle(selector)
	if err := w.Wait(fmt.Sprintf(`(() => { %s; const before = window.placeBefore; window.placeBefore = [%q, x, y].join(); return e && window.callsUnderWay == 0 && before == window.placeBefore })()`, script, selector)); err != nil {
		return Point{}, err
	}
	place, err := Value[[]float64](w, fmt.Sprintf(`(() => { %s; return [x, y] })()`, script))
	if err != nil {
		return Point{}, err
	}
	return Point{place[0], place[1]}, nil
}

// Move moves the mouse, and presses no button.
func (w *Window) Move(to Point) error {
	return chromedp.Do(w.acting, chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, to.X, to.Y))
}

// Drag presses the button at the first place, moves along the others and lets it go; between
// is called after each move, with the button still pressed.
func (w *Window) Drag(between func() error, path ...Point) error {
	if err := w.mouse(input.DispatchMouseEventTypeMousePressed, path[0]); err != nil {
		return err
	}
	for _, to := range path[1:] {
		if err := w.mouse(input.DispatchMouseEventTypeMouseMoved, to); err != nil {
			return err
		}
		if between != nil {
			if err := between(); err != nil {
				return err
			}
		}
	}
	return w.mouse(input.DispatchMouseEventTypeMouseReleased, path[len(path)-1])
}

func (w *Window) mouse(kind input.DispatchMouseEventType, at Point) error {
	return chromedp.Do(w.acting, chromedp.MouseEvent(kind, at.X, at.Y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
}

// Download does what begins a download, and returns the file that came of it.
func (w *Window) Download(begin func() error) (string, error) {
	on := true
	progress := chromedp.Events(w.acting, cdpbrowser.DownloadProgress)
	if err := chromedp.Do(w.acting, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllowAndName, DownloadPath: w.downloads, EventsEnabled: &on,
		})
		return err
	})); err != nil {
		return "", err
	}
	if err := begin(); err != nil {
		return "", err
	}
	for event, err := range progress {
		switch {
		case err != nil:
			return "", err
		case event.State == cdpbrowser.DownloadProgressStateCanceled:
			return "", errors.New("the download was cancelled")
		case event.State == cdpbrowser.DownloadProgressStateCompleted:
			return filepath.Join(w.downloads, event.GUID), nil
		}
	}
	return "", errors.New("no file came")
}

// Dark makes the system of the browser dark, or light.
func (w *Window) Dark(yes bool) error {
	scheme := "light"
	if yes {
		scheme = "dark"
	}
	_, err := chromedp.Call(w.acting, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
	})
	return err
}

// Resize gives the window another size.
func (w *Window) Resize(width, height int) error {
	return chromedp.Do(w.acting, chromedp.EmulateViewport(int64(width), int64(height)))
}

// Picture is what the window shows, as PNG; whole is the page beyond the window too.
func (w *Window) Picture(whole bool) ([]byte, error) {
	if whole {
		const lossless = 100
		return chromedp.Run(w.acting, chromedp.FullScreenshot(lossless))
	}
	return chromedp.Run(w.acting, chromedp.CaptureScreenshot())
}
