package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/chart"
	"suffice/evaluate"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/metrics"
	"suffice/internal/render"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/table"
)

// compare is the command that tells which method predicts best, with how many components.
type compare struct {
	streams
	dataOptions
	methods               []string
	dims                  []int
	train, repeats, folds int
	centres               int
	seed                  uint64
	state, output         string
	noScale               bool
	judge, measure        string

	usual  render.Usual
	chosen []suffice.Method
	format chart.Format // of the picture
}

func newCompare(s streams) *cobra.Command {
	c := &compare{streams: s, usual: render.UsualComparison()}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "compare FILE --target COLUMN --methods A,B --dims N,M",
		Short: "Compare methods by how well their components predict",
		Long: `Compare divides the rows into training and test rows, again and again, lets each
method find its components from the training rows, and predicts the test rows
from them, by nearest neighbours and by kernel ridge regression. All methods see
the same divisions, and none sees a test row. Guessing the mean, the most
frequent class or the most frequent labels is beside them. The last line says
what is best, and the command that makes it. FILE may be - for standard input.`,
		Example: `  suffice compare examples/data3.csv --target y --dims 1,2,3 -o errors.png
  suffice compare visits.csv --target outcome --group person
  suffice compare assay.csv --target response --block plate
  suffice compare scene.arff.gz --labels scene.xml --methods sca,pca,none \
    --dims 2,5,10 --train 1000 --repeats 20 --json`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(c.check, c.run),
	})
	flags.StringSliceVar(&c.methods, "methods", nil, "`names` as suffice methods has them\n(default: "+strings.Join(c.usual.Methods, ",")+")")
	flags.IntSliceVar(&c.dims, "dims", nil, "`numbers` of components (default: "+commas(c.usual.Dims)+",\nup to the number of inputs)")
	flags.IntVar(&c.train, "train", 0, fmt.Sprintf("training `rows` of a division (default: %d, or\ntwo thirds of fewer than %d rows)", c.usual.Train, c.usual.Train*3/2))
	flags.IntVar(&c.repeats, "repeats", evaluate.DefaultRepeats, "random divisions")
	flags.IntVar(&c.folds, "folds", 0, "use cross-validation with so many folds instead")
	c.addDividing(flags)
	flags.Lookup("block").Usage = blockUsage
	flags.StringVar(&c.judge, "judge", string(evaluate.BothJudges), "predict by both, neighbours, ridge or\nnearest")
	flags.StringVar(&c.measure, "measure", "", "decide by this measure, such as r2 or\nbalanced_accuracy (default: the error)")
	flags.StringVarP(&c.output, "output", "o", "", "draw the errors to this `file`: .png, .svg or .pdf")
	flags.StringVar(&c.state, "state", "", "keep finished fits in this `file`, and go on from it")
	c.addChoosing(flags)
	c.addReading(flags)
	flags.IntVar(&c.centres, "centres", 0, "number of kernel centres (default: as the method has)")
	flags.BoolVar(&c.noScale, "no-scale", false, "keep the columns' units: do not standardize inputs")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the divisions and of the fits")
	c.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "methods", cli.MethodValues())
	cli.Complete(cmd, "judge", judgeNames())
	return cmd
}

func judgeNames() []string {
	return cli.Names(evaluate.Judges(), func(j evaluate.Judge) string { return string(j) })
}

// commas are numbers as an option takes them.
func commas(numbers []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), ","), "[]")
}

// check finds what is wrong with the options before any work.
func (c *compare) check(given cli.Given, paths []string) error {
	if !given("methods") {
		c.methods = c.usual.Methods
	}
	errs := []error{
		cli.Refuse(len(c.methods) == 0, "--methods: name at least one method"),
		cli.Refuse(given("dims") && len(c.dims) == 0, "--dims: name at least one number of components"),
		cli.Refuse(given("folds") && (given("train") || given("repeats")), "--folds does not go with --train or --repeats: every row is tested once"),
		cli.Refuse(given("folds") && c.folds < 2, "--folds %d: there must be at least 2", c.folds),
		cli.Refuse(given("train") && c.train < 2, "--train %d: there must be at least 2 training rows", c.train),
		cli.Refuse(c.repeats < 1, "--repeats %d: there must be at least 1", c.repeats),
		cli.Refuse(c.centres < 0, "--centres %d: the number of centres must be at least 1", c.centres),
	}
	errs = append(errs, c.checkJudging()...)
	for i, dim := range c.dims {
		errs = append(errs, cli.Refuse(dim < 1, "--dims %d: the number of components must be at least 1", dim),
			cli.Refuse(slices.Contains(c.dims[:i], dim), "--dims: %d is there twice", dim))
	}
	return cmp.Or(append(errs, c.setMethods(), c.setFormat(), c.checkState(paths), c.dataOptions.check())...)
}

// checkJudging finds what is wrong with judge, groups and time.
func (c *compare) checkJudging() []error {
	err := evaluate.Judge(c.judge).Check()
	return []error{
		cli.Refuse(err != nil, "--judge: %v", err),
	}
}

// checkState makes sure that the state is no file that is read or written otherwise.
func (c *compare) checkState(paths []string) error {
	if c.state == "" {
		return nil
	}
	itself := slices.ContainsFunc(paths, func(path string) bool { return path != "-" && cli.SameFile(path, c.state) })
	return cmp.Or(
		cli.Refuse(c.state == "-", "--state -: the state must be a file"),
		cli.Refuse(c.output != "" && cli.SameFile(c.output, c.state), "--state %s and -o %s are the same file; name another one for the state", c.state, c.output),
		cli.Refuse(itself, "--state %s is the table itself; name another file for the state", c.state),
	)
}

