package cells

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Schema is the columns of a file, as far as they are known.
type Schema struct {
	Source  string
	Format  string // such as csv
	ByRow   bool   // places are rows counted from 1, because the file has no lines
	Order   int    // of the file among those that the table is made of
	Columns []*Column
	ByName  map[string]int
	Kept    int // columns that are kept
	Options Options
	spare   []Column // for those to come
	Origin  *Origin  // the file itself, where there is one
	Labels  []string // names of the columns that the file itself declares to be labels

	About   *About    // how numbers are written
	Remarks []Message // of how the file was understood, where that is not plain

	// impliesZeros, where not nil, tells which columns are all zero if the file does not
	// mention them.
	ImpliesZeros func(name string) bool
}

// NewSchema has no columns yet. Messages call the file source.
func NewSchema(source string, options Options) *Schema {
	about := &About{Days: options.Days, NA: MarksOf(options.NA)}
	return &Schema{Source: source, ByName: map[string]int{}, Options: options, About: about}
}

// Add makes a column. A column without a name can neither be chosen nor be mistaken for
// another, and is not kept.
func (s *Schema) Add(name string, declared Type, line int) (*Column, error) {
	name = strings.TrimSpace(name)
	c := s.blank()
	c.Name, c.Declared, c.Slot = name, declared, -1
	if name != "" {
		if first, taken := s.ByName[name]; taken {
			return nil, s.Problem(line, fmt.Sprintf("columns %d and %d are both called %q; rename one of them", first+1, len(s.Columns)+1, name))
		}
		s.ByName[name] = len(s.Columns)
		c.Whole = s.Options.Whole != nil && s.Options.Whole(name)
		c.AsText = s.Options.AsText != nil && s.Options.AsText(name)
		c.About, c.Days = s.About, s.Options.DaysOf[name]
		c.AsWords = s.Options.Words != nil && s.Options.Words(name)
		if s.Options.Form != nil {
			c.Form = s.Options.Form(name)
			c.AsText = c.AsText || c.Form.IsTime() // in which no plain number is one
		}
		if s.Options.Skip == nil || !s.Options.Skip(name) || slices.Contains(s.Labels, name) {
			c.Slot = s.Kept
			s.Kept++
		}
	}
	s.Columns = append(s.Columns, c)
	return c, nil
}

// IsVector reports whether the fields of a structure are those of a vector of Spark ML. Read one
// by one they would be a table of something else: the values of a sparse vector are not those of
// its places.
func IsVector(fields []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(fields)), []string{"indices", "size", "type", "values"})
}

// AddVector is for a column of such vectors: an error, unless it is left out.
func (s *Schema) AddVector(name string) error {
	c, err := s.Add(name, Empty, 0)
	if err != nil || c.Slot < 0 {
		return err
	}
	return s.ProblemIn(0, name, "it holds vectors of Spark ML, which are not read; make lists of them by vector_to_array (pyspark.ml.functions), or leave the column out")
}

// AddListed makes columns of lists of numbers that all have n. Where n is 0, since they have not all
// as many, or is too large, it is one column, which is left out.
func (s *Schema) AddListed(name string, n int) (columns []*Column, err error) {
	if n == 0 || n > maxListed {
		c, err := s.Add(name, Empty, 0)
		if err == nil {
			s.Drop(c)
			s.Remark("column %q is left out: its lists do not all have as many numbers, or too many for columns", name)
		}
		return []*Column{c}, err
	}
	for k := range n {
		c, err := s.Add(fmt.Sprintf("%s[%d]", name, k), Empty, 0)
		if err != nil {
			return nil, err
		}
		columns = append(columns, c)
	}
	return columns, nil
}

// maxListed is how many columns a list of numbers may become.
const maxListed = 1 << 16

// Remark says how the file was understood.
func (s *Schema) Remark(format string, values ...any) {
	s.Remarks = append(s.Remarks, Messagef(format, values...))
}

// Drop takes a column out of those that are kept; it is the last that was added.
func (s *Schema) Drop(c *Column) {
	if c.Slot >= 0 {
		c.Slot = -1
		s.Kept--
	}
}

// blank is a new column. They are made by the hundred, because a file may have a million.
func (s *Schema) blank() *Column {
	if len(s.spare) == 0 {
		s.spare = make([]Column, min(256, 8+len(s.Columns)))
	}
	c := &s.spare[0]
	s.spare = s.spare[1:]
	return c
}

// BySlot are the columns that are kept, in their slots.
func (s *Schema) BySlot() []*Column {
	bySlot := make([]*Column, s.Kept)
	for _, c := range s.Columns {
		if c.Slot >= 0 {
			bySlot[c.Slot] = c
		}
	}
	return bySlot
}

// Failed is an error of reading as one of the file, which is damaged unless the error says more.
func (s *Schema) Failed(err error, damaged string) error { return s.FailedIn(0, "", err, damaged) }

// FailedIn is the same in a column.
func (s *Schema) FailedIn(line int, column string, err error, damaged string) error {
	if known, ok := errors.AsType[*Error](err); ok {
		return known
	}
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if said, ok := errors.AsType[BadValue](err); ok {
		damaged = string(said)
	}
	return s.ProblemIn(line, column, damaged)
}

// Problem is an error in the file.
func (s *Schema) Problem(line int, problem string) *Error {
	return s.ProblemIn(line, "", problem)
}

// ProblemAt is an error in a cell of a column.
func (s *Schema) ProblemAt(at Place, column, problem string) *Error {
	if at.Of != nil {
		s = at.Of
	}
	return s.ProblemIn(at.Line, column, problem)
}

// ProblemIn is an error in a column of the file.
func (s *Schema) ProblemIn(line int, column, problem string) *Error {
	e := &Error{Source: s.Source, Line: line, Column: column, Problem: problem}
	if s.ByRow {
		e.Line, e.Row = 0, line
	}
	return e
}
