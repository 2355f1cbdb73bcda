// Suffice-features makes tables of photographs and sounds, which suffice takes as they are. It is a program
// of its own, so that only those who want it need what reads these files.
package main

import (
	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/release"
)

func main() { program.Main() }

var program = cli.Program{
	Name:   "suffice-features",
	Root:   newRoot,
	Worded: func(err error) error { return cli.FlagNames{}.InFlags(err) },
}

func newRoot(s cli.Streams) *cobra.Command {
	root := cli.Family(&cobra.Command{
		Use:   "suffice-features",
		Short: "Make a table of photographs or sounds",
		Long: `Suffice-features makes a table of a directory of photographs or sounds, a row a
file, which the commands of suffice take as it is. Each file is described by
many small descriptors; those of all files are grouped into words; and the table
says how often each word occurs in each file. Labels are taken from a table that
names the files.`,
		Example: `  suffice-features images photos --labels labels.csv -o photos.parquet
  suffice-features audio clips --labels tags.csv -o clips.parquet`,
	}, newImages(s), newAudio(s))
	cli.Versioned(root, release.Version())
	root.CompletionOptions.HiddenDefaultCmd = true
	return root
}

// aboutFiles is how both commands end what they say about themselves.
const aboutFiles = `The labels are the columns of 0 and 1 of a table in which another column names
the files, with or without directory and ending. Without such a table, and where
every file is in a folder within DIR, the column label has its name: a folder is
a class. Files that cannot be read are reported and left out. With --cache, an
interrupted run goes on where it stopped. With --words-from, new files get the
words of an earlier run.`
