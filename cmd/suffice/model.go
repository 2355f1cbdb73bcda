package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"suffice"
	"suffice/internal/memory"
	"suffice/internal/termtext"
)

// readModel reads the model file at path, or on standard input for "-".
func (s streams) readModel(path string) (*suffice.Projection, error) {
	in, name, err := s.modelFile(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = in.Close() }()
	model, err := suffice.ReadModel(in)
	_, damaged := errors.AsType[*suffice.DamagedModel](err)
	_, syntax := errors.AsType[*json.SyntaxError](err)
	cause, unread := errors.AsType[*fs.PathError](err)
	switch {
	case damaged:
		err = fmt.Errorf("%s: %w; write it again with suffice fit -o", name, err)
	case syntax:
		err = fmt.Errorf("%s: %w; the model comes first, then the table", name, err)
	case unread:
		err = fmt.Errorf("cannot read %s: %w", name, cause.Err)
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	}
	if err == nil {
		onOneLine(model)
	}
	return model, err
}

// onOneLine keeps what stands within a line from breaking it.
func onOneLine(m *suffice.Projection) {
	m.Method = termtext.Printable(m.Method)
	for k := range m.Trace {
		m.Trace[k].Stage = termtext.Printable(m.Trace[k].Stage)
	}
	if m.Sampled != nil {
		m.Sampled.What = termtext.Printable(m.Sampled.What)
	}
}

func (s streams) modelFile(path string) (in io.ReadCloser, name string, err error) {
	if path == "-" {
		return limited{io.NopCloser(s.In), &io.LimitedReader{R: s.In, N: mostModel()}}, "standard input", nil
	}
	in, err = os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, path, fmt.Errorf("there is no model file %s; make one with suffice fit -o", path)
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, cause.Err)
	}
	if err != nil {
		return nil, path, err
	}
	return limited{in, &io.LimitedReader{R: in, N: mostModel()}}, path, nil
}

// mostModel is how many bytes a model file may have, so that a table in its place, or a
// device, is not read to its end.
func mostModel() int64 {
	const most, share = 2 << 30, 16 // of the memory
	if all := memory.Machine(); all > 0 {
		return min(most, all/share)
	}
	return most
}

// limited is a file that fails where it is too long.
type limited struct {
	io.Closer
	*io.LimitedReader
}

func (l limited) Read(p []byte) (int, error) {
	if l.N <= 0 {
		return 0, errors.New("the file is too long for a model; the model comes first, then the table")
	}
	return l.LimitedReader.Read(p)
}
