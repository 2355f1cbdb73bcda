package table

import (
	"fmt"
	"slices"
	"strings"
)

// schema is the columns of a file, as far as they are known.
type schema struct {
	source  string
	byRow   bool // places are rows counted from 1, because the file has no lines
	order   int  // of the file among those that the table is made of
	columns []*column
	byName  map[string]int
	kept    int // columns that are kept
	options readOptions
	spare   []column // for those to come
	origin  *origin  // the file itself, where there is one
	labels  []string // names of the columns that the file itself declares to be labels

	onlyPoints bool // commas would be decimal signs if it were asked for

	// impliesZeros, where not nil, tells which columns are all zero if the file does not
	// mention them.
	impliesZeros func(name string) bool
}

func newSchema(source string, options readOptions) *schema {
	return &schema{source: source, byName: map[string]int{}, options: options}
}

// add makes a column. A column without a name can neither be chosen nor be mistaken for
// another, and is not kept.
func (s *schema) add(name string, declared Type, line int) (*column, error) {
	name = strings.TrimSpace(name)
	c := s.blank()
	c.name, c.declared, c.slot = name, declared, -1
	if name != "" {
		if first, taken := s.byName[name]; taken {
			return nil, s.problem(line, fmt.Sprintf("columns %d and %d are both called %q; rename one of them", first+1, len(s.columns)+1, name))
		}
		s.byName[name] = len(s.columns)
		c.whole = s.options.Whole != nil && s.options.Whole(name)
		c.asText = s.options.AsText != nil && s.options.AsText(name)
		if s.options.Skip == nil || !s.options.Skip(name) || slices.Contains(s.labels, name) {
			c.slot = s.kept
			s.kept++
		}
	}
	s.columns = append(s.columns, c)
	return c, nil
}

// blank is a new column. They are made by the hundred, because a file may have a million.
func (s *schema) blank() *column {
	if len(s.spare) == 0 {
		s.spare = make([]column, min(256, 8+len(s.columns)))
	}
	c := &s.spare[0]
	s.spare = s.spare[1:]
	return c
}

// problem is an error in the file.
func (s *schema) problem(line int, problem string) error {
	return s.problemIn(line, "", problem)
}

// problemAt is an error in a cell of a column.
func (s *schema) problemAt(at place, column, problem string) error {
	if at.of != nil {
		s = at.of
	}
	return s.problemIn(at.line, column, problem)
}

// problemIn is an error in a column of the file.
func (s *schema) problemIn(line int, column, problem string) error {
	e := &Error{Source: s.source, Line: line, Column: column, Problem: problem}
	if s.byRow {
		e.Line, e.Row = 0, line
	}
	return e
}
