package atomicfile

import (
	"errors"
	"os"
)

// ErrTaken is the error where another process, or another open file of this one, has the lock.
var ErrTaken = errors.New("the file is locked by another process")

// Try locks an open file, until it is closed, and does not wait. Where the file system has
// no locks, the error is errors.ErrUnsupported.
func Try(file *os.File) error { return try(file) }
