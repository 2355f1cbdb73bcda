// Package memory has amounts of memory as people write them, and how much a machine has.
package memory

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime/metrics"
	"strconv"
	"strings"
	"time"
)

// units by their names in lower case. A letter alone is a power of 1024, as in most tools.
var units = map[string]float64{
	"": 1, "b": 1,
	"k": 1 << 10, "kib": 1 << 10, "kb": 1e3,
	"m": 1 << 20, "mib": 1 << 20, "mb": 1e6,
	"g": 1 << 30, "gib": 1 << 30, "gb": 1e9,
	"t": 1 << 40, "tib": 1 << 40, "tb": 1e12,
}

// Parse reads an amount of memory in bytes: 1GiB, 500 MB, 1.5g.
func Parse(text string) (int64, error) {
	trimmed := strings.TrimSpace(text)
	end := strings.LastIndexAny(trimmed, "0123456789.") + 1
	number, err := strconv.ParseFloat(trimmed[:end], 64)
	unit, known := units[strings.ToLower(strings.TrimSpace(trimmed[end:]))]
	if err != nil || !known || math.IsNaN(number) {
		return 0, fmt.Errorf("%q is no amount of memory; write one such as 1GiB, 500MB or 2G", text)
	}
	bytes := number * unit
	if !(bytes >= 1 && bytes < math.MaxInt64/2) {
		return 0, fmt.Errorf("%s is no amount of memory that a machine can have; write one such as 1GiB, 500MB or 2G", trimmed)
	}
	return int64(bytes), nil
}

// Format writes an amount with about three digits: 1 GiB, 512 MiB, 1.25 GiB.
func Format(bytes int64) string {
	value, unit := float64(bytes), "bytes"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if value < 1000 {
			break
		}
		value, unit = value/1024, larger
	}
	digits := 2
	if value >= 100 || unit == "bytes" {
		digits = 0
	} else if value >= 10 {
		digits = 1
	}
	number := strconv.FormatFloat(value, 'f', digits, 64)
	if strings.Contains(number, ".") {
		number = strings.TrimRight(strings.TrimRight(number, "0"), ".")
	}
	return number + " " + unit
}

// unlimited is more than any limit that means something.
const unlimited = 1 << 50

// Machine is how many bytes of memory there are for this program: those of the machine, of
// the container that it runs in, or of the limit that its shell sets. It is 0 where the
// system does not tell.
func Machine() int64 {
	all := total()
	if limit := addresses(); limit > 0 && (all == 0 || limit < all) {
		all = limit
	}
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

// Mapped is how many bytes the program holds for data, be they in use or garbage.
func Mapped() int64 {
	read := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(read)
	return int64(read[0].Value.Uint64() - read[1].Value.Uint64())
}

// often is how often Watch looks: in that time a program cannot fill more than a few
// percent of a machine.
const often = 20 * time.Millisecond

// Watch calls full, once, when the program holds more than so many bytes. It is the last
// net, for work whose size nobody foresaw: Go itself ends a program that is out of memory
// with two hundred lines.
func Watch(ctx context.Context, most int64, full func()) {
	look := time.NewTicker(often)
	defer look.Stop()
	for Mapped() <= most {
		select {
		case <-ctx.Done():
			return
		case <-look.C:
		}
	}
	full()
}
