// Package cli is what the programs share: how a command is run and fails, its options and their
// checks, where it writes, and its progress.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/atomicfile"
	"suffice/internal/memory"
	"suffice/internal/termtext"
)

// What a program returns to the shell.
const (
	Done        = 0
	Failed      = 1
	WrongUsage  = 2
	Interrupted = 130 // as shells report Ctrl-C
	BrokenPipe  = 141 // as shells report a reader that has gone
)

// Streams are where a command reads and writes, and in which form it prints its result.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	AsJSON   bool // one JSON object, instead of text for people
}

// AddJSON adds --json, and says what the object is about.
func (s *Streams) AddJSON(flags *pflag.FlagSet, what string) {
	flags.BoolVar(&s.AsJSON, "json", false, what)
}

// Program makes the command that has all others below it, and says what errors of the library are
// on a command line.
type Program struct {
	Name   string
	Root   func(Streams) *cobra.Command
	Worded func(error) error
	Moved  func(word string) string // where a command is that was here; nil, or "" for all others
}

// Run is the whole program but for signals: it runs the command that args name and
// returns the exit code.
func (p Program) Run(ctx context.Context, args []string, s Streams) int {
	defer keepGarbageAsItIs()()
	if len(args) > 0 && p.Moved != nil && p.Moved(args[0]) != "" {
		Say(s.Err, "%s: %s is %s", p.Name, args[0], p.Moved(args[0]))
		return WrongUsage
	}
	root := p.Root(s)
	root.SilenceErrors, root.SilenceUsage, root.PersistentPreRunE = true, true, CheckValues
	asWritten(root)
	root.SetIn(s.In)
	root.SetErr(s.Err)
	root.SetFlagErrorFunc(FlagError)
	root.SetArgs(args)
	help := &remembering{Writer: s.Out}
	root.SetOut(help)
	command, err := root.ExecuteContextC(ctx)
	if help.err != nil {
		err = Unwritten(help.err)
	}
	if misused, ok := errors.AsType[*Misused](err); ok {
		command = misused.Command
	}
	usage, wrongUsage := errors.AsType[UsageError](err)
	switch {
	case err == nil:
		return Done
	case wrongUsage:
		Say(s.Err, "%s: %s; see %s --help", p.Name, usage, command.CommandPath())
		return WrongUsage
	case errors.Is(err, syscall.EPIPE):
		return BrokenPipe
	case ctx.Err() != nil:
		Say(s.Err, "%s: interrupted", p.Name)
		return Interrupted
	}
	Say(s.Err, "%s: %s", p.Name, OneLine(p.Worded(err).Error()))
	return Failed
}

// patience is how long an interrupted command may take to stop by itself. It is only
// exceeded where it waits for something that cannot be interrupted, such as a person
// at standard input, or a disk that a large file is brought to.
const patience = 800 * time.Millisecond

// Main runs the program with the words that it was called with, and ends it.
func (p Program) Main() {
	AllowGarbage(LeanGarbage)
	p.keepToTheMachine()
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	done := make(chan int, 1)
	go func() { done <- p.Run(ctx, os.Args[1:], Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}) }()
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
		atomicfile.RemoveUnfinished()
		Say(os.Stderr, "%s: interrupted", p.Name)
		os.Exit(Interrupted)
	}
}

// keepToTheMachine keeps garbage from filling the memory, and ends the program in one line
// where what is in use does.
func (p Program) keepToTheMachine() {
	all := memory.Machine()
	if all == 0 {
		return
	}
	LimitMemory(all)
	go memory.Watch(context.Background(), all/100*96, func() {
		atomicfile.RemoveUnfinished()
		Say(os.Stderr, "%s: this takes more than the %s of memory there are; give it fewer rows or columns, or allow it more memory", p.Name, memory.Format(all))
		os.Exit(Failed)
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

// Misused is wrong usage of another command than the one that noticed.
type Misused struct {
	Command *cobra.Command
	Usage   error
}

func (m *Misused) Error() string { return m.Usage.Error() }

// Unwrap is the wrong usage.
func (m *Misused) Unwrap() error { return m.Usage }

// remembering is a writer that knows whether it failed, for help, where nobody looks.
type remembering struct {
	io.Writer
	err error
}

func (r *remembering) Write(data []byte) (int, error) {
	n, err := r.Writer.Write(data)
	if r.err == nil {
		r.err = err
	}
	return n, err
}

// Say writes a line to standard error, clean of what names in it could do to a terminal.
// There is nothing to do where that fails.
func Say(errs io.Writer, format string, values ...any) {
	_, _ = fmt.Fprintln(errs, termtext.Clean(fmt.Sprintf(format, values...)))
}

// OneLine is a message without breaks.
func OneLine(message string) string { return strings.Join(strings.Fields(message), " ") }
