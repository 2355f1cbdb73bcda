package main

import "github.com/spf13/cobra"

func newReproduce(s streams) *cobra.Command {
	return family(&cobra.Command{
		Use:   "reproduce",
		Short: "Repeat an experiment of the SCA paper, or simulations of others",
		Long: `Reproduce repeats what the paper shows on its artificial data, whose answer is
known: its Table 1, the error of each method, and its Figure 1, the data; and
on real data its Figure 2, the error of predictions against the number of
components. Simulations goes beyond it: models of the literature, beside what
others reach there.`,
		Example: `  suffice reproduce table1 --trials 10
  suffice reproduce figure1 -o figure1.png
  suffice reproduce figure --data emotions.arff.gz --labels emotions.xml \
    --repeats 20 -o emotions.png
  suffice reproduce simulations --cells cve`,
	}, newTable1(s), newFigure1(s), newFigure(s), newSimulations(s), newReproduceDims(s), newCoverage(s))
}
