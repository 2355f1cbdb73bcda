package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/chart"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/table"
)

// dims is the command that finds the number of components.
type dims struct {
	streams
	dataOptions
	method  string
	chosen  suffice.Method
	most    int
	centres int
	noScale bool
	seed    uint64
	picture string
	drawn   chart.Format
}

func newDims(s streams) *cobra.Command {
	d := &dims{streams: s}
	d.memory.work = "the search for a number"
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "dims FILE --target COLUMN [flags]",
		Short: "Find how many components are needed, in several ways",
		Long: `Dims tells what 1, 2, 3, … components predict of rows that they were found
without, and takes the least number that is not clearly worse than the best: by
more than 1.5 standard errors of the difference, row by row. It goes on as long
as another component helps. 0 is an answer: then noise would do as well.

Beside it stands what two others say: the weight that components put on columns
of pure noise, which are added for that, and the tests that sir, save, dr and
phd have of their own. Where they disagree, it says so.`,
		Example: `  suffice dims examples/data3.csv --target y
  suffice dims houses.csv --target price --method kdr --most 5
  suffice dims houses.csv --target price -o curve.png`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(d.check, d.run),
	})
	d.addChoosing(flags)
	d.addWeights(flags)
	d.addDividing(flags)
	d.addReading(flags)
	flags.StringVar(&d.method, "method", "sca", "`name` as suffice methods has it")
	flags.IntVar(&d.most, "most", 10, "`number` of components to try at most")
	flags.IntVar(&d.centres, "centres", 0, "number of kernel centres (default: as the method has)")
	flags.BoolVar(&d.noScale, "no-scale", false, "keep the columns' units: do not standardize inputs")
	flags.Uint64Var(&d.seed, "seed", 1, "seed of the folds, centres and noise")
	flags.StringVarP(&d.picture, "output", "o", "", "draw the curve into this `file`, .png, .svg or .pdf")
	d.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "method", cli.MethodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (d *dims) check(_ cli.Given, _ []string) (err error) {
	d.chosen, err = suffice.MethodNamed(d.method)
	if err == nil && d.chosen.KeepsInputs {
		err = fmt.Errorf("%s keeps all inputs", d.method)
	}
	return cmp.Or(
		d.dataOptions.check(),
		cli.Refuse(err != nil, "--method: %v", err),
		cli.Refuse(d.most < 1, "--most %d: there must be at least 1", d.most),
		cli.Refuse(d.centres < 0, "--centres %d: the number of centres must be at least 1", d.centres),
		cli.Refuse(d.weights != "" && !d.chosen.Uses.Weights, "--weights does not apply to method %s; leave it out", d.method),
	)
}