// closeState closes a state file; what kept it from that is the error, unless there is one.
func closeState(state io.Closer, err *error) {
	if failed := state.Close(); *err == nil {
		*err = failed
	}
}

func (c *compare) setMethods() (err error) {
	c.chosen, err = cli.Methods("--methods", c.methods)
	return err
}

// setFormat finds that of the picture, where there is to be one.
func (c *compare) setFormat() (err error) {
	if c.output == "" {
		return nil
	}
	c.format, err = pictureFormat(c.output)
	return err
}

// pictureFormat is what the ending of a file says.
func pictureFormat(path string) (chart.Format, error) {
	format, err := chart.FormatOf(path)
	if err != nil {
		return "", cli.Usagef("-o %s", err)
	}
	return format, nil
}

func (c *compare) run(ctx context.Context, paths []string) (err error) {
	if err := checkOutput(c.output, append(slices.Clone(c.labels), paths...)...); err != nil {
		return err
	}
	data, choice, err := c.choose(ctx, c.streams, paths...)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	comparison, err := c.comparison(data, choice)
	if err != nil {
		return err
	}
	if c.state != "" {
		if comparison.State, err = evaluate.OpenState(ctx, c.state, choice.X, choice.Target(), comparison); err != nil {
			return err
		}
		defer closeState(comparison.State, &err)
	}
	found, err := c.watch(ctx, comparison, choice)
	if err != nil {
		return about(data, err)
	}
	found.Target = output.Names(choice.Y)
	result := compared{
		CompareResult: found, source: data.Source(), files: paths, next: c.next(paths[0]),
		capped: c.train == 0 && c.folds == 0 && choice.X.Len()*2/3 > found.Train,
	}
	if err := render.Nothing(found); err != nil {
		return fmt.Errorf("%s: %w", data.Source(), err)
	}
	return c.deliver(result)
}

// comparison is that of the options for the table at hand.
func (c *compare) comparison(data *table.Table, choice *table.Choice) (evaluate.CompareOptions, error) {
	e := evaluate.CompareOptions{
		Methods: c.chosen, Dims: c.dims, Centres: c.centres, NoScale: c.noScale, Judge: evaluate.Judge(c.judge),
	}
	n, d := choice.X.Len(), choice.X.Width()
	if e.Dims == nil {
		e.Dims = c.usual.DimsOf(d)
	}
	if most := slices.Max(e.Dims); most > d {
		return e, cli.Usagef("--dims %d, but %s has only %s", most, data.Source(), humanize.Count(d, "input column"))
	}
	splits, err := c.splits(choice)
	if err != nil {
		return e, err
	}
	if e.Measure, err = c.chosenMeasure(choice.Y.Kind()); err != nil {
		return e, err
	}
	err = cmp.Or(
		cli.Refuse(c.train >= n, "--train %d, but %s has only %s, and some must be left to test", c.train, data.Source(), humanize.Count(n, "row")),
		cli.Refuse(c.folds > n, "--folds %d, but %s has only %s", c.folds, data.Source(), humanize.Count(n, "row")),
	)
	if err != nil {
		return e, err
	}
	if e.Splits, err = splits.Filled(n); err != nil {
		return e, fmt.Errorf("%s: %w", data.Source(), err)
	}
	return e, nil
}

// splits are those of the options.
func (c *compare) splits(choice *table.Choice) (s evaluate.Splits, err error) {
	rows, err := c.dataOf(choice)
	if err != nil {
		return s, err
	}
	s = c.usual.DividedOf(rows, c.train)
	s.Folds, s.Repeats, s.Seed = c.folds, c.repeats, c.seed
	if c.folds > 0 {
		s.Train, s.Test, s.Repeats = 0, 0, 0
	}
	return s, nil
}

// chosenMeasure is that of --measure, also with hyphens or by a name of before.
func (c *compare) chosenMeasure(kind output.Kind) (string, error) {
	if c.measure == "" {
		return "", nil
	}
	names := evaluate.Measures(kind)
	if measure := metrics.Named(c.measure); slices.Contains(names, measure.Name) {
		return measure.Name, nil
	}
	return "", cli.Usagef("--measure %s: for such a target it is one of %s", c.measure, strings.Join(names, ", "))
}

// watch makes the comparison and tells how far it is.
func (c *compare) watch(ctx context.Context, comparison evaluate.CompareOptions, choice *table.Choice) (*evaluate.CompareResult, error) {
	progress := cli.StartProgress(c.Err, "comparing")
	defer progress.End()
	comparison.Progress = func(at evaluate.Progress) {
		progress.Set("%s %d of %d fits, %s with %d%s", termtext.Bar(at.Done, at.All), at.Done, at.All, at.Method, at.Dim, termtext.Left(at.Left))
	}
	return evaluate.Compare(ctx, choice.X, choice.Target(), comparison)
}

// deliver draws the picture, and then prints the table.
func (c *compare) deliver(result compared) error {
	if c.output != "" {
		err := c.Write(c.output, func(w io.Writer) error { return result.picture().Write(w, c.format) })
		if err != nil {
			return err
		}
	}
	return c.Tell(result.CompareResult, result.text)
}
