package explore

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"suffice"
	"suffice/table"
)

// mostCommand is how many letters a command may have that the page shows.
const mostCommand = 4000

// Setting is what a fit was asked for, by its name on the command line. Switches have no value.
type Setting struct{ Name, Value string }

// settings are those of a fit as they grow.
type settings []Setting

// option adds a setting that has a value, unless the value is empty.
func (s *settings) option(name, value string) {
	if value != "" {
		*s = append(*s, Setting{name, value})
	}
}

// options adds a setting for each of several values.
func (s *settings) options(name string, values []string) {
	for _, value := range values {
		s.option(name, value)
	}
}

// flag adds a switch, where it is on.
func (s *settings) flag(name string, on bool) {
	if on {
		*s = append(*s, Setting{Name: name})
	}
}

// settingsOf are those of a fit of a choice, but for what can be added to the fit later.
func (c *chosen) settingsOf(method suffice.Method, o FitOptions) settings {
	made := settings{}
	made.options("target", c.roles.Target)
	made.option("kind", string(c.roles.Kind))
	made.options("exclude", c.roles.Exclude)
	made.options("nominal", c.roles.Nominal)
	made.option("weights", c.roles.Weights)
	made.option("missing", string(c.roles.Missing))
	made.reading(c.data.options)
	made.option("method", cmp.Or(o.Method, method.Name))
	if o.Dim > 0 {
		made.option("dim", fmt.Sprint(o.Dim))
	}
	if o.Seed != 1 && (o.Method == autoMethod || method.Uses.Seed) {
		made.option("seed", fmt.Sprint(o.Seed))
	}
	made.flag("no-scale", o.NoScale)
	made.flag("select", o.Select)
	made.flag("no-verdict", o.Verdict != nil && !*o.Verdict)
	return made
}

// reading adds how a table is read.
func (s *settings) reading(o table.Options) {
	s.option("format", o.Format)
	s.option("header", map[table.Header]string{table.WithHeader: "yes", table.NoHeader: "no"}[o.Header])
	s.flag("decimal-comma", o.DecimalComma)
	s.options("na", o.NA)
	s.option("dates", o.Dates)
	if o.SkipLines > 0 {
		s.option("skip-lines", fmt.Sprint(o.SkipLines))
	}
	s.option("sheet", o.Sheet)
	s.option("query", o.Query)
}

// command is how suffice fit makes the fit with its model as it is, but for rows that were left out.
// It is "" where nothing on the command line does, and where no one should paste it: because it is
// too long, or a name in it has signs that steer a terminal. The caller holds the lock.
func (f *fit) command() string {
	if f.made == nil || f.of.command == nil {
		return ""
	}
	asked := slices.Clone(f.made)
	asked.flag("predictor", f.model.Predictor != nil)
	if b := f.model.Bootstrap; b != nil {
		asked.option("bootstrap", fmt.Sprint(b.Resamples))
	}
	text := f.of.command(sourceName(f.of.data), asked)
	if len(text) > mostCommand || strings.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return text
}
