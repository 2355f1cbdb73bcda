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

	"github.com/spf13/cobra"

	"suffice/internal/memory"
	"suffice/internal/wholefile"
)

// patience is how long an interrupted command may take to stop by itself. It is only
// exceeded where it waits for something that cannot be interrupted, such as a person
// at standard input, or a disk that a large file is brought to.
const patience = 800 * time.Millisecond

func main() {
	cobra.EnableCommandSorting = false // help has commands in the order in which one uses them
	allowGarbage(leanGarbage)
	keepToTheMachine()
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

// keepToTheMachine keeps garbage from filling the memory, and ends the program in one line
// where what is in use does.
func keepToTheMachine() {
	all := memory.Machine()
	if all == 0 {
		return
	}
	limitMemory(all)
	go memory.Watch(context.Background(), all/100*96, func() {
		wholefile.RemoveUnfinished()
		say(os.Stderr, "suffice: this takes more than the %s of memory there are; give it fewer rows or columns, or allow it more memory", memory.Format(all))
		os.Exit(codeFailed)
	})
}

// ending are the signals that end a command in order: a polite kill, and Ctrl-C and the end
// of the terminal, unless nohup or a script that runs it in the background keeps these away.
func ending() []os.Signal {
	signals := []os.Signal{syscall.SIGTERM}
	for _, of := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if !signal.Ignored(of) {
			signals = append(signals, of)
		}
	}
	return signals
}
