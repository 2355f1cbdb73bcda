package table

import (
	"strings"
	"testing"
)

func digestOf(t *testing.T, text, name string, options Options, columns ...string) string {
	t.Helper()
	options.Digest = true
	data, err := Read(t.Context(), strings.NewReader(text), name, options)
	if err != nil {
		t.Fatal(err)
	}
	defer data.Close()
	return data.Digest(columns)
}

// The digest is of the values: neither the format, nor the order of the columns, nor other
// columns, nor where the rows are kept changes it; any value, and the order of the rows, does.
func TestDigest(t *testing.T) {
	const csv = "a,b,c\n1,x,0\n2.5,y,1\n,x,3\n"
	want := digestOf(t, csv, "a.csv", Options{}, "a", "b", "c")
	for name, text := range map[string]string{
		"the same":          csv,
		"other spelling":    "a,b,c\n1.0,x,0\n25e-1,y,1.00\nNA,x,3\n",
		"other order":       "c;b;a\n0;x;1\n1;y;2.5\n3;x;\n",
		"one more column":   "a,b,c,d\n1,x,0,7\n2.5,y,1,8\n,x,3,9\n",
		"in another format": `{"a":1,"b":"x","c":0}` + "\n" + `{"a":2.5,"b":"y","c":1}` + "\n" + `{"a":null,"b":"x","c":3}` + "\n",
	} {
		if got := digestOf(t, text, "a", Options{}, "c", "b", "a"); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := digestOf(t, csv, "a", onDisk(Options{}), "a", "b", "c"); got != want {
		t.Errorf("on disk: %s, want %s", got, want)
	}
	for name, text := range map[string]string{
		"a number":     "a,b,c\n1,x,0\n2.5,y,2\n,x,3\n",
		"a word":       "a,b,c\n1,x,0\n2.5,x,1\n,x,3\n",
		"a gap":        "a,b,c\n1,x,0\n2.5,y,1\n4,x,3\n",
		"row order":    "a,b,c\n2.5,y,1\n1,x,0\n,x,3\n",
		"one more row": csv + "0,x,0\n",
		"a name":       "A,b,c\n1,x,0\n2.5,y,1\n,x,3\n",
	} {
		if got := digestOf(t, text, "a", Options{}, "a", "b", "c"); got == want {
			t.Errorf("%s makes no difference", name)
		}
	}
}

func TestNoDigestUnlessAsked(t *testing.T) {
	data, err := Read(t.Context(), strings.NewReader("a,b\n1,2\n3,4\n"), "a", Options{})
	if err != nil || data.Digest([]string{"a"}) != "" {
		t.Error(err)
	}
}
