package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"suffice"
	"suffice/internal/render"
	"suffice/table"
)

// mostCommand is how many letters a command may have that the page shows.
const mostCommand = 4000

// Setting is what a fit was asked for, by its name on the command line. Switches have no value.
type Setting struct{ Name, Value string }

// Settings are those of a fit as they grow.
type Settings []Setting

// Option adds a setting that has a value, unless the value is empty.
func (s *Settings) Option(name, value string) {
	if value != "" {
		*s = append(*s, Setting{name, value})
	}
}

// Options adds a setting for each of several values.
func (s *Settings) Options(name string, values []string) {
	for _, value := range values {
		s.Option(name, value)
	}
}

// Flag adds a switch, where it is on.
func (s *Settings) Flag(name string, on bool) {
	if on {
		*s = append(*s, Setting{Name: name})
	}
}

// settingsOf are those of a fit of a choice, but for what can be added to the fit later.
func (c *chosen) settingsOf(method suffice.Method, o FitOptions) Settings {
	made := Settings{}
	made.Options("target", c.roles.Target)
	made.Option("kind", string(c.roles.Kind))
	made.Options("exclude", c.roles.Exclude)
	made.Options("nominal", c.roles.Nominal)
	made.Option("weights", c.roles.Weights)
	made.Option("group", c.roles.Group)
	made.Option("time", c.roles.Time)
	made.Option("block", c.roles.Block)
	made.Option("every", c.roles.Every)
	made.Option("missing", string(c.roles.Missing))
	made.Reading(c.data.options)
	made.Option("method", cmp.Or(o.Method, method.Name))
	if o.Dim > 0 {
		made.Option("dim", fmt.Sprint(o.Dim))
	}
	if o.Seed != 1 && (o.Method == render.AutoMethod || method.Uses.Seed) {
		made.Option("seed", fmt.Sprint(o.Seed))
	}
	made.Flag("no-scale", o.NoScale)
	made.Flag("select", o.Select)
	made.Flag("no-verdict", o.Verdict != nil && !*o.Verdict)
	return made
}

// Reading adds how a table is read.
func (s *Settings) Reading(o table.Options) {
	s.Option("format", o.Format)
	s.Option("header", map[table.Header]string{table.WithHeader: "yes", table.NoHeader: "no"}[o.Header])
	s.Flag("decimal-comma", o.DecimalComma)
	s.Options("na", o.NA)
	s.Option("dates", o.Dates)
	if o.SkipLines > 0 {
		s.Option("skip-lines", fmt.Sprint(o.SkipLines))
	}
	s.Option("sheet", o.Sheet)
	s.Option("query", o.Query)
}

// command is how suffice fit makes the fit with its model as it is, but for rows that were left out.
// It is "" where nothing on the command line does, and where no one should paste it: because it is
// too long, or a name in it has signs that steer a terminal. The caller holds the lock.
func (f *fit) command() string {
	if f.made == nil || f.of.command == nil {
		return ""
	}
	asked := slices.Clone(f.made)
	asked.Flag("predictor", f.model.Predictor != nil)
	if b := f.model.Bootstrap; b != nil {
		asked.Option("intervals", fmt.Sprint(b.Resamples))
	}
	text := f.of.command(sourceName(f.of.data), asked)
	if len(text) > mostCommand || strings.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return text
}
