package table

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
)

// ReadLabels reads the names of label columns from a MULAN file: XML in which each
// <label name="…"/> names one.
func ReadLabels(path string) ([]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, cannotRead(path, err)
	}
	defer func() { _ = file.Close() }()
	return parseLabels(file, path)
}

func parseLabels(r io.Reader, source string) ([]string, error) {
	var names []string
	seen := map[string]bool{}
	decoder := xml.NewDecoder(r)
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			line, _ := decoder.InputPos()
			return nil, &Error{Source: source, Line: line, Problem: "this is not a MULAN label file: " + err.Error()}
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
