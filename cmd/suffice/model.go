package main

import (
	"bytes"
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
	data, name, err := s.modelFile(path)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	model := new(suffice.Projection)
	err = decoder.Decode(model)
	_, wrong := errors.AsType[*json.SyntaxError](err)
	switch {
	case errors.Is(err, io.EOF):
		return nil, fmt.Errorf("%s: the model file is empty; write it again with suffice fit -o", name)
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, fmt.Errorf("%s: the model file is cut off; write it again with suffice fit -o", name)
	case wrong:
		return nil, fmt.Errorf("%s: this is not a model file: %w; the model comes first, then the table", name, err)
	case err != nil:
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: there is something after the end of the model; write it again with suffice fit -o", name)
	}
	return model, nil
}

func (s streams) modelFile(path string) (data []byte, name string, err error) {
	if path == "-" {
		data, err = io.ReadAll(s.in)
		return data, "standard input", err
	}
	data, err = os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, path, fmt.Errorf("there is no model file %s; make one with suffice fit -o", path)
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("cannot read %s: %w", path, cause.Err)
	}
	return data, path, err
}
