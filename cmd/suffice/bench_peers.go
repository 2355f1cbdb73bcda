package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"suffice/internal/peers"
)

// benchPeers is the command that measures our methods beside those of other programs.
type benchPeers struct {
	streams
	sizes      []int
	limit      time.Duration
	seed       uint64
	dir, state string
	pythonOptions

	program []string // that fits one of ours; nil means this one
}

func newBenchPeers(s streams) *cobra.Command {
	b := &benchPeers{streams: s}
	cmd, flags := options(&cobra.Command{
		Use:   "peers",
		Short: "Measure our methods beside those of Python's libraries",
		Long: `Peers measures our methods beside those of scikit-learn, statsmodels, sliced and
direpack: the same data, the same number of threads, a fresh process for each
fit. It makes a Python environment of its own and installs them there; the next
time it is used again. Without Python, or where nothing can be installed, only
ours are measured, and it says so.

There are 50 standard normal inputs, and y depends on the first two, once by
trends and once symmetrically, where methods of means and lines see nothing:

  trend       y = x1 / (0.5 + (x2 + 1.5)^2) + 0.1 e
  symmetric   y = x1^2 + x2^2 + 0.1 e

Time is that of the fit alone, with the data in memory; memory is the most that
the process held, the program and the data included. A method that takes longer
than --limit, or needs more memory than there is, is not run with more rows.
docs/bench.md says what each figure is.`,
		Example: `  suffice bench peers -o peers
  suffice bench peers --sizes 1000,10000 --limit 30s --json`,
		Args: takesNothing,
		RunE: checked(b.check, b.run),
	})
	flags.IntSliceVar(&b.sizes, "sizes", []int{1000, 10_000, 100_000, 1_000_000}, "`numbers` of rows")
	flags.DurationVar(&b.limit, "limit", 2*time.Minute, "`time` after which a fit is ended")
	flags.StringVarP(&b.dir, "output", "o", "", "write tables and pictures to this `directory`")
	flags.StringVar(&b.state, "state", "", "keep finished fits in this `file`, and go on from it")
	b.addPython(flags, "")
	flags.Uint64Var(&b.seed, "seed", 1, "`seed` of the data and of the fits")
	b.addJSON(flags, "print one JSON object instead of the tables")
	return cmd
}

// minPeerRows is enough for ten slices and fifty inputs to be told from noise.
const minPeerRows = 200

// check finds what is wrong with the options before any work.
func (b *benchPeers) check(given, []string) error {
	errs := []error{refuse(len(b.sizes) == 0, "--sizes: name at least one number of rows")}
	for i, n := range b.sizes {
		errs = append(errs, refuse(n < minPeerRows || n > maxNumbers/peers.Inputs, "--sizes %d: the number of rows must be from %d to %d", n, minPeerRows, maxNumbers/peers.Inputs),
			refuse(i > 0 && n <= b.sizes[max(0, i-1)], "--sizes: name the numbers of rows in ascending order, each once"))
	}
	return cmp.Or(append(errs,
		refuse(b.limit <= 0, "--limit %s: the time must be above 0", b.limit),
		refuse(b.state == "-", "--state -: the state must be a file"),
	)...)
}

func (b *benchPeers) run(ctx context.Context, _ []string) (err error) {
	if err := b.makeDirectory(); err != nil {
		return err
	}
	contest := peers.Contest{Sizes: b.sizes, Limit: b.limit, Seed: b.seed, Threads: runtime.GOMAXPROCS(0), Program: b.program}
	if b.program == nil {
		self, err := os.Executable()
		if err != nil {
			return err
		}
		contest.Program = []string{self, "bench", "one"}
	}
	open := func(path string) (*peers.State, error) {
		return peers.OpenState(path, b.seed, b.limit, contest.Threads)
	}
	return withState(b.state, open, &contest.State, func() error {
		if contest.Python, err = b.openAll(ctx); err != nil {
			return err
		}
		results, err := watched(ctx, b.streams, func(ctx context.Context, progress *progress) ([]peers.Result, error) {
			contest.Told = progress.set
			return contest.Run(ctx)
		})
		if err != nil {
			return err
		}
		return b.deliver(newPeersResult(contest, results))
	})
}

// makeDirectory makes that of the results, before any work.
func (b *benchPeers) makeDirectory() error {
	if b.dir == "" {
		return nil
	}
	if err := os.MkdirAll(b.dir, 0o777); err != nil {
		return fmt.Errorf("-o %s: cannot make the directory: %w", b.dir, err)
	}
	return checkWritable(filepath.Join(b.dir, "peers.json"))
}

// openAll opens the environment with the other programs. Where there is none, it says why,
// and ours are measured alone.
func (b *benchPeers) openAll(ctx context.Context) (*peers.Python, error) {
	python, err := b.open(ctx, b.streams, peers.Packages()...)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		say(b.err, "suffice: warning: only our methods are measured: %s; see --python and --env", oneLine(err.Error()))
		return nil, nil
	}
	return python, nil
}
