package journal

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Setting is one that all results of a file share.
type Setting struct {
	Name  string // in the file, and that of the option
	Value any    // a number, a text or a truth value
	Other string // what messages call other values of it, where it is no option, such as "another table"
}

// head is the first line: the format and the settings, in their order.
func head(format string, settings []Setting) ([]byte, error) {
	line := fmt.Appendf(nil, `{"format":%q`, format)
	for _, s := range settings {
		value, err := json.Marshal(s.Value)
		if err != nil {
			return nil, err
		}
		line = fmt.Appendf(line, `,%q:%s`, s.Name, value)
	}
	return append(line, '}'), nil
}

// begins reports whether text is the beginning of a first line. Anything else is some
// other file.
func begins(text []byte, format string) bool {
	begin := fmt.Sprintf(`{"format":%q,`, format)
	n := min(len(begin), len(text))
	return string(text[:n]) == begin[:n]
}

// agree says why a first line is not one of these settings, or nil.
func (j *Journal[K, V]) agree(line []byte) error {
	var have map[string]json.RawMessage
	if err := json.Unmarshal(line, &have); err != nil || string(have["format"]) != fmt.Sprintf("%q", j.kind.Format) {
		return j.notOurs()
	}
	var differ []string
	for _, s := range j.kind.Settings {
		want, err := json.Marshal(s.Value)
		if err != nil {
			return err
		}
		switch value := have[s.Name]; {
		case value == nil || string(value) == "null":
			return j.notOurs()
		case bytes.Equal(value, want):
		case s.Other != "":
			differ = append(differ, s.Other)
		default:
			differ = append(differ, fmt.Sprintf("--%s %s rather than %s", s.Name, value, want))
		}
	}
	if differ == nil {
		return nil
	}
	return fmt.Errorf("%s has %ss with %s; use these settings, or name another file", j.path, j.kind.Result, strings.Join(differ, ", "))
}
