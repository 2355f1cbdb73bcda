package memory

import (
	"os"
	"strconv"
	"strings"
)

// unlimited is more than any limit that means something.
const unlimited = 1 << 50

// Machine is how many bytes of memory there are for this program: those of the machine, or
// of the container that it runs in. It is 0 where the system does not tell.
func Machine() int64 {
	all := total()
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		limit, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
		if err == nil && limit > 0 && limit < unlimited && (all == 0 || limit < all) {
			all = limit
		}
	}
	return all
}

// Peak is the most bytes that this process has held at one time, or 0 on systems other
// than Linux.
func Peak() int64 { return amountOf("/proc/self/status", "VmHWM") }

// Held is how many bytes this process holds, or 0 on systems other than Linux.
func Held() int64 { return amountOf("/proc/self/status", "VmRSS") }

// amountOf is that of an entry of one of Linux's files, or 0.
func amountOf(file, entry string) int64 {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	return amountIn(text, entry)
}

// amountIn finds it in the text: "MemTotal:  24681600 kB".
func amountIn(text []byte, entry string) int64 {
	for line := range strings.Lines(string(text)) {
		if amount, ok := strings.CutPrefix(line, entry+":"); ok {
			number, _, _ := strings.Cut(strings.TrimSpace(amount), " ")
			kilobytes, err := strconv.ParseInt(number, 10, 64)
			if err != nil || kilobytes < 0 || kilobytes > unlimited>>10 {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}
