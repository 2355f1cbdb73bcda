package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"suffice"
	"suffice/evaluate"
	"suffice/export"
	"suffice/internal/cli"
	"suffice/internal/explore"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/internal/termtext"
	"suffice/rows"
	"suffice/table"
)

// compress is the command that makes few numbers of vectors, and tells beforehand what that costs.
type compress struct {
	streams
	dataOptions
	methods            []string
	dims               []int
	dim, rows          int
	within             float64
	euclidean, noScale bool
	seed               uint64
	outputs            []string
	options            export.Options
	tried              []suffice.Method
	formats            []export.Format // of the outputs; that without a name is a model
}

func newCompress(s streams) *cobra.Command {
	c := &compress{streams: s}
	c.memory.work, c.digest = "a compression", true
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "compress FILE --target COLUMN [-o FILE] [flags]",
		Short: "Make few numbers of embeddings, and tell what that costs",
		Long: `Compress takes vectors with labels, such as embeddings of sentences with what
they are about, and finds the map to the fewest numbers that lose at most one
percentage point of accuracy to all of them, or to as many as --dim says. What
it costs is told by rows that the map was found without: the accuracy by nearest
neighbours and by a line (logistic or ridge regression), and the share of the 10
nearest rows by all inputs that are still among the 10 nearest (recall at 10).
Beside it stand principal components and the first numbers of the vector alone,
as embeddings by Matryoshka models are cut: both need no labels, and are the
rivals where what is asked later is not what the labels say.

The vectors are a column of lists (Parquet, Arrow, JSON lines), or an array
(NPY, NPZ), or a column a number. -o writes the map, and can be said again:
.json is a model for suffice transform, the other endings are those of suffice
export, such as .pgvector.sql, .duckdb.sql, .onnx, .npz and .py.`,
		Example: `  suffice compress examples/embeddings.parquet --target topic
  suffice compress items.parquet --target intent --inputs embedding \
    -o map.json -o map.pgvector.sql --table items
  suffice compress vectors.npz --target y --kind class --dim 16 -o map.onnx`,
		Args: cli.TakesFiles,
		RunE: cli.Checked(c.check, c.run),
	})
	flags.IntVarP(&c.dim, "dim", "d", 0, "compress to this `number` of numbers (default: the\nfewest within --within of all inputs)")
	flags.IntSliceVar(&c.dims, "dims", nil, "`numbers` to try (default: 2,4,8,… up to 128)")
	flags.Float64Var(&c.within, "within", 1, "percentage `points` of accuracy it may lose")
	flags.StringArrayVarP(&c.outputs, "output", "o", nil, "write the map to this `file`, as its ending says")
	c.addChoosing(flags)
	c.addDividing(flags)
	flags.Lookup("inputs").Usage = "take these `columns` as inputs (default: the only\ncolumn of lists, or all others)"
	flags.Lookup("block").Hidden = true // check refuses it
	c.addReading(flags)
	flags.StringSliceVar(&c.methods, "methods", nil, "`names` as suffice methods has them: the first, unless\nanother is clearly better (default: sca,lda,pls)")
	flags.BoolVar(&c.euclidean, "euclidean", false, "nearest by all inputs are so by Euclidean distance\n(default: by the cosine)")
	flags.IntVar(&c.rows, "rows", 0, "judge by so many `rows` at most (5000)")
	flags.BoolVar(&c.noScale, "no-scale", false, "keep the columns' units: do not standardize inputs")
	flags.StringVar(&c.options.Table, "table", "", "pgvector, duckdb: `table` of the vectors (\"data\")")
	flags.StringVar(&c.options.Column, "column", "", "pgvector, duckdb: `column` of the vectors (default: as\nthe file has it, or \"embedding\")")
	flags.StringVar(&c.options.Function, "function", "", "pgvector, duckdb, go: `name` of the function (default\n\"compress\", \"Components\")")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of the folds and of the fits")
	c.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "methods", cli.MethodValues())
	return cmd
}

