package main

import (
	"cmp"
	"fmt"

	"github.com/spf13/pflag"

	"suffice/internal/cli"
	"suffice/internal/memory"
	"suffice/table"
)

// memoryLimit is the option that bounds the memory of a command.
type memoryLimit struct {
	text  string
	bytes int64
	work  string // that takes it, for messages
}

// unknownMemory is what is taken where the system does not tell how much there is.
const unknownMemory = 4 << 30

// leastMemory is what a small fit takes, and what any other work may.
const leastMemory = 32 << 20

func (l *memoryLimit) add(flags *pflag.FlagSet) {
	flags.StringVar(&l.text, "memory", "", "stay below this `size`, as 1GiB (default: half of all)")
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
		return cli.Usagef("--memory: %s", err)
	}
	if l.bytes < leastMemory {
		return cli.Usagef("--memory %s: %s takes at least %s", l.text, cmp.Or(l.work, "a command"), memory.Format(leastMemory))
	}
	return nil
}

// begin keeps to the limit that the option sets. Without the option a table that stays in
// memory is as fast as it can be.
func (l *memoryLimit) begin() {
	if l.text != "" {
		cli.LimitMemory(l.bytes)
	}
}

// read reads a table with read, within the limit.
func (l *memoryLimit) read(read func() (*table.Table, error)) (*table.Table, error) {
	l.begin()
	data, err := read()
	if err == nil && l.spooled(data).bytes > 0 {
		cli.LimitMemory(l.bytes)
	}
	return data, err
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