func (d *dims) run(ctx context.Context, paths []string) error {
	if err := checkOutput(d.picture, append(paths, d.labels...)...); err != nil {
		return err
	}
	if d.picture != "" {
		var err error
		if d.drawn, err = pictureFormat(d.picture); err != nil {
			return err
		}
	}
	data, choice, err := d.choose(ctx, d.streams, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	cli.AllowLittleGarbage()
	found, err := d.find(ctx, choice)
	if err != nil {
		return about(data, err)
	}
	found.source, found.target, found.next = data.Source(), predicted(output.Names(choice.Y), choice.Y.Kind()), "suffice fit "+quotedForShell(paths[0])+d.again()
	if d.method != suffice.Methods()[0].Name {
		found.next += " --method " + d.method
	}
	if d.picture != "" {
		found.Picture = d.picture
		if err := d.Write(d.picture, func(w io.Writer) error { return found.figure().Write(w, d.drawn) }); err != nil {
			return err
		}
	}
	return d.Tell(found, found.text)
}

// dimsFound is what --json prints.
type dimsFound struct {
	Dim          int                     `json:"dim"` // 0 where noise would do as well
	Method       string                  `json:"method"`
	N            int                     `json:"n"`
	D            int                     `json:"d"`
	Curve        []suffice.Dimension     `json:"curve"`
	Verdict      suffice.Verdict         `json:"verdict"`
	Augmentation *evaluate.AugmentResult `json:"augmentation,omitempty"`
	Tested       *int                    `json:"tested,omitempty"` // the number by the method's own tests
	Tests        []suffice.DimensionTest `json:"tests,omitempty"`
	Picture      string                  `json:"picture,omitempty"`

	source, target, next string
}

// find asks all that know something of the number.
func (d *dims) find(ctx context.Context, choice *table.Choice) (*dimsFound, error) {
	progress := cli.StartProgress(d.Err, "looking for the number of components")
	defer progress.End()
	options := suffice.Options{Centres: d.centres, NoScale: d.noScale, Seed: d.seed}
	rows, err := d.dataOf(choice)
	if err != nil {
		return nil, err
	}
	judged, err := suffice.Assess(ctx, rows, suffice.AssessOptions{
		Method: d.chosen, Options: options, Most: d.most, Progress: progress.Step,
	})
	if err != nil {
		return nil, err
	}
	found := &dimsFound{Dim: judged.Dim, Method: d.method, N: rows.Len(), D: rows.X.Width(), Curve: judged.Curve, Verdict: judged.Verdict}
	if !judged.Verdict.Found {
		found.Dim = 0
	}
	progress.Set("with columns of noise")
	options.Dim = min(judged.Dim+1, rows.X.Width())
	if d.chosen.Most != nil {
		options.Dim = min(options.Dim, d.chosen.Most(rows.Y))
	}
	if found.Augmentation, err = evaluate.Augment(ctx, rows.X, rows.Y, d.chosen, options); err != nil && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return found, d.test(ctx, rows, found)
}

// test takes the tests that the method has of its own.
func (d *dims) test(ctx context.Context, rows *suffice.Data, found *dimsFound) error {
	if !slices.Contains([]string{"sir", "save", "dr", "phd"}, d.method) {
		return nil
	}
	model, err := d.chosen.New(suffice.Options{Dim: 1, NoScale: d.noScale, Seed: d.seed}).Fit(ctx, rows.X, rows.Y)
	if err != nil {
		return err
	}
	if found.Tests = model.Tests; len(model.Tests) == 0 {
		return nil
	}
	enough, _ := model.TestedDim()
	found.Tested = &enough
	return nil
}

// text is what a person reads.
func (f *dimsFound) text() string {
	var out termtext.Text
	out.Line("%s\n", termtext.Heading(f.source, fmt.Sprintf("%s, %s -> %s", humanize.Count(f.N, "row"), humanize.Count(f.D, "input"), strings.TrimPrefix(f.target, "target "))))
	out.Paragraph("Result", f.result())
	out.Line("\ncomponents  %11s     se   skill, which decides  does the last one help?", metrics.Named(f.Verdict.Measure).Title)
	for _, c := range f.Curve {
		helps := "yes, "
		if c.P > .05 {
			helps = "no, "
		}
		out.Line("%10d  %11.3f  %5.3f  %6.3f %-15s  %s%s", c.Dim, c.Value, c.SE, c.Skill, strings.Repeat("█", int(15*max(0, c.Skill)+.5)), helps, suffice.PInWords(c.P))
	}
	out.Line("")
	said := []int{f.Dim}
	out.Entry("by prediction", "%d", f.Dim)
	if a := f.Augmentation; a != nil {
		said = append(said, a.Dim)
		shares := strings.Join(cli.Names(a.Shares, func(v float64) string { return fmt.Sprintf("%.0f%%", 100*v) }), ", ")
		out.Paragraph("by noise", fmt.Sprintf("%d: of the weights of the components, columns of noise have %s (by chance %.0f%%)", a.Dim, shares, 100*a.Chance))
	}
	if f.Tested != nil {
		said = append(said, *f.Tested)
		out.Paragraph("by tests", fmt.Sprintf("%d: the least number that the tests of %s do not refuse at 5%%", *f.Tested, f.Method))
	}
	if slices.Min(said) != slices.Max(said) {
		out.Paragraph("Check", "the answers differ: prediction counts what is of use; a weak component may be real and not pay, and noise may pass a test")
	}
	if f.Picture != "" {
		out.Entry("Wrote", "%s", f.Picture)
	}
	if f.Dim > 0 {
		out.Entry("Next", "%s --dim %d", f.next, f.Dim)
	}
	return out.String()
}

// result is the number, and what so many are worth.
func (f *dimsFound) result() string {
	if f.Dim == 0 {
		return "0: " + f.Verdict.InWords(0)
	}
	return f.enough() + ": more do not predict rows held out clearly better"
}

// enough says how many suffice.
func (f *dimsFound) enough() string {
	if f.Dim == 0 {
		return "noise would do as well"
	}
	return fmt.Sprintf("%s %s", humanize.Count(f.Dim, "component"), map[bool]string{true: "suffices", false: "suffice"}[f.Dim == 1])
}

// figure draws the curve.
func (f *dimsFound) figure() chart.Figure {
	curve := chart.Curve{Name: f.Method}
	for _, c := range f.Curve {
		curve.X, curve.Mean, curve.SD = append(curve.X, float64(c.Dim)), append(curve.Mean, c.Value), append(curve.SD, c.SE)
	}
	inputs := chart.Curve{Name: "all inputs", Mean: []float64{f.Verdict.AllInputs}, Flat: true}
	guess := chart.Curve{Name: "a guess", Mean: []float64{f.Verdict.Baseline}, Flat: true}
	return chart.Figure{
		Title:  "What components predict, on rows not seen",
		Note:   fmt.Sprintf("%s; %s", f.target, f.enough()),
		Panels: []chart.Panel{chart.Curves{Bars: "se", NameX: "components", NameY: metrics.Named(f.Verdict.Measure).Title, Curves: []chart.Curve{curve, inputs, guess}}},
	}
}