// check finds what is wrong with the options before any work.
func (c *compress) check(given cli.Given, _ []string) (err error) {
	if c.tried, err = cli.Methods("--methods", c.methods); err != nil {
		return err
	}
	keeps := slices.IndexFunc(c.tried, func(m suffice.Method) bool { return m.KeepsInputs })
	errs := []error{
		cli.Refuse(keeps >= 0, "--methods %s: it keeps all inputs, and cannot compress", strings.Join(c.methods, ",")),
		cli.Refuse(given("block"), "--block does not apply to compress; rows are divided by --group or --time"),
		cli.Refuse(given("dim") && c.dim < 1, "--dim %d: the number must be at least 1", c.dim),
		cli.Refuse(given("dim") && given("dims"), "--dim and --dims: say one of them"),
		cli.Refuse(!(c.within >= 0 && c.within < 100), "--within %g: say percentage points from 0 up", c.within),
		cli.Refuse(given("rows") && c.rows < 20, "--rows %d: there must be at least 20", c.rows),
		c.dataOptions.check(),
	}
	if given("dim") {
		c.dims = []int{c.dim}
	}
	c.formats = nil
	for _, path := range c.outputs {
		format, err := export.Format{}, error(nil)
		if !strings.HasSuffix(strings.ToLower(path), ".json") {
			format, err = export.FormatOf(path)
		}
		c.formats = append(c.formats, format)
		errs = append(errs, cli.Refuse(cli.ToStandardOutput(path), "-o %s: name a file", path), cli.Refuse(err != nil, "-o %s: %v; .json is a model", path, err))
	}
	takes := func(option string) bool {
		return slices.ContainsFunc(c.formats, func(f export.Format) bool { return f.Takes(option) })
	}
	for _, option := range []string{"table", "column", "function"} {
		errs = append(errs, cli.Refuse(given(option) && !takes(option), "--%s does not apply to what -o names; leave it out", option))
	}
	wrong := c.options.Check()
	return cmp.Or(append(errs, cli.Refuse(wrong != nil && takes("package"), "%v", wrong))...)
}

func (c *compress) run(ctx context.Context, paths []string) error {
	for _, path := range c.outputs {
		if err := checkOutput(path, append(paths, c.labels...)...); err != nil {
			return err
		}
	}
	data, choice, err := c.chooseVectors(ctx, paths)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	drawn, err := c.dataOf(choice)
	if err != nil {
		return about(data, err)
	}
	if err := c.tryFormats(drawn); err != nil {
		return about(data, err)
	}
	cli.AllowLittleGarbage()
	progress := cli.StartProgress(c.Err, "compressing")
	defer progress.End()
	found, err := evaluate.Compress(ctx, drawn, evaluate.CompressOptions{
		Methods: c.candidates(drawn), Dims: c.dims, Within: c.within / 100, Euclidean: c.euclidean, NoScale: c.noScale, Rows: c.rows, Seed: c.seed, Progress: progress.Step,
	})
	if err != nil {
		return about(data, err)
	}
	if len(c.outputs) > 0 {
		err = c.write(ctx, drawn, found, progress)
	}
	progress.End()
	result := compressed{CompressResult: found, Files: c.outputs, source: data.Source()}
	if err != nil {
		result.Files = nil
	}
	if len(result.Files) == 0 {
		result.next = fmt.Sprintf("suffice compress %s%s%s --methods %s --dim %d -o map.json", quotedForShell(paths[0]), c.again(), c.judgedAgain(), found.Method, found.Dim)
	}
	told := c.Tell(result, result.text) // though the map could not be written: it took long to find
	if err != nil {
		return about(data, err)
	}
	return told
}

// judgedAgain are the options of its own that were given, but for what is found, as they are typed.
func (c *compress) judgedAgain() string {
	var s explore.Settings
	for _, o := range []struct {
		name  string
		value any
	}{{"within", c.within}, {"rows", c.rows}, {"seed", c.seed}} {
		if c.given(o.name) {
			s.Option(o.name, fmt.Sprint(o.value))
		}
	}
	s.Flag("euclidean", c.euclidean)
	s.Flag("no-scale", c.noScale)
	return typed(s)
}

