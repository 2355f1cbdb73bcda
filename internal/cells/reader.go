package cells

import "context"

// Reader reads the rows of a file, a block at a time, in order. It fills the schema
// while it reads.
type Reader interface {
	Next(ctx context.Context) (*Block, error) // io.EOF after the last
}

// NoRows says that a table is empty.
const NoRows = "there are columns, but no rows; add rows"

// TextAt is the text that v stands for, and whether there is one.
func TextAt(texts []string, v float64) (string, bool) {
	if !(v >= 0 && v < float64(len(texts))) {
		return "", false
	}
	return texts[int(v)], true
}

// Sheet is what a writer knows before the first row.
type Sheet struct {
	Names []string
	Texts [][]string // of the columns; nil for numbers
	Rows  int        // below 0 where it is not known
}

// RowWriter writes rows in one format.
type RowWriter interface {
	// Write takes rows, which stay the caller's. Where texts is not nil, they are those of the
	// columns in these rows, in place of the sheet's.
	Write(block []float64, texts [][]string) error
	Close() error // writes what is left
	Stop()        // ends all work
}
