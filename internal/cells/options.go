package cells

// Options are what readers are told of a file.
type Options struct {
	Header       Header
	DecimalComma bool
	SkipLines    int    // of CSV, before the header
	Sheet        string // of a workbook, table of a database or file of an archive; "" for the first, or the only one
	Query        string // to a database, instead of one of its tables

	Skip   func(name string) bool // columns that are not kept; may be nil
	Whole  func(name string) bool // columns of which all texts are kept; may be nil
	AsText func(name string) bool // columns of CSV that are texts whatever they look like; may be nil
	Words  func(name string) bool // columns whose words are no numbers, however they look; may be nil
	Form   func(name string) Form // of columns of which it is known; may be nil

	NA   []string // marks of missing values, beside the usual ones
	Days string   // dmy or mdy: what dates such as 3/4/2024 are; "" where columns must tell

	DaysOf map[string]string // the same, of columns by name

	Memory  int64 // bytes that the table may take; 0 means any number
	InParts bool  // rows are decoded in parts although they would fit, for tests
}

// TooLarge reports whether so many rows are too many to be decoded at once.
func (o *Options) TooLarge(rows int64, width int) bool {
	const bytes, share = 8, 8 // of a cell, and of the memory
	return o.Memory > 0 && (o.InParts || rows > o.Memory/bytes/share/int64(max(1, width)))
}

// Header tells whether a CSV file begins with the names of its columns.
type Header int

// What a header can be.
const (
	FindHeader Header = iota // a header is there, unless the first row is all numbers
	WithHeader
	NoHeader
)
