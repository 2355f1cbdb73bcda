package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/chart"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/output"
	htmlreport "suffice/report"
	"suffice/rows"
	"suffice/table"
)

// plot is the command that draws a model and the rows of a table.
type plot struct {
	streams
	dataOptions
	output, to, colour string
	what               []string

	format chart.Format
	parts  []htmlreport.Part
}

func newPlot(s streams) *cobra.Command {
	p := &plot{streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "plot MODEL [FILE] -o PICTURE [flags]",
		Short: "Draw a table by its components, and the weights of a model",
		Long: `Plot applies a model to a table and draws its rows by their components, with the
target as the colour where the table has it: one component against the target,
two against each other, more as a matrix of pairs. It also draws the target
along each component, with a smooth curve and its band (summary), the weights of
the inputs (loadings), which need no FILE, and the score during the fit (trace).
Where rows are many, it counts them in hexagons. PICTURE ends in .png, .svg or
.pdf.`,
		Example: `  suffice plot model.json examples/data3.csv -o picture.png
  suffice plot model.json --what loadings -o weights.svg
  suffice plot model.json houses.csv --what all --colour town -o picture.pdf`,
		Args: modelAndPerhapsFile,
		RunE: cli.Checked(p.check, p.run),
	})
	flags.StringVarP(&p.output, "output", "o", "", "draw to this `file`; - is standard output")
	flags.StringSliceVarP(&p.what, "what", "w", nil, "`parts`: components (default), summary, loadings, trace;\nall is the first three")
	flags.StringVarP(&p.colour, "colour", "c", "", "`column` to colour by (default: the target)")
	flags.StringVar(&p.to, "to", "", "`format`: png, svg or pdf (default: as the file ends)")
	p.AddJSON(flags, "print one JSON object about the picture")
	p.addReading(flags)
	cli.Complete(cmd, "what", append(partNames(htmlreport.Parts()), "all"))
	cli.Complete(cmd, "to", []string{string(chart.PNG), string(chart.SVG), string(chart.PDF)})
	return cmd
}

// check finds what is wrong with the options before any work.
func (p *plot) check(_ cli.Given, paths []string) error {
	return cmp.Or(
		cli.Refuse(p.output == "", "plot needs -o, the file to draw to, such as picture.png"),
		cli.Refuse(bothStandardInput(paths), "only one of model and file can be standard input"),
		cli.Refuse(p.output == "-" && p.to == "", "-o - does not say the format; add --to png, svg or pdf"),
		cli.Refuse(p.output == "-" && p.AsJSON, "--json and -o - both want standard output; draw to a file"),
		cli.Refuse(p.output == "-" && p.to != string(chart.SVG) && cli.IsTerminal(p.Out), "-o - would draw to the terminal; name a file, or add a pipe"),
		checkApart(p.output, paths...), p.dataOptions.check(), p.chooseFormat(), p.chooseParts(), p.checkRows(paths),
	)
}

// modelAndPerhapsFile are the arguments of plot; checkRows says where the file is needed.
func modelAndPerhapsFile(_ *cobra.Command, args []string) error {
	return cli.Refuse(len(args) != 1 && len(args) != 2, "plot takes a model and a file, but got %s", humanize.Count(len(args), "argument"))
}

// checkRows makes sure that there is a table where its rows are to be drawn.
func (p *plot) checkRows(paths []string) error {
	return cli.Refuse(len(paths) == 1 && slices.ContainsFunc(p.parts, htmlreport.Part.OfRows),
		"plot takes a model and a file, but got 1 argument; without a file it draws --what loadings")
}

func (p *plot) chooseFormat() (err error) {
	if p.format = chart.Format(p.to); p.to == "" {
		p.format, err = pictureFormat(p.output)
	} else if !slices.Contains(chart.Formats(), p.format) {
		err = cli.Usagef("--to %s: there is no such format; choose png, svg or pdf", p.to)
	}
	return err
}

func (p *plot) chooseParts() error {
	if p.parts = nil; len(p.what) == 0 {
		p.parts = []htmlreport.Part{htmlreport.OfComponents}
	}
	for _, name := range p.what {
		part := htmlreport.Part(strings.TrimSpace(name))
		switch {
		case part == "all":
			p.parts = append(p.parts, htmlreport.UsualParts()...)
		case slices.Contains(htmlreport.Parts(), part):
			p.parts = append(p.parts, part)
		default:
			return cli.Usagef("--what %s: there is no such picture%s; choose components, summary, loadings, trace or all", name, cli.Meant(name, partNames(htmlreport.Parts()), ""))
		}
	}
	slices.SortFunc(p.parts, func(a, b htmlreport.Part) int { // in their order on the page
		return cmp.Compare(slices.Index(htmlreport.Parts(), a), slices.Index(htmlreport.Parts(), b))
	})
	p.parts = slices.Compact(p.parts)
	return nil
}

