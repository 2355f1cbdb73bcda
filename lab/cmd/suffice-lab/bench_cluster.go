package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/internal/memory"
	"suffice/internal/sampling"
	"suffice/internal/testing/artificial"
	"suffice/lab/costmodel"
	"suffice/table"
)

// benchCluster is the command that tells how long fits of large tables take on many workers.
type benchCluster struct {
	cli.Streams
	target, method string
	chosen         suffice.Method
	dim            int
	kept, costs    string // memory of workers for parts; the file of costs

	simulate, check bool

	sizes           string
	rows            []float64 // as sizes says
	inputs          int
	workers         []int
	part, bandwidth string // sizes
	partBytes       int64  // as part says
	groups          int    // of neighbours, at most
	on              costmodel.Cluster
}

func newBenchCluster(s cli.Streams) *cobra.Command {
	b := &benchCluster{Streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "cluster [TABLE...] [flags]",
		Short: "Measure small fits on workers, and simulate large ones",
		Long: `Cluster measures what a fit costs where the rows are: it fits tables with
workers that are processes of this machine, one core each, and takes the time of
each question, of each part's answer and of the driver's merge. From that come
costs: seconds a row, bytes of an answer, seconds a byte. TABLE is a folder or a
file, of more than 65,536 rows; several should differ in their number of inputs.
Without any, tables of 20, 50 and 100 inputs are made, and removed again.

With --simulate, a fit of --rows is played with these costs on --workers cores:
parts go to the worker that is free first, answers pass through the driver's
link, and the driver merges them one by one, or workers are given neighbours and
add these up. It tells how long that takes, and what it waits for.

With --check, tables of other sizes are fitted with one worker and with two, and
simulated as well. Where the two differ by more than 20%, the command fails, and
what it simulates is not to be believed. docs/internet-scale.md has figures.`,
		Example: `  suffice-lab bench cluster --costs costs.json
  suffice-lab bench cluster --check --costs costs.json
  suffice-lab bench cluster --simulate --costs costs.json --rows 1e9`,
		RunE: cli.Checked(b.checkOptions, b.run),
	})
	flags.BoolVar(&b.simulate, "simulate", false, "play large fits with the costs, and tell their time")
	flags.BoolVar(&b.check, "check", false, "compare simulated and measured fits of small tables")
	flags.StringVar(&b.costs, "costs", "", "write the costs to this `file`; --simulate and --check\nread it where it is there")
	flags.StringVarP(&b.target, "target", "t", "y", "`column` of the tables to predict")
	flags.StringVar(&b.method, "method", "sca", "`name` as suffice methods has it")
	flags.IntVarP(&b.dim, "dim", "d", 2, "`number` of components to find")
	flags.StringVar(&b.kept, "memory", "1B", "`size` of parts that workers keep for\nthe next question, to save reading")
	flags.StringVar(&b.sizes, "rows", "1e9,1e11", "`numbers` of rows to simulate")
	flags.IntVar(&b.inputs, "inputs", 100, "`number` of inputs to simulate")
	flags.IntSliceVar(&b.workers, "workers", []int{10, 100, 1000}, "`numbers` of cores to simulate")
	flags.StringVar(&b.part, "part", "512MiB", "`size` of a part, 8 bytes a value, or\nless, so that each worker has one")
	flags.StringVar(&b.bandwidth, "bandwidth", "1GB", "`size` that the driver's link brings\na second")
	flags.Float64Var(&b.on.Job, "job", .1, "`seconds` of the engine to ask a question")
	flags.Float64Var(&b.on.Task, "task", .002, "`seconds` of it for each part of one")
	flags.IntVar(&b.groups, "groups", 8192, "at `most` so many answers reach the driver\nwhere neighbours are added up")
	flags.Uint64Var(&b.on.Seed, "seed", 1, "`seed` of data, fits and stragglers")
	b.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "method", cli.MethodValues())
	return cmd
}

