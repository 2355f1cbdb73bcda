package termtext

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Values are what names stand for: a string, an int, a bool, a [Raw], or for sections also Values, []Values
// or []string, of which {{.}} is the entry.
type Values map[string]any

// Raw is a string that is written as it is, without being escaped.
type Raw string

// alone is a mark of a section that has a line to itself: the line is left out.
var alone = regexp.MustCompile(`(?m)^[ \t]*(\{\{[#^/][^}]*\}\})\n`)

// Fill fills in a text: {{name}} becomes a value, and what stands between {{#name}} and {{/name}} is
// written if there is one, for a list once for each entry, and from {{^name}} if there is none. It is the
// part of Mustache (https://mustache.github.io) that our pages and programs need, and looks values up
// without reflection: with text/template in a program the linker keeps every exported method.
// A name that has no value is an error, wherever the section with it is written.
// A section must not stand within one of the same name.
func Fill(text string, values Values, escape func(string) string) (string, error) {
	f := filler{escape: escape}
	f.fill(alone.ReplaceAllString(text, "$1"), []Values{values})
	return f.out.String(), f.err
}

type filler struct {
	escape func(string) string
	out    strings.Builder
	err    error // the first
}

func (f *filler) fill(text string, scopes []Values) {
	for before, rest, found := strings.Cut(text, "{{"); found; before, rest, found = strings.Cut(text, "{{") {
		f.out.WriteString(before)
		var name string
		name, text, _ = strings.Cut(rest, "}}")
		if sign := name[0]; sign == '#' || sign == '^' {
			var body string
			body, text, _ = strings.Cut(text, "{{/"+name[1:]+"}}")
			entries := entriesOf(f.value(name[1:], scopes))
			if sign == '^' {
				entries = entriesOf(len(entries) == 0)
			}
			for _, entry := range entries {
				f.fill(body, append(scopes[:len(scopes):len(scopes)], entry))
			}
		} else if raw, ok := f.value(name, scopes).(Raw); ok {
			f.out.WriteString(string(raw))
		} else {
			f.out.WriteString(f.escape(fmt.Sprint(f.value(name, scopes))))
		}
	}
	f.out.WriteString(text)
}

// value is what a name stands for in the innermost scope that has it.
func (f *filler) value(name string, scopes []Values) any {
	for _, scope := range slices.Backward(scopes) {
		if v, ok := scope[name]; ok {
			return v
		}
	}
	f.err = cmp.Or(f.err, fmt.Errorf("nothing says what %q stands for", name))
	return ""
}

// entriesOf are what a section is written with, one by one: nothing where a value is none.
func entriesOf(value any) (entries []Values) {
	switch v := value.(type) {
	case []Values:
		return v
	case []string:
		for _, text := range v {
			entries = append(entries, Values{".": text})
		}
		return entries
	case Values:
		if v == nil {
			return nil
		}
		return []Values{v}
	}
	if value == any("") || value == any(0) || value == any(false) || value == any(Raw("")) {
		return nil
	}
	return []Values{nil}
}
