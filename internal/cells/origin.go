package cells

import (
	"io"
	"os"
	"time"
)

// Origin is the file that a table was read from, and what it was then. A file that is
// written to while a fit reads it, or after, is not what the fit is about.
type Origin struct {
	source string
	path   string
	file   *os.File // while it is read; nil after that
	info   os.FileInfo
	others []*Origin // of the same table, read after it
}

// originOf is where r reads from, or nil where that is no file with a name.
func originOf(r io.Reader, source string) *Origin {
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
	return &Origin{source: source, path: file.Name(), file: file, info: info}
}

// Check says where the file is no longer what it was.
func (o *Origin) Check() error {
	if o == nil {
		return nil
	}
	now, err := os.Stat(o.path)
	if err != nil || !os.SameFile(now, o.info) || !o.isSame(now) {
		return o.changed()
	}
	for _, other := range o.others {
		if err := other.Check(); err != nil {
			return err
		}
	}
	return nil
}

// Join adds a file that the table goes on in. This one is read and closed.
func (o *Origin) Join(other *Origin) {
	if o != nil && other != nil {
		o.others = append(o.others, other)
	}
}

// Closed says that the file is no longer read.
func (o *Origin) Closed() {
	if o != nil {
		o.file = nil
	}
}

// CheckRead says where the file was written to while it was read, so that what was read may
// be half old and half new, or end within a number. It may have been exchanged: that leaves
// the one that is read as it was.
func (o *Origin) CheckRead() error {
	if o == nil || o.file == nil {
		return nil
	}
	if now, err := o.file.Stat(); err == nil && o.isSame(now) {
		return nil
	}
	return o.changed()
}

// Written is when the file was written, as it is read, and false where that is not known.
func (o *Origin) Written() (time.Time, bool) {
	if o == nil {
		return time.Time{}, false
	}
	return o.info.ModTime(), true
}

// isSame reports whether nothing was written to the file.
func (o *Origin) isSame(now os.FileInfo) bool {
	return now.Size() == o.info.Size() && now.ModTime().Equal(o.info.ModTime())
}

func (o *Origin) changed() error {
	return &Error{Source: o.source, Problem: "the file changed while it was read; start again when nothing writes to it"}
}