// checkOptions finds what is wrong with the options before any work.
func (b *benchCluster) checkOptions(given cli.Given, args []string) error {
	var bandwidth int64
	var errPart, errLink error
	b.partBytes, errPart = memory.Parse(b.part)
	bandwidth, errLink = memory.Parse(b.bandwidth)
	b.on.Bandwidth = float64(bandwidth)
	_, errKept := memory.Parse(b.kept)
	errs := []error{
		cli.Refuse(b.simulate && b.check, "--simulate and --check are two commands; leave one of them out"),
		cli.Refuse(b.simulate && len(args) > 0 && given("costs"), "--simulate takes no tables where --costs are given"),
		cli.Refuse(b.inputs < 1, "--inputs %d: the number of inputs must be at least 1", b.inputs),
		cli.Refuse(errPart != nil || b.partBytes < 1, "--part %s is no size; write it as 512MiB", b.part),
		cli.Refuse(errLink != nil || bandwidth < 1, "--bandwidth %s is no size; write it as 1GB", b.bandwidth),
		cli.Refuse(errKept != nil, "--memory %s is no size; write it as 256MiB", b.kept),
		cli.Refuse(!(b.on.Job >= 0 && b.on.Job <= mostSeconds), "--job %g: it must be from 0 to %g seconds", b.on.Job, mostSeconds),
		cli.Refuse(!(b.on.Task >= 0 && b.on.Task <= mostSeconds), "--task %g: it must be from 0 to %g seconds", b.on.Task, mostSeconds),
		cli.Refuse(b.groups < 1, "--groups %d: there must be at least 1", b.groups),
	}
	for _, text := range strings.Split(b.sizes, ",") {
		n, err := strconv.ParseFloat(text, 64)
		b.rows = append(b.rows, n)
		errs = append(errs, cli.Refuse(err != nil, "--rows %s: write numbers as 1e9,1e11", b.sizes), cli.Refuse(!(n >= 1 && n <= mostSimulated), "--rows %g: the number of rows must be from 1 to %g", n, mostSimulated))
		errs = append(errs, cli.Refuse(n*b.bytesOfRow()/float64(max(1, b.partBytes)) > mostParts, "--part %s: that is more than %d parts; name a larger size", b.part, mostParts))
	}
	for _, w := range b.workers {
		errs = append(errs, cli.Refuse(w < 1 || w > mostParts, "--workers %d: their number must be from 1 to %d", w, mostParts))
	}
	var err error
	b.chosen, err = suffice.MethodNamed(b.method)
	return cmp.Or(append(errs, cli.Refuse(err != nil, "--method: %v", err), cli.Refuse(b.dim < 1, "--dim %d: the number of components must be at least 1", b.dim))...)
}

// What a simulation is asked for at most.
const (
	mostSeconds   = 3600.
	mostSimulated = 1e15
	mostParts     = 1 << 20
)

// bytesOfRow are those of its inputs and target as numbers.
func (b *benchCluster) bytesOfRow() float64 { return 8 * float64(b.inputs+1) }

func (b *benchCluster) run(ctx context.Context, tables []string) error {
	if b.check {
		return b.runCheck(ctx, tables)
	}
	if b.simulate {
		return measured(ctx, b.Streams, func(ctx context.Context, p *cli.Progress) (playReport, error) { return b.play(ctx, p, tables) })
	}
	return measured(ctx, b.Streams, func(ctx context.Context, p *cli.Progress) (costsReport, error) {
		costs, err := b.measure(ctx, p, tables)
		return costsReport{costs, b.inputs}, err
	})
}

// usual are tables that costs are measured by, and others that they are checked by. Parts of two
// sizes tell what a part costs beside its rows, and tables of two sizes what rows cost that are drawn, as
// many of either.
var (
	usual  = []madeTable{{20, 320_000, []int{1, 3, 1, 3}}, {50, 80_000, []int{1, 3, 1, 3}}, {100, 80_000, []int{1, 3, 1, 3}}}
	others = []madeTable{{20, 200_000, []int{1, 1, 1, 1, 1, 1, 1, 1}}, {50, 120_000, []int{1, 1, 1, 1, 1, 1}}}
)

// known are the costs in the file, or those that are measured now.
func (b *benchCluster) known(ctx context.Context, p *cli.Progress, tables []string) (*costmodel.Costs, error) {
	if b.costs == "" {
		return b.measure(ctx, p, tables)
	}
	text, err := os.ReadFile(b.costs)
	if errors.Is(err, fs.ErrNotExist) {
		return b.measure(ctx, p, tables)
	}
	var costs costmodel.Costs
	if err == nil {
		err = cmp.Or(json.Unmarshal(text, &costs), costs.Check())
	}
	if err != nil {
		return nil, fmt.Errorf("%s has no costs: %w", b.costs, err)
	}
	return &costs, nil
}

// measure fits the tables with one worker, and the first of them with two as well.
func (b *benchCluster) measure(ctx context.Context, p *cli.Progress, tables []string) (*costmodel.Costs, error) {
	if b.costs != "" {
		if err := cli.CheckWritable(b.costs); err != nil {
			return nil, err
		}
	}
	runs, err := b.runs(ctx, p, tables, usual, func(k int) []int { return []int{1, 2}[:2-min(k, 1)] })
	if err != nil {
		return nil, err
	}
	costs, err := costmodel.Measured(runs)
	if err == nil && b.costs != "" {
		err = b.Write(b.costs, func(w io.Writer) error { return json.NewEncoder(w).Encode(costs) })
	}
	return costs, err
}

