package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/chart"
	"suffice/internal/wording"
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
	asJSON             bool

	format chart.Format
	parts  []htmlreport.Part
}

func newPlot(s streams) *cobra.Command {
	p := &plot{streams: s}
	cmd := &cobra.Command{
		Use:   "plot MODEL FILE -o PICTURE",
		Short: "Draw a table by its components, and the weights of a model",
		Long: `Plot applies a model to a table and draws its rows by their components, with the
target as the colour where the table has it: one component against the target,
two against each other, more as a matrix of pairs. It also draws the weights of
the inputs (loadings) and the score during the fit (trace). Where rows are many,
it counts them in hexagons. PICTURE ends in .png, .svg or .pdf.`,
		Example: `  suffice plot model.json examples/data3.csv -o picture.png
  suffice plot model.json houses.csv --what all --colour town -o picture.pdf`,
		Args: takes("a model", "a file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := p.check(args[0], args[1]); err != nil {
				return err
			}
			return p.run(cmd.Context(), args[0], args[1])
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&p.output, "output", "o", "", "draw to this `file`; - is standard output")
	flags.StringSliceVarP(&p.what, "what", "w", nil, "`parts`: components (default), loadings, trace, or all")
	flags.StringVarP(&p.colour, "colour", "c", "", "`column` to colour by (default: the target)")
	flags.StringVar(&p.to, "to", "", "`format`: png, svg or pdf (default: as the file ends)")
	flags.BoolVar(&p.asJSON, "json", false, "print one JSON object about the picture")
	p.addReading(flags)
	complete(cmd, "what", append(strings.Split(listed(htmlreport.Parts()), ", "), "all"))
	complete(cmd, "to", []string{string(chart.PNG), string(chart.SVG), string(chart.PDF)})
	return cmd
}

// check finds what is wrong with the options before any work.
func (p *plot) check(model, file string) error {
	switch {
	case p.output == "":
		return usagef("plot needs -o, the file to draw to, such as picture.png")
	case model == "-" && file == "-":
		return usagef("only one of model and file can be standard input")
	case p.output == "-" && p.to == "":
		return usagef("-o - does not say the format; add --to png, svg or pdf")
	case p.output == "-" && p.asJSON:
		return usagef("--json and -o - both want standard output; draw to a file")
	case p.output == "-" && p.to != string(chart.SVG) && isTerminal(p.out):
		return usagef("-o - would draw to the terminal; name a file, or add a pipe")
	}
	if err := checkApart(p.output, model, file); err != nil {
		return err
	}
	if err := p.dataOptions.check(); err != nil {
		return err
	}
	if err := p.chooseFormat(); err != nil {
		return err
	}
	return p.chooseParts()
}

func (p *plot) chooseFormat() error {
	if p.to != "" {
		p.format = chart.Format(p.to)
		if !slices.Contains(chart.Formats(), p.format) {
			return usagef("--to %s: there is no such format; choose png, svg or pdf", p.to)
		}
		return nil
	}
	format, err := chart.FormatOf(p.output)
	if err != nil {
		return usagef("-o %s", err)
	}
	p.format = format
	return nil
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
			names := strings.Split(listed(htmlreport.Parts()), ", ")
			return usagef("--what %s: there is no such picture%s; choose components, loadings, trace or all", name, meant(name, names, ""))
		}
	}
	slices.Sort(p.parts) // which is their order on the page, too
	p.parts = slices.Compact(p.parts)
	return nil
}

func (p *plot) run(ctx context.Context, modelPath, path string) error {
	if err := checkWritable(p.output); err != nil {
		return err
	}
	model, err := p.readModel(modelPath)
	if err != nil {
		return err
	}
	if slices.Contains(p.what, "all") && len(model.Trace) == 0 {
		p.parts = slices.DeleteFunc(p.parts, func(part htmlreport.Part) bool { return part == htmlreport.OfTrace })
	}
	subject, err := p.subject(ctx, model, path)
	if err != nil {
		return err
	}
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
	if p.asJSON {
		return p.printJSON(drawn{Picture: p.output, Format: p.format, What: p.parts, Rows: subject.Z.Len(), Dim: model.Dim(), Colour: colourName(subject.Y)})
	}
	if p.output == "-" {
		return nil
	}
	return p.print(fmt.Sprintf("wrote %s: %s of %s, %s\n", p.output, listed(p.parts), wording.Count(subject.Z.Len(), "row"), colouredBy(subject.Y)))
}

// listed names parts: "components, loadings".
func listed(parts []htmlreport.Part) string {
	names := make([]string, len(parts))
	for k, part := range parts {
		names[k] = string(part)
	}
	return strings.Join(names, ", ")
}

// colouredBy says what colours show.
func colouredBy(y *output.Target) string {
	switch {
	case y == nil:
		return "without the target"
	case len(y.Names) == 1:
		return "by " + cut(printable(y.Names[0]), 30)
	}
	return fmt.Sprintf("by %s and %d more", cut(printable(y.Names[0]), 20), len(y.Names)-1)
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

func colourName(y *output.Target) []string {
	if y == nil {
		return []string{}
	}
	return y.Names
}

// subject applies the model to the table.
func (p *plot) subject(ctx context.Context, model *suffice.Projection, path string) (htmlreport.Report, error) {
	data, err := p.components(ctx, p.streams, model, path, p.colour)
	if err != nil {
		return htmlreport.Report{}, err
	}
	defer func() { _ = data.Close() }()
	return htmlreport.Report{Model: model, Z: data.z, Y: data.y, Source: shortName(path)}, nil
}

// shortName is a file's name without its folder.
func shortName(path string) string {
	if path == "-" {
		return ""
	}
	return filepath.Base(path)
}

// applied is a model with the rows of a table.
type applied struct {
	*table.Table
	x rows.Source
	z *rows.Matrix
	y *output.Target // the target, or the column that was named instead; nil where there is none
}

// components applies a model to the table at path. Where a colour is named, y is that
// column instead of the target.
func (o *dataOptions) components(ctx context.Context, s streams, model *suffice.Projection, path, colour string) (*applied, error) {
	shown := *model
	if colour != "" {
		shown.Output = suffice.Output{Names: []string{colour}}
		if slices.Contains(model.Output.Names, colour) && model.Output.Kind == output.KindLabels {
			shown.Output.Kind = output.KindLabels
		}
	}
	data, choice, err := o.apply(ctx, s, &shown, path)
	if err != nil {
		return nil, err
	}
	if colour != "" && choice.Y == nil {
		if _, err := data.Find(colour); err != nil {
			_ = data.Close()
			return nil, err
		}
	}
	z, err := model.Transform(ctx, choice.X)
	if err != nil {
		_ = data.Close()
		return nil, err
	}
	return &applied{Table: data, x: choice.X, z: z, y: choice.Target()}, nil
}
