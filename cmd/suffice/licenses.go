package main

import (
	_ "embed" // the notices go with the program, which may be given away alone
	"io"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
)

// notices are the licences of what the program is made of; scripts/notices writes them.
//
//go:embed THIRD_PARTY_NOTICES
var notices string

func newLicenses(s streams) *cobra.Command {
	return &cobra.Command{
		Use:   "licenses",
		Short: "Print the licences of the libraries in this program",
		Long: `Licenses prints the notices of Go and of all libraries that this program is made
of, as their authors ask of whoever hands it on.`,
		Example: `  suffice licenses > THIRD_PARTY_NOTICES`,
		Args:    cli.TakesNothing,
		RunE: func(*cobra.Command, []string) error {
			return s.Write("-", func(w io.Writer) error {
				_, err := io.WriteString(w, notices)
				return err
			})
		},
	}
}
