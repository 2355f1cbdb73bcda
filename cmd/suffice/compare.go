package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice"
	"suffice/chart"
	"suffice/evaluate"
	"suffice/internal/wording"
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
	noScale, asJSON       bool

	usual  usualComparison
	chosen []suffice.Method
}

// usualComparison is what is done where the options do not say.
type usualComparison struct {
	methods []string
	dims    []int // up to the number of inputs
	train   int   // at most so many rows; 0 for two thirds, however many that are
	repeats int
}

func newCompare(s streams) *cobra.Command {
	c := &compare{streams: s, usual: usualComparison{
		// The recommended method, a fast one that takes any output, and the baselines.
		methods: []string{"sca", "mddm", "pca", "none"}, dims: []int{1, 2, 5, 10}, repeats: evaluate.DefaultRepeats,
	}}
	cmd := &cobra.Command{
		Use:   "compare FILE --target COLUMN --methods A,B --dims N,M",
		Short: "Compare methods by how well their components predict",
		Long: `Compare divides the rows into training and test rows, again and again, lets each
method find its components from the training rows, and predicts each test row
by the nearest training row in them. All methods see the same divisions, and
none sees a test row. The error is the share of wrong labels (Hamming loss),
the share of wrong classes, or the root mean squared error, by what the target
is. FILE may be - for standard input.`,
		Example: `  suffice compare examples/data3.csv --target y --dims 1,2,3 -o errors.png
  suffice compare scene.arff.gz --labels scene.xml --methods sca,pca,none \
    --dims 2,5,10 --train 1000 --repeats 20 --json`,
		DisableFlagsInUseLine: true,
		Args:                  takes("one file"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := c.check(cmd.Flags().Changed, args); err != nil {
				return err
			}
			return c.run(cmd.Context(), args)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	c.addComparing(flags)
	flags.IntVar(&c.folds, "folds", 0, "cross-validation with so many folds instead")
	c.addResult(flags)
	complete(cmd, "methods", methodValues())
	return cmd
}

// addComparing adds the options of what is compared.
func (c *compare) addComparing(flags *pflag.FlagSet) {
	train := "two thirds"
	if c.usual.train > 0 {
		train = fmt.Sprintf("%d, or\ntwo thirds of fewer than %d rows", c.usual.train, c.usual.train*3/2)
	}
	flags.StringSliceVar(&c.methods, "methods", nil, "`names` as suffice methods has them\n(default: "+strings.Join(c.usual.methods, ",")+")")
	flags.IntSliceVar(&c.dims, "dims", nil, "`numbers` of components (default: "+commas(c.usual.dims)+",\nup to the number of inputs)")
	flags.IntVar(&c.train, "train", 0, "training `rows` of a division (default: "+train+")")
	flags.IntVar(&c.repeats, "repeats", c.usual.repeats, "random divisions")
}

// addResult adds the options of how it is done and what becomes of it.
func (c *compare) addResult(flags *pflag.FlagSet) {
	flags.StringVarP(&c.output, "output", "o", "", "draw the errors to this `file`: .png, .svg or .pdf")
	flags.StringVar(&c.state, "state", "", "keep finished fits in this `file`, and go on from it")
	c.addChoosing(flags)
	c.addReading(flags)
	flags.IntVar(&c.centres, "centres", 0, "kernel centres of a set (default: as the method has)")
	flags.BoolVar(&c.noScale, "no-scale", false, "keep the columns' units; do not scale them to sd 1")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the divisions and of the fits")
	flags.BoolVar(&c.asJSON, "json", false, "print one JSON object instead of the table")
}

// commas are numbers as an option takes them.
func commas(numbers []int) string {
	return strings.Trim(strings.Join(strings.Fields(fmt.Sprint(numbers)), ","), "[]")
}

// check finds what is wrong with the options before any work.
func (c *compare) check(given func(option string) bool, paths []string) error {
	if !given("methods") {
		c.methods = c.usual.methods
	}
	switch {
	case len(c.methods) == 0:
		return usagef("--methods: name at least one method")
	case given("dims") && len(c.dims) == 0:
		return usagef("--dims: name at least one number of components")
	case given("folds") && (given("train") || given("repeats")):
		return usagef("--folds does not go with --train or --repeats: every row is tested once")
	case given("folds") && c.folds < 2:
		return usagef("--folds %d: there must be at least 2", c.folds)
	case given("train") && c.train < 2:
		return usagef("--train %d: there must be at least 2 training rows", c.train)
	case c.repeats < 1:
		return usagef("--repeats %d: there must be at least 1", c.repeats)
	case c.centres < 0:
		return usagef("--centres %d: the number of centres must be at least 1", c.centres)
	}
	for i, dim := range c.dims {
		if dim < 1 {
			return usagef("--dims %d: the number of components must be at least 1", dim)
		}
		if slices.Contains(c.dims[:i], dim) {
			return usagef("--dims: %d is there twice", dim)
		}
	}
	var err error
	if c.chosen, err = chosenMethods(c.methods); err != nil {
		return err
	}
	if _, err := c.format(); err != nil {
		return err
	}
	if err := c.checkState(paths); err != nil {
		return err
	}
	return c.dataOptions.check()
}

// checkState makes sure that the state is no file that is read or written otherwise.
func (c *compare) checkState(paths []string) error {
	if c.state == "" {
		return nil
	}
	if c.state == "-" {
		return usagef("--state -: the state must be a file")
	}
	if c.output != "" && sameFile(c.output, c.state) {
		return usagef("--state %s and -o %s are the same file; name another one for the state", c.state, c.output)
	}
	for _, path := range paths {
		if path != "-" && sameFile(path, c.state) {
			return usagef("--state %s is the table itself; name another file for the state", c.state)
		}
	}
	return nil
}

// closeState closes a state file; what kept it from that is the error, unless there is one.
func closeState(state io.Closer, err *error) {
	if failed := state.Close(); *err == nil {
		*err = failed
	}
}

// chosenMethods are those of --methods.
func chosenMethods(names []string) ([]suffice.Method, error) {
	var methods []suffice.Method
	for i, name := range names {
		m, err := suffice.MethodNamed(name)
		if err != nil {
			return nil, usagef("--methods: %s", err)
		}
		if twice(names, i) {
			return nil, usagef("--methods: %s is there twice", name)
		}
		methods = append(methods, m)
	}
	return methods, nil
}

// format is that of the picture, or "" for none.
func (c *compare) format() (chart.Format, error) {
	if c.output == "" {
		return "", nil
	}
	format, err := chart.FormatOf(c.output)
	if err != nil {
		return "", usagef("-o %s", err)
	}
	return format, nil
}

func (c *compare) run(ctx context.Context, paths []string) (err error) {
	if err := checkApart(c.output, append(slices.Clone(c.labels), paths...)...); err != nil {
		return err
	}
	if err := checkWritable(c.output); err != nil {
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
	result := compared{Compared: found, source: data.Source(), files: paths}
	if err := result.nothing(); err != nil {
		return fmt.Errorf("%s: %w", data.Source(), err)
	}
	return c.deliver(result)
}

// comparison is that of the options for the table at hand.
func (c *compare) comparison(data *table.Table, choice *table.Choice) (evaluate.Comparison, error) {
	e := evaluate.Comparison{Methods: c.chosen, Dims: c.dims, Centres: c.centres, NoScale: c.noScale}
	n, d := choice.X.Len(), choice.X.Width()
	if e.Dims == nil {
		e.Dims = slices.DeleteFunc(slices.Clone(c.usual.dims), func(dim int) bool { return dim > d })
	}
	if most := slices.Max(e.Dims); most > d {
		return e, usagef("--dims %d, but %s has only %s", most, data.Source(), wording.Count(d, "input column"))
	}
	splits := evaluate.Splits{Folds: c.folds, Seed: c.seed}
	if c.folds == 0 {
		splits.Train, splits.Repeats = c.train, c.repeats
		if c.train == 0 && c.usual.train > 0 {
			splits.Train = min(c.usual.train, n*2/3)
		}
	}
	switch {
	case c.train >= n:
		return e, usagef("--train %d, but %s has only %s, and some must be left to test", c.train, data.Source(), wording.Count(n, "row"))
	case c.folds > n:
		return e, usagef("--folds %d, but %s has only %s", c.folds, data.Source(), wording.Count(n, "row"))
	}
	var err error
	if e.Splits, err = splits.Filled(n); err != nil {
		return e, fmt.Errorf("%s: %w", data.Source(), err)
	}
	return e, nil
}

// watch makes the comparison and tells how far it is.
func (c *compare) watch(ctx context.Context, comparison evaluate.Comparison, choice *table.Choice) (*evaluate.Compared, error) {
	progress := startProgress(c.err, "comparing")
	defer progress.end()
	comparison.Progress = func(at evaluate.Progress) {
		progress.set("%s %d of %d fits, %s with %d%s", bar(at.Done, at.All), at.Done, at.All, at.Method, at.Dim, left(at.Left))
	}
	return evaluate.Compare(ctx, choice.X, choice.Target(), comparison)
}

// deliver draws the picture, and then prints the table.
func (c *compare) deliver(result compared) error {
	format, err := c.format()
	if err != nil {
		return err
	}
	if c.output != "" {
		err := c.write(c.output, func(w io.Writer) error { return result.picture().Write(w, format) })
		if err != nil {
			return err
		}
	}
	if c.asJSON {
		return c.printJSON(result.Compared)
	}
	return c.print(result.text())
}
