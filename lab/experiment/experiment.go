// Package experiment makes experiments: what by which methods, again and again, measured how. An
// [Experiment] lists its cases, each of which tries a method on a table; Run tries them side by
// side and keeps what came of each trial in a file, so that an interrupted run goes on where it
// stopped; and a [Result] is laid out as text, Markdown, CSV, JSON or a picture in one way for all.
package experiment

import (
	"context"
	"errors"
	"fmt"
	"math"

	"suffice/internal/journal"
	"suffice/internal/trials"
)

// Experiment is a list of cases that are tried equally often.
type Experiment struct {
	Name     string // of the command, such as "table1"
	Title    string // what is measured
	Measures []Measure
	Cases    []Case
	Repeats  int
	From     uint64 // number of the first repeat
	InOrder  bool   // one trial after the other, for those that want the machine, or depend on those before

	Groups  []Group     // of tables, whose means are told
	Against []Opponents // what the first method is divided by; nil means the best of the others, and each
	ByTable bool        // the columns are tables and the lines methods, instead of the other way round
	Across  string      // what a picture has from left to right: "components" or "rows"; "" for boxes
	Notes   []string

	Settings []journal.Setting // that trials in a file must share
	State    *State            // trials of before, which are not made again; takes new ones; may be nil
	Progress func(trials.Progress)
}

// Measure is a number that trials give, or some of them.
type Measure struct {
	Name   string // in tables and files
	Means  string // what it is
	Digits int    // behind the point

	Spread  Spread
	Marked  bool   // the least of a table, and those not different from it by Welch's t-test at 1%, are marked
	Total   bool   // only the mean over all tables is told
	Hidden  bool   // it is in files alone
	Divided bool   // the first method is divided by others, where there are any
	Counts  bool   // how often each value was met is told in place of the mean
	Floor   string // the measure whose mean, divided by the repeats, is the least that counts in ratios; "" for none
}

// Spread is what stands in brackets behind a mean.
type Spread int

// These are the standard deviation of the trials, and that of their mean.
const (
	None Spread = iota
	SD
	SE
)

// Case is a method on a table.
type Case struct {
	Table  string
	Method string
	Dim    int // components, where cases differ in that; else 0
	Rows   int // of the table
	Inputs int
	Kind   string // "numbers" or "classes", where ratios tell them apart
	Panel  string // of a picture; "" means that of its table
	Every  bool   // it holds for every number of components

	Known map[string]Figure // of others, in place of trials

	// Try makes trial number repeat. An error ends the experiment; what is wrong with the method alone
	// is the Problem of the trial.
	Try func(ctx context.Context, repeat uint64) (Trial, error)
}

// String is its name for people.
func (c Case) String() string { return c.Method + " on " + c.Table }

// Trial is what came of a case once.
type Trial struct {
	Values  map[string]float64 `json:"values"`            // by measure, as far as there are any; nil where it was not tried
	Problem string             `json:"problem,omitempty"` // what is wrong with the method
}

// Seconds is the measure of the time of a fit.
const Seconds = "seconds"

// State is a file that remembers trials.
type State = journal.Journal[key, Trial]

type key struct {
	Table  string `json:"table"`
	Method string `json:"method"`
	Dim    int    `json:"dim"`
	Repeat uint64 `json:"repeat"`
}

// OpenState opens the file at path, or begins a new one. One of another experiment or of other
// settings is an error; more tables, methods and repeats may come later.
func (e Experiment) OpenState(path string) (*State, error) {
	return journal.Open(path, e.kind())
}

func (e Experiment) kind() journal.Kind[key, Trial] {
	return journal.Kind[key, Trial]{
		Format: "suffice-lab/" + e.Name, Command: "suffice-lab " + e.Name, Result: "trial", Settings: e.Settings,
		Fields: []string{"table", "method", "dim", "repeat", "values"}, Check: checkTrial,
	}
}

// checkTrial says what is wrong with a trial that was read from a file.
func checkTrial(_ key, t Trial) error {
	if t.Values[Seconds] < 0 {
		return fmt.Errorf("it took %g seconds", t.Values[Seconds])
	}
	return nil
}

// Run makes the trials that State does not have, and sums up. What they measure does not depend on
// the number of threads, but for their times.
func (e Experiment) Run(ctx context.Context) (*Result, error) {
	if e.Repeats < 1 {
		return nil, errors.New("there must be at least 1 repeat")
	}
	var tried []Case
	for _, c := range e.Cases {
		if c.Try != nil {
			tried = append(tried, c)
		}
	}
	plan := trials.Plan[key, Trial]{
		Kinds: len(tried), Repeats: e.Repeats, InOrder: e.InOrder,
		Try:     func(ctx context.Context, i, k int) (Trial, error) { return tried[i].try(ctx, e.From+uint64(k)) },
		Seconds: func(t Trial) float64 { return t.Values[Seconds] },
		Named:   func(i int) string { return tried[i].String() }, Told: e.Progress,
		Journal: e.State, Again: func(t Trial) bool { return t.Values == nil || t.Problem != "" },
		Key: func(i, k int) key { return key{tried[i].Table, tried[i].Method, tried[i].Dim, e.From + uint64(k)} },
	}
	if err := plan.Run(ctx); err != nil {
		return nil, err
	}
	return e.result(plan.Made)
}

func (c Case) try(ctx context.Context, repeat uint64) (Trial, error) {
	t, err := c.Try(ctx, repeat)
	for name, v := range t.Values {
		if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
			err = fmt.Errorf("%s is not finite", name)
		}
	}
	if err != nil {
		err = fmt.Errorf("%s, number %d: %w", c, repeat, err)
	}
	return t, err
}
