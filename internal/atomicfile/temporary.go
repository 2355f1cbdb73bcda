package atomicfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// temporary is a file that is being written. Its name is short whatever the file is to be
// called, and says on which machine it is written. As long as it is, the file is locked.
type temporary struct {
	*os.File
	lock *os.File // the same file once more, so that it stays locked while it is renamed
}

// beginning is that of the names of the temporary files of this machine. Those of another
// one, in a folder that both see, are none of ours.
var beginning = sync.OnceValue(func() string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(host))
	return fmt.Sprintf(".suffice-%08x-", hash.Sum32())
})

// beside creates an empty temporary file in the directory of path, with the
// permissions any new file gets, once it has removed those of programs that were killed.
func beside(path string) (*temporary, error) {
	folder := filepath.Dir(path)
	sweep(folder)
	for {
		name := filepath.Join(folder, fmt.Sprintf("%s%d-%08x", beginning(), os.Getpid(), rand.Uint32()))
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		unfinished.Store(name, true)
		made := &temporary{File: file}
		if made.keep() {
			return made, nil
		}
		_ = file.Close()
		made.end(true) // someone took it for dead before it was locked
	}
}

// keep locks the file, where the system can, and reports whether it is still there.
func (t *temporary) keep() bool {
	lock, err := lockOf(t.Name())
	if errors.Is(err, errors.ErrUnsupported) {
		return true // and so nobody can tell that it is dead
	}
	if err != nil {
		return false
	}
	t.lock = lock
	there, err := os.Stat(t.Name())
	made, errMade := t.Stat()
	return err == nil && errMade == nil && os.SameFile(there, made)
}

// end gives the file up, and removes it where it is of no use.
func (t *temporary) end(remove bool) {
	if remove {
		_ = os.Remove(t.Name())
	}
	if t.lock != nil {
		_ = t.lock.Close()
	}
	unfinished.Delete(t.Name())
}

// unfinished has the names of the temporary files that are being written.
var unfinished sync.Map

// RemoveUnfinished removes the temporary files of every [Write] that has not returned, for
// a program that must end now: bringing a large file to the disk takes longer than a
// person who has interrupted it will wait. Such a Write then fails.
func RemoveUnfinished() {
	for name := range unfinished.Range {
		_ = os.Remove(name.(string))
	}
}

// swept are the folders that were looked at: a cache may have many files.
var swept sync.Map

// sweep removes the temporary files in a folder that nobody writes any more.
func sweep(folder string) {
	if _, done := swept.LoadOrStore(folder, true); !done {
		removeDead(folder)
	}
}

func removeDead(folder string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		if name := entry.Name(); strings.HasPrefix(name, beginning()) && entry.Type().IsRegular() {
			removeIfDead(filepath.Join(folder, name))
		}
	}
}
