package jsonlines

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
)

// oneObject is what the start of a file tells of one that is a single object.
type oneObject int

const (
	otherwise oneObject = iota // it has several, or is one row
	ofLists                    // a list for each column: {"a": [1, 2], "b": [3, 4]}
	ofRows                     // rows within it: {"data": [{"a": 1}]}, or pandas' orient="split"
)

const ofRowsProblem = "this JSON file is one object with the rows in it" + asRows

// objectIn looks at the first object. Where the start ends within it, what is there decides.
func objectIn(head []byte) oneObject {
	d := json.NewDecoder(bytes.NewReader(head))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return otherwise
	}
	columns, length, lists, rows := 0, 0, true, false
	decide := func() oneObject {
		switch {
		case rows:
			return ofRows
		case lists && columns > 1: // one list alone is rather a row
			return ofLists
		}
		return otherwise
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			break
		}
		columns++
		first, second := firstMarks(head[d.InputOffset():])
		rows = rows || first == '[' && (second == '{' || second == '[' && key == "data")
		lists = lists && first == '[' && second != 0
		var value json.RawMessage
		switch err := d.Decode(&value); {
		case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
			return decide()
		case err != nil:
			return otherwise
		}
		if lists {
			n := scalarsIn(value)
			lists = n > 1 && (columns == 1 || n == length)
			length = n
		}
	}
	if _, err := d.Token(); err != nil { // the bracket at the end
		return decide()
	}
	if len(bytes.TrimLeft(head[d.InputOffset():], " \t\r\n")) > 0 {
		return otherwise
	}
	return decide()
}

// firstMarks are the first byte of a value after a colon, and the next but for blanks, or 0.
func firstMarks(rest []byte) (first, second byte) {
	const blanks = " \t\r\n"
	rest = bytes.TrimLeft(rest, blanks+":")
	if len(rest) == 0 {
		return 0, 0
	}
	if next := bytes.TrimLeft(rest[1:], blanks); len(next) > 0 {
		second = next[0]
	}
	return rest[0], second
}

// scalarsIn counts the values of a list, and is 0 where some are lists or objects.
func scalarsIn(list []byte) int {
	var values []json.RawMessage
	if json.Unmarshal(list, &values) != nil {
		return 0
	}
	for _, v := range values {
		if v[0] == '[' || v[0] == '{' {
			return 0
		}
	}
	return len(values)
}
