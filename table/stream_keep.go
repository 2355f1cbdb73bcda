package table

import (
	"context"
	"errors"
	"io"
	"math"
	"strings"

	"suffice/internal/cells"
)

// NameKept is the setting of columns that go beside what is made of the rows.
const NameKept Setting = "Keep"

// Kept is a column that goes beside what is made of the rows, as it is.
type Kept struct {
	Name string
	Text bool // it holds texts, rather than numbers
}

// kept is such a column of a stream.
type kept struct {
	Kept
	column *cells.Column
	own    bool // it is no input, so that its texts can be forgotten
}

// keeps reports whether a column is among those to be kept.
func (w Wanted) keeps(name string) bool { return len(w.Keep) > 0 && named(w.Keep, name) }

// Kept are the columns that [Wanted] asks to keep, in the order in which it names them. It
// reads the first rows, to see what they hold; asText makes texts of all of them, which then
// are as the file has them.
func (s *Stream) Kept(ctx context.Context, asText bool) ([]Kept, error) {
	if len(s.wanted.Keep) == 0 {
		return nil, nil
	}
	if s.block == nil && !s.ended {
		if err := s.nextBlock(ctx); errors.Is(err, io.EOF) {
			s.ended = true
		} else if err != nil {
			return nil, err
		}
	}
	at, err := s.table.expand(s.wanted.Keep, NameKept)
	if err != nil {
		return nil, err
	}
	needed := s.wanted.needed()
	for _, j := range at {
		c := s.table.schema.Columns[j]
		k := kept{Kept: Kept{c.Name, asText || c.Form.IsTime() || s.holdsTexts(c)}, column: c, own: !needed[c.Name]}
		s.kept = append(s.kept, k)
	}
	all := make([]Kept, len(s.kept))
	for i, k := range s.kept {
		all[i] = k.Kept
	}
	return all, nil
}

// holdsTexts reports whether some cell of a column, in the first rows, is not simply a number.
func (s *Stream) holdsTexts(c *cells.Column) bool {
	if s.block == nil || c.Slot < 0 {
		return false
	}
	for i := range s.block.Rows {
		cell := s.cells(i)[c.Slot]
		if word := cells.WordOf(cell); word >= 0 {
			if _, plain := plainNumber(c.Words[word]); !plain {
				return true
			}
		}
	}
	return false
}

// plainNumber is the number that a text stands for, unless it is more than that, as the
// postcode 01234 is.
func plainNumber(text string) (float64, bool) {
	v, ok := cells.ParseNumber([]byte(text))
	digits := strings.TrimLeft(text, "+-")
	code := len(digits) > 1 && digits[0] == '0' && '0' <= digits[1] && digits[1] <= '9' || strings.HasPrefix(text, "+")
	return v, ok && v-v == 0 && !code
}

// Beside are the cells of the columns that are kept, of the rows that Next or NextRows
// returned last, by rows. A number k in a column of texts stands for text k of it.
func (s *Stream) Beside() (values []float64, texts [][]string, err error) {
	texts = make([][]string, len(s.kept))
	for _, i := range s.taken {
		row := s.cells(i)
		for k := range s.kept {
			value, text, err := s.kept[k].in(row)
			if err != nil {
				return nil, nil, s.rowProblem(i, s.kept[k].Name, err.Error())
			}
			if s.kept[k].Text && value == value { //nolint:gocritic // it is not missing
				value = float64(len(texts[k]))
				texts[k] = append(texts[k], text)
			}
			values = append(values, value)
		}
	}
	return values, texts, nil
}

// in is the column's cell in a row: a number, NaN where it is missing, and its text where it
// holds texts.
func (k *kept) in(row []float64) (value float64, text string, err error) {
	if k.column.Slot < 0 || k.column.Slot >= len(row) {
		return math.NaN(), "", nil
	}
	cell := row[k.column.Slot]
	word := cells.WordOf(cell)
	switch {
	case word < 0 && cells.IsMissing(cell):
		return math.NaN(), "", nil
	case word < 0 && k.column.Form.IsTime():
		return cell, k.column.Form.Text(cell), nil
	case k.Text && word < 0:
		return cell, string(cells.NumberAsWord(cell)), nil
	case k.Text:
		return 0, k.column.Words[word], nil
	case word < 0:
		return cell, "", nil
	}
	value, plain := plainNumber(k.column.Words[word])
	if !plain {
		err = errors.New(cells.Shown(k.column.Words[word]) + " is kept, but is not a number as in the first rows; write .csv, which keeps texts too")
	}
	return value, "", err
}

// forget gives back the texts of columns that are kept, once their rows were used: there may
// be another one in each. Of other formats, the reader remembers what number they have.
func (s *Stream) forget() {
	if s.table.schema.Format != "csv" {
		return
	}
	for _, k := range s.kept {
		if k.own {
			k.column.Words, k.column.Index = nil, nil
		}
	}
}

// ProblemOf is an error in row i of those that Next or NextRows returned last.
func (s *Stream) ProblemOf(i int, problem string) error {
	if i >= len(s.taken) {
		return s.table.schema.Problem(0, problem)
	}
	return s.rowProblem(s.taken[i], "", problem)
}

// rowProblem is an error in row i of the block.
func (s *Stream) rowProblem(i int, column, problem string) error {
	return &Error{Source: s.table.Source(), Row: s.read - s.block.Rows + i + 1, Column: column, Problem: problem}
}
