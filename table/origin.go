package table

import (
	"io"
	"os"
)

// origin is the file that a table was read from, and what it was then. A file that is
// written to while a fit reads it, or after, is not what the fit is about.
type origin struct {
	source string
	path   string
	info   os.FileInfo
}

// originOf is where r reads from, or nil where that is no file with a name.
func originOf(r io.Reader, source string) *origin {
	file, ok := r.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	if named, err := os.Stat(file.Name()); err != nil || !os.SameFile(named, info) {
		return nil // such as what the shell opens for standard input
	}
	return &origin{source, file.Name(), info}
}

// check says where the file is no longer what it was.
func (o *origin) check() error {
	if o == nil {
		return nil
	}
	now, err := os.Stat(o.path)
	if err == nil && os.SameFile(now, o.info) && now.Size() == o.info.Size() && now.ModTime().Equal(o.info.ModTime()) {
		return nil
	}
	return &Error{Source: o.source, Problem: "the file changed while it was read; start again when nothing writes to it"}
}
