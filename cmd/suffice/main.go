// Suffice finds the few combinations of a table's columns that are sufficient for
// predicting another column. Run suffice --help for what it can do.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// patience is how long an interrupted command may take to stop by itself. It is only
// exceeded where it waits for something that cannot be interrupted, such as a person
// at standard input.
const patience = 800 * time.Millisecond

func main() {
	stayLean()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	done := make(chan int, 1)
	go func() { done <- run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr) }()
	select {
	case code := <-done:
		os.Exit(code)
	case <-ctx.Done():
	}
	stop() // a second Ctrl-C ends it at once
	select {
	case code := <-done:
		os.Exit(code)
	case <-time.After(patience):
		fmt.Fprintln(os.Stderr, interrupted)
		os.Exit(codeInterrupted)
	}
}
