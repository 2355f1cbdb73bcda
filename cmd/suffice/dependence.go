package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/dependence"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/rows"
	"suffice/table"
)

// dependenceCommand is the command that tells how much columns say about each other.
type dependenceCommand struct {
	streams
	dataOptions
	permutations, centres int
	seed                  uint64
	noScale               bool
}

func newDependence(s streams) *cobra.Command {
	d := &dependenceCommand{streams: s}
	d.flags = cli.FlagNames{table.NameInputs: "--between", table.NameTarget: "--and"}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "dependence FILE --and COLUMNS [--between COLUMNS]",
		Short: "Tell how much columns say about each other, and whether by chance",
		Long: `Dependence estimates the squared-loss mutual information (SMI) of two sets of
columns: 0 where they are independent, and the larger the more they say about
each other, whatever the shape of the dependence. A permutation test tells
whether it can be chance: p is small where it can not. The columns may be
numbers, a class, or labels. Without --between, every other column is tested by
itself, and p is adjusted for looking at so many. FILE may be - for standard
input.`,
		Example: `  suffice dependence examples/data3.csv --between x1,x2 --and y
  suffice dependence examples/data3.csv --and y
  suffice dependence examples/bikes.csv --between day,holiday --and rentals`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(d.check, d.run),
	})
	flags.StringArrayVar(&d.inputs, "between", nil, "`columns` on one side: a,b or 'x*' (default: each\nof the others by itself)")
	flags.StringArrayVar(&d.target, "and", nil, "`columns` on the other side")
	flags.StringVar(&d.kind, "kind", "", "type of the columns after --and: number, numbers,\nclass, labels, sequence, tree, graph\n(default: as they look)")
	flags.IntVar(&d.permutations, "permutations", dependence.DefaultPermutations, "get p by a permutation test of `n` random orders; 0 for\nnone")
	d.addReading(flags)
	d.addDividing(flags)
	flags.IntVar(&d.centres, "centres", 0, fmt.Sprintf("number of kernel centres (default: %d)", dependence.DefaultCentres))
	flags.BoolVar(&d.noScale, "no-scale", false, "keep the columns' units: do not standardize inputs")
	flags.Uint64Var(&d.seed, "seed", 1, "seed of the centres, folds and orders")
	d.AddJSON(flags, "print one JSON object instead of the summary")
	return cmd
}

// check finds what is wrong with the options before any work.
func (d *dependenceCommand) check(cli.Given, []string) error {
	return cmp.Or(
		cli.Refuse(len(d.target) == 0, "dependence needs --and, the columns on one side; --between has the other, or it is each other column by itself"),
		cli.Refuse(len(d.inputs) == 0 && d.permutations == 0, "--permutations 0: without --between columns are ranked by their p, which takes permutations"),
		cli.Refuse(d.permutations < 0, "--permutations %d: there must be at least 1, or 0 for no test", d.permutations),
		cli.Refuse(d.centres < 0, "--centres %d: the number of centres must be at least 1", d.centres),
		d.dataOptions.check(),
	)
}

