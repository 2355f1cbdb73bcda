// Package termtext lays out text for people.
package termtext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// WriteJSON writes an object so that a person can read it too: a line for each entry,
// and one for each element of a list of lists or objects, such as components.
func WriteJSON(w io.Writer, object any) error {
	compact, err := json.Marshal(object)
	if wrapped, ok := errors.AsType[*json.MarshalerError](err); ok {
		return wrapped.Err // says it in our words
	}
	if err != nil {
		return err
	}
	readable, err := indented(compact)
	if err != nil {
		return err
	}
	_, err = w.Write(readable)
	return err
}

// indented gives each entry of a JSON object its line, and each element of an array
// of arrays or objects.
func indented(object []byte) ([]byte, error) {
	decoder := json.NewDecoder(bytes.NewReader(object))
	if _, err := decoder.Token(); err != nil { // {
		return nil, err
	}
	var out bytes.Buffer
	for separator := "{\n"; decoder.More(); separator = ",\n" {
		key, err := decoder.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, err
		}
		fmt.Fprintf(&out, "%s  %q: ", separator, key)
		if err := writeValue(&out, value); err != nil {
			return nil, err
		}
	}
	out.WriteString("\n}\n")
	return out.Bytes(), nil
}

func writeValue(out *bytes.Buffer, value json.RawMessage) error {
	if !bytes.HasPrefix(value, []byte("[[")) && !bytes.HasPrefix(value, []byte("[{")) {
		out.Write(value)
		return nil
	}
	var elements []json.RawMessage
	if err := json.Unmarshal(value, &elements); err != nil {
		return err
	}
	for i, element := range elements {
		separator := ",\n    "
		if i == 0 {
			separator = "[\n    "
		}
		out.WriteString(separator)
		out.Write(element)
	}
	out.WriteString("\n  ]")
	return nil
}
