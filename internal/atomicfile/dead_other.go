//go:build !windows

package atomicfile

import (
	"os"
)

// lockOf locks the file at path.
func lockOf(path string) (*os.File, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	if err := Try(file); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

// removeIfDead removes a temporary file that no process has locked.
func removeIfDead(path string) {
	if lock, err := lockOf(path); err == nil {
		_ = os.Remove(path)
		_ = lock.Close()
	}
}
