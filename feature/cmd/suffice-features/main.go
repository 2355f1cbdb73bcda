package main

import (
	"github.com/spf13/cobra"

	"suffice/internal/cli"
)

func newFeatures(s streams) *cobra.Command {
	return cli.Family(&cobra.Command{
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

// aboutFiles is how both commands end what they say about themselves.
const aboutFiles = `The labels are the columns of 0 and 1 of a table in which another column names
the files, with or without directory and ending. Without such a table, and where
every file is in a folder within DIR, the column label has its name: a folder is
a class. Files that cannot be read are
reported and left out. With --cache, an interrupted run goes on where it
stopped. With --words-from, new files get the words of an earlier run.`
