// Package zipped finds the table in a zip file.
package zipped

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"path"
	"strings"

	"suffice/internal/cells"
	"suffice/internal/humanize"
)

// Is reports whether a file begins as a zip file does.
func Is(head []byte) bool {
	return bytes.HasPrefix(head, []byte("PK\x03\x04")) || bytes.HasPrefix(head, []byte("PK\x05\x06"))
}

// FirstName is the name of the first file in a zip file, or "" where there is none.
func FirstName(head []byte) string {
	const fixed = 30 // bytes before the name
	if len(head) < fixed || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return ""
	}
	end := fixed + int(binary.LittleEndian.Uint16(head[26:]))
	if end > len(head) {
		return ""
	}
	return string(head[fixed:end])
}

// Open is the only file in a zip file, or the one of that name, to be read like any other.
func Open(in *cells.File, name string) (*cells.File, error) {
	problem := func(format string, values ...any) *cells.Error {
		return &cells.Error{Source: in.Name, Problem: fmt.Sprintf(format, values...)}
	}
	at, size, err := in.AtAnyPlace()
	if err != nil {
		return nil, err
	}
	archive, err := zip.NewReader(at, size)
	if err != nil {
		return nil, problem("the zip file is damaged or cut off; copy or make it again")
	}
	var members []*zip.File
	var names []string
	for _, file := range archive.File {
		base := path.Base(file.Name)
		if strings.HasSuffix(file.Name, "/") || strings.HasPrefix(base, ".") || strings.HasPrefix(file.Name, "__MACOSX/") {
			continue
		}
		if name == "" || name == file.Name || name == base {
			members = append(members, file)
		}
		names = append(names, file.Name)
	}
	switch {
	case len(names) == 0:
		return nil, problem("there is no file in the zip file")
	case len(members) == 0:
		return nil, problem("there is no file %q in it; it has %s", name, humanize.Quoted(names))
	case len(members) > 1:
		return nil, problem("there are several files in it: %s", humanize.Quoted(names)).Advise("name one with %v, or unpack it", cells.Setting("Sheet"))
	}
	source, err := members[0].Open()
	if err != nil {
		return nil, problem("%q is packed or encrypted in a way that is not read; unpack the zip file first", members[0].Name)
	}
	in.OnClose(func() { _ = source.Close() })
	inner, err := cells.Open(in.Context(), damaged{source, problem("the zip file is damaged or cut off; copy or make it again")}, in.Name)
	if err != nil {
		return nil, err
	}
	inner.Origin = in.Origin
	in.OnClose(inner.Close)
	return inner, nil
}

// damaged gives any error but the end of a file of an archive its words.
type damaged struct {
	io.Reader
	problem error
}

func (d damaged) Read(p []byte) (int, error) {
	n, err := d.Reader.Read(p)
	if err != nil && err != io.EOF { //nolint:errorlint // as readers return it
		err = d.problem
	}
	return n, err
}
