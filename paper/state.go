package paper

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
)

// State is a file that remembers the trials of a Table1, so that a run that was
// interrupted goes on where it stopped. It has a line of JSON for the settings and one
// for each trial, in the order in which they were finished. A line is written at once:
// where the program is killed, only the last one can be torn, and a torn one is dropped.
//
// All methods of a nil *State work: it knows nothing and forgets all.
type State struct {
	path  string
	file  *os.File
	known map[stateKey]Trial
}

// StateSettings are those that trials in a file must share. More trials, methods and
// data sets may come later.
type StateSettings struct {
	N       int    `json:"n"`
	Seed    uint64 `json:"seed"`
	Centres int    `json:"centres"`
}

type stateKey struct {
	data, method string
	seed         uint64
}

const stateFormat = "suffice/table1"

// OpenState opens the file at path, or begins a new one. A file of other settings is
// an error.
func OpenState(path string, settings StateSettings) (*State, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file; name another one for the state", path)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o666)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cannot write %s: there is no directory %s", path, filepath.Dir(path))
	}
	if err != nil {
		return nil, stateError(path, err)
	}
	s := &State{path: path, file: file, known: map[stateKey]Trial{}}
	if err := s.load(settings); err != nil {
		_ = file.Close()
		return nil, err
	}
	return s, nil
}

// load reads the file, drops a torn line, and writes the settings where there are none.
func (s *State) load(settings StateSettings) error {
	text, err := io.ReadAll(s.file)
	if err != nil {
		return stateError(s.path, err)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 && !begunHead(text) {
		return notState(s.path)
	}
	if whole > 0 {
		if err := s.read(text[:whole], settings); err != nil {
			return err
		}
	}
	if whole < len(text) {
		if err := s.file.Truncate(int64(whole)); err != nil {
			return stateError(s.path, err)
		}
	}
	if whole == 0 {
		return s.append(headOf(settings))
	}
	return nil
}

// begunHead reports whether text is the beginning of a first line. Anything else is
// some other file, which must stay as it is.
func begunHead(text []byte) bool {
	begin := fmt.Sprintf(`{"format":%q,`, stateFormat)
	n := min(len(begin), len(text))
	return string(text[:n]) == begin[:n]
}

func (s *State) read(text []byte, settings StateSettings) error {
	number := 0
	for line := range bytes.Lines(text) {
		if number++; number == 1 {
			have, ok := settingsOf(line)
			if !ok {
				return notState(s.path)
			}
			if have != settings {
				return otherSettings(s.path, have, settings)
			}
			continue
		}
		key, trial, err := trialOf(line)
		if err != nil {
			return fmt.Errorf("%s:%d: this is not a trial: %w; delete the line, or begin a new state file", s.path, number, err)
		}
		s.known[key] = trial
	}
	return nil
}

func notState(path string) error {
	return fmt.Errorf("%s is not a state file of suffice reproduce table1; name another file", path)
}

// otherSettings names what differs, as options.
func otherSettings(path string, have, want StateSettings) error {
	var options []string
	differ := func(name string, have, want any) {
		if have != want {
			options = append(options, fmt.Sprintf("--%s %v rather than %v", name, have, want))
		}
	}
	differ("n", have.N, want.N)
	differ("seed", have.Seed, want.Seed)
	differ("centres", have.Centres, want.Centres)
	return fmt.Errorf("%s has trials with %s; use these settings, or name another file", path, strings.Join(options, ", "))
}

// Len is how many trials the file has.
func (s *State) Len() int {
	if s == nil {
		return 0
	}
	return len(s.known)
}

// Close closes the file.
func (s *State) Close() error {
	if s == nil {
		return nil
	}
	return s.file.Close()
}

func (s *State) find(e entry, seed uint64) (Trial, bool) {
	if s == nil {
		return Trial{}, false
	}
	trial, ok := s.known[stateKey{e.data.Name, e.method.Name, seed}]
	return trial, ok
}

// add writes a trial to the file.
func (s *State) add(e entry, seed uint64, trial Trial) error {
	if s == nil {
		return nil
	}
	key := stateKey{e.data.Name, e.method.Name, seed}
	s.known[key] = trial
	return s.append(lineOf(key, trial))
}

func (s *State) append(object any) error {
	line, err := json.Marshal(object)
	if err != nil {
		return err
	}
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return stateError(s.path, err)
	}
	return nil
}

func stateError(path string, err error) error {
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	return fmt.Errorf("cannot use the state file %s: %w", path, err)
}
