package cells

import (
	"errors"
	"io"
	"os"
	"runtime"
)

// TemporaryFile is one that nobody else sees.
type TemporaryFile interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
}

// NewTemporary makes a file in the folder for large temporary files. It has no name, so
// that nothing is left of it whatever happens, except where a system does not allow that.
func NewTemporary() (file TemporaryFile, where string, err error) {
	where = temporaryFolder()
	made, err := os.CreateTemp(where, "suffice-*")
	if err != nil {
		return nil, where, err
	}
	if unnamed := os.Remove(made.Name()) == nil; unnamed {
		return made, where, nil
	}
	return namedFile{made}, where, nil
}

// namedFile is a file that is removed when it is closed.
type namedFile struct{ *os.File }

func (f namedFile) Close() error { return errors.Join(f.File.Close(), os.Remove(f.Name())) }

// temporaryFolder is $TMPDIR, or else, on Unix, /var/tmp: /tmp often is in memory.
func temporaryFolder() string {
	const large = "/var/tmp"
	if info, err := os.Stat(large); runtime.GOOS != "windows" && os.Getenv("TMPDIR") == "" && err == nil && info.IsDir() {
		return large
	}
	return os.TempDir()
}
