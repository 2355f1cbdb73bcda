package main

import (
	"io"

	"github.com/spf13/cobra"

	"suffice/chart"
	"suffice/internal/cli"
	"suffice/internal/testing/artificial"
	"suffice/lab/paper"
)

// figure1 is the command that draws the artificial data.
type figure1 struct {
	cli.Streams
	n      int
	seed   uint64
	output string
}

func newFigure1(s cli.Streams) *cobra.Command {
	f := &figure1{Streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "figure1 -o FILE.png|.svg|.pdf",
		Short: "Draw the four artificial data sets",
		Long: `Figure1 draws the paper's artificial data: y against the input that it depends
on, or over both of them where these are two, with y as the colour.`,
		Example: `  suffice-lab reproduce figure1 -o figure1.png
  suffice-lab reproduce figure1 --n 300 --seed 7 -o figure1.svg`,
		Args: cli.TakesNothing,
		RunE: func(*cobra.Command, []string) error { return f.run() },
	})
	flags.IntVarP(&f.n, "n", "n", 1000, "`rows` to draw")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the data")
	flags.StringVarP(&f.output, "output", "o", "", "write the picture to this `file`, .png, .svg or .pdf")
	return cmd
}

// maxPoints are more than a picture of these panels can show.
const maxPoints = 100_000

func (f *figure1) run() error {
	if f.output == "" {
		return cli.Usagef("figure1 needs -o, the file to draw to")
	}
	format, err := chart.FormatOf(f.output)
	if err != nil {
		return cli.Usagef("-o %s", err)
	}
	if f.n < 2 || f.n > maxPoints {
		return cli.Usagef("--n %d: the number of rows must be from 2 to %d", f.n, maxPoints)
	}
	picture := paper.Figure1(artificial.All(), f.n, f.seed)
	return f.Write(f.output, func(w io.Writer) error { return picture.Write(w, format) })
}
