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
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/feature/bag"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
	"suffice/table"
)

// features are the commands that make a table of files, and what they share.
type features struct {
	cli.Streams
	what     string       // one file
	settings bag.Settings // as the options say
	changed  cli.Given

	labels, fileColumn   string
	keep                 []string
	words, learnFrom     int
	seed                 uint64
	weighting            string
	wordsFrom, saveWords string
	cache                string
	strict, unlabelled   bool
	output               cli.TableOutput
}

// mostWords keeps a slip of the finger from filling the memory.
const mostWords = 1_000_000

func (f *features) add(flags *pflag.FlagSet, words int) {
	f.output.Add(flags)
	flags.StringVarP(&f.labels, "labels", "l", "", "`table` that names the files and has their labels")
	flags.StringVar(&f.fileColumn, "file-column", "", "`name` of its column of files (default: found)")
	flags.StringArrayVar(&f.keep, "keep", nil, "other `columns` of it to carry over: a,b or 'x*'")
	flags.BoolVar(&f.unlabelled, "unlabelled", false, "keep files that it does not name, labels missing")
	flags.IntVarP(&f.words, "words", "k", words, "`number` of words to learn")
	flags.StringVar(&f.weighting, "weighting", string(bag.RawCounts), "counts, sqrt, frequency or tfidf")
	flags.StringVar(&f.saveWords, "save-words", "", "write the words and all settings to this `file`")
	flags.StringVar(&f.wordsFrom, "words-from", "", "use the words and settings of this `file`")
	flags.StringVar(&f.cache, "cache", "", "keep descriptors in this `directory`, and go on from it")
	flags.BoolVar(&f.strict, "strict", false, "stop at the first file that cannot be read")
}

// addLast adds the options that help lists after those of the command.
func (f *features) addLast(flags *pflag.FlagSet) {
	flags.IntVar(&f.learnFrom, "learn-from", bag.DefaultLearnFrom, "descriptors to learn from, at most")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the words")
	f.AddJSON(flags, "print one JSON object instead of the summary")
}

// refuseZeros is an error where one of these options is 0, which would mean its default.
func refuseZeros(flags *pflag.FlagSet, names ...string) error {
	for _, name := range names {
		if option := flags.Lookup(name); option.Value.String() == "0" {
			return cli.Usagef("--%s 0: it must be above 0", name)
		}
	}
	return nil
}

// run makes the table with settings of which those named must not be 0.
func (f *features) run(cmd *cobra.Command, dir string, settings bag.Settings, positive ...string) error {
	started, ctx := time.Now(), cmd.Context()
	f.settings, f.changed = settings, cmd.Flags().Changed
	if err := refuseZeros(cmd.Flags(), positive...); err != nil {
		return err
	}
	format, err := f.check()
	if err != nil {
		return err
	}
	known, err := f.known()
	if err != nil {
		return err
	}
	if _, err := f.settings.Completed(); err != nil {
		return cli.Usagef("%v", err)
	}
	files, err := bag.List(dir, f.settings)
	if err != nil {
		return err
	}
	files, labels, err := f.matched(ctx, dir, files)
	if err != nil {
		return err
	}
	if labels != nil {
		words := f.words
		if known != nil {
			words = known.Len()
		}
		if err := labels.Check(words, format == "npy"); err != nil {
			return err
		}
	}
	made, err := f.count(ctx, dir, files, known)
	if err != nil {
		return err
	}
	f.warnOf(dir, made.Problems)
	made.Words.Weighting = bag.Weighting(f.weighting)
	all, err := made.Table(bag.TableOptions{Weighting: made.Words.Weighting, Labels: labels, NumbersOnly: format == "npy"})
	if err != nil {
		return err
	}
	if f.saveWords != "" {
		if err := f.Write(f.saveWords, made.Words.Write); err != nil {
			return err
		}
	}
	err = f.Write(f.output.Path, func(w io.Writer) error { return table.Write(ctx, w, all, format) })
	if err != nil || cli.ToStandardOutput(f.output.Path) {
		return err
	}
	result := f.result(dir, made, labels, all.Width(), time.Since(started))
	return f.Tell(result, result.text)
}

// check finds what is wrong with the options before any work.
func (f *features) check() (table.WriteFormat, error) {
	unknown := bag.Weighting(f.weighting).Check()
	format, err := f.output.Check(false)
	return format, cmp.Or(
		cli.Refuse(f.words < 1 || f.words > mostWords, "--words %d: there must be 1 to %d", f.words, mostWords),
		cli.Refuse(f.learnFrom < 1, "--learn-from %d: there must be at least 1", f.learnFrom),
		cli.Refuse(f.AsJSON && cli.ToStandardOutput(f.output.Path), "--json prints to standard output, where the table would go too; write the table to a file with -o"),
		cli.Refuse(f.labels == "" && (f.fileColumn != "" || len(f.keep) > 0 || f.unlabelled), "--file-column, --keep and --unlabelled are about the table of --labels; name it"),
		cli.Refuse(f.saveWords != "" && f.wordsFrom != "", "--save-words is for words that are learnt, but --words-from says which to use; leave one of them out"),
		cli.Refuse(f.saveWords == "-", "--save-words: name a file"),
		cli.Refuse(unknown != nil, "--weighting: %v", unknown),
		cli.Refuse(f.saveWords != "" && !cli.ToStandardOutput(f.output.Path) && cli.SameFile(f.saveWords, f.output.Path), "--save-words and -o are the same file; name another one"),
		err, cli.CheckWritable(f.saveWords),
	)
}

