package arff

import (
	"bufio"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"suffice/internal/cells"
)

// readAll reads a file: its cells as text, with ? for what is missing.
func readAll(source io.Reader, name string) ([]string, error) {
	in, err := cells.Open(context.Background(), source, name)
	if err != nil {
		return nil, err
	}
	if _, err := in.Head(); err != nil {
		return nil, err
	}
	return readFrom(in)
}

// inPieces reads without having looked ahead, so that the reader of the format meets the
// source as it is.
func inPieces(source io.Reader) ([]string, error) {
	return readFrom(&cells.File{Name: "pieces", Reader: bufio.NewReaderSize(source, 16)})
}

func readFrom(in *cells.File) ([]string, error) {
	s := cells.NewSchema(in.Name, cells.Options{})
	r, err := Open(in, s)
	if err != nil {
		return nil, err
	}
	var blocks []*cells.Block
	for {
		b, err := r.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return shown(s, blocks), nil
		}
		if err != nil {
			return nil, err
		}
		blocks = append(blocks, b)
	}
}

func shown(s *cells.Schema, blocks []*cells.Block) []string {
	var all []string
	for _, b := range blocks {
		for i := range b.Rows {
			row := make([]float64, s.Kept)
			if b.Sparse {
				for _, c := range s.Columns {
					if c.Declared == cells.Nominal && len(c.Words) > 0 {
						row[c.Slot] = cells.WordCell(0)
					}
				}
				b.Scatter(row, i)
			} else {
				b.Row(row, i)
			}
			var texts []string
			for _, c := range s.Columns {
				text := c.Show(row[c.Slot])
				if cells.IsMissing(row[c.Slot]) {
					text = "?"
				}
				texts = append(texts, text)
			}
			all = append(all, strings.Join(texts, "|"))
		}
	}
	return all
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

const petsHeader = `% pets
@RELATION pets
@attribute	size	REAL
@Attribute 'kind of \'pet\'' {cat, 'big dog', "fi\"sh"}
@attribute "its name" string
@attribute tame {0,1}
@attribute born date "yyyy-MM-dd"
`

func TestARFFErrors(t *testing.T) {
	const two = "@relation r\n@attribute a numeric\n@attribute b {x,y}\n@data\n"
	for _, test := range []struct{ name, text, want string }{
		{"no data", "@relation r\n@attribute a numeric\n1\n", "a.arff:3: this is neither @attribute nor @data nor a comment; rows come after a line @data"},
		{"the end", "@relation r\n@attribute a numeric\n", "a.arff:3: there is no @data line; the rows come after one"},
		{"no attributes", "@relation r\n@data\n1\n", "a.arff:3: there is no @attribute before @data; each column needs one"},
		{"misspelt", "@relation r\n@attributes a numeric\n", `a.arff:2: there is no declaration "@attributes" in ARFF (did you mean @attribute?)`},
		{"no name", "@relation r\n@attribute\n", "a.arff:2: an attribute has no name; write @attribute name numeric"},
		{"no type", "@relation r\n@attribute a\n", `a.arff:2, column "a": the type is missing; write numeric, string or the values in braces: {a, b}`},
		{"bad type", "@relation r\n@attribute a float\n", `a.arff:2, column "a": there is no type "float"; write numeric, string or the values in braces: {a, b}`},
		{"relational", "@relation r\n@attribute bag relational\n", `a.arff:2, column "bag": a relational attribute is a table within a table, which cannot be an input; take it out of the file`},
		{"open levels", "@relation r\n@attribute a {x, y\n@data\n", `a.arff:2, column "a": the list of values does not end on its line; close it with }`},
		{"twice", "@relation r\n@attribute a numeric\n@attribute 'a' numeric\n@data\n1,2\n", `a.arff:3: columns 1 and 2 are both called "a"; rename one of them`},
		{"Latin-1 name", "@relation r\n@attribute gr\xf6\xdfe numeric\n", `a.arff:2: "gr�e" is not UTF-8; save the file as UTF-8`},
		{"not a number", two + "1,x\ntwo,y\n", `a.arff:6, column "a": "two" is not a number, as the header has it; fix the file or exclude the column`},
		{"not declared", two + "1,x\n2,z\n", `a.arff:6, column "b": "z" is none of the values that the header declares; add it there, or fix the row`},
		{"too few", two + "1\n", "a.arff:5: 1 value, but there are 2 attributes; write ? for what is missing"},
		{"too many", two + "1,x,2\n", "a.arff:5: more values than the 2 attributes; put values that hold blanks or commas in quotes"},
		{"a weight", two + "1,x,{0.5}\n", "a.arff:5: the row has a weight in braces, {0.5}, but all rows count the same here; take the weights out"},
		{"open quote", two + "1,'x\n2,y\n", "a.arff:5: a value in quotes does not end on its line; close the quote ('), or write \\n for a line end"},
		{"after the quote", two + "1,'x'y\n", "a.arff:5: text after the closing quote of a value; write a backslash before quotes that belong to the value"},
		{"open row", two + "{0 1, 1 x\n", "a.arff:5: a sparse row does not end on its line; close it with }"},
		{"beyond", two + "{0 1, 2 x}\n", "a.arff:5: attribute 2, but the last is 1; attributes are counted from 0"},
		{"backwards", two + "{1 x, 0 1}\n", "a.arff:5: attribute 0 comes after attribute 1; each comes once, in rising order"},
		{"repeated", two + "{0 1, 0 1}\n", "a.arff:5: attribute 0 comes after attribute 0; each comes once, in rising order"},
		{"no index", two + "{a 1}\n", `a.arff:5: "a" is not the number of an attribute; a sparse row is {number value, number value, …}`},
		{"no value", two + "{0 1, 1}\n", `a.arff:5, column "b": there is a number of an attribute without a value; a sparse row is {number value, number value, …}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := readAll(strings.NewReader(test.text), "a.arff")
			wantError(t, err, test.want)
		})
	}
}

func TestRecognisedAsARFF(t *testing.T) {
	for head, want := range map[string]bool{
		"@relation x":                            true,
		"\n\t@RELATION\tx":                       true,
		"%1\r\n%2\n\n@Attribute a numeric":       true,
		strings.Repeat("% c\n", cells.LookAhead): true,
		"a,b\n1,2\n":                             false,
		"@user,b\n1,2\n":                         false,
		"\n\n":                                   false,
	} {
		if got := Is([]byte(head)); got != want {
			t.Errorf("%.20q: %v", head, got)
		}
	}
}

// However the bytes come, the rows are the same.
func TestARFFByteByByte(t *testing.T) {
	text := petsHeader + "@data\n1,cat,'a\\u0041\\'b\\x',1,?\r\n{0 2.5 ,1 'big dog', 2 z}\n"
	rows, err := inPieces(iotest.OneByteReader(strings.NewReader(text)))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"1|cat|aA'bx|1|?", "2.5|big dog|z|0|?"}; !slices.Equal(rows, want) {
		t.Errorf("rows %q, want %q", rows, want)
	}
}

// An error of the source is passed on, wherever it happens.
func TestARFFFromASourceThatFails(t *testing.T) {
	broken := errors.New("the disk is broken")
	text := petsHeader + "@data\n1,cat,'a\\u0041b',1,?\n"
	for n := range len(text) {
		_, err := inPieces(io.MultiReader(strings.NewReader(text[:n]), iotest.ErrReader(broken)))
		if !errors.Is(err, broken) {
			t.Fatalf("after %d bytes: %v", n, err)
		}
	}
}
