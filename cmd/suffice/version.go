package main

import (
	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/release"
	"suffice/internal/termtext"
)

func version() string { return release.Version() }

func newVersion(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Tell which suffice this is, and how it was made",
		Long: `Version prints the version of the program, the commit it was built from and the
date of that, the Go that compiled it, and what it runs on. Version, commit and Go
are noted in every model too; suffice inspect shows them.`,
		Example: `  suffice version
  suffice version --json`,
		Args: cli.TakesNothing,
		RunE: func(*cobra.Command, []string) error {
			build := release.This()
			return s.Tell(build, func() string { return buildText(build) })
		},
	}
	s.AddJSON(cmd.Flags(), "print one JSON object instead of the text")
	return cmd
}

func buildText(b release.Build) string {
	var out termtext.Text
	out.Entry("suffice", "%s", b.Version)
	if b.Commit != "" {
		changed := ""
		if b.Modified {
			changed = ", with changes"
		}
		out.Entry("commit", "%s%s", b.Commit, changed)
	}
	if b.Date != "" {
		out.Entry("date", "%s", b.Date)
	}
	out.Entry("go", "%s", b.Go)
	out.Entry("platform", "%s", b.Platform)
	return out.String()
}
