package wholefile

import (
	"os"
	"sync"
)

// unfinished are the temporary files that are being written.
var unfinished struct {
	sync.Mutex
	names map[string]bool
}

func begin(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	if unfinished.names == nil {
		unfinished.names = map[string]bool{}
	}
	unfinished.names[name] = true
}

func end(name string) {
	unfinished.Lock()
	defer unfinished.Unlock()
	delete(unfinished.names, name)
}

// RemoveUnfinished removes the temporary files of every [Write] that has not returned, for
// a program that must end now: bringing a large file to the disk takes longer than a
// person who has interrupted it will wait. Such a Write then fails.
func RemoveUnfinished() {
	unfinished.Lock()
	defer unfinished.Unlock()
	for name := range unfinished.names {
		_ = os.Remove(name)
	}
}
