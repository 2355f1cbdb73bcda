package cli

import (
	"os"
	"runtime"
	"runtime/debug"
)

// How much garbage may pile up before it is collected is told to the collector here, and
// nowhere else. A user who sets GOGC decides alone.

// What a command may do, as the share of the memory in use, in percent, that may be
// garbage.
const (
	// Most of what a command holds is the table, which would otherwise let as much garbage
	// pile up again.
	LeanGarbage = 40
	// A command that holds a few blocks, and makes garbage of them all the time, saves a
	// quarter of its work by a few megabytes more.
	StreamGarbage = 200
)

// mostGarbage is how much it may be beside a large table, in bytes.
const mostGarbage = 24 << 20

// AllowGarbage says how much garbage may pile up, unless the user has.
func AllowGarbage(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}

// AllowLittleGarbage is for work on data that is now in memory. The data holds few pointers,
// so that collecting garbage more often costs little.
func AllowLittleGarbage() {
	debug.FreeOSMemory() // what reading has left
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	AllowGarbage(max(5, min(StreamGarbage, int(100*mostGarbage/max(1, now.HeapAlloc)))))
}

// LimitMemory keeps garbage from making the program larger than that.
func LimitMemory(bytes int64) {
	if bytes/10*9 < debug.SetMemoryLimit(-1) {
		debug.SetMemoryLimit(bytes / 10 * 9)
	}
}

// keepGarbageAsItIs returns what undoes all of the above.
func keepGarbageAsItIs() (undo func()) {
	limit, percent := debug.SetMemoryLimit(-1), debug.SetGCPercent(LeanGarbage)
	debug.SetGCPercent(percent)
	return func() {
		debug.SetMemoryLimit(limit)
		debug.SetGCPercent(percent)
	}
}
