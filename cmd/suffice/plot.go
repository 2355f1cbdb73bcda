package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/chart"
	"suffice/internal/page"
	"suffice/internal/wording"
	"suffice/output"
	htmlreport "suffice/report"
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
	cmd, flags := options(&cobra.Command{
		Use:   "plot MODEL FILE -o PICTURE [flags]",
		Short: "Draw a table by its components, and the weights of a model",
		Long: `Plot applies a model to a table and draws its rows by their components, with the
target as the colour where the table has it: one component against the target,
two against each other, more as a matrix of pairs. It also draws the weights of
the inputs (loadings) and the score during the fit (trace). Where rows are many,
it counts them in hexagons. PICTURE ends in .png, .svg or .pdf.`,
		Example: `  suffice plot model.json examples/data3.csv -o picture.png
  suffice plot model.json houses.csv --what all --colour town -o picture.pdf`,
		Args: takes("a model", "a file"),
		RunE: checked(p.check, p.run),
	})
	flags.StringVarP(&p.output, "output", "o", "", "draw to this `file`; - is standard output")
	flags.StringSliceVarP(&p.what, "what", "w", nil, "`parts`: components (default), loadings, trace, or all")
	flags.StringVarP(&p.colour, "colour", "c", "", "`column` to colour by (default: the target)")
	flags.StringVar(&p.to, "to", "", "`format`: png, svg or pdf (default: as the file ends)")
	p.addJSON(flags, "print one JSON object about the picture")
	p.addReading(flags)
	complete(cmd, "what", append(partNames(htmlreport.Parts()), "all"))
	complete(cmd, "to", []string{string(chart.PNG), string(chart.SVG), string(chart.PDF)})
	return cmd
}

// check finds what is wrong with the options before any work.
func (p *plot) check(_ given, paths []string) error {
	return cmp.Or(
		refuse(p.output == "", "plot needs -o, the file to draw to, such as picture.png"),
		refuse(bothStandardInput(paths), "only one of model and file can be standard input"),
		refuse(p.output == "-" && p.to == "", "-o - does not say the format; add --to png, svg or pdf"),
		refuse(p.output == "-" && p.asJSON, "--json and -o - both want standard output; draw to a file"),
		refuse(p.output == "-" && p.to != string(chart.SVG) && isTerminal(p.out), "-o - would draw to the terminal; name a file, or add a pipe"),
		checkApart(p.output, paths...), p.dataOptions.check(), p.chooseFormat(), p.chooseParts(),
	)
}

func (p *plot) chooseFormat() (err error) {
	if p.format = chart.Format(p.to); p.to == "" {
		p.format, err = pictureFormat(p.output)
	} else if !slices.Contains(chart.Formats(), p.format) {
		err = usagef("--to %s: there is no such format; choose png, svg or pdf", p.to)
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
			p.parts = append(p.parts, htmlreport.Parts()...)
		case slices.Contains(htmlreport.Parts(), part):
			p.parts = append(p.parts, part)
		default:
			return usagef("--what %s: there is no such picture%s; choose components, loadings, trace or all", name, meant(name, partNames(htmlreport.Parts()), ""))
		}
	}
	slices.Sort(p.parts) // which is their order on the page, too
	p.parts = slices.Compact(p.parts)
	return nil
}

func (p *plot) run(ctx context.Context, paths []string) error {
	if err := checkWritable(p.output); err != nil {
		return err
	}
	model, err := p.readModel(paths[0])
	if err != nil {
		return err
	}
	if slices.Contains(p.what, "all") && len(model.Trace) == 0 {
		p.parts = slices.DeleteFunc(p.parts, func(part htmlreport.Part) bool { return part == htmlreport.OfTrace })
	}
	subject, data, _, err := p.subject(ctx, p.streams, model, paths[1], p.colour)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	figure, err := subject.Figure(p.parts...)
	if err != nil {
		return err
	}
	progress := startProgress(p.err, "drawing")
	err = p.write(p.output, func(w io.Writer) error { return figure.Write(w, p.format) })
	progress.end()
	if err != nil {
		return err
	}
	if p.output == "-" { // where --json does not go with it
		return nil
	}
	result := drawn{Picture: p.output, Format: p.format, What: p.parts, Rows: subject.Z.Len(), Dim: model.Dim(), Colour: []string{}}
	if subject.Y != nil {
		result.Colour = subject.Y.Names
	}
	return p.tell(result, result.text)
}

func partNames(parts []htmlreport.Part) []string {
	return names(parts, func(part htmlreport.Part) string { return string(part) })
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
	colours := "without the target"
	switch n := len(d.Colour); {
	case n == 1:
		colours = "by " + page.Cut(page.Printable(d.Colour[0]), 30)
	case n > 1:
		colours = fmt.Sprintf("by %s and %d more", page.Cut(page.Printable(d.Colour[0]), 20), n-1)
	}
	return fmt.Sprintf("wrote %s: %s of %s, %s\n", d.Picture, listed(d.What), wording.Count(d.Rows, "row"), colours)
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
	return subject, data, choice, closedOn(err, data)
}
