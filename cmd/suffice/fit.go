package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/render"
)

// What --dim and --screen take for as many as predict best, and --method for what predicts best.
const (
	autoDim    = "auto"
	autoMethod = "auto"
	autoValue  = autoMethod + "\tthe one whose components predict rows held out best"
)

// fit is the command that finds components.
type fit struct {
	streams
	dataOptions
	dims              string
	dim, centres      int // dim is as dims says, 0 for as many as predict best
	slices            int // of the target
	method, output    string
	noVerdict         bool
	permutations      int
	noRefine, noScale bool
	asPrinted, fewer  bool
	predictor         bool
	log               string
	screen            string
	screened          int // as screen says
	shrinkage         string
	shrunk            float64 // as shrinkage says
	chosen            suffice.Method
	intervals         int  // half-samples that tell how sure it is
	selects           bool // some of the inputs
	active            int  // directions that are the components
	seed              uint64
	tells             bool // how far it is, a line a step
	verbose           bool // say how the components were found, too
}

func newFit(s streams) *cobra.Command {
	f := &fit{streams: s}
	f.memory.work, f.digest, f.sums = "a fit", true, true
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "fit FILE --target COLUMN [--dim N] [flags]",
		Short: "Find the components of a table that suffice to predict its target",
		Long: `Fit reads a table (CSV, Parquet, Arrow, Excel, SQLite, ARFF, LIBSVM, NumPy or
JSON lines, packed or not), takes the target as what is to be predicted and all
other columns as inputs, and finds the few combinations of the inputs that keep
what they say about the target. Whether this is a number, a class or labels is
found by looking, and said. FILE may be - for standard input. A table that does
not fit into --memory is kept on disk, and its rows are read as they are needed.

How many components there are, unless --dim says it, is found by what they
predict of rows that they were found without; and so is the verdict: what the
components are worth beside all inputs and beside a guess, and whether noise
would do as well. Where nothing is found, it says so. Both hold for independent
rows: where rows belong together, as those of a patient do, say --group, and
where they follow each other in time, --time.`,
		Example: `  suffice fit examples/data3.csv --target y
  suffice fit houses.csv --target price --dim 3 --exclude id -o model.json
  suffice fit visits.csv --target outcome --group patient
  suffice fit large.parquet --target y --dim 2 --memory 1GiB`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(f.check, f.run),
	})
	flags.StringVarP(&f.dims, "dim", "d", autoDim, "find this `number` of components, or auto: as many as\ncross-validated prediction asks for")
	flags.StringVarP(&f.output, "output", "o", "", "write the model to this `file`; - is standard output")
	f.addChoosing(flags)
	f.addWeights(flags)
	f.addDividing(flags)
	f.addReading(flags)
	flags.StringVar(&f.method, "method", "sca", "find them by this method of suffice methods, or auto:\nthe one that predicts best")
	flags.IntVar(&f.centres, "centres", 0, "number of kernel centres (default: as the method has)")
	flags.IntVar(&f.slices, "slices", 0, "number of slices of the target, about (sir, save, dr,\nlassosir, seas)")
	flags.StringVar(&f.shrinkage, "shrinkage", "", "draw the covariance of classes toward its diagonal by\nthis `share`, auto (Ledoit-Wolf) or none (default: auto\nwith fewer than five rows for each input; lda)")
	flags.BoolVar(&f.noRefine, "no-refine", false, "stop after the passes, without the exact ascent (sca)")
	flags.BoolVar(&f.asPrinted, "as-printed", false, "use the paper's formulas as printed, to compare (sca)")
	flags.StringVar(&f.screen, "screen", "", "screen the inputs to this `number`, or auto, by HSIC\nLasso before the fit (sca)")
	flags.BoolVar(&f.fewer, "fewer", false, "allow fewer components than --dim where these are\nenough by cross-validation (seas)")
	flags.BoolVar(&f.noVerdict, "no-verdict", false, "skip the cross-validated score and its permutation\ntest, which are most of the work")
	flags.IntVar(&f.permutations, "permutations", 0, "get p by a permutation test with `N` whole refits")
	flags.IntVar(&f.intervals, "intervals", 0, "95% intervals of weights from `N` half-samples, better\n200 (delete-half jackknife)")
	flags.IntVar(&f.active, "active", 0, "make the `K` leading active directions the components:\nalong which the target changes most (for simulators)")
	flags.BoolVar(&f.selects, "select", false, "keep inputs selected in most half-samples (stability\nselection)")
	flags.BoolVar(&f.noScale, "no-scale", false, "keep the columns' units: do not standardize inputs")
	flags.BoolVar(&f.predictor, "predictor", false, "add a predictor of the target, for suffice predict")
	flags.StringVar(&f.log, "log", "", "whether the predictor is of the target's logarithm:\n`yes` or no (default: what predicts better)")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of centres, folds and starts")
	flags.BoolVar(&f.tells, "progress", false, "report progress on standard error, a line a step")
	flags.BoolVar(&f.verbose, "verbose", false, "print how the components were found, too: the score,\nwidths and passes of the search, as inspect does")
	f.AddJSON(flags, "print one JSON object instead of the summary")
	flags.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "bootstrap" { // what it was called
			name = "intervals"
		}
		return pflag.NormalizedName(name)
	})
	cli.Complete(cmd, "method", append(cli.MethodValues(), autoValue))
	return cmd
}

