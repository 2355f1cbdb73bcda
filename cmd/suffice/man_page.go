package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/internal/release"
)

// manPage is the page of a command in the language of man(7), made of the texts of its help.
func manPage(cmd *cobra.Command, build release.Build) string {
	page := manual{}
	day, _, _ := strings.Cut(build.Date, "T")
	page.macro("TH", strings.ToUpper(manName(cmd)), "1", day, "suffice "+build.Version, "suffice")
	page.section("name")
	page.line("%s \\- %s", roff(manName(cmd)), roff(lowered(cmd.Short)))
	page.section("synopsis")
	page.synopsis(cmd)
	page.section("description")
	page.prose(cmd.Long)
	page.commands(cmd)
	page.options(cmd)
	if cmd.Example != "" {
		page.section("examples")
		page.literal(strings.Split(cmd.Example, "\n"))
	}
	page.related(cmd)
	return page.String()
}

type manual struct{ strings.Builder }

func (m *manual) line(format string, values ...any) { fmt.Fprintf(m, format+"\n", values...) }

func (m *manual) macro(name string, arguments ...string) {
	m.WriteString("." + name)
	for _, a := range arguments {
		m.WriteString(` "` + roff(a) + `"`)
	}
	m.WriteString("\n")
}

func (m *manual) section(name string) { m.macro("SH", strings.ToUpper(name)) }

func (m *manual) synopsis(cmd *cobra.Command) {
	use := strings.TrimSuffix(cmd.UseLine(), " [flags]")
	rest := strings.TrimPrefix(use, cmd.CommandPath())
	switch {
	case cmd.HasAvailableSubCommands():
		rest = " COMMAND [OPTIONS]"
	case cmd.HasAvailableLocalFlags():
		rest += " [OPTIONS]"
	}
	m.line(`\fB%s\fR%s`, roff(cmd.CommandPath()), roff(rest))
}

// prose writes paragraphs. Lines that are set in by the text stay as they are.
func (m *manual) prose(text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			m.macro("PP")
		}
		lines := strings.Split(paragraph, "\n")
		for len(lines) > 0 {
			setIn := strings.HasPrefix(lines[0], " ")
			end := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, " ") != setIn })
			if end < 0 {
				end = len(lines)
			}
			if setIn {
				m.literal(lines[:end])
			} else {
				m.line("%s", roff(strings.Join(lines[:end], "\n")))
			}
			lines = lines[end:]
		}
	}
}

func (m *manual) literal(lines []string) {
	m.macro("EX")
	m.line("%s", roff(strings.Join(lines, "\n")))
	m.macro("EE")
}

func (m *manual) commands(cmd *cobra.Command) {
	if !cmd.HasAvailableSubCommands() {
		return
	}
	m.section("commands")
	for _, child := range cmd.Commands() {
		if child.IsAvailableCommand() {
			m.macro("TP")
			m.line(`\fB%s\fR(1)`, roff(manName(child)))
			m.line("%s", roff(child.Short))
		}
	}
}

func (m *manual) options(cmd *cobra.Command) {
	m.section("options")
	cmd.InitDefaultHelpFlag()
	cmd.InitDefaultVersionFlag()
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden {
			return
		}
		value, text := pflag.UnquoteUsage(flag)
		name := `\fB` + roff("--"+flag.Name) + `\fR`
		if flag.Shorthand != "" {
			name = `\fB` + roff("-"+flag.Shorthand) + `\fR, ` + name
		}
		if value != "" {
			name += ` \fI` + roff(value) + `\fR`
		}
		m.macro("TP")
		m.line("%s", name)
		m.line("%s", roff(cli.OneLine(text)+defaultText(flag)))
	})
}

// defaultText is the value of an option that is not given, where its text does not tell.
func defaultText(flag *pflag.Flag) string {
	value := flag.DefValue
	if slices.Contains([]string{"", "0", "0s", "false", "[]"}, value) || strings.Contains(flag.Usage, "(default") {
		return ""
	}
	return " (default " + value + ")"
}

func (m *manual) related(cmd *cobra.Command) {
	var pages []string
	if cmd.HasParent() {
		pages = append(pages, manName(cmd.Parent()))
		for _, sister := range cmd.Parent().Commands() {
			if sister != cmd && sister.IsAvailableCommand() && sister.GroupID == cmd.GroupID {
				pages = append(pages, manName(sister))
			}
		}
	}
	if len(pages) == 0 {
		return
	}
	m.section("see also")
	for i, page := range pages {
		comma := ","
		if i == len(pages)-1 {
			comma = ""
		}
		m.line(`\fB%s\fR(1)%s`, roff(page), comma)
	}
}

// lowered is a text that does not begin a sentence.
func lowered(text string) string { return strings.ToLower(text[:1]) + text[1:] }

var roffLetters = strings.NewReplacer(`\`, `\(rs`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`, `"`, `\(dq`)

// roff is a text without what would be a command to roff, or another sign than it looks like.
func roff(text string) string {
	lines := strings.Split(roffLetters.Replace(text), "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") {
			lines[i] = `\&` + line
		}
	}
	var out strings.Builder
	for _, letter := range strings.Join(lines, "\n") {
		if letter > 126 {
			fmt.Fprintf(&out, `\[u%04X]`, letter)
		} else {
			out.WriteRune(letter)
		}
	}
	return out.String()
}
