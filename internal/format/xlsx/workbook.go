package xlsx

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"

	"suffice/internal/cells"
)

// read reads what all sheets share.
func (w *workbook) read() error {
	if w.files["xl/workbook.xml"] == nil {
		return errNoWorkbook
	}
	if err := w.readSheets(); err != nil {
		return err
	}
	if err := w.readStyles(); err != nil {
		return err
	}
	return w.readTexts()
}

// each calls visit with every element of a file of the archive, if there is such a file.
func (w *workbook) each(path string, most int64, visit func(d tokens, e xml.StartElement) error) error {
	file := w.files[path]
	if file == nil {
		return nil
	}
	source, err := file.Open()
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	all := newTokens(source, most)
	for {
		token, err := all.next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			if err := visit(all, start); err != nil {
				return err
			}
		}
	}
}

// attribute is the value of one of an element, whatever its space of names; "" where there is
// none.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// relation is the value of the attribute r:id.
func relation(e xml.StartElement) string {
	for _, a := range e.Attr {
		if a.Name.Local == "id" && a.Name.Space != "" {
			return a.Value
		}
	}
	return ""
}

func (w *workbook) readSheets() error {
	paths := map[string]string{}
	err := w.each("xl/_rels/workbook.xml.rels", maxPart, func(_ tokens, e xml.StartElement) error {
		if e.Name.Local == "Relationship" {
			paths[attribute(e, "Id")] = inFolder(attribute(e, "Target"))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return w.each("xl/workbook.xml", maxPart, func(_ tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "sheet":
			w.sheets = append(w.sheets, sheetOf{attribute(e, "name"), paths[relation(e)]})
		case "workbookPr":
			from := attribute(e, "date1904")
			w.from1904 = from == "1" || from == "true"
		}
		return nil
	})
}

// readStyles finds which styles make numbers dates or percentages.
func (w *workbook) readStyles() error {
	own := map[string]style{}
	inCells := false
	return w.each("xl/styles.xml", maxPart, func(_ tokens, e xml.StartElement) error {
		switch e.Name.Local {
		case "numFmt":
			own[attribute(e, "numFmtId")] = styleOf(attribute(e, "formatCode"))
		case "cellXfs":
			inCells = true
		case "cellStyleXfs", "cellStyles", "dxfs":
			inCells = false
		case "xf":
			if inCells {
				id := attribute(e, "numFmtId")
				made, known := own[id]
				if !known {
					made = styles[id]
				}
				w.styles = append(w.styles, made)
			}
		}
		return nil
	})
}

// style is what numbers are shown as.
type style int

const (
	asNumber style = iota
	asDate
	asPercent
)

// styles are the formats of dates, times and percentages that have numbers of their own.
var styles = map[string]style{
	"9": asPercent, "10": asPercent,
	"14": asDate, "15": asDate, "16": asDate, "17": asDate, "18": asDate, "19": asDate, "20": asDate, "21": asDate, "22": asDate, "45": asDate, "46": asDate, "47": asDate,
}

// styleOf looks whether a format of numbers has years, months, days, hours or seconds, or a
// percent sign, outside of quotes and brackets.
func styleOf(code string) style {
	quoted, bracketed, escaped := false, false, false
	for _, c := range strings.ToLower(code) {
		switch {
		case escaped:
			escaped = false
		case c == '\\' || c == '_' || c == '*':
			escaped = true
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			bracketed = true
		case c == ']':
			bracketed = false
		case bracketed:
		case strings.ContainsRune("ymdhs", c):
			return asDate
		case c == '%':
			return asPercent
		}
	}
	return asNumber
}

// readTexts reads the texts that cells refer to by number.
func (w *workbook) readTexts() error {
	size := 0
	return w.each("xl/sharedStrings.xml", maxStrings, func(d tokens, e xml.StartElement) error {
		if e.Name.Local != "si" {
			return nil
		}
		text, err := textWithin(d, "si")
		w.texts = append(w.texts, text)
		const header = 64 // bytes that even an empty text counts for
		if size += header + len(text); size > maxStrings {
			return errLarge
		}
		return err
	})
}

// textWithin joins the texts in the elements t up to the end of an element, without those that
// tell how to pronounce it.
func textWithin(d tokens, name string) (string, error) {
	var text []byte
	inText, spoken := false, false
	for {
		token, err := d.next()
		if err != nil {
			return "", cells.CutOff(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "t" && !spoken
			spoken = spoken || token.Name.Local == "rPh"
		case xml.CharData:
			if inText {
				if text = append(text, token...); len(text) > maxText {
					return "", errLarge
				}
			}
		case xml.EndElement:
			inText = false
			if token.Name.Local == "rPh" {
				spoken = false
			}
			if token.Name.Local == name {
				return string(text), nil
			}
		}
	}
}

// tokens are the marks and texts of an XML file, no more of which than some bytes are read.
type tokens struct {
	xml    *xml.Decoder
	source *limited
}

func newTokens(source io.Reader, most int64) tokens {
	bounded := &limited{Reader: source, left: most}
	return tokens{xml.NewDecoder(bounded), bounded}
}

// next is the next one. RawToken gives an empty element an end, too.
func (t tokens) next() (xml.Token, error) {
	t.source.token = maxToken
	return t.xml.RawToken()
}

// limited is a reader of which no more than some bytes are read: in all, and for a token.
type limited struct {
	io.Reader
	left, token int64
}

func (l *limited) Read(p []byte) (int, error) {
	most := min(int64(len(p)), l.left, l.token)
	if most <= 0 {
		return 0, errLarge
	}
	n, err := l.Reader.Read(p[:most])
	l.left -= int64(n)
	l.token -= int64(n)
	return n, err
}
