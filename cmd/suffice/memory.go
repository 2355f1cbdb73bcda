package main

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
)

// peakMemory is the most bytes of memory that this process has held at one time, or 0
// on systems other than Linux.
func peakMemory() int64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return peakIn(status)
}

// peakIn finds it in the text of a status file: "VmHWM:    5860 kB".
func peakIn(status []byte) int64 {
	for lines := bufio.NewScanner(bytes.NewReader(status)); lines.Scan(); {
		if text, ok := strings.CutPrefix(lines.Text(), "VmHWM:"); ok {
			number, _, _ := strings.Cut(strings.TrimSpace(text), " ")
			kilobytes, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				return 0
			}
			return kilobytes << 10
		}
	}
	return 0
}
