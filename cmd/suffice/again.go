package main

import (
	"regexp"
	"strings"

	"suffice/internal/explore"
)

// fitCommand is the command that makes a fit of the page, as shells of Unix read it.
func fitCommand(file string, settings []explore.Setting) string {
	if strings.HasPrefix(file, "-") {
		file = "./" + file
	}
	return "suffice fit " + quotedForShell(file) + typed(settings) + " -o model.json"
}

// typed are settings as they are typed, with a blank before each.
func typed(settings []explore.Setting) string {
	var out strings.Builder
	for _, s := range settings {
		out.WriteString(" --" + s.Name)
		switch {
		case s.Value == "":
		case strings.HasPrefix(s.Value, "-"): // it would look like another option
			out.WriteString("=" + quotedForShell(s.Value))
		default:
			out.WriteString(" " + quotedForShell(s.Value))
		}
	}
	return out.String()
}

// again are the options that choose from the table and read it, as they are typed, with a
// blank before each.
func (o *dataOptions) again() string {
	var s explore.Settings
	s.Options("target", o.target)
	s.Options("labels", o.labels)
	s.Options("inputs", o.inputs)
	s.Options("exclude", o.exclude)
	s.Options("nominal", o.nominal)
	s.Option("kind", o.kind)
	s.Option("weights", o.weights)
	s.Option("group", o.group)
	s.Option("time", o.time)
	s.Option("block", o.block)
	s.Option("every", o.every)
	var memory explore.Settings
	memory.Option("memory", o.memory.text)
	return typed(s) + o.readAgain() + typed(memory)
}

// readAgain are those that read it.
func (o *dataOptions) readAgain() string {
	var s explore.Settings
	s.Option("missing", o.missing)
	s.Reading(o.reading())
	return typed(s)
}

// plainWord is a word that means the same to a shell with quotes and without.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:@%+,=-]+$`)

// quotedForShell quotes a name where a shell would take it apart.
func quotedForShell(name string) string {
	if plainWord.MatchString(name) {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}
