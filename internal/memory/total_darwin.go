package memory

import "golang.org/x/sys/unix"

func total() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil || bytes > unlimited {
		return 0
	}
	return int64(bytes)
}