func (f *fit) run(ctx context.Context, paths []string) error {
	if err := checkOutput(f.output, append(paths, f.labels...)...); err != nil {
		return err
	}
	data, choice, err := f.choose(ctx, f.streams, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	if d := choice.X.Width(); max(f.dim, f.active) > d {
		return fmt.Errorf("%s, but %s has only %s", f.wanted(), data.Source(), humanize.Count(d, "input column"))
	}
	cli.AllowLittleGarbage()
	rows, err := choice.Data()
	if err != nil {
		return about(data, err)
	}
	start := time.Now()
	progress := f.startProgress()
	defer progress.End()
	found, err := suffice.Fit(ctx, rows, f.fitting(progress))
	if _, asked := errors.AsType[*suffice.NoNumber](err); asked {
		err = fmt.Errorf("%w; say how many with --dim", err)
	}
	if err != nil {
		return about(data, err)
	}
	progress.End()
	model := found.Model
	seconds := time.Since(start).Seconds()
	leanings, err := f.leanings(ctx, model, rows)
	if err != nil {
		return err
	}
	f.warn(model.Warnings)
	if v := model.Verdict; v != nil && v.WhyNoP != "" && f.group == "" {
		cli.Say(f.Err, "suffice: say --group COLUMN or --time COLUMN, or --group none if all rows are independent")
	}
	return f.deliver(fitted{
		model: model, source: data.Source(), n: rows.Len(), seconds: seconds,
		warnings: append(f.flags.Texts(choice.Warnings), model.Warnings...), file: f.output,
		spooled: f.memory.spooled(data), picked: found.Chosen, paths: paths, leanings: leanings, verbose: f.verbose,
	})
}

// wanted is the option that wants most components.
func (f *fit) wanted() string {
	if f.active > f.dim {
		return fmt.Sprintf("--active %d", f.active)
	}
	return fmt.Sprintf("--dim %d", f.dim)
}

// leanings say what large values of the components mean, where people read it. That they cannot be
// had is no reason to fail, but that the command is interrupted is.
func (f *fit) leanings(ctx context.Context, model *suffice.Projection, rows *suffice.Data) (said []string, err error) {
	if f.AsJSON {
		return nil, nil
	}
	if said, err = render.Leanings(ctx, model, rows); err != nil {
		said = nil
	}
	return said, ctx.Err()
}

// startProgress shows how far it is to a person, or tells it to a program.
func (f *fit) startProgress() *cli.Progress {
	if f.tells {
		return cli.TellProgress(f.Err)
	}
	return cli.StartProgress(f.Err, "fitting")
}

// logs are the values of --log.
var logs = map[string]suffice.Log{"": suffice.FindLog, "yes": suffice.UseLog, "no": suffice.NoLog}

// fitting is what the options ask for.
func (f *fit) fitting(progress *cli.Progress) suffice.FitOptions {
	var look func(*suffice.Projection)
	if progress.Shown() {
		look = func(m *suffice.Projection) { progress.Note("first look: " + heaviest(m)) }
	}
	return suffice.FitOptions{
		Look:   look,
		Method: f.chosen, Auto: f.method == render.AutoMethod, NoVerdict: f.noVerdict, Permutations: f.permutations,
		Active: f.active, Select: f.selects, Intervals: f.intervals, Predictor: f.predictor, Log: logs[f.log], Progress: progress.Step,
		Options: suffice.Options{
			Dim: f.dim, Centres: f.centres, NoScale: f.noScale, NoRefine: f.noRefine, AsPrinted: f.asPrinted, Seed: f.seed,
			Screen: f.screened, Fewer: f.fewer, Slices: f.slices, Shrinkage: f.shrunk,
		},
	}
}

// check finds what is wrong with the options before any work.
func (f *fit) check(given cli.Given, _ []string) error {
	if _, known := logs[f.log]; !known || f.log != "" && !f.predictor {
		return fmt.Errorf("--log %s: say yes or no, beside --predictor", f.log)
	}
	var err error
	f.chosen, err = render.MethodFor(f.method, given)
	errs := []error{
		cli.Refuse(f.centres < 0, "--centres %d: the number of centres must be at least 1", f.centres),
		cli.Refuse(given("slices") && f.slices < 2, "--slices %d: there must be at least 2", f.slices),
		cli.Refuse(f.AsJSON && f.output == "-", "--json and -o - both want standard output; write the model to a file"),
		cli.Refuse(f.permutations < 0, "--permutations %d: there must be at least 1", f.permutations),
		cli.Refuse(f.permutations > 0 && (f.group != "" || f.time != ""), "--permutations puts single rows into random order, which belong together here; leave it out: p is by --group or --time"),
		cli.Refuse(f.noVerdict && f.permutations > 0, "--permutations are for the verdict; leave out --no-verdict"),
		f.dataOptions.check(),
		cli.Refuse(given("active") && f.active < 1, "--active %d: there must be at least 1 active direction", f.active),
		cli.Refuse(f.active > 0 && (f.method == autoMethod || f.selects || f.screen != "" || f.chosen.Sparse), "--active is for one method on all inputs; leave out --method auto, seas, lassosir and spls, --select and --screen"),
		cli.Refuse(f.intervals < 0 || f.intervals == 1, "--intervals %d: it takes at least 2 half-samples, better 200; 0 means none", f.intervals),
		cli.Refuse(err != nil, "%v", f.flags.InFlags(err)),
	}
	f.dim, err = dimOf(f.dims)
	errs = append(errs, cli.Refuse(err != nil, "--dim %s: %v", f.dims, err))
	if f.screen != "" {
		f.screened, err = countOr(suffice.AutoScreen, "inputs", f.screen)
		errs = append(errs, cli.Refuse(err != nil, "--screen %s: %v", f.screen, err))
	}
	if f.shrinkage != "" {
		f.shrunk, err = shrinkageOf(f.shrinkage)
		errs = append(errs, cli.Refuse(err != nil, "--shrinkage %s: %v", f.shrinkage, err))
	}
	return cmp.Or(errs...)
}

// shrinkageOf reads a share, auto or none.
func shrinkageOf(text string) (float64, error) {
	switch text {
	case autoDim:
		return suffice.AutoShrinkage, nil
	case "none":
		return suffice.NoShrinkage, nil
	}
	share, err := strconv.ParseFloat(text, 64)
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, errors.New("say auto, none or a share from 0 to 1")
	}
	return cmp.Or(share, suffice.NoShrinkage), nil
}

// dimOf reads a number of components; 0 means auto.
func dimOf(text string) (int, error) { return countOr(0, "components", text) }

// countOr reads a number of something, at least 1, or auto, for which it returns what is given.
func countOr(auto int, of, text string) (int, error) {
	if text == autoDim {
		return auto, nil
	}
	count, err := strconv.Atoi(text)
	if err != nil || count < 1 {
		return 0, fmt.Errorf("the number of %s must be at least 1, or auto", of)
	}
	return count, nil
}

// deliver writes the model, and then what there is to say about it.
func (f *fit) deliver(result fitted) error {
	if f.output != "" {
		if err := f.Write(f.output, result.model.Write); err != nil {
			return err
		}
	}
	if f.AsJSON {
		if err := result.model.Write(io.Discard); err != nil { // what is too large for a file is too large here
			return err
		}
	} else if f.output == "-" {
		return cli.AsText(result.summary)(f.Err)
	}
	return f.Tell(result.report(), result.summary)
}
