package bag

import (
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"suffice/rows"
	"suffice/table"
)

// Table is a bag as a table: the names of the files, a column for each word, and the
// columns of the labels. It is what package table writes.
type Table struct {
	*rows.Matrix
	texts [][]string // of each column; nil for numbers
}

var _ table.Texted = (*Table)(nil)

// Texts are those of a column, or nil where it holds numbers.
func (t *Table) Texts(column int) []string { return t.texts[column] }

// TableOptions tell what a table of a bag has.
type TableOptions struct {
	Weighting   Weighting
	Labels      *Labels // of the list of files that the bag was made of; nil means the folders, see [Classes]
	NumbersOnly bool    // leave out the names of the files
}

// column is one column of the table.
type column struct {
	name  string
	cells []float64
	texts []string
}

// The names of columns.
const (
	fileColumn  = "file"
	classColumn = "label"
	wordPrefix  = "word"
	labelPrefix = "label_"
)

// Table makes the table.
func (b *Bag) Table(o TableOptions) (*Table, error) {
	var columns []column
	if !o.NumbersOnly {
		columns = append(columns, column{fileColumn, count(len(b.Files)), b.Files})
	}
	columns = append(columns, b.wordColumns(o.Weighting)...)
	if o.Labels != nil {
		labels, err := o.Labels.columns(b.At, o.NumbersOnly)
		if err != nil {
			return nil, err
		}
		columns = append(columns, labels...)
	} else if class, ok := b.classColumn(); ok && !o.NumbersOnly {
		columns = append(columns, class)
	}
	return assemble(len(b.Files), columns)
}

// Check tells before any work whether [Bag.Table] would refuse the labels beside so many
// words.
func (l *Labels) Check(words int, numbersOnly bool) error {
	columns, err := l.columns(nil, numbersOnly)
	if err != nil {
		return err
	}
	if !numbersOnly {
		columns = append(columns, column{name: fileColumn})
	}
	for k := range words {
		columns = append(columns, column{name: fmt.Sprintf("%s%d", wordPrefix, k+1)})
	}
	return distinct(columns)
}

// wordColumns are the weighted counts.
func (b *Bag) wordColumns(weighting Weighting) []column {
	columns := make([]column, b.Words.Len())
	for k := range columns {
		columns[k] = column{name: fmt.Sprintf("%s%d", wordPrefix, k+1), cells: make([]float64, len(b.Files))}
	}
	weights := make([]float64, len(columns))
	for i, counts := range b.Counts {
		b.Words.weigh(weights, counts, weighting)
		for k, v := range weights {
			columns[k].cells[i] = v
		}
	}
	return columns
}

// columns are those of the labels and of what else is kept, for the given files. What is
// not known of a file is missing.
func (l *Labels) columns(files []int, numbersOnly bool) ([]column, error) {
	var all []column
	for k, name := range slices.Concat(l.Labels, l.Kept) {
		c, err := l.column(name, files)
		if err != nil {
			return nil, err
		}
		if label := k < len(l.Labels); label {
			c.name = labelPrefix + strings.TrimPrefix(name, labelPrefix)
		} else if numbersOnly && c.texts != nil {
			return nil, problemf("%s: the column is text, which .npy cannot hold; write .csv, .parquet or .jsonl", keepColumns.As(name))
		}
		all = append(all, c)
	}
	return all, nil
}

// column is a column of the table of labels, for the given files.
func (l *Labels) column(name string, files []int) (column, error) {
	values, texts, err := l.values(name)
	if err != nil {
		return column{}, err
	}
	c := column{name: name, cells: make([]float64, len(files)), texts: texts}
	for k, i := range files {
		c.cells[k] = math.NaN()
		if row := l.rows[i]; row >= 0 {
			c.cells[k] = values[row]
		}
	}
	return c, nil
}

// values of a column: numbers, or where it is no numbers, positions in the texts.
func (l *Labels) values(name string) (values []float64, texts []string, err error) {
	if !l.texts[name] {
		values, err = l.table.Numbers(name)
		return values, nil, err
	}
	cells, err := l.table.Texts(name)
	if err != nil {
		return nil, nil, err
	}
	values, texts = count(len(cells)), cells
	for i, text := range cells {
		if text == "" {
			values[i] = math.NaN()
		}
	}
	return values, texts, nil
}

// assemble makes the table of its columns.
func assemble(n int, columns []column) (*Table, error) {
	t := &Table{}
	if err := distinct(columns); err != nil {
		return nil, err
	}
	names, data := make([]string, len(columns)), make([]float64, n*len(columns))
	for j, c := range columns {
		names[j] = c.name
		t.texts = append(t.texts, c.texts)
		for i, v := range c.cells {
			data[i*len(columns)+j] = v
		}
	}
	matrix, err := rows.NewMatrix(len(columns), data)
	if err != nil {
		return nil, err
	}
	t.Matrix, err = matrix.WithNames(names)
	return t, err
}

// distinct returns an error where two columns have the same name.
func distinct(columns []column) error {
	taken := map[string]bool{}
	for _, c := range columns {
		if taken[c.name] {
			return fmt.Errorf("two columns would be called %q; rename that of the labels, or do not keep it", c.name)
		}
		taken[c.name] = true
	}
	return nil
}

// count is 0, 1, 2, …
func count(n int) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = float64(i)
	}
	return all
}

// Classes are the folders that files are in, where each folder seems to be a class: every file is
// in one, all equally deep, and there are several. Otherwise it is nil.
func Classes(files []string) []string {
	classes := make([]string, len(files))
	different := map[string]bool{}
	for i, file := range files {
		folder := path.Dir(file)
		if folder == "." || strings.Count(folder, "/") != strings.Count(path.Dir(files[0]), "/") {
			return nil
		}
		classes[i] = path.Base(folder)
		different[classes[i]] = true
	}
	if len(different) < 2 {
		return nil
	}
	return classes
}

// classColumn has the classes of the files of a bag.
func (b *Bag) classColumn() (class column, ok bool) {
	classes := Classes(b.Files)
	return column{classColumn, count(len(classes)), classes}, classes != nil
}
