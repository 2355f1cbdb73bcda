package memory

import (
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// addresses is how many bytes a limit of the address space (ulimit -v) leaves for data, or 0
// where there is no such limit. What the program maps without ever using it counts too, and
// a quarter is left for what was given back in pieces: a large block finds no room in them.
func addresses() int64 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_AS, &limit); err != nil || limit.Cur >= unlimited {
		return 0
	}
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return int64(limit.Cur)
	}
	first, _, _ := strings.Cut(string(text), " ")
	pages, _ := strconv.ParseInt(first, 10, 64)
	unused := max(0, pages*int64(os.Getpagesize())-Mapped())
	return max(1, (int64(limit.Cur)-unused)/4*3)
}
