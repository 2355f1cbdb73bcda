// Package journal keeps results in a file, a line of JSON each, so that work that was
// interrupted goes on where it stopped. The first line has the version of the format, that of
// the program, and the settings that all results share; the others are results, in the order
// in which they were finished. A line is written at once: where the program is killed, only
// the last one can be torn, and a torn one is dropped. Each line ends in a checksum of the
// rest. One process at a time uses a file.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"suffice/internal/atomicfile"
	"suffice/internal/release"
)

// Kind is what a journal holds: values of type V, each known by a key.
type Kind[K comparable, V any] struct {
	Format   string    // that the first line names, such as "suffice/table1"
	Command  string    // that the file belongs to, for messages
	Result   string    // what messages call a line, such as "trial"
	Settings []Setting // that all results share

	Fields []string         // that a line must have: it is the entries of the key and those of the value
	Key    func(V) K        // of values that have the entries of their key; nil where they have others
	Check  func(K, V) error // what is wrong with a result; may be nil
}

// line is a result as an object.
func (k Kind[K, V]) line(key K, value V) ([]byte, error) {
	line, err := json.Marshal(value)
	if err != nil || k.Key != nil {
		return line, err
	}
	begin, err := json.Marshal(key)
	return fmt.Appendf(nil, "%s,%s", bytes.TrimSuffix(begin, []byte("}")), bytes.TrimPrefix(line, []byte("{"))), err
}

// Read is the result of a line, or what is wrong with it.
func (k Kind[K, V]) Read(line []byte) (key K, value V, err error) {
	var have map[string]json.RawMessage
	if err := errors.Join(json.Unmarshal(line, &have), json.Unmarshal(line, &key), json.Unmarshal(line, &value)); err != nil {
		return key, value, errors.New("it cannot be read")
	}
	for _, name := range k.Fields {
		if text := string(have[name]); text == "" || text == "null" || text == `""` {
			return key, value, fmt.Errorf("it has no %s", name)
		}
	}
	if k.Key != nil {
		key = k.Key(value)
	}
	if k.Check != nil {
		err = k.Check(key, value)
	}
	return key, value, err
}

// Journal is a file of results. All methods of a nil *Journal work: it knows nothing and
// forgets all. It is not safe for concurrent use.
type Journal[K comparable, V any] struct {
	kind  Kind[K, V]
	path  string
	file  *os.File
	known map[K]V
	plain bool // the file is one of before, whose lines have no checksums
}

// mostBytes is more than any work leaves, and little enough to be read at once.
const mostBytes = 256 << 20

