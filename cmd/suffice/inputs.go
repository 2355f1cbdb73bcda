package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/crossfit"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/output"
)

// inputsCommand tells which inputs the target needs.
type inputsCommand struct {
	streams
	dataOptions
	dim, copies, train int
	method             string
	seed               uint64

	chosen suffice.Method
}

func newInputs(s streams) *cobra.Command {
	c := &inputsCommand{streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "inputs FILE --target COLUMN --dim N [flags]",
		Short: "Tell which inputs the target needs, each beside all others, with p",
		Long: `Inputs tests for each column whether the target needs it beside all others. Half
of the rows find components, which predict the other half: with the column as it
is, and with copies of it that keep what the other columns say of it and take
the rest from other rows. Where the copies do as well, the column adds nothing.
p is the chance of such a difference then; adjusted is p for all that is tested.
Two columns that say the same can replace each other, so that neither is needed:
columns that go together are tested as one as well. dependence looks at each by
itself.`,
		Example: `  suffice inputs examples/data3.csv --target y --dim 2
  suffice inputs examples/bikes.csv --target rentals --dim 2 --json`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(c.check, c.run),
	})
	flags.IntVarP(&c.dim, "dim", "d", 2, "`number` of components to predict from")
	flags.StringVar(&c.method, "method", "sca", "`name` of the method that finds them")
	flags.IntVar(&c.copies, "copies", 50, "draw `n` randomized copies of each column")
	flags.IntVar(&c.train, "train", 0, "find components with so many rows at most (2000)")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the halves, fits and copies")
	c.addChoosing(flags)
	c.addReading(flags)
	c.addDividing(flags)
	c.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "method", cli.MethodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *inputsCommand) check(cli.Given, []string) error {
	methods, err := cli.Methods("--methods", []string{c.method})
	if err == nil {
		c.chosen = methods[0]
	}
	return cmp.Or(
		cli.Refuse(c.dim < 1, "--dim %d: the number of components must be at least 1", c.dim),
		cli.Refuse(c.copies < 3, "--copies %d: there must be at least 3", c.copies),
		cli.Refuse(c.train < 0 || c.train == 1, "--train %d: there must be at least 2 rows; 0 means the default", c.train),
		err, c.dataOptions.check(),
	)
}

func (c *inputsCommand) run(ctx context.Context, paths []string) error {
	data, choice, err := c.choose(ctx, c.streams, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	c.dim = min(c.dim, choice.X.Width())
	progress := cli.StartProgress(c.Err, "testing inputs")
	defer progress.End()
	start := time.Now()
	rows, err := c.dataOf(choice)
	if err != nil {
		return about(data, err)
	}
	ranked, err := evaluate.RankInputs(ctx, rows.X, rows.Y, evaluate.RankOptions{
		Group: rows.Group, Time: rows.Time, Block: rows.Block,
		Method: c.chosen, Options: suffice.Options{Dim: c.dim, Seed: c.seed}, Train: c.train, Copies: c.copies,
		Progress: func(done, all int) { progress.Set("testing inputs: %s %d of %d", termtext.Bar(done, all), done, all) },
	})
	if err != nil {
		return about(data, err)
	}
	progress.End()
	result := inputsResult{
		RankResult: ranked, Target: output.Names(choice.Y), Kind: choice.Y.Kind(), N: choice.X.Len(), Seed: c.seed,
		Seconds: time.Since(start).Seconds(), source: data.Source(),
	}
	return c.Tell(result, result.text)
}

// inputsResult is a ranking, as --json prints it.
type inputsResult struct {
	*evaluate.RankResult
	Target  []string    `json:"target"`
	Kind    output.Kind `json:"kind"`
	N       int         `json:"n"`
	Seed    uint64      `json:"seed"`
	Seconds float64     `json:"seconds"`

	source string
}

// text is what a person reads: what is needed, then groups, then columns.
func (r inputsResult) text() string {
	var out termtext.Text
	out.Line("%s\n", heading(r.source, humanize.Count(r.N, "row")+", "+humanize.Count(len(r.Inputs), "column"), r.Target, r.Kind))
	out.Paragraph("Result", termtext.Printable(r.neededInWords()))
	groups := r.groups()
	names := append(cli.Names(groups, evaluate.RankedGroup.String), cli.Names(r.Inputs, func(input evaluate.RankedInput) string { return input.Column })...)
	short, longest := termtext.ShortNames(names, nil, 44)
	line := func(at int, w evaluate.Worth) {
		out.Line("%-*s  %7.2f%%  %9s  %9s", longest, short[at], 100*w.Loss, chance(w.P), chance(w.Adjusted))
	}
	out.Line("\n%-*s  %8s  %9s  %9s", longest, "", "lost", "p", "adjusted")
	for i, g := range groups {
		line(i, g.Worth)
	}
	if len(groups) > 0 {
		out.Line("")
	}
	for i, input := range r.Inputs {
		line(len(groups)+i, input.Worth)
	}
	out.Line("\nlost: share of the error of guessing that comes back without what the columns\nalone say; adjusted: p for all that is tested")
	out.Line("%s, %s; %s of %d predicted, %d copies of each column", r.Method, humanize.Count(r.Dim, "component"), humanize.Count(r.Rows, "row"), r.N, r.Copies)
	return out.String()
}

// groups are those to be shown, which no needed column or group is a part of: what is needed, and of
// the others what is in no other.
func (r inputsResult) groups() []evaluate.RankedGroup {
	columns, shown := r.Needed(crossfit.Level)
	for _, group := range shown {
		columns = append(columns, group.Columns...)
	}
	for _, g := range r.Groups {
		if slices.ContainsFunc(g.Columns, func(c string) bool { return slices.Contains(columns, c) }) {
			continue
		}
		larger := func(of evaluate.RankedGroup) bool {
			return len(of.Columns) > len(g.Columns) && slices.Contains(of.Columns, g.Columns[0])
		}
		if !slices.ContainsFunc(r.Groups, larger) {
			shown = append(shown, g)
		}
	}
	return shown
}

// neededInWords says which columns are needed. That none is does not say that they tell nothing.
func (r inputsResult) neededInWords() string {
	columns, groups := r.Needed(crossfit.Level)
	var needed []string
	if len(columns) > 0 {
		needed = append(needed, humanize.Quoted(columns))
	}
	for _, g := range groups {
		needed = append(needed, fmt.Sprintf("one or more of %s, which go together (rank correlation %.2f or more) and can replace each other", humanize.Quoted(g.Columns), g.Alike))
	}
	what := "predict %.1f%%"
	switch r.Kind {
	case output.KindClass:
		what = "tell the class of %.1f%% of the rows"
	case output.KindLabels:
		what = "have %.1f%% of the labels right"
	}
	together := fmt.Sprintf("together all inputs "+what, 100*r.Together)
	if needed == nil {
		return "none is needed at 5% that can be told from noise: each column, and each group of columns that go together, can be replaced by others, or tells nothing; " + together
	}
	return "needed at 5%: " + strings.Join(needed, "; ") + "; " + together
}

// chance is a small probability as people read it.
func chance(p float64) string {
	if p < .0001 {
		return "<0.0001"
	}
	return fmt.Sprintf("%.4f", p)
}
