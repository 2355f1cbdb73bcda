package main

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"suffice"
	"suffice/chart"
	"suffice/internal/page"
	"suffice/internal/peers"
	"suffice/internal/simulations"
	"suffice/internal/trials"
)

// trialsDone is a line of progress that tells of trials.
func (p *progress) trialsDone(at trials.Progress) {
	p.set("%s %d of %d, %s%s", page.Bar(at.Done, at.All), at.Done, at.All, at.Name, page.Left(at.Left))
}

// experimentFiles are those that an experiment writes: tables, and its state.
type experimentFiles struct {
	outputs []string
	state   string
}

// check finds what is wrong with the paths. Endings are those that can be written.
func (f experimentFiles) check(endings string, writer func(path string) func(io.Writer) error) error {
	for _, path := range f.outputs {
		if writer(path) == nil {
			return usagef("-o %s: the file must end in %s", path, endings)
		}
		if f.state != "" && sameFile(path, f.state) {
			return usagef("--state %s and -o %s are the same file; name another one for the state", f.state, path)
		}
	}
	return nil
}

func (f experimentFiles) checkWritable() (err error) {
	for _, path := range f.outputs {
		err = cmp.Or(err, checkWritable(path))
	}
	return err
}

// experimentResult is what an experiment came to, for people, files and --json.
type experimentResult interface {
	text() string
	writer(path string) func(io.Writer) error
}

// tableWriter writes a table to a file, as its ending says, or is nil. Not every table has a picture.
func tableWriter(path string, markdown func() string, records func() [][]string, picture func() chart.Figure) func(io.Writer) error {
	switch ending := strings.ToLower(filepath.Ext(path)); ending {
	case ".md":
		return asText(markdown)
	case ".csv":
		return func(w io.Writer) error { return csv.NewWriter(w).WriteAll(records()) }
	case ".png", ".svg", ".pdf":
		if picture != nil {
			return func(w io.Writer) error { return picture().Write(w, chart.Format(ending[1:])) }
		}
	}
	return nil
}

// withState opens the state of an experiment, where it has one, and closes it after its work.
func withState[S io.Closer](path string, open func(path string) (S, error), state *S, work func() error) (err error) {
	if path == "" {
		return work()
	}
	if *state, err = open(path); err != nil {
		return err
	}
	defer closeState(*state, &err)
	return work()
}

// drawnTables are the options of commands that draw tables whose directions are known.
type drawnTables struct {
	streams
	cells  []string
	method string
	tries  simulations.Replicates
	kinds  []simulations.Drawn
}

func (d *drawnTables) add(flags *pflag.FlagSet, cells []string, replicates int, seedOf string) {
	flags.StringSliceVar(&d.cells, "cells", cells, "`cells` to draw tables of\n")
	flags.StringVar(&d.method, "method", "sca", "`name` of the method")
	flags.IntVar(&d.tries.Replicates, "replicates", replicates, "tables of each cell")
	flags.Uint64Var(&d.tries.From, "from", 1, "`number` of the first replicate")
	flags.Uint64Var(&d.tries.Seed, "seed", 1, "seed of "+seedOf)
	d.addJSON(flags, "print one JSON object instead of the table")
}

// check finds the method and the tables; these may be noise.
func (d *drawnTables) check(noise bool) error {
	if err := cmp.Or(
		refuse(d.tries.Replicates < 1, "--replicates %d: there must be at least 1", d.tries.Replicates),
		refuse(len(d.cells) == 0, "--cells: name at least one"),
	); err != nil {
		return err
	}
	methods, err := chosenMethods([]string{d.method})
	if err != nil {
		return err
	}
	d.tries.Method, d.kinds = methods[0], nil
	for _, name := range d.cells {
		kinds, err := simulations.DrawnNamed(name, noise)
		if err != nil {
			return usagef("--cells: %s", err)
		}
		d.kinds = append(d.kinds, kinds...)
	}
	return nil
}

// pythonOptions say where other programs are.
type pythonOptions struct{ python, env string }

func (p *pythonOptions) addPython(flags *pflag.FlagSet, of string) {
	flags.StringVar(&p.python, "python", "python3", "makes the environment"+of)
	flags.StringVar(&p.env, "env", "", "`directory` of the environment (default: in the\nuser's cache)")
}

// open opens the environment with packages, by default in the user's cache.
func (p *pythonOptions) open(ctx context.Context, s streams, packages ...[]string) (*peers.Python, error) {
	progress := startProgress(s.err, "looking for Python")
	defer progress.end()
	dir := p.env
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("there is no directory for the environment: %w; name one with --env", err)
		}
		dir = filepath.Join(cache, "suffice", "peers")
	}
	return peers.OpenPython(ctx, p.python, dir, func(doing string) { progress.set("%s", doing) }, packages...)
}

// reducesNothing says why a method is not for tables whose subspace is known, or nil.
func reducesNothing(m suffice.Method) error {
	return refuse(m.KeepsInputs, "--methods: %s does not reduce, so it has no subspace to be wrong about; leave it out", m.Name)
}

// grid is a table that is filled in place by place: a line for each name, with a place for each
// column behind it.
type grid struct {
	columns []string
	lines   [][]string
}

// set fills a place in; a column that the grid does not have is left out.
func (g *grid) set(name, column, text string) {
	at := slices.IndexFunc(g.lines, func(line []string) bool { return line[0] == name })
	if at < 0 {
		at = len(g.lines)
		g.lines = append(g.lines, append([]string{name}, slices.Repeat([]string{"-"}, len(g.columns))...))
	}
	if c := slices.Index(g.columns, column); c >= 0 {
		g.lines[at][c+1] = text
	}
}

// write writes the lines, each laid out alike.
func (g *grid) write(out *page.Text, layout string) {
	for _, line := range g.lines {
		out.Line(layout, page.Values(line)...)
	}
}
