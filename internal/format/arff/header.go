package arff

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// attribute is a column as an ARFF file declares it.
type attribute struct {
	*cells.Column
	holds holds
	line  int
}

// holds is what an attribute's values are.
type holds int

const (
	numbers holds = iota
	levels        // declared words
	words         // any words, and dates
)

var (
	nameEnds  = cells.EndingIn("{")
	valueEnds = cells.EndingIn(",")  // in a dense row
	entryEnds = cells.EndingIn(",}") // in a sparse row or a list of levels
)

// Is reports whether the first line that is neither blank nor a comment begins with
// @relation or @attribute.
func Is(head []byte) bool {
	head = bytes.TrimPrefix(head, cells.ByteOrderMark)
	comments := false
	for len(head) > 0 {
		line, rest, _ := bytes.Cut(head, []byte("\n"))
		head = rest
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0:
		case line[0] == '%':
			comments = true
		default:
			keyword := strings.ToLower(string(line[:min(len(line), len("@attribute"))]))
			return keyword == "@attribute" || strings.HasPrefix(keyword, "@relation")
		}
	}
	return comments // nothing but comments as far as one can look
}

// maxColumns bounds what a header can ask for.
const maxColumns = 1 << 20

// header reads all lines up to @data.
func (r *Reader) header() error {
	for {
		c, err := r.SkipBlanks()
		switch {
		case err != nil:
			return err
		case r.AtEnd():
			return r.Problemf("", "there is no @data line; the rows come after one")
		case c == '\n' || c == '%':
		case c != '@':
			return r.Problemf("", "this is neither @attribute nor @data nor a comment; rows come after a line @data")
		default:
			if data, err := r.declaration(); err != nil || data {
				return err
			}
		}
		if err := r.NextLine(); err != nil {
			return err
		}
	}
}

// declaration reads a line that begins with @, and reports whether it is @data.
func (r *Reader) declaration() (data bool, err error) {
	keyword, err := r.Word(cells.EndingIn(""))
	if err != nil {
		return false, err
	}
	switch word := strings.ToLower(string(keyword)); word {
	case "@relation":
		r.relation, err = r.name(valueEnds)
	case "@attribute":
		err = r.attribute()
	case "@data":
		return true, r.NextLine()
	case "@input", "@inputs", "@output", "@outputs": // KEEL has these beside the attributes
	default:
		hint := ""
		if meant := humanize.Nearest(word, []string{"@relation", "@attribute", "@data"}); meant != "" {
			hint = fmt.Sprintf(" (did you mean %s?)", meant)
		}
		err = r.Problemf("", "there is no declaration %s in ARFF%s", cells.Shown(word), hint)
	}
	return false, err
}

// name reads a name, in quotes or not.
func (r *Reader) name(ends *cells.Ending) (string, error) {
	c, err := r.SkipBlanks()
	if err != nil {
		return "", err
	}
	var name []byte
	if c == '\'' || c == '"' {
		name, err = r.quoted(nil)
	} else {
		name, err = r.Word(ends)
	}
	if err == nil && !utf8.Valid(name) {
		err = r.Problemf("", "%s is not UTF-8; save the file as UTF-8", cells.Shown(strings.ToValidUTF8(string(name), "�")))
	}
	return string(name), err
}

// attribute reads the name and the type of a column.
func (r *Reader) attribute() error {
	c, err := r.SkipBlanks()
	if err != nil {
		return err
	}
	if c == '\n' {
		return r.Problemf("", "an attribute has no name; write @attribute name numeric")
	}
	name, err := r.name(nameEnds)
	if err != nil {
		return err
	}
	if c, err = r.SkipBlanks(); err != nil {
		return err
	}
	if len(r.attributes) == maxColumns {
		return r.Problemf("", "more than %d columns; turn the table, or leave columns out", maxColumns)
	}
	a := attribute{Column: &cells.Column{Name: name}, holds: levels, line: r.Line}
	if c == '{' {
		err = r.levels(&a)
	} else {
		err = r.simpleType(&a)
	}
	r.attributes = append(r.attributes, a)
	return err
}

// simpleType reads a type that is a word. What comes after it, such as the format of
// dates or a range, is of no use here.
func (r *Reader) simpleType(a *attribute) error {
	word, err := r.Word(nameEnds)
	if err != nil {
		return err
	}
	switch name := strings.ToLower(strings.Trim(string(word), `'"`)); name {
	case "numeric", "real", "integer":
		a.holds, a.Declared = numbers, cells.Number
	case "string", "date":
		a.holds = words
	case "relational":
		return r.Problemf(a.Name, "a relational attribute is a table within a table, which cannot be an input; take it out of the file")
	case "":
		return r.Problemf(a.Name, "the type is missing; write numeric, string or the values in braces: {a, b}")
	default:
		return r.Problemf(a.Name, "there is no type %s; write numeric, string or the values in braces: {a, b}", cells.Shown(name))
	}
	return nil
}

// levels reads the values of a nominal attribute. They become the column's words in this
// order, because a sparse row that leaves the attribute out means the first.
func (r *Reader) levels(a *attribute) error {
	a.Declared, a.Whole = cells.Nominal, true
	r.Pos++
	for {
		c, err := r.SkipBlanks()
		switch {
		case err != nil:
			return err
		case c == '}':
			r.Pos++
			return nil
		case c == ',':
			r.Pos++
			continue
		case c == '\n':
			return r.Problemf(a.Name, "the list of values does not end on its line; close it with }")
		}
		level, err := r.name(entryEnds)
		if err != nil {
			return err
		}
		if _, known := a.Index[level]; !known {
			a.AddWord(level, 0)
		}
	}
}

// addColumns gives the attributes to the schema, once all are known: which of them are
// labels may depend on their number.
func (r *Reader) addColumns() error {
	if len(r.attributes) == 0 {
		return r.Problemf("", "there is no @attribute before @data; each column needs one")
	}
	first, end := r.labels()
	for _, a := range r.attributes[first:end] {
		r.Schema.Labels = append(r.Schema.Labels, strings.TrimSpace(a.Name))
	}
	for j := range r.attributes {
		a := &r.attributes[j]
		c, err := r.Schema.Add(a.Name, a.Declared, a.line)
		if err != nil {
			return err
		}
		c.Words, c.Index = a.Words, a.Index
		c.Whole = c.Whole || a.Whole
		if a.Column = c; a.holds == words || a.holds == levels && len(c.Words) == 0 {
			r.withoutZero = append(r.withoutZero, j)
		}
		slot := int32(-1)
		if a.holds == numbers {
			slot = int32(c.Slot)
		}
		r.numberSlots = append(r.numberSlots, slot)
	}
	return nil
}

// labels is which attributes MEKA's option -C in the name of the relation makes labels:
// the first ones, or the last ones where it is negative. Filters of Weka move attributes and leave
// the option as it was; they are in the name, too.
func (r *Reader) labels() (first, end int) {
	_, options, found := strings.Cut(r.relation, ":")
	if !found {
		return 0, 0
	}
	given := strings.Fields(options)
	at := slices.Index(given, "-C")
	if at < 0 || at+1 == len(given) {
		return 0, 0
	}
	if strings.Contains(r.relation, "-weka.filters.") {
		r.Schema.Remark("the relation is named by MEKA's option -C %s, but filters changed its attributes after that: it does not tell which are labels", given[at+1])
		return 0, 0
	}
	n, err := strconv.Atoi(given[at+1])
	switch all := len(r.attributes); {
	case err != nil || n >= all || n <= -all:
		return 0, 0
	case n < 0:
		return all + n, all
	}
	return 0, n
}
