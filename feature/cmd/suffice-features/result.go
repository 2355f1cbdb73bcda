package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"suffice/feature/bag"
	"suffice/internal/cli"
	"suffice/internal/humanize"
	"suffice/internal/termtext"
)

// warn writes warnings to standard error.
func (f *features) warn(format string, values ...any) {
	cli.Say(f.Err, "suffice-features: warning: %s", cli.OneLine(fmt.Sprintf(format, values...)))
}

// mostProblems is how many files are complained about one by one.
const mostProblems = 30

// warnOf says what is wrong with files, a line each, and of many how many more there are.
func (f *features) warnOf(dir string, problems []bag.Problem) {
	shown := min(mostProblems, len(problems))
	for _, p := range problems[:shown] {
		verb := ""
		if p.Skipped {
			verb = "skipped "
		}
		f.warn("%s%s: %s", verb, filepath.Join(dir, filepath.FromSlash(p.File)), p.Reason)
	}
	if more := problems[shown:]; len(more) > 0 {
		f.warn("%s like these, %d of them skipped", humanize.Count(len(more), "more file"), skipped(more))
	}
}

func skipped(problems []bag.Problem) (count int) {
	for _, p := range problems {
		if p.Skipped {
			count++
		}
	}
	return count
}

// warnOfLabels says which files have no labels, and which labels no file.
func (f *features) warnOfLabels(dir string, files []string, labels *bag.Labels) {
	var unnamed []string
	for i, name := range files {
		if labels.Row(i) < 0 {
			unnamed = append(unnamed, name)
		}
	}
	if len(unnamed) > 0 {
		fate := "left out; --unlabelled keeps them"
		if f.unlabelled {
			fate = "kept without labels"
		}
		f.warn("%s has no row for %s in %s, %s: %s", cli.SourceName(f.labels), humanize.Count(len(unnamed), f.what), dir, fate, humanize.Quoted(unnamed))
	}
	if n := len(labels.Absent); n > 0 {
		f.warn("%s names %s that %s not in %s: %s", cli.SourceName(f.labels), humanize.Count(n, "file"), areOrIs(n), dir, humanize.Quoted(labels.Absent))
	}
}

func areOrIs(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// featuresResult is what was done, as --json prints it.
type featuresResult struct {
	Directory   string        `json:"directory"`
	Kind        string        `json:"kind"`
	Rows        int           `json:"rows"`
	Columns     int           `json:"columns"`
	Skipped     int           `json:"skipped"`
	Warnings    int           `json:"warnings"`
	Descriptors int           `json:"descriptors"`
	Words       int           `json:"words"`
	LearntFrom  int           `json:"learnt_from"` // descriptors; 0 where the words were there
	Iterations  int           `json:"iterations"`
	Weighting   bag.Weighting `json:"weighting"`
	FromCache   int           `json:"from_cache"`
	FileColumn  string        `json:"file_column,omitempty"`
	Labels      []string      `json:"labels"`
	Kept        []string      `json:"kept"`
	Settings    bag.Settings  `json:"settings"`
	Seed        uint64        `json:"seed"`
	Output      string        `json:"output"`
	SavedWords  string        `json:"saved_words,omitempty"`
	WordsFrom   string        `json:"words_from,omitempty"`
	Seconds     float64       `json:"seconds"`

	what, source string
}

func (f *features) result(dir string, made *bag.Bag, labels *bag.Labels, columns int, took time.Duration) featuresResult {
	r := featuresResult{
		Directory: dir, Kind: f.settings.Kind(), Rows: len(made.Files), Columns: columns,
		Descriptors: made.Descriptors, Words: made.Words.Len(), LearntFrom: made.LearntFrom, Iterations: made.Iterations,
		Weighting: made.Words.Weighting, FromCache: made.FromCache, Labels: []string{}, Kept: []string{},
		Settings: made.Words.Settings(), Seed: made.Words.Seed(), Output: f.output.Path, SavedWords: f.saveWords,
		WordsFrom: f.wordsFrom, Seconds: took.Seconds(), what: f.what, source: f.labels,
	}
	r.Skipped = skipped(made.Problems)
	r.Warnings = len(made.Problems) - r.Skipped
	if labels != nil {
		r.FileColumn = labels.Column
		r.Labels = append(r.Labels, labels.Labels...)
		r.Kept = append(r.Kept, labels.Kept...)
	}
	return r
}

// text is what a person reads.
func (r featuresResult) text() string {
	var out termtext.Text
	entry := func(name, format string, values ...any) {
		out.Entry(name, "%s", termtext.Cut(fmt.Sprintf(format, values...), termtext.EntryWidth))
	}
	out.Line("%s\n", termtext.Cut(fmt.Sprintf("%s: %s%s", r.Directory, humanize.Count(r.Rows, r.what), unlessNone(", %d skipped", r.Skipped)), termtext.Width))
	entry("descriptors", "%d, %.0f for a %s%s", r.Descriptors, float64(r.Descriptors)/float64(r.Rows), r.what, unlessNone("; those of %d from the cache", r.FromCache))
	entry("words", "%s", r.learnt())
	if r.source != "" {
		entry("labels", "%d, from %s by its column %q", len(r.Labels), cli.SourceName(filepath.Base(r.source)), r.FileColumn)
	}
	if len(r.Kept) > 0 {
		entry("kept", "%s", strings.Join(r.Kept, ", "))
	}
	entry("time", "%.1f s", r.Seconds)
	out.Line("\nwrote %s: %s, %s", r.Output, humanize.Count(r.Rows, "row"), humanize.Count(r.Columns, "column"))
	if r.SavedWords != "" {
		out.Line("wrote %s; new files get the same words with --words-from", r.SavedWords)
	}
	if len(r.Labels) > 0 {
		out.Line("next: suffice compare %s --target 'label_*'", r.Output)
	}
	return out.String()
}

// unlessNone tells how many, unless there are none.
func unlessNone(format string, n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

func (r featuresResult) learnt() string {
	if r.WordsFrom != "" {
		return fmt.Sprintf("%d, from %s; %s", r.Words, r.WordsFrom, r.Weighting)
	}
	from := ""
	if r.LearntFrom < r.Descriptors {
		from = fmt.Sprintf(" from %d descriptors", r.LearntFrom)
	}
	return fmt.Sprintf("%d, learnt%s in %s, seed %d; %s", r.Words, from, humanize.Count(r.Iterations, "iteration"), r.Seed, r.Weighting)
}
