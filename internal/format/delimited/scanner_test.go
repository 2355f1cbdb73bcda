package delimited

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// seeds are the shapes of CSV that go wrong.
var seeds = []string{
	"", "\n", "\r\n", "\r", "a", "a\n", "a\r\n", "a\r", "a,b\n1,2\n", "a,b\r\n1,2\r\n\r\n",
	"a,b\n1,2", "a,\n,b\n,\n", ",", "\"a\"", "\"a\",b\n", "\"a\"\r\n", "\"a\"\r", "\"a\n b\",c\n",
	"\"a\r\nb\",c\r\n", "\"a\"\"b\"\n", "\"\"\n", "\"\",\"\"\n", "\"\"\"\"\n", "a\"b\n", "\"a\"b\n", "\"a\n", "\"a\"\rb\n",
	"a\rb,c\n", "\n\n\na,b\n\n\n1,2\n\n", "x,\"y\n\n\nz\"\n\"p\",q\n", " a , b \n", "\r\r\n", "\"a\r",
}

func FuzzScannerAgreesWithEncodingCSV(f *testing.F) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		want, wantLines, wantErr := readNaively(data)
		for _, size := range []int{1, 2, 7, 64, chunkSize} {
			got, gotLines, err := readRecords(iotest.OneByteReader(bytes.NewReader(data)), size)
			if (err != nil) != (wantErr != nil) {
				t.Fatalf("chunks of %d: error %v, but encoding/csv has %v", size, err, wantErr)
			}
			if !slices.EqualFunc(got, want, slices.Equal) || !slices.EqualFunc(gotLines, wantLines, slices.Equal) {
				t.Fatalf("chunks of %d: %q on lines %d\nencoding/csv: %q on lines %d", size, got, gotLines, want, wantLines)
			}
		}
	})
}

// readNaively is the twin: the records before the first error, and the line on which
// each field begins.
func readNaively(data []byte) (records [][]string, lines [][]int, err error) {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return records, lines, nil
		}
		if err != nil {
			return records, lines, err
		}
		line := make([]int, len(record))
		for j := range record {
			line[j], _ = r.FieldPos(j)
		}
		records, lines = append(records, record), append(lines, line)
	}
}

// readRecords reads the records of all chunks before the first error.
func readRecords(source io.Reader, size int) (records [][]string, lines [][]int, err error) {
	plain := dialect{delimiter: ',', point: '.'}
	chunks := &chunker{source: source, dialect: plain, size: size, line: 1}
	for {
		c, err := chunks.next(nil)
		if errors.Is(err, io.EOF) {
			return records, lines, nil
		}
		if err != nil {
			return records, lines, err
		}
		s := newScanner(plain, c)
		for s.toRecord() {
			var record []string
			var line []int
			for last := false; !last; {
				var field []byte
				if field, last, err = s.field(); err != nil {
					return records, lines, err
				}
				record, line = append(record, string(field)), append(line, s.began)
			}
			records, lines = append(records, record), append(lines, line)
		}
	}
}

// Fields that are longer than a chunk come out whole.
func TestScannerAcrossChunks(t *testing.T) {
	long := strings.Repeat("0123456789", chunkSize/7)
	data := "a,b\n" + long + ",\"" + long + "\"\"" + "\"\n1,2\n"
	want, _, err := readNaively([]byte(data))
	if err != nil {
		t.Fatal(err)
	}
	got, _, err := readRecords(strings.NewReader(data), chunkSize)
	if err != nil || !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("differs from encoding/csv (%v)", err)
	}
}

func TestScannerBoundsAField(t *testing.T) {
	endless := strings.Repeat("0123456789\n", maxField/4)
	for _, data := range []string{"a,b\n\"1,2\n" + endless, strings.Repeat("0123456789", maxField/4)} {
		if _, _, err := readRecords(strings.NewReader(data), chunkSize); !errors.Is(err, errLongField) {
			t.Errorf("error %v, want %v", err, errLongField)
		}
	}
}

func TestScannerPassesOnReadErrors(t *testing.T) {
	broken := errors.New("broken")
	for _, start := range []string{"", "a,b\n1", "a,\"b", "a,\"b\"", "a,", "a\r", "a\n\r"} {
		source := io.MultiReader(strings.NewReader(start), iotest.ErrReader(broken))
		if _, _, err := readRecords(source, chunkSize); !errors.Is(err, broken) {
			t.Errorf("after %q: error %v, want %v", start, err, broken)
		}
	}
}
