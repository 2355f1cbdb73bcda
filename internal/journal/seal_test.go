package journal

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/internal/atomicfile"
)

// begun is a journal of one result, as a file has it.
func begun(t *testing.T) (path, text string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "state")
	j, err := Open(path, kind(1, "a"))
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Add(key{"k"}, value{31}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	written, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return path, string(written)
}

// A digit that changed would be a result as good as any.
func TestEveryChangedByteIsFound(t *testing.T) {
	path, text := begun(t)
	for at := range len(text) - 1 { // without the last end of line, the line is torn
		changed := []byte(text)
		changed[at] ^= 1
		if err := os.WriteFile(path, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		if j, err := Open(path, kind(1, "a")); err == nil {
			_ = j.Close()
			t.Errorf("byte %d: %q was taken", at, changed)
		}
	}
}

func TestMessagesOfStateFiles(t *testing.T) {
	_, text := begun(t)
	head, result, _ := strings.Cut(text, "\n")
	plain := `{"format":"suffice/test","seed":1,"no-scale":true,"table":"a"}`
	resealed := func(line string) string { return string(sealed([]byte(line))) }
	for name, c := range map[string]struct{ text, want string }{
		"a digit":        {head + "\n" + strings.Replace(result, "31", "32", 1), ":2: the line was changed: its checksum is wrong; delete it, and its result is made again"},
		"no checksum":    {head + "\n" + `{"key":"k","value":31}` + "\n", ":2: the line has no checksum; delete it, and its result is made again"},
		"the settings":   {strings.Replace(head, `"seed":1`, `"seed":2`, 1) + "\n", ":1: the line of settings was changed: its checksum is wrong; begin a new state file"},
		"a later format": {resealed(`{"format":"suffice/test","format-version":3,"seed":1,"no-scale":true,"table":"a"}`) + "\n", " is a state file of version 3, but this program knows version 2; use the program that wrote it, or name another file"},
		"another program": {resealed(`{"format":"suffice/test","format-version":2,"program":"v0.1.0","seed":1,"no-scale":true,"table":"a"}`) + "\n",
			` has results of suffice "v0.1.0", but this is "(development)"; use that version, or name another file`},
		"one of before":          {plain + "\n" + `{"key":"k","value":31}` + "\n", ""},
		"one of before, damaged": {plain + "\n" + strings.Replace(result, "31", "32", 1), ":2: the line was changed: its checksum is wrong; delete it, and its result is made again"},
	} {
		path := filepath.Join(t.TempDir(), "state")
		if err := os.WriteFile(path, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		j, err := Open(path, kind(1, "a"))
		switch {
		case c.want == "" && err != nil, c.want != "" && (err == nil || err.Error() != path+c.want):
			t.Errorf("%s:\ngot  %v\nwant %s%s", name, err, path, c.want)
		case err == nil:
			_ = j.Close()
		}
	}
}

// A file of before goes on, and what is added to it has checksums.
func TestAFileOfBeforeGoesOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	if err := os.WriteFile(path, []byte(`{"format":"suffice/test","seed":1,"no-scale":true,"table":"a"}`+"\n"+`{"key":"k","value":31}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for run := range 2 {
		j, err := Open(path, kind(1, "a"))
		if err != nil {
			t.Fatal(err)
		}
		if v, known := j.Find(key{"k"}); !known || v.Value != 31 || j.Len() != 1+run {
			t.Errorf("run %d: %d results, k is %d", run, j.Len(), v)
		}
		if err := j.Add(key{"l"}, value{4}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Who comes second neither reads nor writes, be it that the first is about to begin the file.
func TestOneProcessAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state")
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.Try(file); err != nil {
		t.Skip(err)
	}
	_, err = Open(path, kind(1, "a"))
	if want := "another process uses the state file " + path + "; wait until it ends, or name another file"; err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
	if text, err := os.ReadFile(path); err != nil || len(text) > 0 {
		t.Errorf("wrote %q (%v)", text, err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	if j, err := Open(path, kind(1, "a")); err != nil || j.Close() != nil {
		t.Errorf("once it is free: %v", err)
	}
}
