//go:build !darwin

package memory

import "os"

// total is that of Linux; other systems have no such file.
func total() int64 {
	text, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	return totalIn(text)
}
