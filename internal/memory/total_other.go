//go:build !darwin

package memory

// total is that of Linux; other systems have no such file.
func total() int64 { return amountOf("/proc/meminfo", "MemTotal") }
