package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// try locks a byte far beyond the end, because Windows keeps others from reading what is
// locked.
func try(file *os.File) error {
	far := &windows.Overlapped{OffsetHigh: 1 << 30}
	switch err := windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, far); {
	case err == nil:
		return nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION):
		return ErrTaken
	default:
		return errors.ErrUnsupported
	}
}