// tryFormats finds inputs that a format cannot take, before any work, with a model that is empty.
func (c *compress) tryFormats(data *suffice.Data) error {
	inputs := rows.Names(data.X)
	empty := &suffice.Projection{Inputs: inputs, Levels: rows.Levels(data.X), Made: sampling.PickNamed(data.Recipe.Made, inputs), Mean: make([]float64, len(inputs)), Scale: slices.Repeat([]float64{1}, len(inputs)), Components: [][]float64{make([]float64, len(inputs))}}
	for _, format := range c.formats {
		if format.Name != "" {
			if err := format.Write(io.Discard, empty, c.options); err != nil {
				return err
			}
		}
	}
	return nil
}

// chooseVectors takes the numbers of the only column of lists as inputs, unless inputs are named.
func (c *compress) chooseVectors(ctx context.Context, paths []string) (*table.Table, *table.Choice, error) {
	roles, err := c.roles()
	if err != nil {
		return nil, nil, err
	}
	data, err := c.read(ctx, c.streams, roles, paths...)
	if err != nil {
		return nil, nil, err
	}
	c.tellRemarks(c.streams, data)
	var lists []string
	for _, name := range data.Names() {
		if list, ok := strings.CutSuffix(name, "[0]"); ok {
			lists = append(lists, list)
		}
	}
	if len(lists) == 1 && len(c.inputs) == 0 {
		roles.Inputs = lists
	}
	choice, err := c.chosen(ctx, c.streams, data, roles)
	return data, choice, closedOn(err, data)
}

// candidates are the methods to choose from, of those that take such a target.
func (c *compress) candidates(rows *suffice.Data) []suffice.Method {
	methods := c.tried
	if len(methods) == 0 {
		methods, _ = cli.Methods("--methods", []string{"sca", "lda", "pls"})
	}
	return slices.DeleteFunc(methods, func(m suffice.Method) bool { return len(c.tried) == 0 && m.Most != nil && m.Most(rows.Y) == 0 })
}

// write finds the map with all rows, and writes it to all outputs.
func (c *compress) write(ctx context.Context, rows *suffice.Data, found *evaluate.CompressResult, progress *cli.Progress) error {
	method, err := cli.MethodNamed(found.Method)
	if err != nil {
		return err
	}
	fitted, err := suffice.Fit(ctx, rows, suffice.FitOptions{
		Method: method, NoVerdict: true, Progress: progress.Step, Options: suffice.Options{Dim: found.Dim, NoScale: c.noScale, Seed: c.seed},
	})
	if err != nil {
		return err
	}
	c.warn(fitted.Model.Warnings)
	for k, path := range c.outputs {
		write := fitted.Model.Write
		if format := c.formats[k]; format.Name != "" {
			write = func(w io.Writer) error { return format.Write(w, fitted.Model, c.options) }
		}
		if err := c.Write(path, write); err != nil {
			return err
		}
	}
	return nil
}

// compressed is what came of it, as --json prints it.
type compressed struct {
	*evaluate.CompressResult
	Files []string `json:"files,omitempty"`

	source, next string
}

