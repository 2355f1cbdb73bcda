package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A release of this commit, for this machine alone: what people install is all there, works,
// and is the same, bit by bit, when it is made in another folder.
func TestATaggedCommitIsReleased(t *testing.T) {
	if os.Getenv("RELEASE") == "" {
		t.Skip("RELEASE=1 makes a release to check; it takes up to a minute")
	}
	first, second := cloned(t, "v0.0.1"), cloned(t, "v0.0.1")
	folder, again := made(t, first), made(t, second)
	if a, b := read(t, folder, "SHA256SUMS"), read(t, again, "SHA256SUMS"); !bytes.Equal(a, b) {
		t.Errorf("two releases of a commit differ:\n%s%s", a, b)
	}
	t.Run("checksums", func(t *testing.T) { checkSums(t, folder) })
	t.Run("archive", func(t *testing.T) { checkArchive(t, first, folder) })
	t.Run("bill of materials", func(t *testing.T) { checkBill(t, first, folder) })
	if native(t).system == "linux" {
		t.Run("deb", func(t *testing.T) { checkDebian(t, first, folder) })
		t.Run("rpm", func(t *testing.T) { checkRedHat(t, first, folder) })
		t.Run("image", func(t *testing.T) { checkImage(t, first, folder) })
	}
}

// cloned is a checkout of this commit in a folder of its own, with a tag, and nothing of what
// is not committed.
func cloned(t *testing.T, tag string) checkout {
	folder := filepath.Join(t.TempDir(), "clone")
	root := must(t, ".", "git", "rev-parse", "--show-toplevel")
	must(t, ".", "git", "clone", "--quiet", root, folder)
	must(t, folder, "git", "tag", tag)
	c, err := openCheckout(folder, tag, false)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func native(t *testing.T) platform {
	here, err := parsePlatforms("native")
	if err != nil {
		t.Skip(err)
	}
	return here[0]
}

func made(t *testing.T, c checkout) string {
	folder := t.TempDir()
	if err := c.release(folder, []platform{native(t)}); err != nil {
		t.Fatal(err)
	}
	return folder
}

func must(t *testing.T, folder, program string, args ...string) string {
	t.Helper()
	out, err := output(folder, program, args...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// have skips a check where the program for it is not installed.
func have(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("there is no %s", program)
	}
}

func read(t *testing.T, folder, pattern string) []byte {
	t.Helper()
	data, err := os.ReadFile(one(t, folder, pattern))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// one is the file of a folder that a pattern fits.
func one(t *testing.T, folder, pattern string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("files like %s: %v, %v", pattern, found, err)
	}
	return found[0]
}

// wantPlaces makes sure that files are among those listed.
func wantPlaces(t *testing.T, listed []string, wanted ...string) {
	t.Helper()
	for _, name := range wanted {
		if !slices.Contains(listed, name) {
			t.Errorf("there is no %s in %s", name, strings.Join(listed, " "))
		}
	}
}

// What is not a release is refused, in words that say what to do.
func TestWhatIsNoRelease(t *testing.T) {
	folder := t.TempDir()
	commit := func(args ...string) {
		must(t, folder, "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b.c"}, args...)...)
	}
	commit("init", "--quiet")
	if err := os.WriteFile(filepath.Join(folder, "go.mod"), []byte("module a/b\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	commit("add", "go.mod")
	commit("commit", "--quiet", "-m", "a")
	try := func(version string, snapshot bool, want string) checkout {
		c, err := openCheckout(folder, version, snapshot)
		if got := ""; err != nil || want != "" {
			if err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		}
		return c
	}
	try("0.1", false, `--version "0.1" is not a version such as v0.1.0`)
	try("v0.1.0", false, "the commit has no tag v0.1.0; run git tag v0.1.0, or try with --snapshot")
	early := try("v0.1.0", true, "")
	if early.version != "v0.1.0-snapshot."+early.commit[:12] || early.module != "a/b" || early.packageVersion() != "0.1.0~snapshot."+early.commit[:12] {
		t.Errorf("got %+v", early)
	}
	must(t, folder, "git", "tag", "v0.1.0")
	try("v0.1.0", false, "")
	if err := os.WriteFile(filepath.Join(folder, "a.go"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	try("v0.1.0", false, "there are changes that are not in the commit; commit them, or try with --snapshot")
	if changed := try("v0.1.0", true, ""); !strings.HasSuffix(changed.version, ".changed") {
		t.Errorf("got %+v", changed)
	}
	if err := claim(folder); err == nil || !strings.HasSuffix(err.Error(), "is not empty; remove it, or choose another folder with --out") {
		t.Errorf("got %v", err)
	}
	if _, err := parsePlatforms("plan9/amd64"); err == nil || !strings.Contains(err.Error(), "choose from linux/amd64") {
		t.Errorf("got %v", err)
	}
}

// Packages of what comes before a release are older than it.
func TestVersionsAsPackagesSortThem(t *testing.T) {
	for version, want := range map[string]string{"v1.2.3": "1.2.3", "v1.2.3-rc.1": "1.2.3~rc.1", "v1.2.3-rc-1": "1.2.3~rc.1"} {
		if got := (checkout{version: version}).packageVersion(); got != want {
			t.Errorf("%s: got %s, want %s", version, got, want)
		}
	}
}

func TestFoldersComeBeforeTheirFiles(t *testing.T) {
	var names []string
	for _, f := range inFolders([]file{{name: "a/b/c"}, {name: "a/d"}, {name: "e/"}}) {
		names = append(names, f.name)
	}
	if got := strings.Join(names, " "); got != "a/ a/b/ a/b/c a/d e/" {
		t.Errorf("got %s", got)
	}
}
