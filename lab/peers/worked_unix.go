//go:build unix

package peers

import (
	"syscall"
	"time"
)

// worked is how long the cores have worked for this process, which other programs do not change.
func worked() time.Duration {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