// text is what a person reads: the sentence, the ladder, and what to mind.
func (r compressed) text() string {
	var out termtext.Text
	out.Line("%s\n", heading(r.source, humanize.Count(r.N, "row")+", "+humanize.Count(r.D, "input"), r.Target, r.Kind))
	out.Paragraph("Result", r.inWords())
	figures := func(of func(evaluate.Cost) string, rung evaluate.Rung) string {
		return fmt.Sprintf(" %7s%7s%7s", of(rung.Cost), of(rung.PCA), of(rung.Cut))
	}
	near, line := func(c evaluate.Cost) string { return r.measure(c.Neighbours) }, func(c evaluate.Cost) string { return r.measure(c.Line) }
	kept := func(c evaluate.Cost) string { return percent(c.Kept) }
	out.Line("\n%14s   %-21s %-21s %s", "", fmt.Sprintf("%d neighbours", r.Neighbours), "a line", "10 nearest kept")
	out.Line("numbers  by   %s", strings.Repeat(fmt.Sprintf(" %7s%7s%7s", "map", "pca", "cut"), 3))
	for _, rung := range r.Ladder {
		out.Line("%7d  %-5s%s%s%s", rung.Dim, rung.Method, figures(near, rung), figures(line, rung), figures(kept, rung))
	}
	out.Line("%7d  %-5s %7s%22s%22s", r.D, "all", r.measure(r.All.Neighbours), r.measure(r.All.Line), "100%")
	out.Line("")
	out.Paragraph("How", fmt.Sprintf("%s, each predicted by components found without it, in five folds; standard error of the first column up to %s. Nearest by all inputs: %s; by components: Euclidean distance. Without labels the rivals are pca, principal components, and cut, the first numbers alone (Matryoshka)", humanize.Count(r.Judged, "row"), r.measure(r.most()), r.Distance))
	if check := r.check(); check != "" {
		out.Paragraph("Check", check)
	}
	if len(r.Files) > 0 {
		out.Entry("Wrote", "%s", strings.Join(r.Files, ", "))
	}
	if r.next != "" {
		out.Entry("Next", "%s", r.next)
	}
	return out.String()
}

// measure is a share or, of numbers, an R2.
func (r compressed) measure(v float64) string {
	if r.Measure == "r2" {
		if math.Abs(v) < .0005 { // not -0.000
			v = 0
		}
		return fmt.Sprintf("%.3f", v)
	}
	return percent(v)
}

func percent(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// most is the largest standard error of the first column.
func (r compressed) most() float64 {
	most := r.All.SE
	for _, rung := range r.Ladder {
		most = max(most, rung.SE)
	}
	return most
}

// rung is the one that was chosen.
func (r compressed) rung() evaluate.Rung {
	return r.Ladder[slices.IndexFunc(r.Ladder, func(l evaluate.Rung) bool { return l.Dim == r.Dim })]
}

// inWords is the one sentence.
func (r compressed) inWords() string {
	at, right := r.rung(), map[string]string{"accuracy": "are right %s of the time, %s", "labels_right": "have %s of the labels right, %s", "r2": "predict with R2 %s, %s"}[r.Measure]
	text := fmt.Sprintf("%d numbers to %d: %d neighbours "+right+" with all %d; %.0f%% of the 10 nearest are kept", r.D, r.Dim, r.Neighbours, r.measure(at.Neighbours), r.measure(r.All.Neighbours), r.D, 100*at.Kept)
	if k := slices.IndexFunc(r.Ladder, func(l evaluate.Rung) bool { return l.Dim < r.Dim && l.Neighbours >= r.All.Neighbours-r.Within }); k >= 0 {
		text += fmt.Sprintf("; by neighbours alone, %d are within %.3g%%", r.Ladder[k].Dim, 100*r.Within)
	}
	var lost []string
	for _, by := range []struct {
		what string
		lost float64
	}{{"neighbours", r.All.Neighbours - at.Neighbours}, {"a line", r.All.Line - at.Line}} {
		if by.lost > r.Within {
			lost = append(lost, by.what)
		}
	}
	if lost != nil {
		text += fmt.Sprintf("; more than %.3g%% is lost by %s", 100*r.Within, strings.Join(lost, " and by "))
	}
	return text
}

// check says where what needs no target does as well.
func (r compressed) check() string {
	at := r.rung()
	for _, rival := range []struct {
		evaluate.Cost
		what string
	}{{at.Cut, "the first numbers of the vector alone do"}, {at.PCA, "principal components do"}} {
		if rival.Neighbours >= at.Neighbours-r.Within && rival.Line >= at.Line-r.Within {
			return rival.what + fmt.Sprintf(" as well, and keep %.0f%% of the 10 nearest", 100*rival.Kept)
		}
	}
	return ""
}
