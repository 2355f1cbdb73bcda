package main

import "github.com/spf13/cobra"

func newFeatures(s streams) *cobra.Command {
	return family(&cobra.Command{
		Use:   "features",
		Short: "Make a table of photographs or sounds",
		Long: `Features makes a table of a directory of photographs or sounds, a row a file,
which the other commands take as it is. Each file is described by many small
descriptors; those of all files are grouped into words; and the table says how
often each word occurs in each file. Labels are taken from a table that names
the files.`,
		Example: `  suffice features images photos --labels labels.csv -o photos.parquet
  suffice features audio clips --labels tags.csv -o clips.parquet`,
	}, newFeaturesImages(s), newFeaturesAudio(s))
}
