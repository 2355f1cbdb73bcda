// Package wholefile writes files that appear whole or not at all.
package wholefile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// Write calls write for the content of the file at path. The content goes to a
// temporary file beside it, which takes its place only when all is written; after
// an error neither a partial nor a temporary file is left. What is not a regular
// file, such as a device or a named pipe, is written directly.
func Write(path string, write func(io.Writer) error) (err error) {
	if special(path) {
		return writeSpecial(path, write)
	}
	path = followed(path)
	file, err := beside(path)
	if err != nil {
		return cannot(path, err)
	}
	unfinished.Store(file.Name(), true)
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
		unfinished.Delete(file.Name())
	}()
	if err := write(file); err != nil {
		_ = file.Close()
		return whole(path, file.Name(), err)
	}
	if err := finish(file, path); err != nil {
		return cannot(path, err)
	}
	return nil
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

// Check says early what would make Write fail late: a missing directory, a
// directory in place of the file, no permission.
func Check(path string) error {
	if special(path) {
		return nil
	}
	path = followed(path)
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a directory; name a file in it", path)
	}
	file, err := beside(path)
	if err != nil {
		return cannot(path, err)
	}
	_ = file.Close()
	return os.Remove(file.Name())
}

// beside creates an empty temporary file in the directory of path, with the
// permissions any new file gets.
func beside(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".%s.%08x", filepath.Base(path), rand.Uint32()))
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// finish brings the file to the disk and renames it to path, keeping the
// permissions of a file that is replaced.
func finish(file *os.File, path string) error {
	if old, err := os.Stat(path); err == nil {
		if err := file.Chmod(old.Mode().Perm()); err != nil {
			_ = file.Close()
			return err
		}
	}
	if err := errors.Join(file.Sync(), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// followed returns what a symbolic link points to, so that the link stays one.
func followed(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	return path
}

func special(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

func writeSpecial(path string, write func(io.Writer) error) error {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return cannot(path, err)
	}
	return errors.Join(write(file), file.Close())
}

// whole turns an error of writing to the temporary file into one that names path.
func whole(path, temporary string, err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok && cause.Path == temporary {
		return cannot(path, err)
	}
	return err
}

// cannot says that path cannot be written, and why, without the temporary name.
func cannot(path string, err error) error {
	switch cause, ok := errors.AsType[*fs.PathError](err); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: there is no directory %s", path, filepath.Dir(path))
	case ok:
		return fmt.Errorf("cannot write %s: %w", path, cause.Err)
	}
	if cause, ok := errors.AsType[*os.LinkError](err); ok {
		return fmt.Errorf("cannot write %s: %w", path, cause.Err)
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}
