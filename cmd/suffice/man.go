package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/release"
)

// newMan writes the pages that releases carry. It is not for people, who have --help.
func newMan(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    "man FOLDER",
		Short:  "Write a manual page for each command",
		Long:   `Man writes a page for each command into a folder, which is made where it is missing.`,
		Hidden: true,
		Args:   cli.Takes("a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o755); err != nil {
				return err
			}
			return s.writeManual(args[0], cmd.Root())
		},
	}
}

// writeManual writes the page of a command and of those below it.
func (s streams) writeManual(folder string, cmd *cobra.Command) error {
	path := filepath.Join(folder, manName(cmd)+".1")
	err := s.Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, manPage(cmd, release.This()))
		return err
	})
	for _, child := range cmd.Commands() {
		if err == nil && child.IsAvailableCommand() {
			err = s.writeManual(folder, child)
		}
	}
	return err
}

// manName is the name of a page: suffice-engine-spark.
func manName(cmd *cobra.Command) string {
	return strings.ReplaceAll(cmd.CommandPath(), " ", "-")
}