func (d *dependenceCommand) run(ctx context.Context, paths []string) error {
	data, choice, err := d.choose(ctx, d.streams, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	if len(d.inputs) == 0 {
		return d.rank(ctx, data, choice)
	}
	d.warn(ofOwnMaking(columnsOf(choice.X)))
	start := time.Now()
	rows, err := d.dataOf(choice)
	if err != nil {
		return about(data, err)
	}
	tested, err := d.test(ctx, rows)
	if err != nil {
		return about(data, err)
	}
	result := dependent{
		Between: columnsOf(choice.X), And: output.Names(choice.Y), Kind: choice.Y.Kind(), N: choice.X.Len(),
		SMI: tested.Score, SMIAllRows: tested.SMI, WidthX: tested.WidthX, WidthY: tested.WidthY, Lambda: tested.Lambda,
		Permutations: d.permutations, Seed: d.seed, Seconds: time.Since(start).Seconds(), source: data.Source(),
	}
	if d.permutations > 0 {
		result.P, result.TestRows = &tested.P, tested.Rows
	}
	return d.Tell(result, result.text)
}

// columnsOf are the columns of the table that inputs are made of, in their order.
func columnsOf(x rows.Source) []string {
	return cli.Names(rows.Columns(x), func(c rows.Column) string { return c.Name })
}

func (d *dependenceCommand) options(rows *suffice.Data) dependence.Options {
	return dependence.Options{Centres: d.centres, NoScale: d.noScale, Seed: d.seed, Group: rows.Group, Time: rows.Time, Block: rows.Block}
}

// test estimates, and counts permutations where there are any.
func (d *dependenceCommand) test(ctx context.Context, rows *suffice.Data) (dependence.Tested, error) {
	progress := cli.StartProgress(d.Err, "estimating")
	defer progress.End()
	options := d.options(rows)
	if d.permutations == 0 {
		estimate, err := dependence.Estimate(ctx, rows.X, rows.Y, options)
		return dependence.Tested{Estimated: estimate}, err
	}
	return dependence.Test(ctx, rows.X, rows.Y, dependence.TestOptions{
		Options: options, Permutations: d.permutations,
		Progress: func(done, all int) { progress.Set("%s %d of %d permutations", termtext.Bar(done, all), done, all) },
	})
}

// dependent is a result, as --json prints it.
type dependent struct {
	Between      []string    `json:"between"`
	And          []string    `json:"and"`
	Kind         output.Kind `json:"kind"`
	N            int         `json:"n"`
	SMI          float64     `json:"smi"`
	SMIAllRows   float64     `json:"smi_all_rows"`
	P            *float64    `json:"p"` // null without a test
	Permutations int         `json:"permutations"`
	TestRows     int         `json:"test_rows,omitempty"`
	WidthX       float64     `json:"width_x"`
	WidthY       float64     `json:"width_y,omitempty"` // where the kernel has one
	Lambda       float64     `json:"lambda"`
	Seed         uint64      `json:"seed"`
	Seconds      float64     `json:"seconds"`

	source string
}

// text is what a person reads.
func (r dependent) text() string {
	var out termtext.Text
	out.Line("%s\n", r.heading())
	entry := out.Entry
	entry("held-out SMI", "%.4f", r.SMI)
	if r.P != nil {
		entry("p", "%.4f: %s", *r.P, r.counted())
	}
	widths := fmt.Sprintf("%.3g", r.WidthX)
	if r.WidthY > 0 {
		widths += fmt.Sprintf(" and %.3g", r.WidthY)
	}
	entry("widths", "%s", widths)
	entry("lambda", "%v", r.Lambda)
	entry("time", "%.2f s", r.Seconds)
	return out.String()
}

// heading names both sides, as far as there is room for them.
func (r dependent) heading() string {
	with := func(letters int) string {
		side := func(names []string) string {
			return termtext.Cut(termtext.Printable(strings.Join(names, ", ")), letters)
		}
		return fmt.Sprintf("%s: %s, between %s and %s (%s)", termtext.Cut(r.source, 30), humanize.Count(r.N, "row"), side(r.Between), side(r.And), r.Kind)
	}
	letters := termtext.Width
	for letters > 1 && utf8.RuneCountInString(with(letters)) > termtext.Width {
		letters--
	}
	return with(letters)
}

// counted says in words what p is.
func (r dependent) counted() string {
	larger := int(math.Round(*r.P*float64(r.Permutations+1))) - 1
	text := fmt.Sprintf("%d of %s as dependent", larger, humanize.Count(r.Permutations, "random order"))
	if larger == 0 {
		text = fmt.Sprintf("none of %s as dependent", humanize.Count(r.Permutations, "random order"))
	}
	if r.TestRows < r.N {
		text += fmt.Sprintf(" on %d rows", r.TestRows)
	}
	return text
}
