package journal

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

type key struct {
	Key string `json:"key"`
}

type value struct {
	Value int `json:"value"`
}

func kind(seed int, table string) Kind[key, value] {
	return Kind[key, value]{
		Format: "suffice/test", Command: "suffice test", Result: "result",
		Settings: []Setting{{Name: "seed", Value: seed}, {Name: "no-scale", Value: true}, {Name: "table", Value: table, Other: "another table"}},
		Fields:   []string{"key"},
	}
}

// What was added is found again, however the results are divided among runs, and the
// last of a key counts.
func TestResultsAreFoundAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	rapid.Check(t, func(t *rapid.T) {
		_ = os.Remove(path)
		want := map[key]value{}
		for range rapid.IntRange(1, 3).Draw(t, "runs") {
			j, err := Open(path, kind(1, "a"))
			if err != nil {
				t.Fatal(err)
			}
			if j.Len() != len(want) {
				t.Fatalf("%d results, want %d", j.Len(), len(want))
			}
			for k, v := range want {
				if got, ok := j.Find(k); !ok || got != v {
					t.Fatalf("%q: %d, %v, want %d", k, got, ok, v)
				}
			}
			for range rapid.IntRange(0, 5).Draw(t, "results") {
				k, v := key{rapid.StringN(1, 5, 20).Draw(t, "key")}, value{rapid.Int().Draw(t, "value")}
				if err := j.Add(k, v); err != nil {
					t.Fatal(err)
				}
				written, _ := json.Marshal(k) // what is not UTF-8 is not kept as it is
				_ = json.Unmarshal(written, &k)
				want[k] = v
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestSettingsThatDiffer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	j, err := Open(path, kind(1, "a"))
	if err != nil || j.Close() != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if want := `{"format":"suffice/test","format-version":2,"program":"(development)","seed":1,"no-scale":true,"table":"a","sum":"`; err != nil || !strings.HasPrefix(string(text), want) {
		t.Errorf("first line %q, %v", text, err)
	}
	_, err = Open(path, kind(2, "b"))
	if want := path + " has results with seed 1 rather than 2, another table; use these settings, or name another file"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestNoJournalKnowsNothing(t *testing.T) {
	var j *Journal[key, value]
	if _, known := j.Find(key{"a"}); known || j.Add(key{"a"}, value{1}) != nil || j.Len() != 0 || j.Close() != nil {
		t.Error("a nil journal must forget all")
	}
}

// Whatever is in a file, it is taken as ours or left as it is.
func FuzzOpen(f *testing.F) {
	head := `{"format":"suffice/test","seed":1,"no-scale":true,"table":"a"}` + "\n"
	sealedHead := string(sealed([]byte(head[:len(head)-1]))) + "\n"
	for _, text := range []string{"", sealedHead, sealedHead + string(sealed([]byte(`{"key":"k","value":3}`))) + "\n", sealedHead + "{}\n", head, head[:20], head + `{"key":"k","value":3}` + "\n", head + `{"key":"k"`, "a,b\n1,2\n", head + "\n", "{}\n", "[]\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := Open(path, kind(1, "a"))
		after, readErr := os.ReadFile(path)
		if readErr != nil {
			t.Fatal(readErr)
		}
		if err != nil {
			if string(after) != text || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v; the file is now %q", err, after)
			}
			return
		}
		if !strings.HasSuffix(string(after), "\n") || j.Close() != nil {
			t.Errorf("the file is now %q", after)
		}
	})
}
