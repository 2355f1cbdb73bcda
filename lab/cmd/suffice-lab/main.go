// Suffice-lab measures suffice: it repeats the experiments of the paper and of the literature, sets
// methods beside others, and tells how fast this machine is at what a fit does. Users need it not.
package main

import (
	"strings"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
	"suffice/internal/release"
)

func main() { program.Main() }

var program = cli.Program{
	Name:   "suffice-lab",
	Root:   newRoot,
	Worded: func(err error) error { return cli.FlagNames{}.InFlags(err) },
}

func newRoot(s cli.Streams) *cobra.Command {
	root := cli.Family(&cobra.Command{
		Use:   "suffice-lab",
		Short: "Measure suffice: experiments, simulations, speed",
		Long: `Suffice-lab repeats the experiments of the SCA paper, draws tables whose answer
is known, sets the methods of suffice beside those of others, and tells how fast
this machine is at what a fit does. To work on your own table, take suffice.`,
		Example: `  suffice-lab reproduce table1 --repeats 10
  suffice-lab reproduce simulations --tables cve --methods sca,sir
  suffice-lab bench fit`,
	})
	root.SetUsageTemplate(strings.ReplaceAll(root.UsageTemplate(), "for more information about a command.", "for more."))
	cli.Versioned(root, release.Version())
	root.CompletionOptions.HiddenDefaultCmd = true
	root.AddCommand(
		cli.Family(&cobra.Command{
			Use:   "reproduce",
			Short: "Repeat an experiment of the SCA paper, or simulations of others",
			Long: `Reproduce repeats what the paper shows on its artificial data, whose answer is
known: its Table 1, the error of each method, and its Figure 1, the data; and
on real data its Figure 2, the error of predictions against the number of
components. Simulations goes beyond it: models of the literature, beside what
others reach there; dims and coverage count how often the number of components
and the intervals of weights are right.`,
			Example: `  suffice-lab reproduce table1 --repeats 10
  suffice-lab reproduce figure1 -o figure1.png
  suffice-lab reproduce figure2 emotions.arff.gz --labels emotions.xml -o e.png
  suffice-lab reproduce simulations --tables cve`,
		}, newTable1(s), newFigure1(s), newFigure2(s), newSimulations(s), newDims(s), newCoverage(s), newTogether(s)),
		cli.Family(&cobra.Command{
			Use:   "bench",
			Short: "Measure speed, and predictions of real tables",
			Long: `Bench measures the speed of this machine: of the operations that a fit is made
of, one by one, of a whole fit, as a share of what its products reach, of
applying a model, as a share of what copying reaches, of fits of more and more
rows, of ordinary fits beside another version, of fits on workers, by which
large ones are simulated, and of our methods beside those of other programs; and
how well real tables are predicted.`,
			Example: `  suffice-lab bench kernels
  suffice-lab bench fit --n 5000 --d 20 --centres 200
  suffice-lab bench transform`,
		}, newBenchKernels(s), newBenchFit(s), newBenchTransform(s), newBenchScale(s), newBenchDefault(s), newBenchCluster(s), newBenchPeers(s), newBenchReal(s), newBenchPredict(s), newBenchError(s), newBenchOne(s)),
		newAblate(s), newGenerate(s), newWorker(s),
	)
	return root
}
