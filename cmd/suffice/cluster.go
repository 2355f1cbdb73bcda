package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"suffice/internal/cli"
	"suffice/internal/cluster"
	"suffice/internal/humanize"
	"suffice/internal/sampling"
	"suffice/table"
)

// openEngine is what has the rows, or nil where they are in files of this machine.
func openEngine(paths []string) (cluster.Engine, error) {
	said := os.Getenv(cluster.Variable)
	kind, what, _ := strings.Cut(said, ":")
	switch kind {
	case "":
		return nil, nil
	case "pipes":
		from, to, _ := strings.Cut(what, ",")
		in, errIn := strconv.ParseUint(from, 10, 31)
		out, errOut := strconv.ParseUint(to, 10, 31)
		if errIn == nil && errOut == nil {
			h, err := cluster.OpenHost(os.NewFile(uintptr(in), "answers"), os.NewFile(uintptr(out), "questions"))
			if err != nil {
				return nil, err
			}
			cli.RunsOn(h.Told)
			return h, nil
		}
	case "workers":
		if count, err := strconv.Atoi(what); err == nil && count > 0 {
			self, err := os.Executable()
			if err != nil {
				return nil, err
			}
			local, err := cluster.Local(paths, count, self, "worker")
			if err != nil {
				return nil, err
			}
			return local, nil
		}
	}
	return nil, fmt.Errorf("%s is %q; it must be pipes:5,6 or workers:2, and is set by programs that run suffice", cluster.Variable, said)
}

// describeElsewhere asks what the columns of a table elsewhere are.
func (o *dataOptions) describeElsewhere(ctx context.Context, s streams, reading table.Options, roles table.Roles, paths []string) (*table.Table, error) {
	progress := cli.StartProgress(s.Err, fmt.Sprintf("looking at %s", humanize.Count(len(o.away.Parts()), "part")))
	defer progress.End()
	return cluster.Describe(ctx, o.away, strings.Join(paths, ", "), reading, roles)
}

// choice chooses from a table that may be elsewhere. Commands that need the rows themselves
// get some of them.
func (o *dataOptions) choice(ctx context.Context, s streams, data *table.Table, roles table.Roles) (*table.Choice, error) {
	if o.away == nil {
		return data.Choose(roles)
	}
	progress := cli.StartProgress(s.Err, "counting rows")
	choice, err := data.Choose(roles)
	progress.End()
	if err != nil || o.sums {
		return choice, err
	}
	return choice, o.draw(ctx, s, choice)
}

// applyElsewhere finds a model's inputs in a table that is elsewhere.
func (o *dataOptions) applyElsewhere(ctx context.Context, s streams, wanted table.Wanted, path string) (*table.Table, *table.Choice, error) {
	reading := o.reading()
	reading.DatesOf = wanted.DatesOf()
	data, err := o.describeElsewhere(ctx, s, reading, table.Roles{Target: wanted.Target}, []string{path})
	if err != nil {
		return nil, nil, o.flags.InFlags(err)
	}
	o.tellRemarks(s, data)
	progress := cli.StartProgress(s.Err, "counting rows")
	choice, err := data.Apply(wanted)
	progress.End()
	if err = needsColumn(err); err != nil {
		return nil, nil, o.flags.InFlags(err)
	}
	s.warn(o.flags.Texts(choice.Warnings))
	if o.sums && choice.X.Len() > sampling.Enough(choice.X.Width()) {
		return data, choice, nil
	}
	return data, choice, o.draw(ctx, s, choice)
}

// draw makes a choice one of some rows that are here.
func (o *dataOptions) draw(ctx context.Context, s streams, choice *table.Choice) error {
	all, err := choice.Data()
	if err != nil {
		return err
	}
	if o.drawn, err = all.Here(ctx, 1); err != nil {
		return err
	}
	if n := o.drawn.Len(); n < all.Len() {
		cli.Say(s.Err, "suffice: %d of %d rows were drawn", n, all.Len())
	}
	choice.X, choice.Y = o.drawn.X.(table.Inputs), o.drawn.Y
	return nil
}