// known are the words of an earlier run, or nil. Its settings are used; options that
// contradict them are wrong usage.
func (f *features) known() (*bag.Words, error) {
	if f.wordsFrom == "" {
		return nil, nil
	}
	known, err := readWords(f.wordsFrom)
	if err != nil {
		return nil, err
	}
	if kind := known.Settings().Kind(); kind != f.settings.Kind() {
		return nil, cli.Usagef("--words-from %s: these are words of %s, not of %s", f.wordsFrom, kind, f.settings.Kind())
	}
	const learning = "--%s is about learning, but the words come from %s; leave one of them out"
	if err := cmp.Or(
		cli.Refuse(f.changed("words") && f.words != known.Len(), "--words %d, but %s has %d; leave the option out", f.words, f.wordsFrom, known.Len()),
		cli.Refuse(f.changed("seed"), learning, "seed", f.wordsFrom), cli.Refuse(f.changed("learn-from"), learning, "learn-from", f.wordsFrom),
		f.contradiction(known),
	); err != nil {
		return nil, err
	}
	f.settings = known.Settings()
	if !f.changed("weighting") {
		f.weighting = string(known.Weighting)
	}
	return known, nil
}

func readWords(path string) (*bag.Words, error) {
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no file of words %s; make one with --save-words", path)
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return bag.ReadWords(file, path)
}

// contradiction is an option that was given and is not as the words were made. Settings
// are called as their options.
func (f *features) contradiction(known *bag.Words) error {
	given, err := entries(f.settings)
	if err != nil {
		return err
	}
	made, err := entries(known.Settings())
	if err != nil {
		return err
	}
	for name, value := range given {
		if f.changed(name) && value != made[name] {
			return cli.Usagef("--%s %v, but %s was made with %v; leave the option out, or learn new words", name, value, f.wordsFrom, made[name])
		}
	}
	return nil
}

// entries are settings by name.
func entries(settings bag.Settings) (map[string]any, error) {
	text, err := json.Marshal(settings)
	if err != nil {
		return nil, err
	}
	var all map[string]any
	return all, json.Unmarshal(text, &all)
}

// matched finds the labels of the files, and leaves out files that have none.
func (f *features) matched(ctx context.Context, dir string, files []string) ([]string, *bag.Labels, error) {
	if f.labels == "" {
		return files, nil, nil
	}
	whole := func(string) bool { return true }
	asText := func(name string) bool { return name == f.fileColumn } // 0012 is no 12
	data, err := f.readTable(ctx, table.Options{Whole: whole, AsText: asText})
	if err != nil {
		return nil, nil, err
	}
	labels, err := bag.MatchLabels(data, dir, files, bag.LabelOptions{FileColumn: f.fileColumn, Keep: f.keep})
	if err != nil {
		return nil, nil, err
	}
	f.warnOfLabels(dir, files, labels)
	if !f.unlabelled {
		files, labels = labels.Labelled(files)
	}
	return files, labels, nil
}

// readTable reads the table of labels.
func (f *features) readTable(ctx context.Context, options table.Options) (*table.Table, error) {
	progress := cli.StartProgress(f.Err, "reading "+f.labels)
	defer progress.End()
	if f.labels == "-" {
		return table.Read(ctx, f.In, "", options)
	}
	return table.ReadFile(ctx, f.labels, options)
}

// count makes the bag and tells how far it is.
func (f *features) count(ctx context.Context, dir string, files []string, known *bag.Words) (*bag.Bag, error) {
	progress := cli.StartProgress(f.Err, "starting")
	defer progress.End()
	return bag.Make(ctx, dir, files, f.settings, bag.Options{
		Words: f.words, Known: known, Seed: f.seed, LearnFrom: f.learnFrom, Cache: f.cache, Strict: f.strict,
		Progress: func(at bag.Progress) {
			if at.Stage == "learning" {
				progress.Set("%s learning %s, %d of at most %d iterations", termtext.Bar(at.Done, at.All), humanize.Count(f.words, "word"), at.Done, at.All)
				return
			}
			progress.Set("%s %s %d of %s%s", termtext.Bar(at.Done, at.All), at.Stage, at.Done, humanize.Count(at.All, f.what), termtext.Left(at.Left))
		},
	})
}
