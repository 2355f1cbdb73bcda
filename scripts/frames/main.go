// Frames measures how smooth the page of suffice explore is, in a Chromium that draws by
// software: frames a second while a tour moves and an arrow is dragged, how soon the page and
// the first picture of a fit are there, and for how long the page stands still at most.
//
//	go run ./scripts/frames [--rows 20000,100000,1000000] [--seconds 5]
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"suffice/internal/browser"
)

func main() {
	rows := flag.String("rows", "20000,100000,1000000", "sizes of the tables")
	seconds := flag.Int("seconds", 5, "of each measurement of frames")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, strings.Split(*rows, ","), *seconds)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "frames:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sizes []string, seconds int) error {
	folder, err := os.MkdirTemp("", "suffice-frames-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }()
	program := filepath.Join(folder, "suffice")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, "./cmd/suffice").CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	window, err := browser.Start(ctx, folder, 1200, 800)
	if err != nil {
		return err
	}
	defer func() { _ = window.Close() }()
	fmt.Println("    rows  page ready  picture after fit  longest stop   tour   drag")
	fmt.Println("               (ms)               (ms)          (ms)  (frames a second)")
	for _, size := range sizes {
		if _, err := strconv.Atoi(size); err != nil {
			return fmt.Errorf("--rows %s: say numbers, such as 20000,100000", size)
		}
		if err := measure(ctx, window, program, filepath.Join(folder, size+".parquet"), size, seconds); err != nil {
			return err
		}
	}
	return nil
}

// measure prints a line of the table.
func measure(ctx context.Context, window *browser.Window, program, table, rows string, seconds int) error {
	if out, err := exec.CommandContext(ctx, program, "generate", "data1", "--n", rows, "-o", table).CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	address, end, err := explore(ctx, program, table)
	if err != nil {
		return err
	}
	defer end()
	if err := window.Open(address); err != nil {
		return err
	}
	if err := window.Wait(hook("facts")); err != nil {
		return err
	}
	ready, err := browser.Value[float64](window, "performance.now()")
	if err != nil {
		return err
	}
	for _, method := range []string{"pca", "sir"} {
		if err := fit(window, method); err != nil {
			return err
		}
	}
	picture, err := browser.Value[[]float64](window, "window.measured")
	if err != nil {
		return err
	}
	if _, err := window.Place(`[data-test="canvas"]`); err != nil { // brings it into view
		return err
	}
	tour, err := frames(window, seconds, hook("tour")+".click()", "", hook("tour")+".click()")
	if err != nil {
		return err
	}
	if err := window.Wait("!window.suffice.moving && " + hook("arrow")); err != nil {
		return err
	}
	drag, err := frames(window, seconds, begin, move, finish)
	if err != nil {
		return err
	}
	fmt.Printf("%8s  %10.0f  %17.0f  %12.0f  %5.1f  %5.1f\n", rows, ready, picture[0], picture[1], tour, drag)
	return nil
}

func hook(name string) string { return fmt.Sprintf("document.querySelector('[data-test=%q]')", name) }

// explore starts suffice explore.
func explore(ctx context.Context, program, table string) (address string, end func(), err error) {
	command := exec.CommandContext(ctx, program, "explore", "--no-browser", table, "--target", "y")
	out, err := command.StdoutPipe()
	if err != nil {
		return "", nil, err
	}
	if err := command.Start(); err != nil {
		return "", nil, err
	}
	end = func() {
		_ = command.Process.Signal(os.Interrupt)
		_ = command.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		end()
		return "", nil, fmt.Errorf("suffice explore gives no address: %w", err)
	}
	return strings.TrimSpace(line), end, nil
}

// fit fits a method to two components, and measures the time from its end to the picture, and
// the longest time between two frames meanwhile.
func fit(window *browser.Window, method string) error {
	if err := window.Choose(`[data-test="method"]`, method); err != nil {
		return err
	}
	if err := window.Choose(`[data-test="dim"]`, "2"); err != nil {
		return err
	}
	_, err := browser.Value[bool](window, `(() => {
		const count = () => document.querySelectorAll('[data-test="fit-item"]').length
		const before = count()
		let ended = 0, last = performance.now(), longest = 0
		window.measured = null
		const look = () => {
			const now = performance.now()
			if (ended) longest = Math.max(longest, now - last)
			last = now
			if (!ended && count() > before) ended = now
			const shown = document.querySelector('[data-test="fit-item"][aria-pressed=true]')?.dataset.fit
			if (ended && window.suffice?.fit == shown && window.suffice.points() > 0) window.measured = [now - ended, longest]
			else requestAnimationFrame(look)
		}
		requestAnimationFrame(look)
		return true
	})()`)
	if err != nil {
		return err
	}
	if err := window.Click(`[data-test="fit"]`); err != nil {
		return err
	}
	return window.Wait("window.measured && !window.suffice.moving")
}

// What a person does who drags the first arrow to and fro.
const (
	begin  = `window.handle = document.querySelector('[data-test="arrow"]'); window.corner = handle.getBoundingClientRect(); window.pointer = (kind, x, y) => handle.dispatchEvent(new PointerEvent(kind, {bubbles: true, pointerId: 1, isPrimary: true, button: 0, buttons: 1, clientX: x, clientY: y})); handle.setPointerCapture = () => {}; pointer('pointerdown', corner.x + 4, corner.y + 4)`
	move   = `pointer('pointermove', corner.x + 60 * Math.sin(now / 300), corner.y + 40 * Math.cos(now / 300))`
	finish = `pointer('pointerup', corner.x, corner.y)`
)

// frames counts how many frames a second the browser shows while something is done.
func frames(window *browser.Window, seconds int, begin, each, end string) (float64, error) {
	return browser.Value[float64](window, fmt.Sprintf(`new Promise((resolve) => {
		%s
		let first = 0, shown = 0
		const step = (now) => {
			%s
			if (!first) first = now
			else shown++
			if (now - first < %d) return requestAnimationFrame(step)
			const rate = shown / (now - first) * 1000
			%s
			resolve(rate)
		}
		requestAnimationFrame(step)
	})`, begin+";", each, 1000*seconds, end+";"))
}
