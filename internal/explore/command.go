package explore

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"suffice"
	"suffice/table"
)

// mostCommand is how many letters a command may have that the page shows.
const mostCommand = 4000

// commandLine is a command as it grows.
type commandLine []string

// option adds an option that has a value, unless the value is empty. It stands behind = where it
// looks like another option.
func (c *commandLine) option(name, value string) {
	switch {
	case value == "":
	case strings.HasPrefix(value, "-"):
		*c = append(*c, name+"="+quoted(value))
	default:
		*c = append(*c, name, quoted(value))
	}
}

// options adds an option for each of several values.
func (c *commandLine) options(name string, values []string) {
	for _, value := range values {
		c.option(name, value)
	}
}

// flag adds an option that has no value, where it is set.
func (c *commandLine) flag(name string, set bool) {
	if set {
		*c = append(*c, name)
	}
}

// plainWord is a word that means the same to a shell with quotes and without.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

// quoted is a word as shells of Unix read it.
func quoted(word string) string {
	if plainWord.MatchString(word) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// commandFor is how suffice fit makes a fit of a choice, but for what can be added to the fit later.
func (c *chosen) commandFor(method suffice.Method, o FitOptions) commandLine {
	file := sourceName(c.data)
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	line := commandLine{"suffice", "fit", quoted(file)}
	line.options("--target", c.roles.Target)
	line.option("--kind", string(c.roles.Kind))
	line.options("--exclude", c.roles.Exclude)
	line.options("--nominal", c.roles.Nominal)
	line.option("--weights", c.roles.Weights)
	line.option("--missing", string(c.roles.Missing))
	line.reading(c.data.options)
	line.option("--method", cmp.Or(o.Method, method.Name))
	if o.Dim > 0 {
		line.option("--dim", fmt.Sprint(o.Dim))
	}
	if o.Seed != 1 && (o.Method == autoMethod || slices.Contains(method.Takes, "seed")) {
		line.option("--seed", fmt.Sprint(o.Seed))
	}
	line.flag("--no-scale", o.NoScale)
	line.flag("--select", o.Select)
	line.flag("--no-verdict", o.Verdict != nil && !*o.Verdict)
	return line
}

// reading adds how a table is read.
func (c *commandLine) reading(o table.Options) {
	c.option("--format", o.Format)
	c.option("--header", map[table.Header]string{table.WithHeader: "yes", table.NoHeader: "no"}[o.Header])
	c.flag("--decimal-comma", o.DecimalComma)
	c.options("--na", o.NA)
	c.option("--dates", o.Dates)
	if o.SkipLines > 0 {
		c.option("--skip-lines", fmt.Sprint(o.SkipLines))
	}
	c.option("--sheet", o.Sheet)
	c.option("--query", o.Query)
}

// command is how suffice fit makes the fit with its model as it is, but for rows that were left out.
// It is "" where nothing on the command line does, and where no one should paste it: because it is
// too long, or a name in it has signs that steer a terminal. The caller holds the lock.
func (f *fit) command() string {
	if f.made == nil {
		return ""
	}
	line := slices.Clone(f.made)
	line.flag("--predictor", f.model.Predictor != nil)
	if b := f.model.Bootstrap; b != nil {
		line.option("--bootstrap", fmt.Sprint(b.Resamples))
	}
	line.option("-o", "model.json")
	text := strings.Join(line, " ")
	if len(text) > mostCommand || strings.ContainsFunc(text, unicode.IsControl) {
		return ""
	}
	return text
}
