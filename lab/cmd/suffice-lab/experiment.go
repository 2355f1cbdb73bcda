package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice"
	"suffice/chart"
	"suffice/internal/cli"
	"suffice/internal/termtext"
	"suffice/internal/trials"
	"suffice/lab/experiment"
	"suffice/lab/peers"
)

// asked are the options that commands of experiments share; each adds those that it understands.
type asked struct {
	cli.Streams
	tables, methods []string
	usual           []string // tables, where nobody names any
	dims            []int
	repeats         int
	from, seed      uint64
	n, centres      int
	python, env     string // the program that makes the environment of others, and where that is

	outputs []string
	state   string
}

// making is what a command of an experiment does.
type making struct {
	command *cobra.Command
	flags   func(*asked, *pflag.FlagSet)
	check   func(*asked) error // before any work; may be nil
	make    func(context.Context, *asked) (experiment.Experiment, error)
	sum     func(*experiment.Result) findings // sums up in another way; may be nil
	end     func() error                      // removes what make has left; may be nil
}

// findings are what came of an experiment, for people and for files.
type findings interface {
	Text() string
	Markdown() string
	WriteCSV(io.Writer) error
	Picture() chart.Figure
}

// newExperiment makes a command of an experiment: its options, its checks, the file of its state,
// and the files of its result are the same for all.
func newExperiment(s cli.Streams, m *making) *cobra.Command {
	a := &asked{Streams: s}
	cmd, flags := cli.Options(m.command)
	a.repeats, a.from = 1, 1
	m.flags(a, flags)
	flags.StringArrayVarP(&a.outputs, "output", "o", nil, "write to this `file`: .md, .csv, .json, .png, .svg or\n.pdf; may be given several times")
	flags.StringVar(&a.state, "state", "", "keep finished trials in this `file`, and go on from it")
	a.AddJSON(flags, "print one JSON object instead of the tables")
	if flags.Lookup("methods") != nil {
		cli.Complete(cmd, "methods", cli.MethodValues())
	}
	if cmd.Args == nil {
		cmd.Args = cli.TakesNothing
	}
	cmd.RunE = cli.Checked(func(cli.Given, []string) error {
		err := a.check()
		if err == nil && m.check != nil {
			err = m.check(a)
		}
		return err
	}, func(ctx context.Context, args []string) error {
		if cmd.Args != nil && len(args) > 0 {
			a.tables = args
		}
		return a.run(ctx, m)
	})
	return cmd
}

// check finds what is wrong with the options that several have.
func (a *asked) check() error {
	err := cmp.Or(
		cli.Refuse(a.from < 1, "--from 0: tables are numbered from 1"),
		cli.Refuse(a.repeats < 1, "--repeats %d: there must be at least 1", a.repeats),
		cli.Refuse(a.centres < 0, "--centres %d: the number of centres must be at least 1", a.centres),
		cli.Refuse(a.state == "-", "--state -: the state must be a file"),
	)
	for i, dim := range a.dims {
		err = cmp.Or(err, cli.Refuse(dim < 1, "--dims %d: the number of components must be at least 1", dim),
			cli.Refuse(slices.Contains(a.dims[:i], dim), "--dims: %d is there twice", dim))
	}
	for _, path := range a.outputs {
		err = cmp.Or(err, cli.Refuse(writer(path, nil) == nil, "-o %s: the file must end in .md, .csv, .json, .png, .svg or .pdf", path),
			cli.Refuse(a.state != "" && cli.SameFile(path, a.state), "--state %s and -o %s are the same file; name another one for the state", a.state, path))
		if err == nil {
			err = cli.CheckWritable(path)
		}
	}
	return err
}

// run makes the experiment, and writes what came of it.
func (a *asked) run(ctx context.Context, m *making) (err error) {
	e, err := m.make(ctx, a)
	if err != nil {
		return err
	}
	if m.end != nil {
		defer func() { err = cmp.Or(err, m.end()) }()
	}
	if len(e.Cases) == 0 {
		return cli.Usagef("nothing is left to try: no method applies to a table with so many components; name others")
	}
	if a.state != "" {
		if e.State, err = e.OpenState(a.state); err != nil {
			return err
		}
		defer func() { err = cmp.Or(err, e.State.Close()) }()
	}
	result, err := watched(ctx, a.Streams, func(ctx context.Context, progress *cli.Progress) (*experiment.Result, error) {
		e.Progress = func(at trials.Progress) {
			progress.Set("%s %d of %d, %s%s", termtext.Bar(at.Done, at.All), at.Done, at.All, at.Name, termtext.Left(at.Left))
		}
		return e.Run(ctx)
	})
	if err != nil {
		return err
	}
	var found findings = result
	if m.sum != nil {
		found = m.sum(result)
	}
	for _, path := range a.outputs {
		if err := a.Write(path, writer(path, found)); err != nil {
			return err
		}
	}
	return a.Tell(found, found.Text)
}

// writer writes findings as the ending of the file says; nil where none does.
func writer(path string, r findings) func(io.Writer) error {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".md":
		return func(w io.Writer) error { return cli.AsText(r.Markdown)(w) }
	case ".csv":
		return func(w io.Writer) error { return r.WriteCSV(w) }
	case ".json":
		return func(w io.Writer) error { return termtext.WriteJSON(w, r) }
	case ".png", ".svg", ".pdf":
		return func(w io.Writer) error { return r.Picture().Write(w, chart.Format(ending[1:])) }
	}
	return nil
}

// reducing are the methods of --methods; all must reduce, because of subspaces there is nothing else to
// say.
func (a *asked) reducing() ([]suffice.Method, error) {
	methods, err := cli.Methods("--methods", a.methods)
	if err == nil && len(methods) == 0 {
		err = cli.Usagef("--methods: name at least one method")
	}
	for _, m := range methods {
		err = cmp.Or(err, cli.Refuse(m.KeepsInputs, "--methods: %s does not reduce, so it has no subspace to be wrong about; leave it out", m.Name))
	}
	return methods, err
}

// addPython adds the options that say where other programs are.
func (a *asked) addPython(flags *pflag.FlagSet) {
	flags.StringVar(&a.python, "python", "python3", "makes the environment of others\n")
	flags.StringVar(&a.env, "env", "", "`directory` of the environment (default: in the\nuser's cache)")
}

// openPython opens the environment with packages, by default in the user's cache.
func (a *asked) openPython(ctx context.Context, packages ...[]string) (*peers.Python, error) {
	progress := cli.StartProgress(a.Err, "looking for Python")
	defer progress.End()
	dir := a.env
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("there is no directory for the environment: %w; name one with --env", err)
		}
		dir = filepath.Join(cache, "suffice", "peers")
	}
	return peers.OpenPython(ctx, a.python, dir, func(doing string) { progress.Set("%s", doing) }, packages...)
}
