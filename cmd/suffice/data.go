package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"suffice"
	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/output"
	"suffice/table"
)

// dataOptions are the options about the table that commands share: how to read it, and
// what to choose from it.
type dataOptions struct {
	format, header  string
	decimalComma    bool
	na              []string // marks of missing values
	dates           string   // dmy or mdy
	skipLines       int
	sheet, query    string
	missing         string
	target, inputs  []string
	exclude, labels []string
	nominal         []string
	kind            string
	weights         string
	group, time     string                                       // columns that rows are divided by
	block           string                                       // that of blocks within which they are exchanged
	every           string                                       // length of the stretches that groups or blocks are
	keep            []string                                     // columns that go out beside what is made of the rows
	given           cli.Given                                    // which options were
	set             func(option, value string) error             // another value of one
	digest          bool                                         // of the rows is wanted
	sums            bool                                         // rows that are elsewhere can stay there, as far as sums are enough
	open            func(paths []string) (cluster.Engine, error) // what has the rows; nil means openEngine
	away            cluster.Engine
	drawn           *suffice.Data // from it, where the command needs rows themselves
	flags           cli.FlagNames
	memory          memoryLimit
}

// addReading adds the options of commands that use the values of a table.
func (o *dataOptions) addReading(flags *pflag.FlagSet) {
	flags.StringVar(&o.missing, "missing", "", "missing values: error (default), drop the rows, or\nimpute by the training mean or median")
	o.addFormat(flags)
}

// addFormat adds the options of every command that reads a table.
func (o *dataOptions) addFormat(flags *pflag.FlagSet) {
	o.given, o.set = flags.Changed, flags.Set
	flags.StringVar(&o.format, "format", "", "format of the file, where its content does not tell:\n"+formatsInLines())
	flags.StringVar(&o.header, "header", "", "whether the first line of CSV has the names: auto\n(default), yes or no")
	flags.BoolVar(&o.decimalComma, "decimal-comma", false, "read numbers of CSV as 3,14 (default: as they look)")
	flags.StringArrayVar(&o.na, "na", nil, "take these `marks` as missing, too: -999,n.k.")
	flags.StringVar(&o.dates, "dates", "", "order of 3/4/2024 where no row tells: dmy or mdy")
	flags.IntVar(&o.skipLines, "skip-lines", 0, "skip `n` lines above the header of CSV\n(default: as they look)")
	flags.StringVar(&o.sheet, "sheet", "", "read the sheet of a workbook, table of a database or\nfile of an archive with this `name`")
	flags.StringVar(&o.query, "query", "", "read what a query gives from a database: 'SELECT ...'")
	o.memory.add(flags)
}

// addChoosing adds the options of commands that choose inputs and a target.
func (o *dataOptions) addChoosing(flags *pflag.FlagSet) {
	flags.StringArrayVarP(&o.target, "target", "t", nil, "predict these `columns`: a,b or 'label_*'")
	flags.StringArrayVar(&o.labels, "labels", nil, "predict the labels that this MULAN `file.xml` names")
	flags.StringVar(&o.kind, "kind", "", "type of the target: "+strings.Join(kindNames()[:4], ", ")+",\n"+strings.Join(kindNames()[4:], ", ")+" (default: as it looks)")
	flags.StringArrayVarP(&o.inputs, "inputs", "i", nil, "take these `columns` as inputs (default: all others)")
	flags.StringArrayVarP(&o.exclude, "exclude", "x", nil, "take no inputs from these `columns`: a,b or 'id*'")
	flags.StringArrayVar(&o.nominal, "nominal", nil, "treat numeric codes in these `columns` as categorical\n(one-hot encoding)")
}

// addWeights adds the option that names the column which weighs the rows.
func (o *dataOptions) addWeights(flags *pflag.FlagSet) {
	flags.StringVar(&o.weights, "weights", "", "weigh the rows by this `column`")
}

// grouping is the column of the groups, and whether rows are independent for certain.
func (o *dataOptions) grouping() (column string, independent bool) {
	if o.group == independentRows {
		return "", true
	}
	return o.group, false
}

// independentRows is what --group takes for rows that do not belong together.
const independentRows = "none"

// addDividing adds the options that name columns which say that rows belong together.
func (o *dataOptions) addDividing(flags *pflag.FlagSet) {
	flags.StringVar(&o.group, "group", "", "`column` of what rows belong to, such as a person:\nthey are predicted from others; none: independent")
	flags.StringVar(&o.time, "time", "", "`column` of when rows were made: they are predicted\nfrom earlier ones")
	flags.StringVar(&o.block, "block", "", blockUsage+", and p by exchanging rows within them")
	o.addEvery(flags)
}

