package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"suffice/internal/cli"
)

// benchDefault is the command that measures ordinary fits, as people call them.
type benchDefault struct {
	cli.Streams
	old, ours string // programs
	seeds     []uint
	repeats   int
	data      string // folder of real tables
	names     []string
	output    string

	rows []ordinary
}

func newBenchDefault(s cli.Streams) *cobra.Command {
	b := &benchDefault{Streams: s}
	cmd, flags := cli.Options(&cobra.Command{
		Use:   "default [flags]",
		Short: "Measure ordinary fits, beside another version of suffice",
		Long: `Default measures what people wait for: the user CPU seconds of suffice fit, the
reading of its table included, each in a process with one thread. With --old,
another version of suffice makes the same fits, in turn with ours since no
machine is equally fast all the time. The least of --repeats counts, and the
figure of a row is the geometric mean over the seeds, each with a table of its
own. The inputs of drawn tables are standard normal, and y = x1^2 + x2 + 0.3 e.

  400x4 ... 5000x2000   rows x inputs, a fit without any option
  abalone, emotions     real tables, with a predictor and with six labels
  one                   400 x 10, --dim 2 --no-verdict
  labels                1000 x 103 with 14 labels, --dim 5 --no-verdict
  intervals             1000 x 10, one with 200 intervals`,
		Example: `  suffice-lab bench default --old ~/old/suffice -o default.md
  suffice-lab bench default --rows 400x4,one --seeds 1 --repeats 5 --json`,
		Args: cli.TakesNothing,
		RunE: cli.Checked(b.check, b.run),
	})
	flags.StringVar(&b.old, "old", "", "another suffice, to compare with: a `program`\n(default: none)")
	flags.StringVar(&b.ours, "new", "", "the suffice to measure: a `program` (default: the\none beside suffice-lab, or else on the PATH)")
	flags.UintSliceVar(&b.seeds, "seeds", []uint{1, 2, 3}, "`seeds` of the tables and of the fits")
	flags.IntVar(&b.repeats, "repeats", 3, "fits of each table, the fastest of which counts\n")
	flags.StringVar(&b.data, "data", "../shared/data", "`folder` of real tables, or of folders with them\n")
	flags.StringSliceVar(&b.names, "rows", nil, "`names` of fits (default: all)")
	flags.StringVarP(&b.output, "output", "o", "", "write the table to this `file.md` too")
	b.AddJSON(flags, "print one JSON object instead of the table")
	cli.Complete(cmd, "rows", ordinaryNames())
	return cmd
}

// check finds what is wrong with the options before any work.
func (b *benchDefault) check(cli.Given, []string) (err error) {
	if err = cmp.Or(
		cli.Refuse(b.repeats < 1, "--repeats %d: there must be at least 1", b.repeats),
		cli.Refuse(b.output != "" && filepath.Ext(b.output) != ".md", "-o %s: the file must end in .md", b.output),
		cli.CheckWritable(b.output),
	); err != nil {
		return err
	}
	if b.names == nil {
		b.names = ordinaryNames()
	}
	if b.rows, err = cli.EachOnce("--rows", b.names, ordinaryNamed); err != nil {
		return err
	}
	if b.old != "" {
		if b.old, err = exec.LookPath(b.old); err != nil {
			return cli.Usagef("--old: %s", err)
		}
	}
	b.ours, err = oursOr(b.ours)
	return cmp.Or(err, cli.Refuse(len(b.rows) == 0, "--rows: name at least one fit"))
}

// oursOr is the given program, or the suffice that is installed with this one.
func oursOr(given string) (string, error) {
	if given != "" {
		path, err := exec.LookPath(given)
		if err != nil {
			err = cli.Usagef("--new: %s", err)
		}
		return path, err
	}
	if self, err := os.Executable(); err == nil {
		if path, err := exec.LookPath(filepath.Join(filepath.Dir(self), "suffice")); err == nil {
			return path, nil
		}
	}
	path, err := exec.LookPath("suffice")
	if err != nil {
		err = cli.Usagef("there is no suffice beside suffice-lab, nor on the PATH; name the program with --new")
	}
	return path, err
}

func (b *benchDefault) run(ctx context.Context, _ []string) error {
	report, err := watched(ctx, b.Streams, b.measure)
	if err == nil && b.output != "" {
		err = b.Write(b.output, cli.AsText(report.text))
	}
	if err != nil {
		return err
	}
	return b.Tell(report, report.text)
}

// measure makes all fits, in a folder that is removed.
func (b *benchDefault) measure(ctx context.Context, progress *cli.Progress) (report defaultReport, err error) {
	folder, err := os.MkdirTemp("", "suffice-lab")
	if err != nil {
		return report, err
	}
	defer func() { err = cmp.Or(err, os.RemoveAll(folder)) }()
	report = defaultReport{Seeds: b.seeds, Repeats: b.repeats, Old: b.old != ""}
	for _, o := range b.rows {
		row := defaultRow{Name: o.name}
		for k, seed := range b.seeds {
			progress.Set("drawing %s, seed %d", o.name, seed)
			table, err := o.at(b.data, folder, seed)
			if errors.Is(err, errNoTable) {
				cli.Say(b.Err, "suffice-lab: warning: %s is left out: %s", o.name, err)
				break
			}
			if err != nil {
				return report, err
			}
			progress.Set("%s, seed %d of %d", o.name, k+1, len(b.seeds))
			if err := b.inTurn(ctx, &row, append(table, "--seed", fmt.Sprint(seed), "-o", filepath.Join(folder, "model.json"))); err != nil {
				return report, err
			}
		}
		if len(row.NewOf) > 0 || row.Problem != "" {
			report.Rows = append(report.Rows, row.summed())
		}
	}
	if len(report.Rows) == 0 {
		err = errors.New("no fit is left to measure; name others with --rows, or where the tables are with --data")
	}
	return report, err
}

// inTurn makes the same fit by both programs, again and again, and adds the least seconds of each.
// That one cannot make it is a result too.
func (b *benchDefault) inTurn(ctx context.Context, row *defaultRow, args []string) error {
	var took [2][]float64
	for repeat := range b.repeats {
		for turn := range 2 { // the other one first each time
			which := (turn + repeat) % 2
			program := []string{b.old, b.ours}[which]
			if program == "" {
				continue
			}
			seconds, err := userSeconds(ctx, program, append([]string{"fit"}, args...))
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				row.Problem = fmt.Sprintf("%s: %s", []string{"old", "new"}[which], err)
				return nil
			}
			took[which] = append(took[which], seconds)
		}
	}
	row.add(took[0], took[1])
	return nil
}

// userSeconds is the CPU time that a program takes for itself on one thread, by the system's count.
func userSeconds(ctx context.Context, program string, args []string) (float64, error) {
	process := exec.CommandContext(ctx, program, args...)
	process.Env = append(os.Environ(), "GOMAXPROCS=1")
	var said bytes.Buffer
	process.Stderr, process.WaitDelay = &said, time.Second/2
	if err := process.Run(); err != nil {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return 0, errors.New(cli.OneLine(lines[len(lines)-1] + " (" + err.Error() + ")")) // warnings come before
	}
	return process.ProcessState.UserTime().Seconds(), nil
}
