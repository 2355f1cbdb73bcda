// Package xlsx reads sheets of Excel workbooks: zip files of XML (ECMA-376). A sheet is read a
// row at a time; of the workbook, its texts and styles are in memory.
package xlsx

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/format/zipped"
	"suffice/internal/humanize"
)

// Bounds of what a small file can unpack to.
const (
	maxPart    = 64 << 20  // bytes of a list of sheets or styles
	maxStrings = 256 << 20 // bytes of the texts of a workbook
	maxSheet   = 2 << 30   // bytes of a sheet
	maxText    = 1 << 20   // bytes of a value; Excel's own bound is 32,767 letters
	maxRow     = 16 << 20  // bytes of the texts of a row
	maxToken   = 4 << 20   // bytes between two marks of XML, which are held
)

const (
	errDamaged    = cells.BadValue("the Excel workbook is damaged or cut off; copy or make it again")
	errLarge      = cells.BadValue("the Excel workbook is larger than is read; save the sheet as CSV")
	errNoWorkbook = cells.BadValue("this is a document, but no Excel workbook; save its table as .xlsx or CSV")
)

// Is reports whether a file is a zip file that begins with a part of a workbook, or of another
// document of that kind.
func Is(head []byte) bool {
	first := zipped.FirstName(head)
	for _, part := range []string{"[Content_Types].xml", "_rels/.rels", "docProps/", "xl/", "customXml/"} {
		if strings.HasPrefix(first, part) {
			return true
		}
	}
	return false
}

// workbook is what all sheets share.
type workbook struct {
	files    map[string]*zip.File
	sheets   []sheetOf
	texts    []string
	styles   []style // of cells, by number
	from1904 bool
}

type sheetOf struct{ name, path string }

// Reader reads the rows of a sheet.
type Reader struct {
	schema *cells.Schema
	rows   *cells.Builder
	sheet  *sheet
	ahead  []row // read before the columns were known
	first  int   // column of the sheet that is the first of the table
}

// Open finds the sheet, and its header.
func Open(in *cells.File, s *cells.Schema) (cells.Reader, error) {
	s.ByRow = true
	at, size, err := in.AtAnyPlace()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, s.Problem(0, errDamaged.Error())
	}
	w := &workbook{files: map[string]*zip.File{}}
	for _, file := range archive.File {
		w.files[strings.TrimPrefix(file.Name, "/")] = file
	}
	r := &Reader{schema: s}
	if err := w.read(); err != nil {
		return nil, r.failed(err)
	}
	if err := r.open(in, w); err != nil {
		return nil, r.failed(err)
	}
	r.rows = cells.NewBuilder(s, false)
	return r, nil
}

// failed says what is wrong with the file.
func (r *Reader) failed(err error) error { return r.schema.Failed(err, errDamaged.Error()) }

// open opens the sheet that was asked for, or the first with a table.
func (r *Reader) open(in *cells.File, w *workbook) error {
	wanted := r.schema.Options.Sheet
	var names []string
	for _, s := range w.sheets {
		names = append(names, s.name)
	}
	for _, s := range w.sheets {
		if wanted != "" && s.name != wanted {
			continue
		}
		found, err := r.begin(in, w, s)
		if err != nil {
			return err
		}
		if found && wanted == "" && len(names) > 1 {
			r.schema.Remark("the workbook has the sheets %s; %q is read, and %v names another", humanize.Quoted(names), s.name, cells.Setting("Sheet"))
		}
		if found {
			return nil
		}
		if wanted != "" {
			return r.schema.Problem(0, fmt.Sprintf("sheet %q has no table: rows of values below the names of columns", wanted))
		}
	}
	if wanted != "" {
		return r.schema.Problem(0, fmt.Sprintf("there is no sheet %q; it has %s", wanted, humanize.Quoted(names)))
	}
	return r.schema.Problem(0, "no sheet has a table: rows of values below the names of columns")
}

// lookedAt is how many rows are read before the columns are known.
const lookedAt = 100

// begin reads the start of a sheet, and reports whether it has a table.
func (r *Reader) begin(in *cells.File, w *workbook, of sheetOf) (bool, error) {
	file := w.files[of.path]
	if file == nil {
		return false, nil // a chart, for instance
	}
	source, err := file.Open()
	if err != nil {
		return false, err
	}
	in.OnClose(func() { _ = source.Close() })
	r.sheet = &sheet{workbook: w, xml: newTokens(source, maxSheet)}
	r.ahead = nil
	for size := 0; len(r.ahead) < lookedAt && size < maxRow; {
		one, err := r.sheet.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return false, err
		}
		if len(one.values) > 0 {
			r.ahead = append(r.ahead, one)
		}
		size += one.size
	}
	if len(r.ahead) < 2 {
		return false, nil
	}
	return true, r.header()
}

// header finds the names of the columns: in the first row that has several values where the
// table has.
func (r *Reader) header() error {
	widest := 0
	for _, one := range r.ahead {
		widest = max(widest, len(one.values))
	}
	at := 0
	if r.schema.Options.Header == cells.FindHeader {
		for at < len(r.ahead)-2 && widest > 1 && len(r.ahead[at].values) < 2 {
			at++
		}
	}
	head := r.ahead[at]
	if at > 0 {
		r.schema.Remark("the rows above row %d of the sheet are no part of the table, and skipped: %s", head.number, cells.Shown(r.ahead[0].text()))
	}
	first, last := head.bounds()
	named := r.schema.Options.Header == cells.WithHeader || r.schema.Options.Header == cells.FindHeader && !head.onlyNumbers()
	if !named {
		for _, one := range r.ahead[at:] {
			low, high := one.bounds()
			first, last = min(first, low), max(last, high)
		}
	}
	r.first = first
	for j := first; j <= last; j++ {
		name := "x" + strconv.Itoa(j-first+1)
		if named {
			name = head.at(j).text
		}
		if _, err := r.schema.Add(name, cells.Empty, head.number); err != nil {
			return err
		}
	}
	if r.ahead = r.ahead[at:]; named {
		r.ahead = r.ahead[1:]
	}
	return nil
}

// Next reads rows.
func (r *Reader) Next(ctx context.Context) (*cells.Block, error) {
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := r.nextRow()
		switch {
		case errors.Is(err, io.EOF):
			return r.rows.Last()
		case err != nil:
			return nil, r.failed(err)
		case len(one.values) == 0:
			continue
		}
		r.rows.Begin()
		for j, c := range r.schema.Columns {
			if c.Slot >= 0 {
				r.rows.Set(c, one.at(r.first+j).cell(c, one.number))
			}
		}
		if full := r.rows.End(); full != nil {
			return full, nil
		}
	}
}

func (r *Reader) nextRow() (row, error) {
	if len(r.ahead) > 0 {
		one := r.ahead[0]
		r.ahead = r.ahead[1:]
		return one, nil
	}
	return r.sheet.next()
}

// inFolder is a path that a workbook names, from the root of the archive.
func inFolder(target string) string {
	if rooted, ok := strings.CutPrefix(target, "/"); ok {
		return rooted
	}
	return path.Join("xl", target)
}
