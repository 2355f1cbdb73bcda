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

	"suffice/internal/wholefile"
)

// patience is how long an interrupted command may take to stop by itself. It is only
// exceeded where it waits for something that cannot be interrupted, such as a person
// at standard input, or a disk that a large file is brought to.
const patience = 800 * time.Millisecond

func main() {
	allowGarbage(leanGarbage)
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
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
		wholefile.RemoveUnfinished()
		fmt.Fprintln(os.Stderr, interrupted)
		os.Exit(codeInterrupted)
	}
}

// ending are the signals that end a command in order: Ctrl-C, a polite kill, and the end of
// the terminal, unless nohup keeps that away.
func ending() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
