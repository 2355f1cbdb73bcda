package jsonlines

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"suffice/internal/cells"
)

// readAll reads a file, and returns how many rows it has.
func readAll(source io.Reader, name string) (int, error) {
	in, err := cells.Open(context.Background(), source, name)
	if err != nil {
		return 0, err
	}
	if _, err := in.Head(); err != nil {
		return 0, err
	}
	return readFrom(in)
}

func readFrom(in *cells.File) (int, error) {
	s := cells.NewSchema(in.Name, cells.Options{})
	r, err := Open(in, s)
	if err != nil {
		return 0, err
	}
	n := 0
	for {
		b, err := r.Next(context.Background())
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
		n += b.Rows
	}
}

func wantError(t *testing.T, err error, want string) {
	t.Helper()
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestJSONLinesErrors(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"{\"a\":1}\n\n{\"a\":1,\"b\":2,\"a\":3}", `a.jsonl:3: the key "a" comes twice; rename or remove one`},
		{"{\"a\":1}\n[1]", `a.jsonl:2: a row begins with "["; each line must be an object, such as {"x": 1}`},
		{"{\"a\":1}\n{\"a\":NaN}", `a.jsonl:2: "NaN" is not a value of JSON; put texts in quotes, and write null where a value is missing`},
		{"{\"a\":01}", `a.jsonl:1: "01" is not a value of JSON; put texts in quotes, and write null where a value is missing`},
		{"{\"a\" 1}", `a.jsonl:1: a ':' is missing before "1"`},
		{"{\"a\":1 \"b\":2}", `a.jsonl:1: a comma or } is missing before "\""`},
		{"{\"a\":1,}", `a.jsonl:1: a key in quotes is missing before "}"`},
		{"{\"a\":\"x\ny\"}", `a.jsonl:1: a text does not end on its line; close its quote ("), and write line ends within it as \n`},
		{"{\"a\":\"\\x\"}", `a.jsonl:1: a text has a backslash that JSON does not know; write \\ for a backslash`},
		{"{\"a\":1}\n{\"a\":[1,", "a.jsonl: the file is cut off; copy or make it again"},
		{"[{\"a\":1},", "a.jsonl: the file is cut off; copy or make it again"},
		{"[{\"a\":1} {\"a\":1}]", "a.jsonl:1: a comma is missing between objects"},
		{"[{\"a\":1}]\n{\"a\":1}", "a.jsonl:2: there is something after the array; remove it"},
		{"{\"a\":[\"p\",1]}", "a.jsonl:1: a list of texts has something else in it; use texts only, or numbers only"},
		{"{\"a\":" + strings.Repeat("[", 99), "a.jsonl:1: lists are nested more than 32 deep"},
		{strings.Repeat("{\"a\":", 99), "a.jsonl:1: objects are nested more than 32 deep"},
	} {
		_, err := readAll(strings.NewReader(test.text), "a.jsonl")
		wantError(t, err, test.want)
	}
}

// One object of lists is a table by columns; several are rows.
func TestOneObjectOfLists(t *testing.T) {
	for text, want := range map[string]int{
		`{"a":[1,2,3],"y":[4,null,"x"]}`:                         3,
		"{\n \"a\": [1, 2],\n \"y\": [true, false]\n}\n":         2,
		"{\"a\":[1,2],\"y\":[3,4]}\n{\"a\":[1,2],\"y\":[3,4]}\n": 2,
		`{"a":[1,2,3]}`:           1,
		`{"a":[1,2,3],"y":[4,5]}`: 1,
		`{"a":[1,2,3],"y":4}`:     1,
		`{"a":[1],"y":[4]}`:       1,
		"{\"a\":[{\"b\":1}],\"y\":4}\n{\"a\":[{\"b\":1}],\"y\":4}":                                   2,
		`{"a":[1` + strings.Repeat(",1", 9999) + `],"y":[1` + strings.Repeat(",123456", 9999) + `]}`: 10000,
	} {
		if got, err := readAll(strings.NewReader(text), "a.json"); got != want || err != nil {
			t.Errorf("%.60s: %d rows, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{
		`{"data":[{"a":1},{"a":2}]}`, `{"columns":["a","b"],"index":[0,1],"data":[[1,2],[3,4]]}`, `{"schema":{"fields":[]},"data":[{"a":1}` + strings.Repeat(`,{"a":1}`, 1<<15) + "]}",
	} {
		_, err := readAll(strings.NewReader(text), "a.json")
		if err == nil || !strings.Contains(err.Error(), ofRowsProblem) {
			t.Errorf("%.60s: %v", text, err)
		}
	}
}
