package memory

import (
	"context"
	"runtime/metrics"
	"time"
)

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
