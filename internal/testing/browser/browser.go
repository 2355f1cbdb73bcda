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
	"sync"

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

// Open goes to an address.
func (w *Window) Open(address string) error { return chromedp.Do(w.acting, chromedp.Navigate(address)) }

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

// Choose sets the value of a control, and tells the page.
func (w *Window) Choose(selector, value string) error {
	_, err := Value[bool](w, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.value = %q; for (const kind of ['input', 'change']) e.dispatchEvent(new Event(kind, {bubbles: true})); return true })()`, selector, value))
	return err
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
