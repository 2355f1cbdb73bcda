package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/spf13/pflag"

	"suffice/internal/page"
)

// What the program returns to the shell.
const (
	codeDone        = 0
	codeFailed      = 1
	codeUsage       = 2
	codeInterrupted = 130 // as shells report Ctrl-C
	codeBrokenPipe  = 141 // as shells report a reader that has gone
)

const interrupted = "suffice: interrupted"

// streams are where a command reads and writes, and in which form it prints its result.
type streams struct {
	in       io.Reader
	out, err io.Writer
	asJSON   bool // one JSON object, instead of text for people
}

// addJSON adds --json, and says what the object is about.
func (s *streams) addJSON(flags *pflag.FlagSet, what string) {
	flags.BoolVar(&s.asJSON, "json", false, what)
}

// run is the whole program but for signals: it runs the command that args name and
// returns the exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	defer keepGarbageAsItIs()()
	root := newRoot(streams{in: in, out: out, err: errs})
	root.SetArgs(args)
	help := &remembering{Writer: out}
	root.SetOut(help)
	command, err := root.ExecuteContextC(ctx)
	if help.err != nil {
		err = unwritten(help.err)
	}
	if misused, ok := errors.AsType[misusedError](err); ok {
		command = misused.command
	}
	usage, wrongUsage := errors.AsType[usageError](err)
	switch {
	case err == nil:
		return codeDone
	case wrongUsage:
		say(errs, "suffice: %s; see %s --help", usage, command.CommandPath())
		return codeUsage
	case errors.Is(err, syscall.EPIPE):
		return codeBrokenPipe
	case ctx.Err() != nil:
		say(errs, interrupted)
		return codeInterrupted
	}
	say(errs, "suffice: %s", oneLine(flagNames{}.inFlags(err).Error()))
	return codeFailed
}

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

// say writes a line to standard error, clean of what names in it could do to a terminal.
// There is nothing to do where that fails.
func say(errs io.Writer, format string, values ...any) {
	_, _ = fmt.Fprintln(errs, page.Clean(fmt.Sprintf(format, values...)))
}

func oneLine(message string) string { return strings.Join(strings.Fields(message), " ") }
