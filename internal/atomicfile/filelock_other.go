//go:build !windows && (!unix || solaris || aix)

package atomicfile

import (
	"errors"
	"os"
)

func try(*os.File) error { return errors.ErrUnsupported }
