package table

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"testing"
)

func readJSON(t *testing.T, text string) *Table {
	t.Helper()
	got, err := Read(context.Background(), strings.NewReader(text), "a.jsonl", Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Format() != "jsonl" {
		t.Fatalf("read as %s", got.Format())
	}
	return got
}

func TestJSONLines(t *testing.T) {
	rows := []string{
		`{"x": 1, "ok": true, "word": "a b", "deep": {"er": {"z": -0.5e-3}}, "v": [1, 2.5], "tags": ["p", "q"]}`,
		`{"ok": false, "x": 1e999, "late": 3, "tags": [], "word": "\u00e4\n\ud83d\ude00"}`,
		`{"x": null, "deep": {"er": {}}, "v": [7], "tags": ["q"], "word": " "}`,
	}
	want := map[string][]any{
		"x": {1.0, nil, nil}, "ok": {"true", "false", nil}, "word": {"a b", "ä\n😀", nil}, "deep.er.z": {-0.5e-3, nil, nil},
		"v[0]": {1.0, nil, 7.0}, "v[1]": {2.5, nil, nil}, "tags": {"p;q", nil, "q"}, "late": {nil, 3.0, nil},
	}
	for _, text := range []string{
		strings.Join(rows, "\n"), "\xef\xbb\xbf" + strings.Join(rows, "\n") + "\n",
		"[" + strings.Join(rows, ",\n") + "]\n", "[\n" + strings.Join(rows, "\n,") + "\n]",
	} {
		got := readJSON(t, text)
		for _, c := range got.schema.Columns {
			if c.FirstGap.Line > 0 { // rows and lines are not the same in all of these
				c.FirstGap.Line = firstGapIn(want[c.Name])
			}
		}
		wantCells(t, got, want)
	}
}

func firstGapIn(cells []any) int {
	for i, v := range cells {
		if v == nil {
			return i + 1
		}
	}
	return 0
}

// A line of a gigabyte, whatever is in it, is an error before it fills the memory.
func TestJSONLinesOfAGigabyte(t *testing.T) {
	for start, more := range map[string]string{
		`{"a":"`: "xxxxxxxx", `{"a":[1`: ",1234567", `{"`: "xxxxxxxx", `{"a":1`: "11111111", `{"a":["p"`: `,"12345"`,
	} {
		endless := io.LimitReader(&repeating{text: more}, 1<<30)
		_, err := Read(context.Background(), io.MultiReader(strings.NewReader(start), endless), "a.jsonl", Options{Format: "jsonl"})
		if _, ok := errors.AsType[*Error](err); !ok || strings.Contains(err.Error(), "cut off") {
			t.Errorf("%s: got %v", start, err)
		}
	}
}

// Rows that each bring a key of their own would need memory for the square of them.
func TestJSONLinesOfDifferentKeys(t *testing.T) {
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "{\"k%d\":1}\n", i)
	}
	_, err := Read(context.Background(), strings.NewReader(text.String()), "a.jsonl", Options{})
	if err == nil || !strings.Contains(err.Error(), "give every row the same keys") {
		t.Errorf("got %v", err)
	}
}

// Whatever the standard library takes for objects of numbers, texts and the like, one
// a line, is read as just that; what it refuses is an error here too.
func FuzzJSONLines(f *testing.F) {
	f.Add(`{"a":1,"b":"x","c":true,"d":null}` + "\n" + `{"b":"y\u00e9\\","a":-1.5e300,"e":0.1}`)
	f.Add("{\"a\": 12345678901234567890 , \"\": 1}\n\n\t {\"a\":\"\xff\xfe\"}")
	f.Add(`[{"a":1},{"a":{"b":[1,2,{"c":"d"}]}}]`)
	f.Add(`{"a":["p","q"]}{"a":[]}`)
	f.Add(`{"a":1,"a":2}`)
	f.Add(`{"a":{"0":1,"1":null},"b":{"0":"x","1":"y"}}`)
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Read(context.Background(), strings.NewReader(text), "a", Options{Format: "jsonl"})
		if _, known := errors.AsType[*Error](err); err != nil && !known {
			t.Fatalf("error %v is not about the file", err)
		}
		if err == nil {
			defer exercise(t, got)
		}
		want, known := flatRows([]byte(text))
		if !known {
			return
		}
		if want == nil {
			if err == nil {
				t.Fatalf("%q is no JSON", text)
			}
			return
		}
		if err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		for i, row := range want {
			for j, c := range got.schema.Columns {
				if c.Slot < 0 {
					continue
				}
				got.each(i, i+1, func(_ int, cells []float64) {
					if shown := c.Show(cells[c.Slot]); shown != row[c.Name] {
						t.Fatalf("%q: row %d, column %d is %q, want %q", text, i+1, j, shown, row[c.Name])
					}
				})
			}
		}
	})
}

// flatRows reads objects with the standard library. It returns nil where that cannot be
// done, and false where the objects are not flat, or use a key twice.
func flatRows(text []byte) ([]map[string]string, bool) {
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if bytes.HasPrefix(bytes.TrimLeft(text, " \t\r\n"), []byte("[")) {
		return nil, false
	}
	var rows []map[string]string
	for {
		row := map[string]string{}
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return rows, true
		}
		if err != nil {
			return nil, true
		}
		if token != json.Delim('{') {
			return nil, true
		}
		for decoder.More() {
			key, err := decoder.Token()
			if err != nil {
				return nil, true
			}
			name := strings.TrimSpace(key.(string))
			if _, twice := row[name]; twice {
				return nil, false
			}
			value, err := decoder.Token()
			if err != nil {
				return nil, true
			}
			if _, nested := value.(json.Delim); nested {
				return nil, false
			}
			row[name] = cellText(value)
		}
		if _, err := decoder.Token(); err != nil {
			return nil, true
		}
		rows = append(rows, row)
	}
}

// cellText is a value as a cell shows it.
func cellText(value any) string {
	switch v := value.(type) {
	case json.Number:
		number, _ := strconv.ParseFloat(string(v), 64)
		if math.IsInf(number, 0) {
			return ""
		}
		return strconv.FormatFloat(number, 'g', -1, 64)
	case string:
		return strings.TrimSpace(v)
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}

// What begins like JSON is JSON, so that the message is about JSON.
func TestWhatBeginsLikeJSON(t *testing.T) {
	for text, want := range map[string]string{
		strings.Repeat("[", 100_000): `a:1: a row begins with "["; each line must be an object, such as {"x": 1}`,
		"[1,2]\n[3,4]\n":             `a:1: a row begins with "1"; each line must be an object, such as {"x": 1}`,
		"[":                          "a: the file is cut off; copy or make it again",
		"{":                          "a: the file is cut off; copy or make it again",
		"{a: 1}\n":                   `a:1: a key in quotes is missing before "a"`,
	} {
		_, err := Read(context.Background(), strings.NewReader(text), "a", Options{})
		wantError(t, err, want)
	}
	if names := readAs(t, "a", "[id],[y]\n1,2\n").Names(); names[0] != "[id]" {
		t.Errorf("names %q", names)
	}
}

func TestKeysThatAreMissing(t *testing.T) {
	_, err := readJSON(t, "{\"a\":1,\"b\":2}\n{\"a\":2}\n{\"a\":null,\"b\":1}").Columns([]string{"a", "b"})
	wantError(t, err, `a.jsonl:2, column "b": the value is missing (the first of 2 missing values in 2 columns); use Missing "drop" or Missing "mean", or fix the file`)
}
