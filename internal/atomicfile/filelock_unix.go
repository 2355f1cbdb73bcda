//go:build unix && !solaris && !aix

package atomicfile

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func try(file *os.File) error {
	for {
		switch err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB); {
		case err == nil:
			return nil
		case errors.Is(err, unix.EINTR):
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrTaken
		default: // such as ENOLCK of a network's file system
			return errors.ErrUnsupported
		}
	}
}