func (p *plot) run(ctx context.Context, paths []string) error {
	if err := cli.CheckWritable(p.output); err != nil {
		return err
	}
	model, err := p.readModel(paths[0])
	if err != nil {
		return err
	}
	subject := &htmlreport.Report{Model: model}
	result := drawn{Picture: p.output, Format: p.format, Dim: model.Dim(), Colour: []string{}}
	if len(paths) == 2 {
		var data *table.Table
		if subject, data, _, err = p.subject(ctx, p.streams, model, paths[1], p.colour); err != nil {
			return err
		}
		defer func() { _ = data.Close() }()
		result.Rows = subject.Z.Len()
	}
	if subject.Y != nil {
		result.Colour = subject.Y.Names
	}
	if slices.Contains(p.what, "all") { // all that there is
		p.parts = slices.DeleteFunc(p.parts, func(part htmlreport.Part) bool { return part == htmlreport.OfSummary && !subject.HasSummary() })
	}
	result.What = p.parts
	if err := p.drawParts(subject); err != nil || p.output == "-" { // where --json does not go with it
		return err
	}
	return p.Tell(result, result.text)
}

// drawParts writes the picture, and warns of letters that it cannot show.
func (p *plot) drawParts(subject *htmlreport.Report) error {
	figure, err := subject.Figure(p.parts...)
	if err != nil {
		return err
	}
	progress := cli.StartProgress(p.Err, "drawing")
	var lacking string
	err = p.Write(p.output, func(w io.Writer) (err error) {
		lacking, err = figure.Draw(w, p.format)
		return err
	})
	progress.End()
	if err == nil && lacking != "" {
		p.warn([]string{fmt.Sprintf("a %s cannot show %s, so boxes stand for them; --to svg can", p.format, lettersOf(lacking))})
	}
	return err
}

// lettersOf lists letters: the first twenty of many.
func lettersOf(lacking string) string {
	const most = 20
	all := []rune(lacking)
	text := "the letters " + string(all[:min(most, len(all))])
	if more := len(all) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func partNames(parts []htmlreport.Part) []string {
	return cli.Names(parts, func(part htmlreport.Part) string { return string(part) })
}

// listed names parts: "components, loadings".
func listed(parts []htmlreport.Part) string {
	return strings.Join(partNames(parts), ", ")
}

// drawn is what --json prints.
type drawn struct {
	Picture string            `json:"picture"`
	Format  chart.Format      `json:"format"`
	What    []htmlreport.Part `json:"what"`
	Rows    int               `json:"rows"`
	Dim     int               `json:"dim"`
	Colour  []string          `json:"colour"` // names of the columns that colours show
}

func (d drawn) text() string {
	if d.Rows == 0 {
		return fmt.Sprintf("wrote %s: %s\n", d.Picture, listed(d.What))
	}
	colours := "without the target"
	switch n := len(d.Colour); {
	case n == 1:
		colours = "by " + termtext.Cut(termtext.Printable(d.Colour[0]), 30)
	case n > 1:
		colours = fmt.Sprintf("by %s and %d more", termtext.Cut(termtext.Printable(d.Colour[0]), 20), n-1)
	}
	return fmt.Sprintf("wrote %s: %s of %s, %s\n", d.Picture, listed(d.What), humanize.Count(d.Rows, "row"), colours)
}

// subject applies a model to the table at path, for what shows it. Where a colour is named,
// that column is shown instead of the target.
func (o *dataOptions) subject(ctx context.Context, s streams, model *suffice.Projection, path, colour string) (*htmlreport.Report, *table.Table, *table.Choice, error) {
	shown := *model
	if colour != "" {
		shown.Output = suffice.Output{Names: []string{colour}}
		if slices.Contains(model.Output.Names, colour) && model.Output.Kind == output.KindLabels {
			shown.Output.Kind = output.KindLabels
		}
	}
	data, choice, err := o.apply(ctx, s, &shown, path)
	if err != nil {
		return nil, nil, nil, err
	}
	subject := &htmlreport.Report{Model: model, Y: choice.Target()}
	if path != "-" {
		subject.Source = filepath.Base(path)
	}
	if colour != "" && subject.Y == nil {
		_, err = data.Find(colour)
	}
	if err == nil {
		subject.Z, err = model.Transform(ctx, choice.X)
	}
	if err == nil {
		err = checkFinite(model, subject.Z, data, choice)
	}
	return subject, data, choice, closedOn(err, data)
}

// checkFinite says which row of a table has components that cannot be shown.
func checkFinite(model *suffice.Projection, z *rows.Matrix, data *table.Table, choice *table.Choice) error {
	for i := range z.Len() {
		if model.CheckFinite(z.Row(i)) != nil {
			return placed(&suffice.NotFinite{Row: i}, data, choice)
		}
	}
	return nil
}

// placed is an error about a row of a choice with the row of the table that it is.
func placed(err error, data *table.Table, choice *table.Choice) error {
	if far, ok := errors.AsType[*suffice.NotFinite](err); ok {
		return &table.Error{Source: data.Source(), Row: choice.RowOf(far.Row) + 1, Problem: far.Problem()}
	}
	return err
}