// runs fits tables, or ones that it makes, each with so many workers.
func (b *benchCluster) runs(ctx context.Context, p *cli.Progress, tables []string, otherwise []madeTable, workers func(k int) []int) ([]costmodel.Run, error) {
	if len(tables) == 0 {
		folder, err := os.MkdirTemp("", "suffice")
		if err != nil {
			return nil, err
		}
		defer func() { _ = os.RemoveAll(folder) }()
		for k, one := range otherwise {
			p.Set("making a table of %s", humanize.Count(one.inputs, "input"))
			tables = append(tables, filepath.Join(folder, fmt.Sprint(k)))
			if err := one.write(ctx, b.Streams, tables[k], b.on.Seed); err != nil {
				return nil, err
			}
		}
	}
	var runs []costmodel.Run
	for k, path := range tables {
		for _, count := range workers(k) {
			p.Set("fitting table %d of %d with %s", k+1, len(tables), humanize.Count(count, "worker"))
			run, err := b.fit(ctx, path, count)
			if err != nil {
				return nil, err
			}
			runs = append(runs, run)
		}
	}
	return runs, nil
}

// fit fits a table as suffice fit --no-verdict does, with so many workers of one core each.
func (b *benchCluster) fit(ctx context.Context, path string, workers int) (run costmodel.Run, err error) {
	self, err := os.Executable()
	if err != nil {
		return run, err
	}
	timed := &cluster.Timed{}
	if timed.Processes, err = cluster.Local([]string{path}, workers, self, "worker", "--memory", b.kept); err != nil {
		return run, err
	}
	defer timed.Close()
	command := timed.Command
	timed.Command = func() *exec.Cmd {
		one := command()
		one.Env = append(one.Env, "GOMAXPROCS=1")
		return one
	}
	began := time.Now()
	roles := table.Roles{Target: []string{b.target}}
	described, err := cluster.Describe(ctx, timed, path, table.Options{}, roles)
	if err != nil {
		return run, err
	}
	choice, err := described.Choose(roles)
	if err != nil {
		return run, err
	}
	if n := choice.X.Len(); n <= sampling.Enough(choice.X.Width()) {
		return run, fmt.Errorf("%s: %s are all brought to the driver; costs need more than %d", path, humanize.Count(n, "row"), n)
	}
	data, err := choice.Data()
	if err == nil {
		_, err = suffice.Fit(ctx, data, suffice.FitOptions{Method: b.chosen, NoVerdict: true, Options: suffice.Options{Dim: b.dim, Seed: b.on.Seed}})
	}
	if err != nil {
		return run, fmt.Errorf("%s: %w", path, err)
	}
	return costmodel.Run{Inputs: choice.X.Width(), Workers: workers, Seconds: time.Since(began).Seconds(), Questions: timed.Asked}, nil
}

// newWorker is what workers of bench cluster are. It is not for people.
func newWorker(s cli.Streams) *cobra.Command {
	kept := "1B"
	cmd := &cobra.Command{
		Use: "worker", Short: "Answer questions about parts of a table", Hidden: true, Args: cli.TakesNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			bytes, err := memory.Parse(kept)
			if err != nil {
				return cli.Usagef("--memory: %s", err)
			}
			return (&cluster.Worker{Memory: bytes}).Run(cmd.Context(), s.In, s.Out)
		},
	}
	cmd.Flags().StringVar(&kept, "memory", kept, "`size` of parts to keep for the next question")
	return cmd
}

// madeTable is a table with a known answer, in parts of sizes in these proportions.
type madeTable struct {
	inputs, rows int
	parts        []int
}

// write makes a folder of the parts.
func (m madeTable) write(ctx context.Context, s cli.Streams, folder string, seed uint64) error {
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	all := 0
	for _, share := range m.parts {
		all += share
	}
	for k, share := range m.parts {
		drawn, err := problem{n: m.rows * share / all, d: m.inputs, dim: 2, seed: seed<<16 + uint64(k)}.draw(ctx)
		if err != nil {
			return err
		}
		all, err := artificial.Beside(drawn.X.Data, drawn.Y)
		if err != nil {
			return err
		}
		path := filepath.Join(folder, fmt.Sprintf("%03d.parquet", k))
		if err := s.Write(path, func(w io.Writer) error { return table.Write(ctx, w, all, "parquet") }); err != nil {
			return err
		}
	}
	return nil
}