// Open opens the file at path, or begins a new one. A file of something else, or of
// other settings, is an error, and stays as it is.
func Open[K comparable, V any](path string, kind Kind[K, V]) (*Journal[K, V], error) {
	switch info, err := os.Stat(path); {
	case err == nil && !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a regular file; name another one for the state", path)
	case err == nil && info.Size() > mostBytes:
		return nil, fmt.Errorf("%s is longer than any state; name another file for it", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot write %s: there is no directory %s", path, filepath.Dir(path))
	}
	if err != nil {
		return nil, cannotUse(path, err)
	}
	j := &Journal[K, V]{kind: kind, path: path, file: file, known: map[K]V{}}
	err = j.lock()
	if err == nil {
		err = j.load()
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return j, nil
}

// lock keeps other processes away. A file system without locks has to do without.
func (j *Journal[K, V]) lock() error {
	if errors.Is(atomicfile.Try(j.file), atomicfile.ErrTaken) {
		return fmt.Errorf("another process uses the state file %s; wait until it ends, or name another file", j.path)
	}
	return nil
}

// load reads the file, drops a torn line, and writes the settings where there are none.
func (j *Journal[K, V]) load() error {
	text, err := io.ReadAll(j.file)
	if err != nil {
		return cannotUse(j.path, err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 && !begins(text, j.kind.Format) {
		return j.notOurs()
	}
	if whole > 0 {
		if err := j.read(text[:whole]); err != nil {
			return err
		}
	}
	if whole < len(text) {
		if err := j.file.Truncate(int64(whole)); err != nil {
			return cannotUse(j.path, err)
		}
	}
	if whole > 0 {
		return nil
	}
	first, err := head(j.kind.Format, j.kind.Settings)
	if err != nil {
		return err
	}
	return j.writeLine(first)
}

// read takes whole lines.
func (j *Journal[K, V]) read(text []byte) error {
	number := 0
	for line := range bytes.Lines(text) {
		number++
		line, err := j.unsealed(line, number)
		if err != nil {
			return err
		}
		if number == 1 {
			if err := j.agree(line); err != nil {
				return err
			}
			continue
		}
		key, value, err := j.kind.Read(line)
		if err != nil {
			return fmt.Errorf("%s:%d: this is not a %s: %w; delete the line, or begin a new state file", j.path, number, j.kind.Result, err)
		}
		j.known[key] = value
	}
	return nil
}

func (j *Journal[K, V]) notOurs() error {
	return fmt.Errorf("%s is not a state file of %s; name another file", j.path, j.kind.Command)
}

// Len is how many results the file has.
func (j *Journal[K, V]) Len() int {
	if j == nil {
		return 0
	}
	return len(j.known)
}

// Close closes the file.
func (j *Journal[K, V]) Close() error {
	if j == nil {
		return nil
	}
	return j.file.Close()
}

// Find returns a result, where the file has it.
func (j *Journal[K, V]) Find(key K) (V, bool) {
	if j == nil {
		var none V
		return none, false
	}
	value, ok := j.known[key]
	return value, ok
}

// Add writes a result to the file.
func (j *Journal[K, V]) Add(key K, value V) error {
	if j == nil {
		return nil
	}
	line, err := j.kind.line(key, value)
	if err != nil {
		return err
	}
	j.known[key] = value
	return j.writeLine(line)
}

func (j *Journal[K, V]) writeLine(line []byte) error {
	if _, err := j.file.Write(append(sealed(line), '\n')); err != nil {
		return cannotUse(j.path, err)
	}
	return nil
}

func cannotUse(path string, err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	return fmt.Errorf("cannot use the state file %s: %w", path, err)
}

// Setting is one that all results of a file share.
type Setting struct {
	Name  string // in the file, and that of the option
	Value any    // a number, a text or a truth value
	Other string // what messages call other values of it, where it is no option, such as "another table"
}

// formatVersion is that of files whose lines have checksums. Those of before say none.
const formatVersion = 2

// head is the first line: the format, its version, the program's, and the settings, in their
// order.
func head(format string, settings []Setting) ([]byte, error) {
	line := fmt.Appendf(nil, `{"format":%q,"format-version":%d,"program":%q`, format, formatVersion, release.Version())
	for _, s := range settings {
		value, err := json.Marshal(s.Value)
		if err != nil {
			return nil, err
		}
		line = fmt.Appendf(line, `,%q:%s`, s.Name, value)
	}
	return append(line, '}'), nil
}

// begins reports whether text is the beginning of a first line. Anything else is some
// other file.
func begins(text []byte, format string) bool {
	begin := fmt.Sprintf(`{"format":%q,`, format)
	n := min(len(begin), len(text))
	return string(text[:n]) == begin[:n]
}

// agree says why a first line is not one of these settings, or nil.
func (j *Journal[K, V]) agree(line []byte) error {
	var have map[string]json.RawMessage
	if err := json.Unmarshal(line, &have); err != nil || string(have["format"]) != fmt.Sprintf("%q", j.kind.Format) {
		return j.notOurs()
	}
	if err := j.checkVersions(have); err != nil {
		return err
	}
	var differ []string
	for _, s := range j.kind.Settings {
		want, err := json.Marshal(s.Value)
		if err != nil {
			return err
		}
		switch value := have[s.Name]; {
		case value == nil || string(value) == "null":
			return j.notOurs()
		case bytes.Equal(value, want):
		case s.Other != "":
			differ = append(differ, s.Other)
		default:
			differ = append(differ, fmt.Sprintf("%s %s rather than %s", s.Name, value, want))
		}
	}
	if differ == nil {
		return nil
	}
	return fmt.Errorf("%s has %ss with %s; use these settings, or name another file", j.path, j.kind.Result, strings.Join(differ, ", "))
}
