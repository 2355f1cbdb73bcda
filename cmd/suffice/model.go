package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"suffice"
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
	return model, err
}

func (s streams) modelFile(path string) (in io.ReadCloser, name string, err error) {
	if path == "-" {
		return io.NopCloser(s.in), "standard input", nil
	}
	in, err = os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, path, fmt.Errorf("there is no model file %s; make one with suffice fit -o", path)
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, cause.Err)
	}
	return in, path, err
}
