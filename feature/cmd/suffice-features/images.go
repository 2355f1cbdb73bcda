package main

import (
	"github.com/spf13/cobra"

	"suffice/feature/bag"
	"suffice/internal/cli"
)

func newImages(s cli.Streams) *cobra.Command {
	f := &features{Streams: s, what: "photograph"}
	var settings bag.Images
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "images DIR",
		Short: "Make a table of photographs: counts of SURF words",
		Long: `Images makes a table of the JPEG, PNG, GIF and WebP files in a directory and
those in it. Keypoints of each photograph are described by SURF, and all
descriptors are grouped into visual words. A row has the file, the counts
word1, word2, ... and, with --labels, the labels label_NAME, so that suffice
finds them by --target 'label_*'.

` + aboutFiles,
		Example: `  suffice-features images photos --labels labels.csv -o photos.parquet
  suffice-features images photos --labels labels.csv --words 500 \
      --cache cache --save-words words.json -o photos.parquet
  suffice-features images new --words-from words.json -o new.parquet`,
		Args: cli.Takes("one directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0], settings, "side", "threshold")
		},
	})
	f.add(flags, 500)
	flags.IntVar(&settings.Side, "side", bag.DefaultSide, "longest side, to which pictures shrink")
	flags.Float64Var(&settings.Threshold, "threshold", bag.DefaultThreshold, "least strength of a keypoint")
	flags.IntVar(&settings.Most, "most", 0, "keep the `n` strongest keypoints (default: all)")
	flags.BoolVar(&settings.Upright, "upright", false, "do not turn descriptors: for pictures taken upright")
	f.addLast(flags)
	return cmd
}
