package table

import (
	"encoding/json"
	"strings"
	"testing"

	"suffice/internal/parts"
)

// damaged calls each with all that becomes of a JSON value where one of its values is another, or
// left out.
func damaged(value any, each func(any)) {
	for _, other := range []any{nil, -1, -5, 1, 99, 1e18, 1e300, "", "x", true, false, []any{}, []any{1}, map[string]any{}} {
		each(other)
	}
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			damaged(inner, func(other any) {
				value[key] = other
				each(value)
			})
			delete(value, key)
			each(value)
			value[key] = inner
		}
	case []any:
		for k, inner := range value {
			damaged(inner, func(other any) {
				value[k] = other
				each(value)
			})
			value[k] = inner
		}
	}
}

// soundOutlines are those of two parts, with columns of all kinds, as they are sent.
func soundOutlines(t testing.TB) (first, second string) {
	texts := []string{
		"a,b,c,d,e,\n1,x,2024-03-15,$1,5,1\n2,y,2024-04-15,$2,,2\n3,x,2024-05-16,$3,7,3\n",
		"a,b,c,d,e,\n4,X,2024-03-17,$1,,1\n5,y,15/4/2024,$2,oops,2\n,xyz,2024-05-18,$3,7,3\n",
	}
	for k, text := range texts {
		part, err := Read(t.Context(), strings.NewReader(text), "a.csv", Options{})
		if err != nil {
			t.Fatal(err)
		}
		o, err := part.outline(Roles{})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		texts[k] = string(data)
	}
	return texts[0], texts[1]
}

// joinAnything joins outlines, and makes of the whole what a driver makes of it.
func joinAnything(texts ...string) {
	outlines := make([]*parts.Outline, len(texts))
	for k, text := range texts {
		if json.Unmarshal([]byte(text), &outlines[k]) != nil {
			return
		}
	}
	_ = parts.OpenDates(outlines)
	joined, err := joinOutlines("all", Options{}, outlines)
	if err != nil {
		return
	}
	_, _ = joined.Describe()
	for _, missing := range []Missing{MissingIsError, DropMissing} {
		_, _, _ = joined.fork().chooseOutlined(Roles{Target: []string{"d"}, Missing: missing})
		_, _, _ = joined.fork().chooseOutlined(Roles{Target: []string{"b"}, Missing: missing})
		_, _, _ = joined.fork().applyOutlined(Wanted{Inputs: []string{"a", "c"}, Target: []string{"e"}, Missing: missing})
	}
}

// An outline of which any value is another is an error at most.
func TestDamagedOutlinesDoNoHarm(t *testing.T) {
	first, second := soundOutlines(t)
	for k, text := range []string{first, second} {
		var value any
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(err)
		}
		damaged(value, func(other any) {
			data, err := json.Marshal(other)
			if err != nil {
				t.Fatal(err)
			}
			if k == 0 {
				joinAnything(string(data), second)
			} else {
				joinAnything(first, string(data))
			}
		})
	}
}

// Whatever outlines say, joining them, and what is made of the whole, is an error at most.
func FuzzOutline(f *testing.F) {
	first, second := soundOutlines(f)
	f.Add(first, second)
	f.Add(second, first)
	f.Add(first, "null")
	f.Fuzz(func(_ *testing.T, first, second string) { joinAnything(first, second) })
}
