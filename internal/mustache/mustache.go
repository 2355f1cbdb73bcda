// Package mustache fills in a text: {{name}} becomes a value, and what stands between {{#name}} and
// {{/name}} is written if there is one, for a list once for each entry, and from {{^name}} if there is
// none. It is the part of Mustache (https://mustache.github.io) that our pages and programs need, and looks
// values up without reflection: with text/template in a program the linker keeps every exported method.
package mustache

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Values are what names stand for: a string, an int, a bool, a [Raw], or for sections also Values, []Values
// or []string, of which {{.}} is the entry.
type Values map[string]any

// Raw is a string that is written as it is, without being escaped.
type Raw string

// alone is a mark of a section that has a line to itself: the line is left out.
var alone = regexp.MustCompile(`(?m)^[ \t]*(\{\{[#^/][^}]*\}\})\n`)

// Fill fills in a text. A name that has no value is an error, wherever the section with it is written.
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
	for {
		before, rest, found := strings.Cut(text, "{{")
		f.out.WriteString(before)
		if !found {
			return
		}
		name, after, _ := strings.Cut(rest, "}}")
		text = after
		if sign := name[:1]; sign == "#" || sign == "^" {
			name = name[1:]
			var body string
			body, text, _ = strings.Cut(after, "{{/"+name+"}}")
			f.section(body, f.value(name, scopes), sign == "^", scopes)
			continue
		}
		switch v := f.value(name, scopes).(type) {
		case Raw:
			f.out.WriteString(string(v))
		case string:
			f.out.WriteString(f.escape(v))
		case int:
			f.out.WriteString(strconv.Itoa(v))
		}
	}
}

// section writes a text as often as a value says: with the entries of a list, or with what is outside.
func (f *filler) section(body string, value any, inverted bool, scopes []Values) {
	entries := entriesOf(value)
	if inverted {
		entries = entriesOf(len(entries) == 0)
	}
	for _, entry := range entries {
		f.fill(body, append(scopes[:len(scopes):len(scopes)], entry))
	}
}

// entriesOf are what a section is written with, one by one: nothing where a value is none.
func entriesOf(value any) []Values {
	var some bool
	switch v := value.(type) {
	case []Values:
		return v
	case []string:
		entries := make([]Values, len(v))
		for i, text := range v {
			entries[i] = Values{".": text}
		}
		return entries
	case Values:
		if v != nil {
			return []Values{v}
		}
	case bool:
		some = v
	case string:
		some = v != ""
	case Raw:
		some = v != ""
	case int:
		some = v != 0
	}
	if some {
		return []Values{nil}
	}
	return nil
}

// value is what a name stands for in the innermost scope that has it.
func (f *filler) value(name string, scopes []Values) any {
	for i := len(scopes) - 1; i >= 0; i-- {
		if v, ok := scopes[i][name]; ok {
			return v
		}
	}
	if f.err == nil {
		f.err = fmt.Errorf("nothing says what %q stands for", name)
	}
	return false
}
