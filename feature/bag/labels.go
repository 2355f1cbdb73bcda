package bag

import (
	"fmt"
	"slices"
	"strings"

	"suffice/internal/humanize"
	"suffice/table"
)

// Labels are the rows of a table that say something about files.
type Labels struct {
	Column string   // that names the files
	Labels []string // columns of 0 and 1
	Kept   []string // other columns to be carried over
	Absent []string // files that the table names and that are not there

	table *table.Table
	texts map[string]bool // kept columns that are not numbers
	rows  []int           // of each file; -1 where the table does not name it
}

// LabelOptions tell what to take from a table of labels.
type LabelOptions struct {
	FileColumn string   // that names the files; "" means the one that names most
	Keep       []string // names or patterns of columns to carry over beside those of 0 and 1
}

// MatchLabels finds files, named relative to dir, in a table. Its columns of 0 and 1 are
// labels.
func MatchLabels(t *table.Table, dir string, files []string, o LabelOptions) (*Labels, error) {
	l := &Labels{table: t, texts: map[string]bool{}}
	described, err := t.Describe()
	if err != nil {
		return nil, err
	}
	names, at, err := l.findFiles(described.Columns, newFinder(dir, files), dir, o.FileColumn)
	if err != nil {
		return nil, err
	}
	if err := l.place(names, at, files); err != nil {
		return nil, err
	}
	return l, l.chooseColumns(described.Columns, o.Keep)
}

// Row is where the table has file i of the list, or -1.
func (l *Labels) Row(i int) int { return l.rows[i] }

// findFiles chooses the column that names the files, and finds them.
func (l *Labels) findFiles(columns []table.Summary, f *finder, dir, asked string) (names []string, at []int, err error) {
	best := 0
	for _, c := range columns {
		if c.Name == "" || asked != "" && c.Name != asked || asked == "" && c.Type != table.Text && c.Type != table.Nominal {
			continue
		}
		cells, err := l.table.Texts(c.Name)
		if err != nil {
			return nil, nil, err
		}
		if files, found := f.match(cells); found > best {
			l.Column, names, at, best = c.Name, cells, files, found
		}
	}
	if best > 0 {
		return names, at, nil
	}
	if asked == "" {
		return nil, nil, problemf("no column of %s names files in %s; name the column with %s: it has %s", l.table.Source(), dir, nameFileColumn, humanize.Quoted(l.table.Names()))
	}
	cells, err := l.table.Texts(asked)
	if err != nil {
		return nil, nil, err
	}
	return nil, nil, fmt.Errorf("%s, column %q names no file in %s; its first cell is %q", l.table.Source(), asked, dir, cells[0])
}

// place notes the row of each file.
func (l *Labels) place(names []string, at []int, files []string) error {
	l.rows = slices.Repeat([]int{-1}, len(files))
	for row, i := range at {
		switch {
		case i < 0:
			l.Absent = append(l.Absent, names[row])
		case l.rows[i] >= 0:
			return fmt.Errorf("%s, column %q: rows %d and %d (%q) both name %s; leave one of them out", l.table.Source(), l.Column, l.rows[i]+1, row+1, names[row], files[i])
		default:
			l.rows[i] = row
		}
	}
	return nil
}

// chooseColumns finds the labels and what else is to be kept.
func (l *Labels) chooseColumns(columns []table.Summary, keep []string) error {
	var patterns []string
	for _, list := range keep {
		patterns = append(patterns, strings.Split(list, ",")...)
	}
	used := make([]bool, len(patterns))
	for _, c := range columns {
		kept := false
		for k, pattern := range patterns {
			matches, err := table.Match(strings.TrimSpace(pattern), c.Name)
			if err != nil {
				return err
			}
			used[k] = used[k] || matches && c.Name != ""
			kept = kept || matches
		}
		switch {
		case c.Name == "" || c.Name == l.Column:
		case isLabel(c):
			l.Labels = append(l.Labels, c.Name)
		case kept:
			l.Kept = append(l.Kept, c.Name)
			l.texts[c.Name] = c.Type != table.Number && c.Type != table.Empty
		}
	}
	if k := slices.Index(used, false); k >= 0 {
		return problemf("%s: no column of %s matches; it has %s", keepColumns.As(patterns[k]), l.table.Source(), humanize.Quoted(l.table.Names()))
	}
	if len(l.Labels)+len(l.Kept) == 0 {
		return problemf("%s has no columns of 0 and 1 to be labels; name columns to carry over with %s: it has %s", l.table.Source(), keepColumns, humanize.Quoted(l.table.Names()))
	}
	return nil
}

// Labelled are those of the files that the table names, and their labels.
func (l *Labels) Labelled(files []string) ([]string, *Labels) {
	labelled := *l
	labelled.rows = nil
	var named []string
	for i, row := range l.rows {
		if row >= 0 {
			named, labelled.rows = append(named, files[i]), append(labelled.rows, row)
		}
	}
	return named, &labelled
}

// isLabel reports whether a column holds only 0 and 1; a label may be one that no file of
// the table has.
func isLabel(c table.Summary) bool {
	return c.Binary || c.Type == table.Number && c.Values > 0 && c.Min == 0 && c.Max == 0
}
