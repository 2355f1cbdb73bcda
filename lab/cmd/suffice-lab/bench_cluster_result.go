package main

import (
	"context"
	"fmt"
	"math"

	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/memory"
	"suffice/internal/termtext"
	"suffice/lab/costmodel"
)

// costsReport is what was measured, at a number of inputs.
type costsReport struct {
	*costmodel.Costs
	inputs int
}

// text is what a person reads, and a page shows.
func (r costsReport) text() string {
	var out termtext.Text
	table := [][]string{{"question", "times", "µs a row", "ms a part", "ns a drawn B", "question B", "answer B", "merge ns/B"}}
	for _, k := range r.Kinds {
		times := 0
		for _, name := range r.Asked {
			if name == k.Name {
				times++
			}
		}
		table = append(table, []string{
			k.Name, fmt.Sprint(times), fmt.Sprintf("%.3f", 1e6*k.Row.At(r.inputs)), fmt.Sprintf("%.2f", 1e3*k.Part), fmt.Sprintf("%.1f", 1e9*k.Drawn),
			fmt.Sprintf("%.0f", k.Question.At(r.inputs)), fmt.Sprintf("%.0f", k.Answer.At(r.inputs)), fmt.Sprintf("%.2f", 1e9*k.Merge),
		})
	}
	out.Line("Costs with %s:\n", humanize.Count(r.inputs, "input"))
	out.Markdown(table)
	out.Line("\nAll rows of a fit, one core: %s µs a row. The driver's own work: %s s. A core", termtext.ThreeDigits(1e6*r.RowOf(r.inputs)), termtext.ThreeDigits(r.Own.At(r.inputs)))
	out.Line("beside busy ones takes %.2f times as long, and parts differ by a factor of %.2f.", r.Crowd, math.Exp(r.Spread))
	return out.String()
}

// playReport is what --simulate prints as JSON.
type playReport struct {
	Inputs int         `json:"inputs"`
	Rows   []playedRow `json:"rows"`
}

type playedRow struct {
	Rows    float64        `json:"rows"`
	Workers int            `json:"workers"`
	Parts   int            `json:"parts"`
	Alone   costmodel.Took `json:"alone"`    // where each part is given out alone
	Groups  costmodel.Took `json:"together"` // where neighbours are
}

// play simulates fits of all numbers of rows on all numbers of workers.
func (b *benchCluster) play(ctx context.Context, p *cli.Progress, tables []string) (playReport, error) {
	report := playReport{Inputs: b.inputs}
	costs, err := b.known(ctx, p, tables)
	if err != nil {
		return report, err
	}
	for _, n := range b.rows {
		for _, workers := range b.workers {
			p.Set("simulating %g rows on %s", n, humanize.Count(workers, "worker"))
			row := playedRow{Rows: n, Workers: workers, Parts: max(workers, int(math.Ceil(n*b.bytesOfRow()/float64(b.partBytes))))}
			on, parts := b.on, costmodel.Even(int(n), row.Parts)
			on.Workers, on.Collects = workers, true
			if row.Alone, err = costs.Simulate(ctx, on, b.inputs, parts, costs.Asked); err != nil {
				return report, err
			}
			for on.Together = 1; row.Parts > b.groups*on.Together; on.Together *= 2 { // as package cluster does
			}
			if row.Groups, err = costs.Simulate(ctx, on, b.inputs, parts, costs.Asked); err != nil {
				return report, err
			}
			report.Rows = append(report.Rows, row)
		}
	}
	return report, nil
}

// text is what a person reads, and a page shows.
func (r playReport) text() string {
	var out termtext.Text
	table := [][]string{{"rows", "workers", "tasks", "time", "work", "stragglers", "merge", "overhead", "driver", "bottleneck", "memory"}}
	for _, row := range r.Rows {
		for _, t := range []costmodel.Took{row.Alone, row.Groups} {
			share := func(seconds float64) string { return fmt.Sprintf("%.0f%%", 100*seconds/t.Seconds) }
			table = append(table, []string{
				fmt.Sprintf("%.0e", row.Rows), fmt.Sprint(row.Workers), fmt.Sprint(t.Tasks), inWords(t.Seconds),
				share(t.Workers), share(t.Stragglers), share(t.Merge), share(t.Overhead), share(t.Own), t.Bottleneck(), memory.Format(int64(t.Memory)),
			})
			if row.Alone.Tasks == row.Groups.Tasks {
				break
			}
		}
	}
	out.Line("Fits with %s:\n", humanize.Count(r.Inputs, "input"))
	out.Markdown(table)
	out.Line("\ntasks: parts, and where there is a second line, groups of neighbours that are")
	out.Line("added up; work: share of the workers' time that is work; stragglers: the last")
	out.Line("tasks of a question; merge: the driver's, after these; overhead: questions and")
	out.Line("tasks that are given out; driver: its own work; memory: of answers, there")
	return out.String()
}

