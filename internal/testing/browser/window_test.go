package browser

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// Another is a further window of the same browser; what it downloads goes to the folder.
func (w *Window) Another(folder string, width, height int) (*Window, error) {
	return open(w.ctx, folder, width, height)
}

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

// Reload loads the page again.
func (w *Window) Reload() error { return chromedp.Do(w.acting, chromedp.Reload()) }

// Type types keys into an element.
func (w *Window) Type(selector, keys string) error {
	return chromedp.Do(w.acting, chromedp.SendKeys(chromedp.CSS(selector), keys))
}

// Press presses keys where the focus is.
func (w *Window) Press(keys string) error { return chromedp.Do(w.acting, chromedp.KeyEvent(keys)) }

// Upload gives files to a control that takes some.
func (w *Window) Upload(selector string, files ...string) error {
	return chromedp.Do(w.acting, chromedp.SetUploadFiles(chromedp.CSS(selector), files))
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
