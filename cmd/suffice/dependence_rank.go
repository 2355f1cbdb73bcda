package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"suffice/dependence"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/output"
	"suffice/table"
)

// componentName is how transform names its columns.
var componentName = regexp.MustCompile(`^z[1-9][0-9]*$`)

// ofOwnMaking warns of columns that are named as components are: those were chosen to depend
// on the target.
func ofOwnMaking(columns []string) []string {
	if len(columns) == 0 || slices.ContainsFunc(columns, func(name string) bool { return !componentName.MatchString(name) }) {
		return nil
	}
	return []string{fmt.Sprintf("%s: named as the components of a model are; if they were chosen with these rows, noise looks dependent too, and p means nothing; test them with rows that the model was not fitted on", humanize.Quoted(columns))}
}

// rank tests every column by itself.
func (d *dependenceCommand) rank(ctx context.Context, data *table.Table, choice *table.Choice) error {
	progress := cli.StartProgress(d.Err, "testing columns")
	defer progress.End()
	start := time.Now()
	rows, err := d.dataOf(choice)
	if err != nil {
		return about(data, err)
	}
	ranked, err := dependence.Rank(ctx, rows.X, rows.Y, dependence.TestOptions{
		Options: d.options(rows), Permutations: d.permutations,
		Progress: func(done, all int) { progress.Set("%s %d of %d permutations", termtext.Bar(done, all), done, all) },
	})
	if err != nil {
		return about(data, err)
	}
	progress.End()
	var made []string
	for _, r := range ranked {
		if componentName.MatchString(r.Column) {
			made = append(made, r.Column)
		}
	}
	d.warn(ofOwnMaking(made))
	result := rankedColumns{
		And: output.Names(choice.Y), Kind: choice.Y.Kind(), N: choice.X.Len(), Rows: min(choice.X.Len(), dependence.TestRows), Permutations: d.permutations,
		Columns: ranked, Seed: d.seed, Seconds: time.Since(start).Seconds(), source: data.Source(),
	}
	return d.Tell(result, result.text)
}

// rankedColumns is a ranking, as --json prints it.
type rankedColumns struct {
	And          []string            `json:"and"`
	Kind         output.Kind         `json:"kind"`
	N            int                 `json:"n"`
	Rows         int                 `json:"test_rows"`
	Permutations int                 `json:"permutations"`
	Columns      []dependence.Ranked `json:"columns"`
	Seed         uint64              `json:"seed"`
	Seconds      float64             `json:"seconds"`

	source string
}

// text is what a person reads.
func (r rankedColumns) text() string {
	var out termtext.Text
	out.Line("%s\n", heading(r.source, humanize.Count(r.N, "row")+", "+humanize.Count(len(r.Columns), "column"), r.And, r.Kind))
	names := cli.Names(r.Columns, func(c dependence.Ranked) string { return c.Column })
	short, longest := termtext.ShortNames(names, nil, 30)
	out.Line("%-*s  %12s  %8s  %8s", longest, "", "held-out SMI", "p", "adjusted")
	found := 0
	for i, column := range r.Columns {
		out.Line("%-*s  %12.4f  %8.4f  %8.4f", longest, short[i], column.SMI, column.P, column.Adjusted)
		if column.Adjusted <= .05 {
			found++
		}
	}
	out.Line("\nadjusted: share of %d random orders in which any column is as dependent", r.Permutations)
	if r.Rows < r.N {
		out.Line("tested with %d rows, drawn at random", r.Rows)
	}
	out.Line("%s at 5%%: %s", humanize.Count(found, "column"), termtext.Cut(verdictOf(names[:found]), 60))
	return out.String()
}

func verdictOf(names []string) string {
	if len(names) == 0 {
		return "by themselves, none says more than noise"
	}
	return termtext.Printable(humanize.Quoted(names))
}
