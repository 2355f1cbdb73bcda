package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"suffice/internal/peers"
)

// newBenchOne is what bench peers runs in a process of its own for each fit, to measure
// its memory. It is not for people.
func newBenchOne(s streams) *cobra.Command {
	return &cobra.Command{
		Use:    "one METHOD X.npy Y.npy SEED [flags]",
		Short:  "Measure one fit of arrays, for bench peers",
		Hidden: true,
		Args:   takes("a method", "x", "y", "a seed"),
		RunE: func(cmd *cobra.Command, args []string) error {
			seed, err := strconv.ParseUint(args[3], 10, 64)
			if err != nil {
				return usagef("seed %q is not a whole number from 0 up", args[3])
			}
			return peers.Fit(cmd.Context(), s.out, args[0], args[1], args[2], seed)
		},
	}
}
