// Frames measures how smooth the page of suffice explore is, in a Chromium that draws by
// software: frames a second while a tour moves and an arrow is dragged, how soon the page and
// the first picture of a fit are there, and for how long the page stands still at most.
//
//	go run ./scripts/frames [--rows 20000,100000,1000000] [--seconds 5]
package main

import (
	"bufio"
	"context"
	_ "embed" // what is done in the page
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"

	"suffice/internal/testing/artificial"
	"suffice/internal/testing/browser"
)

//go:embed frames.js
var script string

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
	n, err := strconv.Atoi(rows)
	if err != nil {
		return err
	}
	if err := artificial.All()[0].WriteFile(ctx, table, n, 1); err != nil {
		return err
	}
	address, end, err := explore(ctx, program, table)
	if err != nil {
		return err
	}
	defer end()
	if err := window.Open(address); err != nil {
		return err
	}
	if _, err := browser.Value[bool](window, script+"\ntrue"); err != nil {
		return err
	}
	if err := window.Wait("measuring.one('facts')"); err != nil {
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
	picture, err := browser.Value[[]float64](window, "measuring.fit")
	if err != nil {
		return err
	}
	if _, err := window.Place(`[data-test="canvas"]`); err != nil { // brings it into view
		return err
	}
	tour, err := frames(window, "tour", seconds)
	if err != nil {
		return err
	}
	if err := window.Wait("!window.suffice.moving && measuring.one('arrow')"); err != nil {
		return err
	}
	drag, err := frames(window, "drag", seconds)
	if err != nil {
		return err
	}
	fmt.Printf("%8s  %10.0f  %17.0f  %12.0f  %5.1f  %5.1f\n", rows, ready, picture[0], picture[1], tour, drag)
	return nil
}

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
	if _, err := browser.Value[bool](window, "measuring.watchFit()"); err != nil {
		return err
	}
	if err := window.Click(`[data-test="fit"]`); err != nil {
		return err
	}
	return window.Wait("measuring.fit && !window.suffice.moving")
}

// frames is how many frames a second the browser shows during a tour or while an arrow is dragged.
func frames(window *browser.Window, what string, seconds int) (float64, error) {
	return browser.Value[float64](window, fmt.Sprintf("measuring.frames(measuring.%s, %d)", what, seconds))
}