// blockUsage is what --block says in commands without p.
const blockUsage = "`column` of blocks, such as a batch: what holds within\nthem is told"

// addEvery adds the option that cuts columns of times.
func (o *dataOptions) addEvery(flags *pflag.FlagSet) {
	flags.StringVar(&o.every, "every", "", "cut the times of --group or --block at each `length`:\n24h, 7d, or a number in the units of the column")
}

// formatsInLines lists the formats on lines that help has room for.
func formatsInLines() string {
	all := table.Formats()
	half := len(all) / 2
	return strings.Join(all[:half], ", ") + ",\n" + strings.Join(all[half:], ", ")
}

// check finds what is wrong with the options before any work.
func (o *dataOptions) check() error {
	return cmp.Or(
		cli.Refuse(o.format != "" && !slices.Contains(table.Formats(), o.format), "--format %s: there is no such format; choose one of %s", o.format, strings.Join(table.Formats(), ", ")),
		cli.Refuse(!slices.Contains([]string{"", "auto", "yes", "no"}, o.header), "--header %s: say auto, yes or no", o.header),
		cli.Refuse(!slices.Contains([]string{"", "error", "drop", "mean", "median"}, o.missing), "--missing %s: say error, drop, mean or median", o.missing),
		cli.Refuse(!slices.Contains([]string{"", "dmy", "mdy"}, o.dates), "--dates %s: say dmy or mdy", o.dates),
		cli.Refuse(o.kind != "" && !slices.Contains(kindNames(), o.kind), "--kind %s: there is no such kind; choose one of %s", o.kind, strings.Join(kindNames(), ", ")),
		cli.Refuse(o.group != "" && o.time != "", "--group and --time: rows are divided by one of them"),
		cli.Refuse(o.block != "" && (o.group != "" || o.time != ""), "--block with --group or --time: rows are divided by one of them"),
		cli.Refuse(o.every != "" && (o.block == "" && o.group == "" || o.group == independentRows), "--every %s: name the column of times with --group or --block", o.every),
		cli.Refuse(o.group != "" && o.every == "" && slices.Contains(byCommas(o.inputs), o.group), "--group %s is an input too; what names the group says nothing of other groups", o.group),
		cli.Refuse(o.skipLines < 0, "--skip-lines %d: say how many lines, from 0 up", o.skipLines),
		o.memory.check(),
	)
}

// checkReading is check for a command that has no other options.
func (o *dataOptions) checkReading(cli.Given, []string) error { return o.check() }

// reading are the options as package table takes them.
func (o *dataOptions) reading() table.Options {
	header := map[string]table.Header{"yes": table.WithHeader, "no": table.NoHeader}[o.header]
	return table.Options{Format: o.format, Header: header, DecimalComma: o.decimalComma, NA: byCommas(o.na), Dates: o.dates, SkipLines: o.skipLines, Sheet: o.sheet, Query: o.query, Memory: o.memory.bytes, Digest: o.digest}
}

// byCommas are the parts of lists with commas.
func byCommas(lists []string) []string {
	var parts []string
	for _, list := range lists {
		parts = append(parts, strings.Split(list, ",")...)
	}
	return parts
}

// read reads the table at the path, or those of the same columns at several paths, "-" being
// standard input. Of the columns it keeps those that are not to be skipped.
func (o *dataOptions) read(ctx context.Context, s streams, roles table.Roles, paths ...string) (*table.Table, error) {
	var err error
	open := o.open
	if open == nil {
		open = openEngine
	}
	if o.away, err = open(paths); err != nil {
		return nil, err
	}
	if o.away != nil {
		data, err := o.describeElsewhere(ctx, s, o.reading(), roles, paths)
		return data, o.flags.InFlags(err)
	}
	reading := roles.Reading(o.reading())
	data, err := o.memory.read(func() (*table.Table, error) { return s.readTables(ctx, paths, reading) })
	return data, o.flags.InFlags(err)
}

// tellRemarks says how the file was understood, where that is not plain.
func (o *dataOptions) tellRemarks(s streams, data *table.Table) {
	for _, remark := range o.flags.Texts(data.Remarks()) {
		cli.Say(s.Err, "suffice: %s", cli.OneLine(remark))
	}
}

