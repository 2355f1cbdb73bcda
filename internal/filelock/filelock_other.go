//go:build !windows && (!unix || solaris || aix)

package filelock

import (
	"errors"
	"os"
)

func try(*os.File) error { return errors.ErrUnsupported }
