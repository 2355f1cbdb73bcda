package table

import (
	"encoding/xml"
	"errors"
	"io"
	"os"

	"suffice/internal/cells"
)

// ReadLabels reads the names of label columns from a MULAN file: XML in which each
// <label name="…"/> names one.
func ReadLabels(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, cells.CannotRead(path, err)
	}
	defer func() { _ = file.Close() }()
	return parseLabels(file, path)
}

// maxLabelFile bounds what is read as a label file; thousands of labels are far below.
const maxLabelFile = 16 << 20

func parseLabels(r io.Reader, source string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	limited := &io.LimitedReader{R: r, N: maxLabelFile}
	decoder := xml.NewDecoder(limited)
	decoder.CharsetReader = func(charset string, _ io.Reader) (io.Reader, error) {
		return nil, &Error{Source: source, Problem: "the file is in " + cells.Shown(charset) + "; save it as UTF-8"}
	}
	for {
		token, err := decoder.Token()
		if limited.N == 0 {
			return nil, &Error{Source: source, Problem: "the file has more than 16 MiB; is it a MULAN label file?"}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, badLabels(err, source)
		}
		element, ok := token.(xml.StartElement)
		if !ok || element.Name.Local != "label" {
			continue
		}
		for _, attribute := range element.Attr {
			if name := attribute.Value; attribute.Name.Local == "name" && !seen[name] {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return nil, &Error{Source: source, Problem: `there is no <label name="…"/> in it; is it a MULAN label file?`}
	}
	return names, nil
}

// badLabels says why a label file cannot be read.
func badLabels(err error, source string) error {
	if said, ok := errors.AsType[*Error](err); ok {
		return said
	}
	if wrong, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return &Error{Source: source, Line: wrong.Line, Problem: "this is not a MULAN label file: " + wrong.Msg}
	}
	return cells.CannotRead(source, err)
}
