// Package atomicfile writes files that appear whole or not at all, and tells processes that use one
// file from each other: a lock ends with the process that has it, whatever ends the process.
package atomicfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Write calls write for the content of the file at path. The content goes to a
// temporary file beside it, which takes its place only when all is written; after
// an error neither a partial nor a temporary file is left. Where the program is killed, a
// later one that writes into the same folder removes what is left. What is not a regular
// file, such as a device or a named pipe, is written directly.
func Write(path string, write func(io.Writer) error) (err error) {
	if special(path) {
		return writeSpecial(path, write)
	}
	if path, err = followed(path); err != nil {
		return err
	}
	file, err := beside(path)
	if err != nil {
		return cannot(path, err)
	}
	defer func() { file.end(err != nil) }()
	if err := write(file.File); err != nil {
		_ = file.Close()
		return whole(path, file.Name(), err)
	}
	if err := finish(file.File, path); err != nil {
		return cannot(path, err)
	}
	return nil
}

// Check says early what would make Write fail late: a missing directory, a
// directory in place of the file, no permission.
func Check(path string) error {
	if special(path) {
		return nil
	}
	path, err := followed(path)
	if err != nil {
		return err
	}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a directory; name a file in it", path)
	}
	if err := checkName(path); err != nil {
		return cannot(path, err)
	}
	file, err := beside(path)
	if err != nil {
		return cannot(path, err)
	}
	_ = file.Close()
	file.end(true)
	return nil
}

// checkName says where the name is none that a file can have, such as one that is too long:
// that of the temporary file tells nothing of it.
func checkName(path string) error {
	if _, err := os.Lstat(path); err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
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