// inWords is a time as people say it.
func inWords(seconds float64) string {
	const minute, hour, day = 60, 3600, 24 * 3600
	switch {
	case seconds < 2*minute:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 2*hour:
		return fmt.Sprintf("%.0f min", seconds/minute)
	case seconds < 3*day:
		return fmt.Sprintf("%.1f h", seconds/hour)
	}
	return fmt.Sprintf("%.1f days", seconds/day)
}

// within is how far a simulation may be from what is measured.
const within = .2

// checkReport is what --check prints as JSON.
type checkReport struct {
	Rows []checkedRow `json:"rows"`
}

// checkedRow is a fit that was measured and simulated: all of it, and its questions alone, without
// the driver's own work.
type checkedRow struct {
	Inputs    int     `json:"inputs"`
	Rows      int     `json:"rows"`
	Parts     int     `json:"parts"`
	Workers   int     `json:"workers"`
	Measured  seconds `json:"measured"`
	Simulated seconds `json:"simulated"`
}

type seconds struct {
	All       float64 `json:"all"`
	Questions float64 `json:"questions"`
}

// ratios are simulated / measured.
func (r checkedRow) ratios() (all, questions float64) {
	return r.Simulated.All / r.Measured.All, r.Simulated.Questions / r.Measured.Questions
}

func (r checkedRow) good() bool {
	all, questions := r.ratios()
	return math.Abs(all-1) <= within && math.Abs(questions-1) <= within
}

// runCheck fits tables that costs do not come from, and simulates the same.
func (b *benchCluster) runCheck(ctx context.Context, tables []string) error {
	bad := 0
	err := measured(ctx, b.Streams, func(ctx context.Context, p *cli.Progress) (report checkReport, err error) {
		costs, err := b.known(ctx, p, nil)
		if err != nil {
			return report, err
		}
		runs, err := b.runs(ctx, p, tables, others, func(int) []int { return []int{1, 2} })
		for _, run := range runs {
			row, err := playAgain(ctx, costs, run, b.on.Seed)
			if err != nil {
				return report, err
			}
			if !row.good() {
				bad++
			}
			report.Rows = append(report.Rows, row)
		}
		return report, err
	})
	if err == nil && bad > 0 {
		err = fmt.Errorf("simulated and measured seconds of %s differ by more than %.0f%%; measure again while nothing else runs", humanize.Count(bad, "fit"), 100*within)
	}
	return err
}

// playAgain simulates a run with the questions that it asked, since how many they are depends on the
// rows, and not on the costs.
func playAgain(ctx context.Context, costs *costmodel.Costs, run costmodel.Run, seed uint64) (checkedRow, error) {
	row := checkedRow{Inputs: run.Inputs, Workers: run.Workers, Measured: seconds{run.Seconds, run.Asking()}}
	var sizes []int
	for _, part := range run.Questions[0].Parts {
		sizes = append(sizes, part.Rows)
		row.Rows += part.Rows
	}
	row.Parts = len(sizes)
	took, err := costs.Simulate(ctx, costmodel.Cluster{Workers: run.Workers, Job: costs.Job, Seed: seed}, run.Inputs, sizes, run.Asked())
	row.Simulated = seconds{took.Seconds, took.Seconds - took.Own}
	return row, err
}

// text is what a person reads, and a page shows.
func (r checkReport) text() string {
	var out termtext.Text
	table := [][]string{{"inputs", "rows", "parts", "workers", "measured s", "simulated s", "ratio", "questions alone: measured s", "simulated s", "ratio"}}
	for _, row := range r.Rows {
		all, questions := row.ratios()
		table = append(table, []string{
			fmt.Sprint(row.Inputs), fmt.Sprint(row.Rows), fmt.Sprint(row.Parts), fmt.Sprint(row.Workers),
			termtext.ThreeDigits(row.Measured.All), termtext.ThreeDigits(row.Simulated.All), fmt.Sprintf("%.2f", all),
			termtext.ThreeDigits(row.Measured.Questions), termtext.ThreeDigits(row.Simulated.Questions), fmt.Sprintf("%.2f", questions),
		})
	}
	out.Markdown(table)
	return out.String()
}
