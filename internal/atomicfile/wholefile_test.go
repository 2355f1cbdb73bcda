package atomicfile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWriteReplacesTheFileAndKeepsItsPermissions(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("old"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := Write(path, text("new")); err != nil {
		t.Fatal(err)
	}
	wantContent(t, path, "new")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o640 {
		t.Errorf("permissions %o, want 640", got)
	}
	wantAlone(t, path)
}

func TestWriteKeepsTheOldFileOnError(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	stop := errors.New("stop")
	err := Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		return errors.Join(err, stop)
	})
	if !errors.Is(err, stop) {
		t.Errorf("error %v, want %v", err, stop)
	}
	wantContent(t, path, "old")
	wantAlone(t, path)
}

// A program that cannot wait for a file to be finished leaves nothing of it.
func TestRemoveUnfinished(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	err := Write(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half")
		RemoveUnfinished()
		wantAlone(t, path)
		return err
	})
	if err == nil {
		t.Error("a file that is gone was finished")
	}
	wantContent(t, path, "old")
	if err := Write(path, text("new")); err != nil {
		t.Fatal(err)
	}
	RemoveUnfinished() // which is none
	wantContent(t, path, "new")
}

func TestWriteFollowsALink(t *testing.T) {
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.WriteFile(target, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, text("new")); err != nil {
		t.Fatal(err)
	}
	wantContent(t, target, "new")
	if info, err := os.Lstat(link); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is no longer a link (%v)", err)
	}
}

// A link that leads to what is not there yet is one that someone made in advance.
func TestWriteFollowsALinkToNothing(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "deep"), 0o777), os.Symlink("deep/second", filepath.Join(dir, "first")), os.Symlink("../target", filepath.Join(dir, "deep", "second"))); err != nil {
		t.Skip(err)
	}
	link := filepath.Join(dir, "first")
	if err := Check(link); err != nil {
		t.Fatal(err)
	}
	if err := Write(link, text("new")); err != nil {
		t.Fatal(err)
	}
	wantContent(t, filepath.Join(dir, "target"), "new")
	for _, name := range []string{"first", "deep/second"} {
		if info, err := os.Lstat(filepath.Join(dir, name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Errorf("%s is no longer a link (%v)", name, err)
		}
	}
}

func TestLinksThatLeadNowhere(t *testing.T) {
	dir := t.TempDir()
	loop, lost := filepath.Join(dir, "loop"), filepath.Join(dir, "lost")
	if err := errors.Join(os.Symlink("loop", loop), os.Symlink("none/file", lost)); err != nil {
		t.Skip(err)
	}
	for _, err := range []error{Check(loop), Write(loop, text("new"))} {
		if want := "cannot write " + loop + ": it is a symbolic link that leads to itself; remove it"; err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	for _, err := range []error{Check(lost), Write(lost, text("new"))} {
		if err == nil || !strings.Contains(err.Error(), "there is no directory") {
			t.Errorf("got %v", err)
		}
	}
	if info, err := os.Lstat(loop); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the loop is no longer a link (%v)", err)
	}
}

func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	for _, length := range []int{245, 246, 255} {
		path := filepath.Join(dir, strings.Repeat("n", length))
		if err := errors.Join(Check(path), Write(path, text("new"))); err != nil {
			t.Fatalf("%d letters: %v", length, err)
		}
		wantContent(t, path, "new")
	}
	if err := Check(filepath.Join(dir, strings.Repeat("n", 256))); err == nil {
		t.Error("a name that no file can have is not refused before the work")
	}
}

func TestWriteToADevice(t *testing.T) {
	if err := Write(os.DevNull, text("gone")); err != nil {
		t.Fatal(err)
	}
}

func TestErrorsNameTheFileAndNotTheTemporaryOne(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "none", "a.csv")
	for _, err := range []error{Check(missing), Write(missing, text(""))} {
		want := "cannot write " + missing + ": there is no directory " + filepath.Dir(missing)
		if err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
	if err := Check(dir); err == nil || !strings.Contains(err.Error(), "it is a directory") {
		t.Errorf("got %v", err)
	}
}

func TestCheckLeavesNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := Check(path); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) > 0 {
		t.Errorf("left %v (%v)", entries, err)
	}
}

func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s)
		return err
	}
}

func wantContent(t *testing.T, path, want string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil || string(got) != want {
		t.Errorf("content %q (%v), want %q", got, err, want)
	}
}

func wantAlone(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("the directory holds %v (%v), want only the file", entries, err)
	}
}
