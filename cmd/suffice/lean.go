package main

import (
	"os"
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