// choose reads the table at the path, or those of the same columns at several paths, and
// splits it into inputs and the target. It says aloud what it inferred.
func (o *dataOptions) choose(ctx context.Context, s streams, paths ...string) (*table.Table, *table.Choice, error) {
	roles, err := o.roles()
	if err != nil {
		return nil, nil, err
	}
	data, err := o.read(ctx, s, roles, paths...)
	if err != nil {
		return nil, nil, err
	}
	o.tellRemarks(s, data)
	choice, err := o.chosen(ctx, s, data, roles)
	return data, choice, closedOn(err, data)
}

// roles are those that the options give the columns.
func (o *dataOptions) roles() (table.Roles, error) {
	roles := table.Roles{
		Target: o.target, Inputs: o.inputs, Exclude: o.exclude, Nominal: o.nominal, Time: o.time, Block: o.block, Every: o.every, Kind: output.Kind(o.kind), Missing: table.Missing(o.missing), Weights: o.weights,
	}
	roles.Group, roles.Independent = o.grouping()
	for _, file := range o.labels {
		names, err := table.ReadLabels(file)
		if err != nil {
			return roles, err
		}
		roles.Labels = append(roles.Labels, names...)
	}
	return roles, nil
}

// dataOf is what was chosen, with what rows are divided by.
func (o *dataOptions) dataOf(choice *table.Choice) (*suffice.Data, error) {
	if o.drawn != nil {
		return o.drawn, nil
	}
	return choice.Data()
}

// closedOn closes a table of no use after an error.
func closedOn(err error, data *table.Table) error {
	if err != nil {
		_ = data.Close()
	}
	return err
}

// chosen splits a table.
func (o *dataOptions) chosen(ctx context.Context, s streams, data *table.Table, roles table.Roles) (*table.Choice, error) {
	if len(o.target) == 0 && len(roles.Labels) == 0 && len(data.DeclaredLabels()) == 0 {
		return nil, cli.Usagef("%s does not say what to predict; name it with --target: it has %s", data.Source(), humanize.Quoted(data.Names()))
	}
	choice, err := o.choice(ctx, s, data, roles)
	if both, ok := errors.AsType[*table.BothSides](err); ok {
		return nil, cli.UsageError(both.In(o.flags.Flag))
	}
	if err != nil {
		return nil, o.flags.InFlags(err)
	}
	for _, note := range o.flags.Texts(choice.Notes) {
		cli.Say(s.Err, "suffice: %s", cli.OneLine(note))
	}
	s.warn(o.flags.Texts(choice.Warnings))
	return choice, nil
}

// apply reads the table at path and finds a model's inputs in it, and its target where
// the table has it.
func (o *dataOptions) apply(ctx context.Context, s streams, model *suffice.Projection, path string) (*table.Table, *table.Choice, error) {
	err := o.remembered(model, path)
	if err != nil {
		return nil, nil, err
	}
	wanted := table.WantedBy(model)
	wanted.Missing, wanted.Weights = table.Missing(o.missing), o.weights
	wanted.Beside = slices.DeleteFunc([]string{o.group, o.time, o.block}, func(name string) bool { return name == "" })
	if o.away, err = openEngine([]string{path}); err != nil {
		return nil, nil, err
	}
	if o.away != nil {
		return o.applyElsewhere(ctx, s, wanted, path)
	}
	data, err := o.memory.read(func() (*table.Table, error) { return s.readTables(ctx, []string{path}, wanted.Reading(o.reading())) })
	if err != nil {
		return nil, nil, err
	}
	o.tellRemarks(s, data)
	choice, err := data.Apply(wanted)
	if err = needsColumn(err); err == nil {
		s.warn(o.flags.Texts(choice.Warnings))
	}
	return data, choice, closedOn(err, data)
}

// about says which table an error is about, unless it says so itself, as one of reading its
// rows again does.
func about(data *table.Table, err error) error {
	_, placed := errors.AsType[*table.Error](err)
	if _, absent := errors.AsType[*table.MissingColumn](err); placed || absent {
		return err
	}
	return fmt.Errorf("%s: %w", data.Source(), err)
}

// needsColumn says of an error that a table lacks an input of the model, where that is it.
func needsColumn(err error) error {
	absent, ok := errors.AsType[*table.MissingColumn](err)
	if !ok {
		return err
	}
	return fmt.Errorf("the model needs column %q, which %s does not have%s", absent.Name, absent.Source, absent.Hint())
}

// warn writes warnings to standard error.
func (s streams) warn(warnings []string) {
	for _, warning := range warnings {
		cli.Say(s.Err, "suffice: warning: %s", cli.OneLine(warning))
	}
}

// kindNames are those of the kinds of target.
func kindNames() []string {
	return cli.Names(output.Kinds(), func(kind output.Kind) string { return string(kind) })
}
