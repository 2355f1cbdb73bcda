package delimited

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// fewestListed is from how many numbers on a list is a vector, as "[0.1,0.2,…]" that pgvector and pandas
// write, whose numbers are columns. Shorter ones may be labels.
const fewestListed = 8

// addFields makes the columns of the fields, those of vectors for each of their numbers: as many as the
// first row of the first chunk has that has any.
func (r *Reader) addFields(names []string, line int) error {
	var first []string
	absent := func(field string) bool { return cells.MarksMissing([]byte(field)) }
	for s := newScanner(r.dialect, r.first); (first == nil || slices.ContainsFunc(first, absent)) && s.toRecord(); {
		fields, err := s.texts()
		if err != nil { // which is said where it is read
			break
		}
		if first == nil {
			first = fields
		}
		for f := range min(len(first), len(fields)) {
			if absent(first[f]) {
				first[f] = fields[f]
			}
		}
	}
	r.at, r.listed = make([]int, len(names)), make([]int, len(names))
	for f, name := range names {
		r.at[f] = len(r.schema.Columns)
		o := r.schema.Options
		asText := o.Whole != nil && o.Whole(name) || o.Words != nil && o.Words(name)
		if f < len(first) && !asText {
			r.listed[f] = len(numbersIn([]byte(first[f])))
		}
		if r.listed[f] < fewestListed {
			r.listed[f] = 0
			if _, err := r.schema.Add(name, cells.Empty, line); err != nil {
				return err
			}
			continue
		}
		if r.at[f]+r.listed[f] > maxColumns {
			return r.problem(line, "%v", errManyColumns)
		}
		columns, err := r.schema.AddListed(name, r.listed[f])
		if err != nil {
			return err
		}
		if len(columns) != r.listed[f] { // there are too many, and it is left out
			r.listed[f] = 0
		}
	}
	return nil
}

// numbersIn are those of a list in brackets or braces, nil where it is anything else.
func numbersIn(field []byte) (numbers []float64) {
	text, end := cells.Trim(field), len(cells.Trim(field))-1
	if end < 1 || text[0] != '[' && text[0] != '{' || text[end] != ']' && text[end] != '}' {
		return nil
	}
	for part := range strings.FieldsFuncSeq(string(text[1:end]), func(c rune) bool { return strings.ContainsRune(", \t\r\n", c) }) {
		v, ok := cells.ParseNumberWith([]byte(part), '.')
		if !ok {
			return nil
		}
		numbers = append(numbers, v)
	}
	return numbers
}

// list puts the numbers of a list, or gaps where it is missing, into the cells of its columns.
func (p *rowParser) list(f int, field []byte, line int, row []float64) error {
	first, numbers := p.at[f], numbersIn(field)
	absent := numbers == nil && cells.MarksMissing(cells.Trim(field))
	if len(numbers) != p.listed[f] && !absent {
		name := strings.TrimSuffix(p.schema.Columns[first].Name, "[0]")
		return p.schema.ProblemIn(line, name, fmt.Sprintf("this is not a list of %s as in the first row that has one; make them as long, or leave the column out", humanize.Count(p.listed[f], "number")))
	}
	for k, slot := range p.slots[first : first+p.listed[f]] {
		switch {
		case slot < 0:
		case absent:
			row[slot] = p.column(first+k).Missing(nil, line)
		default:
			if row[slot] = numbers[k]; numbers[k]-numbers[k] != 0 {
				row[slot] = p.column(first+k).Missing(nil, line)
			}
		}
	}
	return nil
}

// isKept reports whether any column of a field is kept.
func (p *rowParser) isKept(f int) bool {
	return slices.Max(p.slots[p.at[f]:p.at[f]+max(1, p.listed[f])]) >= 0
}
