package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// garbage is the share of the memory in use, in percent, that may be garbage before it is
// collected. Most of what a command holds is the table, which would otherwise let as much
// garbage pile up again.
const garbage = 40

// stayLean keeps the command small, unless the user says otherwise.
func stayLean() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
}

// mostGarbage is how much it may be beside a large table, in bytes.
const mostGarbage = 24 << 20

// stayLeaner allows less garbage, beside the data that is now in memory. It holds few
// pointers, so that collecting garbage more often costs little.
func stayLeaner() {
	if os.Getenv("GOGC") != "" {
		return
	}
	debug.FreeOSMemory() // what reading has left
	var now runtime.MemStats
	runtime.ReadMemStats(&now)
	debug.SetGCPercent(max(5, min(garbage, int(100*mostGarbage/max(1, now.HeapAlloc)))))
}

// streaming is the same for a command that holds a few blocks and makes garbage of them all
// the time: a few megabytes more save it a quarter of its work.
const streaming = 200

// passThrough prepares for a stream, and returns how to end that.
func passThrough() (end func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(streaming)
	return func() { debug.SetGCPercent(before) }
}
