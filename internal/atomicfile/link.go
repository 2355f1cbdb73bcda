package atomicfile

import (
	"fmt"
	"os"
	"path/filepath"
)

const mostLinks = 40 // as Linux has it

// followed returns what a symbolic link points to, be it there yet or not, so that the link
// stays one.
func followed(path string) (string, error) {
	at := path
	for range mostLinks {
		if !isLink(at) {
			return at, nil
		}
		target, err := os.Readlink(at)
		if err != nil {
			return "", cannot(path, err)
		}
		if !filepath.IsAbs(target) {
			folder, err := filepath.EvalSymlinks(filepath.Dir(at)) // so that .. leads where the system goes
			if err != nil {
				return "", cannot(path, err)
			}
			target = filepath.Join(folder, target)
		}
		at = target
	}
	return "", fmt.Errorf("cannot write %s: it is a symbolic link that leads to itself; remove it", path)
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
