package main

import (
	"io"
	"log"

	"github.com/spf13/cobra"

	"suffice/feature/bag"
	"suffice/internal/cli"
)

func newAudio(s cli.Streams) *cobra.Command {
	f := &features{Streams: s, what: "sound"}
	var settings bag.Sounds
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "audio DIR",
		Short: "Make a table of sounds: counts of MFCC words",
		Long: `Audio makes a table of the WAV, FLAC, MP3 and Ogg Vorbis files in a directory
and those in it, plain or packed by gzip. Each short frame of a sound is
described by mel-frequency cepstral coefficients, and all frames are grouped
into words. A row has the file, the counts word1, word2, ... and, with
--labels, the labels label_NAME, so that suffice finds them by
--target 'label_*'.

` + aboutFiles,
		Example: `  suffice-features audio clips --labels tags.csv -o clips.parquet
  suffice-features audio clips --labels tags.csv --words 1024 --deltas 1 \
      --cache cache --save-words words.json -o clips.parquet
  suffice-features audio new --words-from words.json -o new.parquet`,
		Args: cli.Takes("one directory"),
		RunE: func(cmd *cobra.Command, args []string) error {
			log.SetOutput(io.Discard) // the FLAC library writes there what it also returns
			return f.run(cmd, args[0], settings, "rate", "frame", "step", "filters", "coefficients")
		},
	})
	f.add(flags, 1024)
	flags.IntVar(&settings.Rate, "rate", bag.DefaultRate, "samples a second of all sounds")
	flags.Float64Var(&settings.Frame, "frame", bag.DefaultFrame, "`seconds` of a frame")
	flags.Float64Var(&settings.Step, "step", bag.DefaultStep, "`seconds` from one frame to the next")
	flags.IntVar(&settings.Filters, "filters", bag.DefaultFilters, "filters of the mel scale")
	flags.IntVar(&settings.Coefficients, "coefficients", bag.DefaultCoefficients, "of a frame, counted with c0")
	flags.BoolVar(&settings.Loudness, "loudness", false, "keep c0, which says how loud the recording is")
	flags.IntVar(&settings.Deltas, "deltas", 0, "1: slopes over time too; 2: curvature too")
	f.addLast(flags)
	return cmd
}
