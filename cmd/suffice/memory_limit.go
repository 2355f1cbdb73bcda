package main

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/pflag"

	"suffice/internal/memory"
	"suffice/table"
)

// memoryLimit is the option of commands that bound their memory.
type memoryLimit struct {
	text  string
	bytes int64
}

// unknownMemory is what is taken where the system does not tell how much there is.
const unknownMemory = 4 << 30

// leastMemory is what a small fit takes.
const leastMemory = 32 << 20

func (l *memoryLimit) add(flags *pflag.FlagSet) {
	flags.StringVar(&l.text, "memory", "", "`size` to stay below, as 1GiB (default: half of all)")
}

// check finds what is wrong with the option, and how much memory it allows.
func (l *memoryLimit) check() error {
	if l.text == "" {
		if l.bytes = memory.Machine() / 2; l.bytes == 0 {
			l.bytes = unknownMemory
		}
		return nil
	}
	var err error
	if l.bytes, err = memory.Parse(l.text); err != nil {
		return usagef("--memory: %s", err)
	}
	if l.bytes < leastMemory {
		return usagef("--memory %s: a fit takes at least %s", l.text, memory.Format(leastMemory))
	}
	return nil
}

// limit keeps garbage from taking more than that, and returns what ends it. Without the
// option a table in memory is as fast as it can be.
func (l *memoryLimit) limit(given bool) (end func()) {
	if !given {
		return func() {}
	}
	before := debug.SetMemoryLimit(-1)
	debug.SetMemoryLimit(min(before, l.bytes/10*9))
	return func() { debug.SetMemoryLimit(before) }
}

// spooled says how a table was read that does not fit into memory.
type spooled struct {
	bytes  int64 // on a temporary file; 0 where all was in memory
	passes int
	memory int64 // that was allowed
}

func (l *memoryLimit) spooled(data *table.Table) spooled {
	bytes, passes := data.Spooled()
	return spooled{bytes, passes, l.bytes}
}

// String is for the summary.
func (s spooled) String() string {
	return fmt.Sprintf("%d passes over the rows on disk, which do not fit into %s", s.passes, memory.Format(s.memory))
}
